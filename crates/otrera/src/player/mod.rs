//! Whoever plays in a game: an engine of ours, or a program that is started and talked to.

mod foreign;
mod own;
mod spec;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use otrera_board::{Move, Position};
use otrera_engine::{Clock, Limits};
use thiserror::Error;

pub(crate) use self::own::Own;
pub(crate) use self::spec::Spec;
use crate::cli;

/// A player of one game after the other.
pub(crate) trait Player: Send {
    /// A new game begins.
    fn new_game(&mut self, start: &Position) -> Result<(), Fault>;

    /// The move to play; the position has one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;
}

/// What a player is asked.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    /// Where the game began.
    pub(crate) start: &'a Position,
    /// The moves so far.
    pub(crate) moves: &'a [Move],
    /// What they led to.
    pub(crate) position: &'a Position,
    /// What ends the search, this side's clock included.
    pub(crate) pace: Pace,
    /// What the other side's clock shows.
    pub(crate) other: Option<Clock>,
    /// How late an answer may be.
    pub(crate) grace: Duration,
    /// Raised when nobody wants to know any more.
    pub(crate) stop: &'a AtomicBool,
}

/// What a player says.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The move.
    pub(crate) play: Move,
    /// Positions it looked at, if it says so.
    pub(crate) nodes: u64,
    /// What it thinks of its game with the move.
    pub(crate) opinion: Opinion,
}

/// What a player thinks of its own game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opinion {
    /// Nothing, or it does not say.
    Untold,
    /// Its chance to win, from 0 to 1.
    Chance(f32),
    /// That it has won: this is proven, and it will not lose the proof. Only engines of ours are taken at their word.
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

/// What is said about the chance and no more.
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
    /// It has lost, it says.
    #[error("it resigns")]
    Resigned,
    /// The answer is no move, or none that may be played.
    #[error("{0}")]
    Wrong(String),
    /// The player is gone.
    #[error("{0}")]
    Crashed(String),
    /// Nobody wants to know any more.
    #[error("stopped")]
    Stopped,
}

/// What ends the search for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pace {
    pub(crate) clock: Option<Clock>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

/// Time for a move if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl Pace {
    /// What the user said; if that was nothing, a second a move.
    pub(crate) fn new(args: &cli::Pace, clock: Option<Clock>) -> Pace {
        let pace = Pace { clock: args.time.map(Clock::Move).or(clock), nodes: args.nodes, depth: args.depth };
        if pace == Pace::default() { Pace { clock: Some(Clock::Move(DEFAULT_TIME)), ..pace } } else { pace }
    }

    /// The limits of a search that begins now.
    pub(crate) fn limits<'a>(&self, position: &Position, stop: &'a AtomicBool) -> Limits<'a> {
        let empty = position.empty().count_ones();
        let deadline = self.clock.map(|clock| clock.deadline(empty, Instant::now()));
        Limits { deadline, nodes: self.nodes, depth: self.depth, stop }
    }
}

/// What it says in the file of a match: `1 s a move`, `60 s + 0.5 s`, `1000 nodes`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.clock.map(|clock| match clock {
            Clock::Move(time) => format!("{} s a move", time.as_secs_f64()),
            Clock::Game { left, increment } => format!("{} s + {} s", left.as_secs_f64(), increment.as_secs_f64()),
        });
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts: Vec<String> = [clock, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}
