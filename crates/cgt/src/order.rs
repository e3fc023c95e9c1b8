//! The partial order of games: G <= H exactly if Left, moving second, wins H - G.
//!
//! On canonical forms: G <= H unless some left option of G is >= H or some right option of H is <= G. The stops decide
//! most comparisons without that recursion. With L and R for the left and right stop of a game:
//!
//! * G <= H needs L(G) <= L(H) and R(G) <= R(H), because stops are monotone;
//! * L(G) < R(H) is enough;
//! * where stops coincide, two flags kept with each game decide more: whether G <= L(G), and whether G >= R(G).
//!
//! The stops and these flags alone compare a number x with a game that is not a number, so comparisons with numbers
//! never recurse. All others are memoised; by translation and negation one memo entry serves for G + x <= H + x and for
//! -H <= -G.

use crate::arena::Key;
use crate::closed::is_nonnegative;
use crate::shift::Fixed;
use crate::value::Form;
use crate::{Dyadic, Interrupted, Store, Value, shift};

/// Result of comparing two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The first is worse for Left in any sum.
    Less,
    /// The games are equal.
    Equal,
    /// The first is better for Left in any sum.
    Greater,
    /// Neither: the better one depends on the rest of the sum.
    Fuzzy,
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Left wins, moving first or second: the game is positive.
    Left,
    /// Right wins, moving first or second: the game is negative.
    Right,
    /// The next player to move wins: the game is fuzzy.
    Next,
    /// The previous player wins: the game is 0.
    Previous,
}

/// The stops of a game, and on which side of them it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) left_stop: Fixed,
    pub(crate) right_stop: Fixed,
    pub(crate) below_left_stop: bool,
    pub(crate) above_right_stop: bool,
}

impl Extent {
    /// The part that the store keeps.
    pub(crate) fn key(&self) -> Key {
        Key {
            half_gap: (self.left_stop - self.right_stop) / 2,
            below_left_stop: self.below_left_stop,
            above_right_stop: self.above_right_stop,
        }
    }

    pub(crate) fn negative(&self) -> Self {
        Self {
            left_stop: -self.right_stop,
            right_stop: -self.left_stop,
            below_left_stop: self.above_right_stop,
            above_right_stop: self.below_left_stop,
        }
    }

    /// Returns whether the first game is at most the second, if the extents decide it.
    #[inline]
    pub(crate) fn le(&self, other: &Self) -> Option<bool> {
        if self.left_stop > other.left_stop || self.right_stop > other.right_stop {
            return Some(false);
        }
        if self.left_stop < other.right_stop {
            return Some(true);
        }
        if self.left_stop == other.right_stop && self.below_left_stop && other.above_right_stop {
            return Some(true);
        }
        // If H <= x but not G <= x, then not G <= H; and likewise from below.
        if self.left_stop == other.left_stop && other.below_left_stop && !self.below_left_stop {
            return Some(false);
        }
        if self.right_stop == other.right_stop && self.above_right_stop && !other.above_right_stop {
            return Some(false);
        }
        None
    }
}

impl Store {
    /// The left stop: the number reached if Left starts and both play the game until it is a number.
    pub fn left_stop(&self, value: Value) -> Dyadic {
        shift::to_dyadic(self.extent(value).left_stop)
    }

    /// The right stop: the number reached if Right starts.
    pub fn right_stop(&self, value: Value) -> Dyadic {
        shift::to_dyadic(self.extent(value).right_stop)
    }

    /// Returns whether `g <= h`: in any sum, `h` is at least as good for Left as `g`.
    #[inline]
    pub fn le(&self, g: Value, h: Value) -> Result<bool, Interrupted> {
        self.le_from(g, h, 0)
    }

    /// Compares `g` with `h`.
    pub fn compare(&self, g: Value, h: Value) -> Result<Comparison, Interrupted> {
        if g == h {
            return Ok(Comparison::Equal);
        }
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, _) => Comparison::Less,
            (_, true) => Comparison::Greater,
            (false, false) => Comparison::Fuzzy,
        })
    }

    /// The winner of `g`, from its stops alone.
    pub fn outcome(&self, g: Value) -> Outcome {
        let (g, zero) = (self.extent(g), self.extent(Value::ZERO));
        let known = "a number compares by stops and flags alone";
        match (g.le(&zero).expect(known), zero.le(&g).expect(known)) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Right,
            (false, true) => Outcome::Left,
            (false, false) => Outcome::Next,
        }
    }

    #[inline]
    pub(crate) fn extent(&self, value: Value) -> Extent {
        let number = value.shift();
        match value.form() {
            Form::Closed { ups, nimber } => Extent {
                left_stop: number,
                right_stop: number,
                below_left_stop: is_nonnegative(-ups, nimber),
                above_right_stop: is_nonnegative(ups, nimber),
            },
            Form::Tree { id, negated } => {
                let key = self.tree(id).key;
                let key = if negated { key.negative() } else { key };
                Extent {
                    left_stop: number + key.half_gap,
                    right_stop: number - key.half_gap,
                    below_left_stop: key.below_left_stop,
                    above_right_stop: key.above_right_stop,
                }
            }
        }
    }

    pub(crate) fn le_from(&self, g: Value, h: Value, depth: u32) -> Result<bool, Interrupted> {
        if g == h {
            return Ok(true);
        }
        if let Some(known) = self.extent(g).le(&self.extent(h)) {
            return Ok(known);
        }
        if let (Form::Closed { ups, nimber }, Form::Closed { ups: more, nimber: other }) = (g.form(), h.form()) {
            // The stops do not decide, so the numbers are equal.
            return Ok(is_nonnegative(more - ups, nimber ^ other));
        }
        self.le_played(g, h, depth)
    }

    /// `g <= h` by the memo, else by recursion.
    fn le_played(&self, g: Value, h: Value, depth: u32) -> Result<bool, Interrupted> {
        // G <= H exactly if -H <= -G: the memo has the one whose cores are smaller.
        let (low, high) = if (g.core(), h.core()) <= (-h.core(), -g.core()) { (g, h) } else { (-h, -g) };
        let key = Value::new(high.core(), high.shift() - low.shift())?.bits();
        let salt = low.core().0;
        if let Some(word) = self.orders.get(key, salt)
            && (word >> 1) as u32 == salt
        {
            return Ok(word & 1 == 1);
        }
        self.limits.check_stop()?;
        if depth > MAX_RECURSION {
            return Err(Interrupted::TooDeep);
        }
        let answer = self.le_by_options(g, h, depth + 1)?;
        self.orders.put(key, salt, u64::from(salt) << 1 | u64::from(answer));
        Ok(answer)
    }

    fn le_by_options(&self, g: Value, h: Value, depth: u32) -> Result<bool, Interrupted> {
        Ok(!try_any(self.left_options(g), |option| self.le_from(h, option, depth))?
            && !try_any(self.right_options(h), |option| self.le_from(option, g, depth))?)
    }
}

/// `any` with a test that can fail.
#[inline]
pub(crate) fn try_any(
    games: impl Iterator<Item = Value>,
    mut test: impl FnMut(Value) -> Result<bool, Interrupted>,
) -> Result<bool, Interrupted> {
    for game in games {
        if test(game)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Deepest recursion of a comparison: both games at the depth limit, and one more move in ups at each level.
const MAX_RECURSION: u32 = 4 * crate::MAX_DEPTH;
