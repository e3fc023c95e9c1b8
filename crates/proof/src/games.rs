//! The games of a certificate in an order that depends on nothing but the games.
//!
//! A store numbers games as threads happen to find them. A certificate numbers them by depth (the longest chain of
//! moves through games without a closed form), and those of one depth by their options as they are written: the
//! options of a game are less deep, so they have their numbers already. Of a game and its negative the one
//! whose options are written with smaller numbers is listed. So the same claims are the same bytes.

use std::io::{self, Write};

use otrera_cgt::{CorePart, Parts, Store, Value};
use rustc_hash::FxHashMap;

use crate::code::{Coded, write_varint};

/// Games with their numbers.
pub(crate) struct Games<'s> {
    store: &'s Store,
    /// By the store's number: ours, and whether the negative of the store's game is listed.
    numbers: FxHashMap<u32, (u32, bool)>,
    listed: Vec<Options>,
}

/// The options of a game as they are written: Left's and Right's, each sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Options {
    left: Vec<Coded>,
    right: Vec<Coded>,
}

impl<'s> Games<'s> {
    /// All games that these values are made of.
    pub(crate) fn new(store: &'s Store, values: impl IntoIterator<Item = Value>) -> Games<'s> {
        let mut by_depth: Vec<Vec<u32>> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open: Vec<Value> = values.into_iter().collect();
        while let Some(value) = open.pop() {
            let CorePart::Game { index, .. } = store.parts(value).core else { continue };
            if seen.insert(index) {
                let depth = store.depth(value) as usize;
                by_depth.resize(by_depth.len().max(depth + 1), Vec::new());
                by_depth[depth].push(index);
                open.extend(store.left_options(value).chain(store.right_options(value)));
            }
        }
        let mut games = Games { store, numbers: FxHashMap::default(), listed: Vec::new() };
        for level in by_depth {
            let mut level: Vec<(Options, u32, bool)> = level.into_iter().map(|index| games.oriented(index)).collect();
            level.sort();
            for (options, index, negated) in level {
                let number = u32::try_from(games.listed.len()).expect("a store numbers its games with 32 bits");
                games.numbers.insert(index, (number, negated));
                games.listed.push(options);
            }
        }
        games
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.listed.len()
    }

    /// A value with our numbers of games.
    pub(crate) fn code(&self, value: Value) -> Coded {
        let Parts { core, number } = self.store.parts(value);
        let core = match core {
            CorePart::Game { index, negated } => {
                let (index, turned) = self.numbers[&index];
                CorePart::Game { index, negated: negated != turned }
            }
            closed => closed,
        };
        Coded::new(Parts { core, number })
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for Options { left, right } in &self.listed {
            write_varint(out, left.len() as u64)?;
            write_varint(out, right.len() as u64)?;
            for option in left.iter().chain(right) {
                option.write(out)?;
            }
        }
        Ok(())
    }

    /// A game of the store or its negative, whichever is listed.
    fn oriented(&self, index: u32) -> (Options, u32, bool) {
        let game = self.store.game_at(index).expect("the store has the games of its values");
        let (same, negative) = (self.options(game), self.options(-game));
        if same <= negative { (same, index, false) } else { (negative, index, true) }
    }

    fn options(&self, game: Value) -> Options {
        let mut left: Vec<Coded> = self.store.left_options(game).map(|option| self.code(option)).collect();
        let mut right: Vec<Coded> = self.store.right_options(game).map(|option| self.code(option)).collect();
        left.sort();
        right.sort();
        Options { left, right }
    }
}
