use std::fmt;
use std::ops::Not;

/// The two players. White moves first in the standard game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Black, `b` in text.
    Black = 0,
    /// White, `w` in text.
    White = 1,
}

impl Side {
    /// Both sides, in the order of their index.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// 0 for Black, 1 for White: the index into arrays by side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in Otrera's board text.
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'b',
            Side::White => 'w',
        }
    }

    /// The side named by `b` or `w`, in either case.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'b' | 'B' => Some(Side::Black),
            'w' | 'W' => Some(Side::White),
            _ => None,
        }
    }

    /// `black` or `white`, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Black => "Black",
            Side::White => "White",
        })
    }
}
