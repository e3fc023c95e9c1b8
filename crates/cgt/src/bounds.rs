//! Bounds on games by numbers: exact, excluding the number, or up to infinitesimals.
//!
//! Song and Müller (*An Enhanced Solver for the Game of Amazons*, II-D) distinguish three kinds of bound. `[-3` says
//! G >= -3; `(-3`, *tightened*, says G > -3; `[-3-ε`, *relaxed*, says only that G is above every number below -3.
//! Bounds of a sum are the sums of bounds, relaxed if any part is, else tightened if any part is.

use std::fmt;
use std::ops::Add;
use std::str::FromStr;

use crate::{Dyadic, DyadicError};

/// Kind of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closeness {
    /// The game may equal the number.
    Closed,
    /// The game is strictly inside.
    Tightened,
    /// The game may lie outside by an infinitesimal.
    Relaxed,
}

/// One end of [`Bounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub at: Dyadic,
    /// Its kind.
    pub closeness: Closeness,
}

/// A lower and an upper bound on a game. Prints as in the paper, `[-3, -1)` or `[1, 2+ε]`, and parses from that; `e`
/// may be typed for `ε`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound.
    pub lower: Bound,
    /// The upper bound.
    pub upper: Bound,
}

/// A player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Left, who plays for positive numbers.
    Left,
    /// Right, who plays for negative numbers.
    Right,
}

/// Error in the text of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundsError {
    /// Brackets or the comma are missing.
    #[error("bounds look like [-3, -1) or [1-ε, 2+ε]")]
    Shape,
    /// One of the numbers is wrong.
    #[error("in bounds: {0}")]
    Number(#[from] DyadicError),
    /// A bound is both tightened and relaxed.
    #[error("a bound with ε takes a square bracket: it cannot be tightened too")]
    TightenedAndRelaxed,
}

impl Bound {
    /// A bound the game may equal.
    pub const fn closed(at: Dyadic) -> Self {
        Self { at, closeness: Closeness::Closed }
    }

    /// The bound of a sum, or `None` on overflow.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        use Closeness::{Closed, Relaxed, Tightened};
        let closeness = match (self.closeness, other.closeness) {
            (Relaxed, _) | (_, Relaxed) => Relaxed,
            (Tightened, _) | (_, Tightened) => Tightened,
            (Closed, Closed) => Closed,
        };
        Some(Self { at: self.at.checked_add(other.at)?, closeness })
    }
}

impl Bounds {
    /// Bounds on a game that equals `number`.
    pub const fn exactly(number: Dyadic) -> Self {
        Self { lower: Bound::closed(number), upper: Bound::closed(number) }
    }

    /// Bounds of the sum of two games, or `None` on overflow.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        Some(Self { lower: self.lower.checked_add(other.lower)?, upper: self.upper.checked_add(other.upper)? })
    }

    /// Bounds of the negative game.
    pub fn negative(self) -> Self {
        let flip = |bound: Bound| Bound { at: -bound.at, ..bound };
        Self { lower: flip(self.upper), upper: flip(self.lower) }
    }

    /// The winner with `next` to move, if the bounds decide it.
    pub fn winner(self, next: Player) -> Option<Player> {
        if self.secures_left(next) {
            Some(Player::Left)
        } else if self.negative().secures_left(next.opponent()) {
            Some(Player::Right)
        } else {
            None
        }
    }

    fn secures_left(self, next: Player) -> bool {
        let Bound { at, closeness } = self.lower;
        at > Dyadic::ZERO
            || at == Dyadic::ZERO
                && match closeness {
                    Closeness::Tightened => true,
                    Closeness::Closed => next == Player::Right,
                    Closeness::Relaxed => false,
                }
    }
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Self {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl Add for Bounds {
    type Output = Self;

    /// Bounds of the sum of two games. Panics on overflow, which stops of positions stay far from; otherwise use
    /// [`checked_add`](Bounds::checked_add).
    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect("bounds within 64 bits")
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.lower.closeness == Closeness::Tightened { '(' } else { '[' };
        let close = if self.upper.closeness == Closeness::Tightened { ')' } else { ']' };
        write!(f, "{open}{}, {}{close}", end(self.lower, "-ε"), end(self.upper, "+ε"))
    }
}

/// A relaxed 0 is written as the bare infinitesimal: `[-ε, +ε]`.
fn end(bound: Bound, epsilon: &str) -> String {
    match bound.closeness {
        Closeness::Relaxed if bound.at == Dyadic::ZERO => epsilon.into(),
        Closeness::Relaxed => format!("{}{epsilon}", bound.at),
        _ => bound.at.to_string(),
    }
}

