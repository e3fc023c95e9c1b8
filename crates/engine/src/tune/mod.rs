//! Weights from games: games are played, their positions measured, and the weights chosen that make the results likely.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use otrera_board::Setup;
//! use otrera_engine::eval::Weights;
//! use otrera_engine::tune::{Play, fit, play};
//!
//! let start = "start:5x5".parse::<Setup>()?.position()?;
//! let weights = Weights::for_size(start.size());
//! let never = AtomicBool::new(false);
//! let games = play(&Play { games: 100, ..Play::new(start, &weights) }, &never, &|| {}).expect("nobody stops it");
//! let fitted = fit(&games)?;
//! assert!(fitted.weights.scale > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod play;
mod regression;
#[cfg(test)]
mod tests;

pub use play::{Play, Player, compare, play};
pub use regression::{Fit, FitError, fit};

use crate::eval::Features;

/// A game as the fit sees it: its positions in the order of play, as the side to move saw them, and then those that were
/// looked at beside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Game {
    /// The positions that are learnt from.
    pub samples: Vec<Sample>,
}

/// A position and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// What was measured; `open` as a share of the board, from 0 to 1.
    pub features: Features,
    /// What it was worth to the side to move, from 0 for a loss to 1 for a win.
    pub won: f32,
}
