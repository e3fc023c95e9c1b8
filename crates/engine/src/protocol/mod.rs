//! Engine protocols as sessions: state machines that take lines and return outputs.
//!
//! A session does no I/O and no search. It gets one line at a time and returns the actions for its driver: print,
//! search, stop. The driver owns the streams and the engine, and passes the result of a search back. So every command
//! of a protocol can be tested without a process.
//!
//! Only the quit command ends a session. A line that cannot be parsed is answered with an error.

mod botzone;
mod gtp;
mod uci;

use std::time::Duration;

use otrera_board::{Position, Setup};

use crate::choice::Choice;
use crate::engine::{Engine, EngineOptions};
use crate::engines::{self, Named};
use crate::levels::{LEVEL_ELO, level_of};
use crate::pulse::Pulse;
use crate::time::Clock;

pub use botzone::{Botzone, BotzoneMove, BotzoneOrientation};
pub use gtp::Gtp;
pub use uci::Uci;

/// Action for the driver of a session.
#[derive(Clone, Debug)]
pub enum Output {
    /// Print this line.
    Line(String),
    /// Search, and pass the result to [`Session::search_done`].
    Search(Box<SearchRequest>),
    /// End the current search.
    Stop,
    /// End the program.
    Quit,
}

/// A search to make.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Position to search.
    pub position: Position,
    /// Time control.
    pub clock: Option<Clock>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Depth limit.
    pub depth: Option<u32>,
    /// Engine and its options.
    pub settings: Settings,
    /// True if a new game has begun since the last search.
    pub new_game: bool,
}

/// Engine and its options.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Engine.
    pub engine: &'static Named,
    /// Options of the engine.
    pub options: EngineOptions,
    /// Strength by [`LEVEL_ELO`].
    elo: u32,
    /// True if the level is the one closest to `elo`.
    limits_elo: bool,
    /// Time of each move that is kept free for delivering the answer.
    pub overhead: Duration,
    /// Incremented by every change. The driver then rebuilds the engine.
    pub version: u32,
}

/// Our side of a protocol.
pub trait Session {
    /// Handles a line, given without its line end.
    fn line(&mut self, line: &str) -> Vec<Output>;

    /// Line to print for an intermediate result of the current search.
    fn progress(&self, choice: &Choice, time: Duration) -> Option<String> {
        let _ = (choice, time);
        None
    }

    /// Handles the result of the search and the time it took.
    fn search_done(&mut self, choice: Option<Choice>, time: Duration) -> Vec<Output>;

    /// Handles the end of input: an infinite search must end.
    fn close(&mut self) -> Vec<Output> {
        vec![]
    }

    /// Returns true if lines are handled during a search. If not, they wait.
    fn reads_while_searching(&self) -> bool {
        false
    }
}

impl Output {
    fn search(request: SearchRequest) -> Vec<Output> {
        vec![Output::Search(Box::new(request))]
    }
}

impl SearchRequest {
    fn new(position: Position, settings: &Settings) -> SearchRequest {
        SearchRequest { position, clock: None, nodes: None, depth: None, settings: settings.clone(), new_game: false }
    }
}

impl Settings {
    /// An engine with its options.
    pub fn new(engine: &'static Named, options: EngineOptions) -> Settings {
        Settings {
            engine,
            options,
            elo: LEVEL_ELO[LEVEL_ELO.len() - 1],
            limits_elo: false,
            overhead: Pulse::OVERHEAD,
            version: 0,
        }
    }

    /// Builds the engine.
    pub fn build(&self) -> Box<dyn Engine> {
        self.engine.build(&EngineOptions { level: self.level(), ..self.options.clone() })
    }

    fn level(&self) -> u8 {
        if self.limits_elo { level_of(self.elo) } else { self.options.level }
    }

    fn set_engine(&mut self, name: &str) -> Result<(), String> {
        self.engine = engines::named(name).ok_or_else(|| {
            let names: Vec<_> = engines::NAMED.iter().map(|named| named.name).collect();
            format!("unknown engine '{name}': choose one of {}", names.join(", "))
        })?;
        Ok(())
    }

    fn set_level(&mut self, text: &str) -> Result<(), String> {
        let level = text.parse().ok().filter(|level| (1..=10).contains(level));
        self.options.level = level.ok_or("the level must be a number from 1 to 10")?;
        Ok(())
    }
}

/// Start position on a square board of standard setup, with White to move.
fn standard_start(size: usize) -> Position {
    Setup::start(size, size).expect("the size has a setup").position().expect("White begins in it")
}
