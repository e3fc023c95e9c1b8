//! Sizes of canonical forms: options, subgames, depth.
//!
//! These measures stop at numbers, so they are the same for a game, its negative and their sums with numbers, up to an
//! exchange of sides. They are computed once per game of the store, in its order, in which options precede their games.

use otrera_cgt::{CorePart, Store, Value};

/// The size of a canonical form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormSize {
    /// Canonical options of Black.
    pub left: u32,
    /// Canonical options of White.
    pub right: u32,
    /// Options of the form expanded down to numbers, counted with multiplicity; saturates at `u64::MAX`.
    pub subgames: u64,
    /// Maximum number of moves, by either side, until a number is reached.
    pub depth: u32,
}

/// The sizes of all games of a store.
pub struct Measures<'s> {
    store: &'s Store,
    /// By index in the store, for the game that is not negated.
    games: Vec<FormSize>,
}

impl<'s> Measures<'s> {
    /// Measures all games of the store.
    pub fn new(store: &'s Store) -> Measures<'s> {
        let mut measures = Measures { store, games: Vec::with_capacity(store.len()) };
        for index in 0..store.len() as u32 {
            let game = store.game_at(index).expect("the index is below the length");
            let sizes = measures.by_options(game);
            measures.games.push(sizes);
        }
        measures
    }

    /// The size of a value that was in the store when it was measured.
    pub fn of(&self, value: Value) -> FormSize {
        match self.store.parts(value).core {
            CorePart::Closed { ups: 0, nimber: 0 } => {
                let (left, right) = (self.store.left_options(value), self.store.right_options(value));
                FormSize { left: left.count() as u32, right: right.count() as u32, subgames: 0, depth: 0 }
            }
            // Ups and nimbers have few options.
            CorePart::Closed { .. } => self.by_options(value),
            CorePart::Game { index, negated } => {
                let sizes = self.games[index as usize];
                if negated { FormSize { left: sizes.right, right: sizes.left, ..sizes } } else { sizes }
            }
        }
    }

    fn by_options(&self, value: Value) -> FormSize {
        let left: Vec<Value> = self.store.left_options(value).collect();
        let right: Vec<Value> = self.store.right_options(value).collect();
        let mut sizes = FormSize { left: left.len() as u32, right: right.len() as u32, ..FormSize::default() };
        for option in left.into_iter().chain(right) {
            let FormSize { subgames, depth, .. } = self.of(option);
            sizes.subgames = sizes.subgames.saturating_add(1).saturating_add(subgames);
            sizes.depth = sizes.depth.max(1 + depth);
        }
        sizes
    }
}
