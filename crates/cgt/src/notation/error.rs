//! What is wrong with the text of a game, and where.

use crate::{DyadicError, Interrupted};

/// A text that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct ParseError {
    /// Where, in bytes from the start of the text.
    pub offset: usize,
    /// Where, in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with the text of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something else stands where a game should.
    #[error("expected a game such as 3/4, ^*, {{1|0}} or +-1, found {0}")]
    ExpectedGame(Found),
    /// A game is followed by something that does not continue it.
    #[error("expected the end, a bar, a comma or an operator, found {0}")]
    ExpectedMore(Found),
    /// A brace or parenthesis has no partner.
    #[error("'{0}' is never closed")]
    Unclosed(char),
    /// There is a list of games, or nothing, where one game is wanted.
    #[error("expected one game here; options need a bar, as in {{1,2|0}}")]
    NeedsBar,
    /// A comma with no game beside it.
    #[error("expected a game on both sides of the comma")]
    EmptyOption,
    /// Two separators of the same strength.
    #[error("this bar is as strong as one before it: write more bars for the outer one, or braces")]
    EqualBars,
    /// Not a number we can keep.
    #[error("{0}")]
    Number(DyadicError),
    /// Parentheses after `Tiny` or `Miny` are missing.
    #[error("expected parentheses, as in Tiny(2)")]
    NeedsParentheses,
    /// An uptimal without its whole number.
    #[error("expected a whole number from 1 in brackets, as in ^[2] or ^<3>")]
    NeedsExponent,
    /// Braces within braces beyond the limit.
    #[error("nested too deeply: at most {} levels are read", crate::MAX_DEPTH)]
    TooDeep,
    /// The game up to here could not be worked out.
    #[error("{0}")]
    Interrupted(Interrupted),
}

/// What stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A character.
    Char(char),
    /// Nothing more.
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
