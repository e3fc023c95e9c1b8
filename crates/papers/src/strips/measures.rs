//! How large the canonical forms are: options, subgames, depth.
//!
//! All of these are the same for a game, its negative and their sums with numbers, up to an exchange of sides, because
//! they stop at numbers. So they are found once per game of the store, in the order of the store, where options come
//! before their games.

use otrera_cgt::{CorePart, Store, Value};

/// The size of a canonical form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Canonical options of Black.
    pub left: u32,
    /// Canonical options of White.
    pub right: u32,
    /// Options of the form written out down to numbers, each counted as often as it occurs; at most `u64::MAX`.
    pub subgames: u64,
    /// Most moves, by either side, until a number is reached.
    pub depth: u32,
}

/// The sizes of all games of a store.
pub struct Measures<'s> {
    store: &'s Store,
    /// By index in the store, for the game that is not negated.
    games: Vec<Sizes>,
}

impl<'s> Measures<'s> {
    /// Measures all games that the store has by now.
    pub fn new(store: &'s Store) -> Measures<'s> {
        let mut measures = Measures { store, games: Vec::with_capacity(store.len()) };
        for index in 0..store.len() as u32 {
            let game = store.game_at(index).expect("the index is below the length");
            let sizes = measures.by_options(game);
            measures.games.push(sizes);
        }
        measures
    }

    /// The size of a value, which must have been in the store when it was measured.
    pub fn of(&self, value: Value) -> Sizes {
        match self.store.parts(value).core {
            CorePart::Closed { ups: 0, nimber: 0 } => {
                let (left, right) = (self.store.left_options(value), self.store.right_options(value));
                Sizes { left: left.count() as u32, right: right.count() as u32, subgames: 0, depth: 0 }
            }
            // A few small options each.
            CorePart::Closed { .. } => self.by_options(value),
            CorePart::Game { index, negated } => {
                let sizes = self.games[index as usize];
                if negated { Sizes { left: sizes.right, right: sizes.left, ..sizes } } else { sizes }
            }
        }
    }

    fn by_options(&self, value: Value) -> Sizes {
        let mut sizes = Sizes::default();
        for option in self.store.left_options(value) {
            sizes.left += 1;
            sizes.include(self.of(option));
        }
        for option in self.store.right_options(value) {
            sizes.right += 1;
            sizes.include(self.of(option));
        }
        sizes
    }
}

impl Sizes {
    fn include(&mut self, option: Sizes) {
        self.subgames = self.subgames.saturating_add(1).saturating_add(option.subgames);
        self.depth = self.depth.max(1 + option.depth);
    }
}

impl std::fmt::Debug for Measures<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Measures({} games)", self.games.len())
    }
}
