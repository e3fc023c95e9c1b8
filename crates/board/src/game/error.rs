use std::fmt;

use thiserror::Error;

use super::ggf::GgfError;
use super::sgf::SgfError;
use super::syntax::SyntaxError;

/// Why a text is not a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {why}")]
pub struct GameError {
    /// Where the reader stopped.
    pub place: Place,
    /// What it could not accept there.
    pub why: Why,
}

/// A place in a text, both counted from 1; columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the line.
    pub line: usize,
    /// Number of the character in its line.
    pub column: usize,
}

/// What is wrong with a game, by the part of the reader that noticed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "each is documented as its own type")]
pub enum Why {
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    #[error(transparent)]
    Sgf(#[from] SgfError),
    #[error(transparent)]
    Ggf(#[from] GgfError),
}

impl GameError {
    pub(super) fn new(text: &str, byte: usize, why: impl Into<Why>) -> GameError {
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let place = Place {
            line: before.bytes().filter(|&b| b == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        };
        GameError { place, why: why.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
