use std::fmt;

use thiserror::Error;

use super::ggf::GgfError;
use super::sgf::SgfError;
use super::syntax::SyntaxError;

/// Error of a text that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {why}")]
pub struct GameError {
    /// Place of the error.
    pub place: Place,
    /// Cause of the error.
    pub why: Cause,
}

/// A place in a text; lines and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

/// Cause of a [`GameError`], by the part of the parser that found it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "each is documented as its own type")]
pub enum Cause {
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    #[error(transparent)]
    Sgf(#[from] SgfError),
    #[error(transparent)]
    Ggf(#[from] GgfError),
}

impl GameError {
    pub(super) fn new(text: &str, byte: usize, why: impl Into<Cause>) -> GameError {
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
