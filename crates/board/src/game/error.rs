use thiserror::Error;

use super::ggf::GgfError;
use super::pgn::PgnError;
use super::sgf::SgfError;
use super::syntax::SyntaxError;

/// Error: the text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {why}")]
pub struct GameError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Cause of the error.
    pub why: Cause,
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
    #[error(transparent)]
    Pgn(#[from] PgnError),
}

impl GameError {
    pub(super) fn new(text: &str, byte: usize, why: impl Into<Cause>) -> GameError {
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        GameError { line, column: before[line_start..].chars().count() + 1, why: why.into() }
    }
}
