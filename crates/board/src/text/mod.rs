//! Text forms of boards ([`Form`]) and moves ([`Notation`]).
//!
//! All forms are read without being named: they differ in their letters and in the separator of rows. An ambiguous text
//! is an error. The grammar of each form is in docs/formats/notation.md.

mod board;
mod notation;
mod write;

pub use board::BoardError;
pub use notation::{MoveError, Notation};
pub use write::Form;

use crate::square::{Size, Square};

/// Longest excerpt of the input in an error, in characters.
const EXCERPT: usize = 24;

/// The beginning of a text, escaped for one line of the terminal.
pub(crate) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(EXCERPT).flat_map(char::escape_debug).collect();
    if text.chars().nth(EXCERPT).is_some() {
        short.push('…');
    }
    short
}

/// Parses the length of a board's side: digits only, without a sign.
pub(crate) fn side_length(text: &str) -> Option<usize> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse::<u16>().ok().map(usize::from)).flatten()
}

/// Splits the name of a square off the start of a text: a letter and a number from 1 to 26 without leading zeros.
pub(crate) fn take_square(text: &str) -> Option<(Square, &str)> {
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text[1..].split_at(digits);
    if number.starts_with('0') {
        return None;
    }
    let row: u8 = number.parse().ok().filter(|row| (1..=Size::MAX_SIDE as u8).contains(row))?;
    Some((Square { col: letter.to_ascii_lowercase() - b'a', row: row - 1 }, rest))
}
