//! Players of a match: built-in engines, and external programs that speak UCI, GTP or Botzone's protocol.

mod built_in;
mod external;
mod spec;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::Pace;
use otrera_board::{Move, Position};
use otrera_engine::Clock;
use thiserror::Error;

pub use self::built_in::BuiltIn;
pub use self::external::{Program, ProtocolLog};
pub use self::spec::Spec;

/// A player of consecutive games.
pub trait Player: Send {
    /// Starts a new game.
    fn new_game(&mut self, start: &Position) -> Result<(), Fault>;

    /// Chooses a move. The position has a legal move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;
}

/// A request for a move.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position before the moves.
    pub start: &'a Position,
    /// The moves of the game.
    pub moves: &'a [Move],
    /// The position after the moves.
    pub position: &'a Position,
    /// Limits of the search, this side's clock included.
    pub pace: Pace,
    /// The clock of the other side.
    pub other: Option<Clock>,
    /// Time by which the reply may overrun the clock.
    pub grace: Duration,
    /// Raised when the move is no longer wanted.
    pub stop: &'a AtomicBool,
}

/// A move and its assessment.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move.
    pub play: Move,
    /// Positions that it evaluated, if it reports them.
    pub nodes: u64,
    /// Its opinion of its game with the move.
    pub opinion: Opinion,
}

/// A player's opinion of its own game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opinion {
    /// None, or not reported.
    Unknown,
    /// Its chance to win, from 0 to 1.
    Chance(f32),
    /// A proven win that it keeps. Only built-in engines are trusted with one.
    Won,
}

impl Opinion {
    /// The chance to win, if there is an opinion.
    pub fn chance(self) -> Option<f32> {
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

/// A move that took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// There was an answer in the end.
    pub answered: bool,
    /// Time of the move.
    pub took: Duration,
    /// Its time limit, if it had one.
    pub limit: Option<Duration>,
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.answered { "its answer took" } else { "no answer in" };
        write!(f, "{what} {:.2} s", self.took.as_secs_f64())?;
        self.limit.map_or(Ok(()), |limit| {
            let over = self.took.saturating_sub(limit).as_secs_f64();
            write!(f, ", {over:.2} s more than its limit of {:.2} s", limit.as_secs_f64())
        })
    }
}

/// Reason for a missing move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It took too long; the referee adds the times.
    #[error("{}", .0.map_or("no answer in time".into(), |overrun| overrun.to_string()))]
    Late(Option<Overrun>),
    /// It resigned.
    #[error("it resigns")]
    Resigned,
    /// Its answer is not a legal move.
    #[error("{0}")]
    Wrong(String),
    /// It ended, or cannot be started.
    #[error("{0}")]
    Crashed(String),
    /// The move is no longer wanted.
    #[error("stopped")]
    Stopped,
}
