//! Values as core and number, and games by index, for use outside of a store.
//!
//! A store numbers its games in the order in which they are made, and the options of a game are made before it. So a
//! list of all games, each with the parts of its options, is written in one pass and rebuilt in another store in one.

use crate::value::{Core, Form, negated};
use crate::{Dyadic, Interrupted, Store, Value, shift};

/// A value as the sum of a core and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The core.
    pub core: CorePart,
    /// The number.
    pub number: Dyadic,
}

/// The part of a value besides its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorePart {
    /// Ups (downs if negative) and a nimber.
    Closed {
        /// Multiple of up.
        ups: i32,
        /// The n of the nimber `*n`.
        nimber: u32,
    },
    /// A game of the store, or its negative.
    Game {
        /// Index, below [`Store::len`].
        index: u32,
        /// True if it is the negative.
        negated: bool,
    },
}

impl Store {
    /// The game with this index, if there is one. Its parts are that index, not negated, and the number 0.
    pub fn game_at(&self, index: u32) -> Option<Value> {
        if index as usize >= self.len() {
            return None;
        }
        let tree = self.tree(index);
        let mut opposite = negated(tree.right());
        opposite.sort_unstable();
        let core = Core::tree(index, false, opposite == tree.left());
        Some(Value::new(core, 0).expect("0 is in range"))
    }

    /// Splits a value into its parts.
    pub fn parts(&self, value: Value) -> Parts {
        let core = match value.form() {
            Form::Closed { ups, nimber } => CorePart::Closed { ups, nimber },
            Form::Tree { id, negated } => CorePart::Game { index: id, negated },
        };
        Parts { core, number: shift::to_dyadic(value.shift()) }
    }

    /// Makes the value with these parts, where `games` holds the values of games by index.
    ///
    /// # Panics
    /// If a part names a game beyond the end of `games`.
    pub fn assemble(&self, parts: Parts, games: &[Value]) -> Result<Value, Interrupted> {
        let core = match parts.core {
            CorePart::Closed { ups, nimber } => self.up(ups, nimber)?,
            CorePart::Game { index, negated: false } => games[index as usize],
            CorePart::Game { index, negated: true } => -games[index as usize],
        };
        self.add(core, self.number(parts.number)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_can_be_copied_game_by_game() {
        let store = Store::new();
        let texts =
            ["{2|0}", "+-{1,{2|0}}", "{3||2|0}", "1/2+{1|*}", "^3*2", "-7/8", "{4|1||0|||-2}", "{2|0}+{3|0||-1}"];
        let values: Vec<Value> = texts.iter().map(|text| store.parse(text).unwrap()).collect();

        let copy = Store::new();
        // Makes the indices differ from those of the first store.
        copy.parse("{9||8|-8}").unwrap();
        let mut games = Vec::new();
        for game in (0..store.len() as u32).map(|index| store.game_at(index).unwrap()) {
            let again = |option| copy.assemble(store.parts(option), &games).unwrap();
            let left: Vec<Value> = store.left_options(game).map(again).collect();
            let right: Vec<Value> = store.right_options(game).map(again).collect();
            games.push(copy.game(&left, &right).unwrap());
        }
        for (value, text) in values.into_iter().zip(texts) {
            let again = copy.assemble(store.parts(value), &games).unwrap();
            assert_eq!(again, copy.parse(text).unwrap(), "{text}");
        }
        assert_eq!(store.game_at(store.len() as u32), None);
    }
}
