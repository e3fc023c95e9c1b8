//! Players of a match: built-in engines and external programs.

mod built_in;
mod external;
mod spec;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use otrera_api::Pace;
use otrera_board::{Move, Position};
use otrera_engine::Clock;
use thiserror::Error;

pub(crate) use self::built_in::BuiltIn;
pub(crate) use self::spec::Spec;

/// A player of consecutive games.
pub(crate) trait Player: Send {
    fn new_game(&mut self, start: &Position) -> Result<(), Fault>;

    /// Chooses a move. The position has a legal move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;
}

/// A request for a move.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    pub(crate) start: &'a Position,
    pub(crate) moves: &'a [Move],
    /// The position after the moves.
    pub(crate) position: &'a Position,
    /// Limits of the search, this side's clock included.
    pub(crate) pace: Pace,
    pub(crate) other: Option<Clock>,
    /// Time by which the reply may overrun the clock.
    pub(crate) grace: Duration,
    /// Raised when the move is no longer wanted.
    pub(crate) stop: &'a AtomicBool,
}

#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) play: Move,
    /// Positions that it evaluated, if it reports them.
    pub(crate) nodes: u64,
    /// Its opinion of its game with the move.
    pub(crate) opinion: Opinion,
}

/// A player's opinion of its own game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opinion {
    /// None, or not reported.
    Unknown,
    /// Its chance to win, from 0 to 1.
    Chance(f32),
    /// A proven win that it keeps. Only built-in engines are trusted with one.
    Won,
}

impl Opinion {
    pub(crate) fn chance(self) -> Option<f32> {
        match self {
            Opinion::Unknown => None,
            Opinion::Chance(chance) => Some(chance),
            Opinion::Won => Some(1.0),
        }
    }
}

impl From<Option<f32>> for Opinion {
    fn from(chance: Option<f32>) -> Opinion {
        chance.map_or(Opinion::Unknown, Opinion::Chance)
    }
}

/// Reason for a missing move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Fault {
    #[error("no answer in time")]
    Late,
    #[error("it resigns")]
    Resigned,
    #[error("{0}")]
    Wrong(String),
    #[error("{0}")]
    Crashed(String),
    /// The move is no longer wanted.
    #[error("stopped")]
    Stopped,
}
