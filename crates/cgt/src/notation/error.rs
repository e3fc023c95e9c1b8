//! Errors in the text of a game.

use crate::{DyadicError, Interrupted};

/// Error in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct ParseError {
    /// Offset in the text, in bytes.
    pub offset: usize,
    /// Column in the text, in characters, counted from 1.
    pub column: usize,
    /// The problem found there.
    pub problem: Problem,
}

/// Kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No game where one is expected.
    #[error("expected a game such as 3/4, ^*, {{1|0}} or +-1, found {0}")]
    ExpectedGame(Found),
    /// A game is followed by a character that does not continue it.
    #[error("expected the end, a bar, a comma or an operator, found {0}")]
    ExpectedMore(Found),
    /// A brace or parenthesis has no partner.
    #[error("'{0}' is never closed")]
    Unclosed(char),
    /// A list of games, or none, where one game is expected.
    #[error("expected one game here; options need a bar, as in {{1,2|0}}")]
    NeedsBar,
    /// No game on one side of a comma.
    #[error("expected a game on both sides of the comma")]
    EmptyOption,
    /// Two separators of the same strength.
    #[error("this bar is as strong as one before it: write more bars for the outer one, or braces")]
    EqualBars,
    /// The number is invalid or too large.
    #[error("{0}")]
    Number(DyadicError),
    /// Parentheses after `Tiny` or `Miny` are missing.
    #[error("expected parentheses, as in Tiny(2)")]
    NeedsParentheses,
    /// An uptimal without its whole number.
    #[error("expected a whole number from 1 in brackets, as in ^[2] or ^<3>")]
    NeedsExponent,
    /// Braces within braces beyond the limit.
    #[error("nested too deeply: at most {} levels are supported", crate::MAX_DEPTH)]
    TooDeep,
    /// The limits of the store were reached.
    #[error("{0}")]
    Interrupted(Interrupted),
}

/// The text found at an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A character.
    Char(char),
    /// The end.
    End,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Found::Char(c) => write!(f, "'{}'", c.escape_debug()),
            Found::End => f.write_str("the end of the text"),
        }
    }
}
