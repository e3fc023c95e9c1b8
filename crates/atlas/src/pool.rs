//! The games in the canonical forms, in an order that does not depend on the store: docs/formats/atlas.md, "Games".

use std::io::{self, Write};

use otrera_cgt::{CorePart, Parts, Store, Value};
use rustc_hash::FxHashMap;

use crate::code::{Coded, write_varint};

/// Numbering of games.
pub(super) struct Pool<'s> {
    store: &'s Store,
    games: Vec<Options>,
    /// By index in the store: number here, and true if the negative is written.
    numbers: FxHashMap<u32, (u32, bool)>,
}

/// The written form of a game, by which games are sorted.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Options {
    left: Vec<Coded>,
    right: Vec<Coded>,
}

impl<'s> Pool<'s> {
    /// All games in the given values, down to numbers.
    pub(super) fn new(store: &'s Store, values: impl Iterator<Item = Value>) -> Pool<'s> {
        let mut by_depth: Vec<Vec<u32>> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending: Vec<Value> = values.collect();
        while let Some(value) = pending.pop() {
            if let CorePart::Game { index, .. } = store.parts(value).core
                && seen.insert(index)
            {
                let game = store.game_at(index).expect("the store has its own games");
                let depth = store.depth(game) as usize;
                by_depth.resize_with(by_depth.len().max(depth + 1), Vec::new);
                by_depth[depth].push(index);
                pending.extend(store.left_options(game).chain(store.right_options(game)));
            }
        }
        let mut pool = Pool { store, games: Vec::new(), numbers: FxHashMap::default() };
        for indices in by_depth {
            let mut level: Vec<(Options, u32, bool)> = indices.into_iter().map(|index| pool.least(index)).collect();
            level.sort_unstable();
            for (options, index, negated) in level {
                pool.numbers.insert(index, (pool.games.len() as u32, negated));
                pool.games.push(options);
            }
        }
        pool
    }

    /// The lesser of a game and its negative.
    fn least(&self, index: u32) -> (Options, u32, bool) {
        let game = self.store.game_at(index).expect("the store has its own games");
        let (options, opposite) = (self.options(game), self.options(-game));
        if opposite < options { (opposite, index, true) } else { (options, index, false) }
    }

    fn options(&self, game: Value) -> Options {
        let mut left: Vec<Coded> = self.store.left_options(game).map(|option| self.coded(option)).collect();
        let mut right: Vec<Coded> = self.store.right_options(game).map(|option| self.coded(option)).collect();
        left.sort_unstable();
        right.sort_unstable();
        Options { left, right }
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// The written form of a value whose games are in the pool.
    pub(super) fn coded(&self, value: Value) -> Coded {
        let Parts { core, number } = self.store.parts(value);
        let core = match core {
            CorePart::Closed { .. } => core,
            CorePart::Game { index, negated } => {
                let (number, turned) = self.numbers[&index];
                CorePart::Game { index: number, negated: negated != turned }
            }
        };
        Coded::new(Parts { core, number })
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for Options { left, right } in &self.games {
            write_varint(out, left.len() as u64)?;
            write_varint(out, right.len() as u64)?;
            left.iter().chain(right).try_for_each(|option| option.write(out))?;
        }
        Ok(())
    }
}
