//! Notations of moves. Programs differ in separators and case; all write three squares in a row.

use std::str::FromStr;

use thiserror::Error;

use crate::moves::Move;
use crate::text::{excerpt, take_square};

/// Notation of a move. [`Move`] parses all of them by its `FromStr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `d1-d7xg7`, Otrera's.
    Cross,
    /// `D1-D7xG7`, Song & Müller.
    UpperCross,
    /// `d1-d7(g7)`.
    Parentheses,
    /// `d1-d7/g7`.
    DashSlash,
    /// `d1d7/g7`.
    Slash,
    /// `D1-D7-G7`, the Generic Game Server.
    Dashes,
    /// `d1d7g7`.
    Bare,
    /// `d1d7,d7g7`, Fairy-Stockfish's UCI.
    Uci,
}

/// Error: the text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum MoveError {
    #[error("'{0}' is not a move: write three squares, like d1-d7xg7")]
    NotThreeSquares(String),
    #[error("'{text}' is not a move: the amazon lands on one square and the arrow leaves from another")]
    TwoLandings { text: String },
}

impl Notation {
    /// All notations with their names, Otrera's first.
    pub const ALL: [(Notation, &'static str); 8] = [
        (Notation::Cross, "cross"),
        (Notation::UpperCross, "upper"),
        (Notation::Parentheses, "parentheses"),
        (Notation::DashSlash, "dash-slash"),
        (Notation::Slash, "slash"),
        (Notation::Dashes, "dashes"),
        (Notation::Bare, "bare"),
        (Notation::Uci, "uci"),
    ];

    /// Writes a move in this notation.
    pub fn write(self, m: Move) -> String {
        let Move { from, to, arrow } = m;
        let upper = |text: String| text.to_ascii_uppercase();
        match self {
            Notation::Cross => m.to_string(),
            Notation::UpperCross => upper(format!("{from}-{to}")) + "x" + &upper(arrow.to_string()),
            Notation::Parentheses => format!("{from}-{to}({arrow})"),
            Notation::DashSlash => format!("{from}-{to}/{arrow}"),
            Notation::Slash => format!("{from}{to}/{arrow}"),
            Notation::Dashes => upper(format!("{from}-{to}-{arrow}")),
            Notation::Bare => format!("{from}{to}{arrow}"),
            Notation::Uci => format!("{from}{to},{to}{arrow}"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let wrong = || MoveError::NotThreeSquares(excerpt(text));
        let mut squares = Vec::with_capacity(4);
        let mut rest = text.trim();
        while !rest.is_empty() && squares.len() < 4 {
            let (square, after) = take_square(rest).ok_or_else(wrong)?;
            squares.push(square);
            rest = skip_separators(after);
        }
        if !rest.is_empty() {
            return Err(wrong());
        }
        match squares[..] {
            [from, to, arrow] => Ok(Move { from, to, arrow }),
            [from, to, again, arrow] if to == again => Ok(Move { from, to, arrow }),
            [_, _, _, _] => Err(MoveError::TwoLandings { text: excerpt(text) }),
            _ => Err(wrong()),
        }
    }
}

/// Skips the separators before a square. An `x` or `p` followed by a digit is a column.
fn skip_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        let column_x = rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        rest = match rest.as_bytes().first() {
            Some(b'-' | b'/' | b'(' | b')' | b',') => &rest[1..],
            Some(b'x' | b'X') if !column_x => &rest[1..],
            // The arrow as a piece that is dropped: `pg7` and `P@g7`.
            Some(b'p' | b'P') if !column_x => &rest[1..],
            Some(b'@') => &rest[1..],
            _ => return rest,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        // docs/formats/notation.md, "Moves".
        for text in [
            "D1-D7xG7",
            "d1-d7xg7",
            "d1-d7(g7)",
            "d1-d7/g7",
            "d1d7/g7",
            "D1-D7-G7",
            "d1d7g7",
            "d1d7,d7g7",
            " d1-d7xg7\n",
            "d1d7pg7",
            "d1d7P@g7",
            "D1D7PG7",
        ] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), "d1-d7xg7", "{text}");
        }
        for (text, printed) in
            [("a10a9a10", "a10-a9xa10"), ("x1-x3xx2", "x1-x3xx2"), ("X1-X3XX2", "x1-x3xx2"), ("p1p3pp2", "p1-p3xp2")]
        {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn texts_that_are_not_moves_are_errors() {
        for text in ["", "d1", "d1d7", "d1-d7x", "d1-d7xg7g8g9", "d1-d7xg", "-", "d1 d7 g7", "d1-d7xg77", "ü1-d7xg7"] {
            let error = text.parse::<Move>().unwrap_err();
            assert!(matches!(error, MoveError::NotThreeSquares(_)), "{text:?}: {error}");
        }
        let error = "d1d7,d6g7".parse::<Move>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "'d1d7,d6g7' is not a move: the amazon lands on one square and the arrow leaves from another"
        );
    }
}
