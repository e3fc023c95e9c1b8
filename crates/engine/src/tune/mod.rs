//! Fits the weights to games of self-play: positions are measured, and the weights maximise the likelihood of the results.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use otrera_board::Setup;
//! use otrera_engine::eval::Weights;
//! use otrera_engine::tune::{SelfPlay, fit, play};
//!
//! let start = "start:5x5".parse::<Setup>()?.position()?;
//! let weights = Weights::for_size(start.size());
//! let never = AtomicBool::new(false);
//! let games = play(&SelfPlay { games: 100, ..SelfPlay::new(start, &weights) }, &never, &|| {}).expect("not stopped");
//! let fitted = fit(&games)?;
//! assert!(fitted.weights.scale > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod play;
mod regression;
#[cfg(test)]
mod tests;

pub use play::{Player, SelfPlay, compare, play};
pub use regression::{Fit, FitError, fit};

use crate::eval::Features;

/// Samples of one game: its positions in the order of play, then the side positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Game {
    /// Samples to fit.
    pub samples: Vec<Sample>,
}

/// A position and its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Measurements, with `open` as a share of the board, from 0 to 1.
    pub features: Features,
    /// Result for the side to move, from 0 for a loss to 1 for a win.
    pub won: f32,
}
