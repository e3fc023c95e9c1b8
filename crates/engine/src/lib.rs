//! Engines that play Amazons: evaluation and search where the game is open, exact play in endgames.
//!
//! An [`Engine`] chooses a move within [`Limits`] and returns a [`Choice`]. [`engines::NAMED`] lists all engines; protocols,
//! matches and the page use no other interface.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use otrera_board::{Position, Setup};
//! use otrera_engine::{Engine, EngineOptions, Limits, engines};
//!
//! let position: Position = "start:6x6".parse::<Setup>()?.position()?;
//! let mut engine = engines::named("greedy").expect("the engine exists").build(&EngineOptions::default());
//! let stop = AtomicBool::new(false);
//! let choice = engine.choose(&position, &Limits::nodes(10_000, &stop), &mut |_| {}).expect("White can move");
//! assert!(position.check(choice.play).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
mod choice;
mod complete;
pub mod endgame;
mod engine;
pub mod engines;
pub mod eval;
mod levels;
mod limits;
mod number;
mod opening;
pub mod protocol;
mod pulse;
mod random;
pub mod rating;
mod search;
mod simple;
mod time;
pub mod tune;

pub use choice::{Candidate, Choice, Proven, Score};
pub use endgame::{Endgame, Verdict};
pub use engine::{Engine, EngineOptions};
pub use levels::LEVEL_ELO;
pub use limits::{Deadline, Limits};
pub use opening::opening;
pub use pulse::Pulse;
pub use random::Random;
pub use search::{Cut, measure_cuts};
pub use time::Clock;
