//! Players of a match: engines of ours, and foreign programs.

mod foreign;
mod own;
mod spec;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use otrera_api::Pace;
use otrera_board::{Move, Position};
use otrera_engine::Clock;
use thiserror::Error;

pub(crate) use self::own::Own;
pub(crate) use self::spec::Spec;

/// A player of one game after the other.
pub(crate) trait Player: Send {
    /// A new game begins.
    fn new_game(&mut self, start: &Position) -> Result<(), Fault>;

    /// The move to play; the position has one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;
}

/// A request for a move.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    /// Where the game began.
    pub(crate) start: &'a Position,
    /// The moves so far.
    pub(crate) moves: &'a [Move],
    /// The position after them.
    pub(crate) position: &'a Position,
    /// Limits of the search, this side's clock included.
    pub(crate) pace: Pace,
    /// The other side's clock.
    pub(crate) other: Option<Clock>,
    /// Most lateness of a reply.
    pub(crate) grace: Duration,
    /// Raised when the move is no longer wanted.
    pub(crate) stop: &'a AtomicBool,
}

/// A player's reply.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// The move.
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
    Untold,
    /// Its chance to win, from 0 to 1.
    Chance(f32),
    /// A proven win that it will not lose again. Only engines of ours are believed.
    Won,
}

impl Opinion {
    /// The chance to win that the player gives itself.
    pub(crate) fn chance(self) -> Option<f32> {
        match self {
            Opinion::Untold => None,
            Opinion::Chance(chance) => Some(chance),
            Opinion::Won => Some(1.0),
        }
    }
}

/// An opinion from the chance alone.
impl From<Option<f32>> for Opinion {
    fn from(chance: Option<f32>) -> Opinion {
        chance.map_or(Opinion::Untold, Opinion::Chance)
    }
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Fault {
    /// No answer in time.
    #[error("no answer in time")]
    Late,
    /// It resigns.
    #[error("it resigns")]
    Resigned,
    /// The reply is not a legal move.
    #[error("{0}")]
    Wrong(String),
    /// The player is gone.
    #[error("{0}")]
    Crashed(String),
    /// The move is no longer wanted.
    #[error("stopped")]
    Stopped,
}
