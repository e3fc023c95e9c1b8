//! Best guesses: which move to play when nobody can know it, and the exact answer where somebody can.
//!
//! An [`Engine`] is asked for a move within [`Limits`] and gives a [`Choice`]. [`engines::NAMED`] has all that there are,
//! by name; the programs around them (protocols, matches, the page) know nothing else.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use otrera_board::{Position, Setup};
//! use otrera_engine::{Engine, EngineOptions, Limits, engines};
//!
//! let position: Position = "start:6x6".parse::<Setup>()?.position()?;
//! let mut engine = engines::named("greedy").expect("there is such an engine").build(&EngineOptions::default());
//! let stop = AtomicBool::new(false);
//! let choice = engine.choose(&position, &Limits::nodes(10_000, &stop), &mut |_| {}).expect("White can move");
//! assert!(position.check(choice.play).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod engine;
pub mod engines;
pub mod eval;
mod limits;
mod number;
mod opening;
mod prompt;
pub mod protocol;
mod random;
pub mod rating;
mod search;
mod simple;
mod time;

pub use choice::{Choice, Proven, Score};
pub use engine::{Engine, EngineOptions};
pub use limits::{Limits, Moment};
pub use opening::opening;
pub use random::Random;
pub use search::{Cut, measure_cuts};
pub use time::{Budget, Clock};
