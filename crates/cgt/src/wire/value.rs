//! Values and options in the form in which they are written and sorted.

use std::io::{self, Write};

use super::{write_varint, zigzag};
use crate::{CorePart, Dyadic, Parts, Store, Value};

/// Low bits of an encoded number that hold the exponent of its denominator.
pub(super) const EXPONENT_BITS: u32 = 5;
/// First integer of a number, of ups with a nimber, and of game 0.
pub(super) const NUMBER: u64 = 0;
pub(super) const CLOSED: u64 = 1;
pub(super) const FIRST_GAME: u64 = 2;

/// A value as the integers that a file has for it. Files list options and cores in the order of `Ord`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EncodedValue {
    core: u64,
    ups: u64,
    nimber: u64,
    number: u64,
}

/// Entry of a file for a game of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Index in the file.
    pub index: u32,
    /// The file lists the negative of the store's game.
    pub negated: bool,
}

/// The options of a game as a file lists them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EncodedOptions {
    left: Vec<EncodedValue>,
    right: Vec<EncodedValue>,
}

impl EncodedValue {
    /// Encodes parts whose game has its index in the file.
    pub fn new(parts: Parts) -> Self {
        let number = number_word(parts.number);
        let (core, ups, nimber) = match parts.core {
            CorePart::Closed { ups: 0, nimber: 0 } => (NUMBER, 0, 0),
            CorePart::Closed { ups, nimber } => (CLOSED, zigzag(ups.into()), nimber.into()),
            CorePart::Game { index, negated } => (FIRST_GAME + 2 * u64::from(index) + u64::from(negated), 0, 0),
        };
        Self { core, ups, nimber, number }
    }

    /// Encodes a value of `store`; `listed` maps the store's index of a game to its entry in the file.
    pub fn of(store: &Store, value: Value, listed: impl FnOnce(u32) -> Listed) -> Self {
        let Parts { core, number } = store.parts(value);
        let core = match core {
            CorePart::Closed { .. } => core,
            CorePart::Game { index, negated } => {
                // A game that is its own negative is never marked as negated.
                let entry = listed(index);
                CorePart::Game { index: entry.index, negated: negated != entry.negated }
            }
        };
        Self::new(Parts { core, number })
    }

    /// Writes the value.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        write_varint(out, self.core)?;
        if self.core == CLOSED {
            write_varint(out, self.ups)?;
            write_varint(out, self.nimber)?;
        }
        write_varint(out, self.number)
    }
}

impl EncodedOptions {
    /// Encodes and sorts the canonical options of `game`.
    pub fn of(store: &Store, game: Value, encode: impl Fn(Value) -> EncodedValue) -> Self {
        let mut left: Vec<_> = store.left_options(game).map(&encode).collect();
        let mut right: Vec<_> = store.right_options(game).map(&encode).collect();
        left.sort_unstable();
        right.sort_unstable();
        Self { left, right }
    }

    /// Writes both counts, then Left's options, then Right's.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write_varint(out, self.left.len() as u64)?;
        write_varint(out, self.right.len() as u64)?;
        self.left.iter().chain(&self.right).try_for_each(|option| option.write(out))
    }
}

/// Writes a number.
pub fn write_number(out: &mut impl Write, number: Dyadic) -> io::Result<()> {
    write_varint(out, number_word(number))
}

fn number_word(number: Dyadic) -> u64 {
    zigzag(number.mantissa()) << EXPONENT_BITS | u64::from(number.exponent())
}