impl FromStr for Bounds {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let text = text.trim();
        let (lower_tight, rest) = match text.split_at_checked(1) {
            Some(("(", rest)) => (true, rest),
            Some(("[", rest)) => (false, rest),
            _ => return Err(BoundsError::Shape),
        };
        let (upper_tight, rest) = match rest.strip_suffix(')') {
            Some(rest) => (true, rest),
            None => (false, rest.strip_suffix(']').ok_or(BoundsError::Shape)?),
        };
        let (lower, upper) = rest.split_once(',').ok_or(BoundsError::Shape)?;
        Ok(Self { lower: read_end(lower, '-', lower_tight)?, upper: read_end(upper, '+', upper_tight)? })
    }
}

fn read_end(text: &str, sign: char, tightened: bool) -> Result<Bound, BoundsError> {
    let text = text.trim();
    let relaxed = text.strip_suffix(['ε', 'e']);
    let (number, closeness) = match relaxed {
        Some(_) if tightened => return Err(BoundsError::TightenedAndRelaxed),
        // The paper also writes a bare ε for 0 + ε.
        Some("") if sign == '+' => ("0", Closeness::Relaxed),
        Some(rest) => match rest.strip_suffix(sign).ok_or(BoundsError::Shape)? {
            "" => ("0", Closeness::Relaxed),
            number => (number, Closeness::Relaxed),
        },
        None if tightened => (text, Closeness::Tightened),
        None => (text, Closeness::Closed),
    };
    Ok(Bound { at: number.trim().parse()?, closeness })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str) -> Bounds {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn printed_bounds_parse() {
        for text in ["[-3, -1)", "[1, 2+ε]", "(0, +ε]", "[-ε, 0)", "[-ε, +ε]", "[-3/2, 5/16]", "[-3-ε, -1]"] {
            assert_eq!(bounds(text).to_string(), text);
        }
        assert_eq!(bounds("(0, ε]"), bounds("(0,0+e]"));
    }

    #[test]
    fn bad_bounds_say_why() {
        for (text, message) in [
            ("", "bounds look like [-3, -1) or [1-ε, 2+ε]"),
            ("[1 2]", "bounds look like [-3, -1) or [1-ε, 2+ε]"),
            ("[1, 2-ε]", "bounds look like [-3, -1) or [1-ε, 2+ε]"),
            ("ε", "bounds look like [-3, -1) or [1-ε, 2+ε]"),
            ("[1/3, 2]", "in bounds: not a dyadic fraction: the denominator must be a power of two"),
            ("[1, 2+ε)", "a bound with ε takes a square bracket: it cannot be tightened too"),
        ] {
            assert_eq!(text.parse::<Bounds>().unwrap_err().to_string(), message, "{text}");
        }
    }

    /// Song and Müller, II-D. Their "(1, 2) + [1-ε, 3] = [2-ε, 5)" included.
    #[test]
    fn bounds_add_as_in_the_paper() {
        for (a, b, sum) in [
            ("[1, 2+ε]", "[1-ε, 3]", "[2-ε, 5+ε]"),
            ("(1, 2)", "[1-ε, 3+ε]", "[2-ε, 5+ε]"),
            ("[1, 2]", "(1, 3]", "(2, 5]"),
            ("(1, 2)", "[1-ε, 3]", "[2-ε, 5)"),
            ("[1, 2]", "[1, 3]", "[2, 5]"),
        ] {
            assert_eq!((bounds(a) + bounds(b)).to_string(), sum);
            assert_eq!((bounds(b) + bounds(a)).to_string(), sum);
        }
    }

    /// Bounds, winner with Left to move, winner with Right to move; `-` if undecided.
    #[test]
    fn the_winner_follows_the_rules_of_the_paper() {
        for (text, left_to_move, right_to_move) in [
            ("[1, 2]", "L", "L"),
            ("[-2, -1+ε]", "R", "R"),
            ("(0, 1]", "L", "L"),
            ("[0, 1]", "-", "L"),
            ("[-ε, 1]", "-", "-"),
            ("[-1, 0)", "R", "R"),
            ("[-1, 0]", "R", "-"),
            ("[-1, +ε]", "-", "-"),
            ("[0, 0]", "R", "L"),
            ("[-1, 1]", "-", "-"),
        ] {
            let name = |winner| match winner {
                Some(Player::Left) => "L",
                Some(Player::Right) => "R",
                None => "-",
            };
            assert_eq!(name(bounds(text).winner(Player::Left)), left_to_move, "{text}, Left to move");
            assert_eq!(name(bounds(text).winner(Player::Right)), right_to_move, "{text}, Right to move");
        }
    }
}
