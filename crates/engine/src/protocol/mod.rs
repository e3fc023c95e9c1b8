//! The protocols that programs talk to engines in: sessions that take lines and give lines.
//!
//! A session reads nothing and searches nothing. It is given one line after the other and says what to do: print
//! something, search, stop. Whoever drives it has the streams and the engine, and tells the session what the search
//! found. So a session is a plain state machine, and every word of a protocol can be tested without a process.
//!
//! No line ends a session but the one that is meant to: what cannot be understood is answered with a line that says so.

mod botzone;
mod gtp;
mod uci;

use std::time::Duration;

use otrera_board::Position;

use crate::choice::Choice;
use crate::engine::EngineOptions;
use crate::engines::{self, Named};
use crate::time::Clock;

pub use botzone::{Botzone, Course, Step};
pub use gtp::Gtp;
pub use uci::Uci;

/// What a session wants done.
#[derive(Clone, Debug)]
pub enum Output {
    /// Print this; a line end follows.
    Line(String),
    /// Search, and tell [`Session::chosen`] what was found.
    Search(Box<Order>),
    /// End the search that goes on.
    Stop,
    /// End the program.
    Quit,
}

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct Order {
    /// The position.
    pub position: Position,
    /// What is left to think with.
    pub clock: Option<Clock>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
    /// Who is to search.
    pub settings: Settings,
    /// Whether a new game has begun since the last search.
    pub new_game: bool,
}

/// Which engine, and what it is given.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine.
    pub engine: &'static Named,
    /// What it is given.
    pub options: EngineOptions,
    /// Another number whenever something changed: the engine has to be made anew.
    pub version: u32,
}

/// One end of a conversation.
pub trait Session {
    /// Takes a line, without its end.
    fn line(&mut self, line: &str) -> Vec<Output>;

    /// What is said about a thought of the search that goes on.
    fn thought(&self, choice: &Choice, time: Duration) -> Option<String> {
        let _ = (choice, time);
        None
    }

    /// Takes what the search found; it took this long.
    fn chosen(&mut self, choice: Option<Choice>, time: Duration) -> Vec<Output>;

    /// No more lines will come: what is waited for is to end.
    fn close(&mut self) -> Vec<Output> {
        vec![]
    }

    /// Whether lines are taken while a search goes on. If not, they wait.
    fn listens(&self) -> bool {
        false
    }
}

impl Settings {
    /// An engine with what it is given.
    pub fn new(engine: &'static Named, options: EngineOptions) -> Settings {
        Settings { engine, options, version: 0 }
    }

    /// Takes another engine.
    fn set_engine(&mut self, name: &str) -> Result<(), String> {
        self.engine = engines::named(name).ok_or_else(|| {
            let names: Vec<_> = engines::NAMED.iter().map(|named| named.name).collect();
            format!("there is no engine {name}: write one of {}", names.join(", "))
        })?;
        Ok(())
    }

    fn set_level(&mut self, text: &str) -> Result<(), String> {
        let level = text.parse().ok().filter(|level| (1..=10).contains(level));
        self.options.level = level.ok_or("the level is a number from 1 to 10")?;
        Ok(())
    }
}
