//! Keys of situations: the same in every run and on every machine.

use std::fmt;
use std::str::FromStr;

use otrera_board::Side;
use otrera_cgt::Store;
use otrera_solver::Situation;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A situation by hash, the lead of the side to move, and the side to move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// Hash of areas and core: docs/formats/checkpoint.md.
    pub hash: u128,
    /// Moves that the side to move is ahead.
    pub ahead: i64,
    /// The side to move on the board; in a situation it is Black.
    pub to_move: Side,
}

impl Key {
    /// The key of a situation.
    pub fn new(store: &Store, situation: &Situation, to_move: Side) -> Key {
        let (core, ahead) = situation.split(store);
        Key { hash: situation.key(store, core), ahead, to_move }
    }
}

/// Hash, lead and side, as in `0123456789abcdef0123456789abcdef.-2.w`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}.{}.{}", self.hash, self.ahead, self.to_move.letter())
    }
}

/// A text that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the key of a situation")]
pub struct KeyError;

impl FromStr for Key {
    type Err = KeyError;

    /// Accepts exactly the texts that `Display` writes.
    fn from_str(text: &str) -> Result<Key, KeyError> {
        let mut words = text.split('.');
        let mut next = || words.next().ok_or(KeyError);
        let hash = u128::from_str_radix(next()?, 16).map_err(|_| KeyError)?;
        let ahead = next()?.parse().map_err(|_| KeyError)?;
        let to_move = next()?.parse().ok().and_then(Side::from_letter).ok_or(KeyError)?;
        let key = Key { hash, ahead, to_move };
        if key.to_string() == text { Ok(key) } else { Err(KeyError) }
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
