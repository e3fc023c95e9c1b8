use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square by its coordinates from the lower left: `a1` is column 0, row 0.
///
/// It does not depend on the size of the board. Searches use a [`Point`](crate::Point) instead, an index into one grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Column from the left, 0 to 25.
    pub col: u8,
    /// Row from the bottom, 0 to 25.
    pub row: u8,
}

/// Width and height of the board of a [`Position`](crate::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// Error: the rectangle cannot be a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum SizeError {
    #[error("a board of {width}x{height} has no squares")]
    Empty { width: usize, height: usize },
    #[error("a board of {width}x{height} is too long: sides go up to {}", Size::MAX_SIDE)]
    Side { width: usize, height: usize },
    #[error("a board of {width}x{height} has {} squares: at most {} are supported", width * height, Size::MAX_SQUARES)]
    Squares { width: usize, height: usize },
}

/// Error: the text does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a square: write a column letter and a row number, like d4")]
pub struct SquareError(pub(crate) String);

impl Size {
    /// Longest side of a board: columns are named by one letter.
    pub const MAX_SIDE: usize = 26;
    /// Most squares on a board: the bits of a `u128`.
    pub const MAX_SQUARES: usize = 128;

    /// A board of `width` columns and `height` rows.
    pub const fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Empty { width, height });
        }
        if width > Self::MAX_SIDE || height > Self::MAX_SIDE {
            return Err(SizeError::Side { width, height });
        }
        if width * height > Self::MAX_SQUARES {
            return Err(SizeError::Squares { width, height });
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of squares.
    #[inline]
    pub const fn area(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// True if the square is on a board of this size.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        square.col < self.width && square.row < self.height
    }

    /// Width and height swapped.
    #[must_use]
    pub const fn transposed(self) -> Size {
        Size { width: self.height, height: self.width }
    }

    /// All squares in reading order: rows from the top, each from the left.
    pub fn reading_order(self) -> impl Iterator<Item = Square> {
        (0..self.height).rev().flat_map(move |row| (0..self.width).map(move |col| Square { col, row }))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col), self.row + 1)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match crate::text::take_square(text) {
            Some((square, "")) => Ok(square),
            _ => Err(SquareError(crate::text::excerpt(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_print_as_they_parse() {
        for text in ["a1", "d10", "z26", "x3"] {
            assert_eq!(text.parse::<Square>().unwrap().to_string(), text);
        }
        for text in ["", "a", "a0", "a27", "1a", "aa1", "a1 ", "ä1", "a01", "a999999999999"] {
            assert!(text.parse::<Square>().is_err(), "{text:?} was read as a square");
        }
    }

    #[test]
    fn errors_of_sizes_name_the_limit() {
        assert_eq!(Size::new(8, 16).unwrap().area(), 128);
        for (width, height, sentence) in [
            (0, 3, "a board of 0x3 has no squares"),
            (27, 1, "a board of 27x1 is too long: sides go up to 26"),
            (12, 11, "a board of 12x11 has 132 squares: at most 128 are supported"),
        ] {
            assert_eq!(Size::new(width, height).unwrap_err().to_string(), sentence);
        }
    }
}
