//! A value: 64 bits that identify one game in canonical form, so that equal games are equal integers.
//!
//! Every short game is written as a *core* plus a number. For a game that is not a number this costs nothing in
//! generality: by the number translation theorem (Siegel, *Combinatorial Game Theory*, II.3) the canonical options of
//! G + x are those of G, each plus x. So the many positions that differ by a territory share one core, and adding a
//! number is adding two fields. A core is either
//!
//! * *closed*: k ups and a nimber `*m`, kept in the bits themselves; 0 makes the value a number; or
//! * a *tree*: an entry of the store, its negative by one bit, and another bit if it is its own negative.
//!
//! The number of a tree is midway between its stops, a choice that commutes with translation and negation.

use crate::{Dyadic, Interrupted, shift};
use shift::Fixed;

/// Largest multiple of up, and largest nimber, of a closed core.
const MAX_CLOSED: i32 = 32767;
/// Bit 31 of a core: it is a tree.
const TREE: u32 = 1 << 31;
/// Bit 30 of a tree: the negative of its entry.
const NEGATED: u32 = 1 << 30;
/// Bit 29 of a tree: equal to its negative; never together with `NEGATED`.
const SYMMETRIC: u32 = 1 << 29;
/// Most trees of a store.
pub(crate) const MAX_TREES: usize = 1 << 29;

/// A game in canonical form, belonging to the [`Store`](crate::Store) that made it. Two values of one store are equal
/// exactly if the games are. The order of `Ord` is arbitrary; for the order of games see
/// [`Store::le`](crate::Store::le).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Value(u64);

/// The part of a value besides its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Core(pub(crate) u32);

/// A decoded core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// k·up + *m.
    Closed { ups: i32, nimber: u32 },
    /// An entry of the store, or its negative.
    Tree { id: u32, negated: bool },
}

impl Value {
    pub(crate) const ZERO: Self = Self(0);

    #[inline]
    pub(crate) fn new(core: Core, number: Fixed) -> Result<Self, Interrupted> {
        Ok(Self(u64::from(core.0) << 32 | u64::from(shift::pack(number)?)))
    }

    #[inline]
    pub(crate) fn core(self) -> Core {
        Core((self.0 >> 32) as u32)
    }

    #[inline]
    pub(crate) fn shift(self) -> Fixed {
        shift::unpack(self.0 as u32)
    }

    #[inline]
    pub(crate) fn form(self) -> Form {
        self.core().form()
    }

    /// The bits, for hashing and for memo keys.
    #[inline]
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) fn unshifted(self) -> Self {
        Self(self.0 & !0xffff_ffff)
    }

    /// The value plus a number.
    #[inline]
    pub(crate) fn plus(self, number: Fixed) -> Result<Self, Interrupted> {
        if number == 0 { Ok(self) } else { Self::new(self.core(), self.shift() + number) }
    }

    /// This value as a number, if it is one.
    pub fn to_number(self) -> Option<Dyadic> {
        (self.core() == Core::NUMBER).then(|| shift::to_dyadic(self.shift()))
    }

    /// This value as a whole number, if it is one.
    pub fn to_integer(self) -> Option<i64> {
        self.to_number().and_then(Dyadic::to_integer)
    }

    /// The n of the nimber `*n`, if this value is one; 0 is `*0`.
    pub fn to_nimber(self) -> Option<u32> {
        match self.form() {
            Form::Closed { ups: 0, nimber } if self.shift() == 0 => Some(nimber),
            _ => None,
        }
    }
}

impl std::ops::Neg for Value {
    type Output = Self;

    /// The game with the players exchanged; both share one entry of the store.
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.core(), -self.shift()).expect("packed numbers have negatives")
    }
}

pub(crate) fn negated(games: &[Value]) -> Vec<Value> {
    games.iter().map(|&game| -game).collect()
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.form() {
            Form::Closed { ups, nimber } => write!(f, "{}+{ups}^+*{nimber}", shift::to_dyadic(self.shift())),
            Form::Tree { id, negated } => {
                write!(f, "{}{}#{id}", shift::to_dyadic(self.shift()), if negated { '-' } else { '+' })
            }
        }
    }
}

impl Core {
    pub(crate) const NUMBER: Self = Self(0);

    pub(crate) fn closed(ups: i32, nimber: u32) -> Result<Self, Interrupted> {
        if ups.abs() > MAX_CLOSED || nimber > MAX_CLOSED as u32 {
            return Err(Interrupted::OutOfRange);
        }
        Ok(Self((ups as u32 & 0xffff) << 15 | nimber))
    }

    pub(crate) fn tree(id: u32, negated: bool, symmetric: bool) -> Self {
        debug_assert!((id as usize) < MAX_TREES && !(negated && symmetric));
        Self(TREE | id | if negated { NEGATED } else { 0 } | if symmetric { SYMMETRIC } else { 0 })
    }

    pub(crate) fn is_tree(self) -> bool {
        self.0 & TREE != 0
    }

    #[inline]
    pub(crate) fn form(self) -> Form {
        if self.is_tree() {
            Form::Tree { id: self.0 & (SYMMETRIC - 1), negated: self.0 & NEGATED != 0 }
        } else {
            Form::Closed { ups: i32::from((self.0 >> 15) as u16 as i16), nimber: self.0 & 0x7fff }
        }
    }
}

impl std::ops::Neg for Core {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        match (self.is_tree(), self.form()) {
            (true, _) if self.0 & SYMMETRIC != 0 => self,
            (false, Form::Closed { ups, nimber }) => Self(((-ups) as u32 & 0xffff) << 15 | nimber),
            _ => Self(self.0 ^ NEGATED),
        }
    }
}
