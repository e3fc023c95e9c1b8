//! The games of a file in an order that depends on nothing but the games.
//!
//! A store numbers games in the order in which threads happen to make them. A file numbers them by depth (the longest
//! chain of moves through games without a closed form), and those of one depth by their encoded options: options are
//! less deep, so they have their numbers already. Of a game and its negative, the one with the smaller encoding is
//! listed. So equal contents give equal bytes.

use std::io::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{EncodedOptions, EncodedValue, Listed};
use crate::{CorePart, Store, Value};

/// The list of games that some values are made of.
pub struct Games<'s> {
    store: &'s Store,
    options: Vec<EncodedOptions>,
    /// By index in the store.
    listed: FxHashMap<u32, Listed>,
}

impl<'s> Games<'s> {
    /// Lists all games that `values` are made of, down to closed forms.
    pub fn new(store: &'s Store, values: impl IntoIterator<Item = Value>) -> Self {
        let mut by_depth: Vec<Vec<u32>> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending: Vec<Value> = values.into_iter().collect();
        while let Some(value) = pending.pop() {
            let CorePart::Game { index, .. } = store.parts(value).core else { continue };
            if seen.insert(index) {
                let depth = store.depth(value) as usize;
                by_depth.resize(by_depth.len().max(depth + 1), Vec::new());
                by_depth[depth].push(index);
                pending.extend(store.left_options(value).chain(store.right_options(value)));
            }
        }
        let mut games = Self { store, options: Vec::new(), listed: FxHashMap::default() };
        for level in by_depth {
            let mut level: Vec<_> = level.into_iter().map(|index| games.smaller(index)).collect();
            level.sort_unstable();
            for (options, store_index, negated) in level {
                let index = u32::try_from(games.len()).expect("a store numbers its games with 32 bits");
                games.listed.insert(store_index, Listed { index, negated });
                games.options.push(options);
            }
        }
        games
    }

    /// Options of a game of the store or of its negative, whichever is smaller; its index, and whether it is negated.
    fn smaller(&self, index: u32) -> (EncodedOptions, u32, bool) {
        let game = self.store.game_at(index).expect("the store has the games of its values");
        let [same, negative] = [game, -game].map(|game| EncodedOptions::of(self.store, game, |v| self.encode(v)));
        if negative < same { (negative, index, true) } else { (same, index, false) }
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Returns whether all values have closed forms.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Encodes a value whose game is in the list.
    pub fn encode(&self, value: Value) -> EncodedValue {
        EncodedValue::of(self.store, value, |index| self.listed[&index])
    }

    /// Writes the options of all games.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.options.iter().try_for_each(|options| options.write(out))
    }
}
