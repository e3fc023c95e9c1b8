//! How a position stands, guessed without looking ahead.
//!
//! A position is measured ([`Features`]): who is nearer to which squares, by queen and by king moves, how shut in the
//! amazons are, and how open the game still is. [`Weights`] say what one of each is worth in a position as open as this,
//! and the sum is how many squares the side to move is ahead. All of it follows Lieberum (2005); the weights are fitted
//! to games. docs/evaluation.md has the formulas.
//!
//! ```
//! use otrera_board::{Position, Setup};
//! use otrera_engine::eval::{Evaluator, Weights};
//!
//! let position: Position = "start:10x10".parse::<Setup>()?.position()?;
//! let evaluator = Evaluator::new(&Weights::for_size(position.size()), position.size());
//! let ahead = evaluator.evaluate(&position);
//! // Both sides stand alike, and White has the move.
//! assert!(ahead > 0.0 && evaluator.chance(ahead) > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod distances;
mod factors;
mod kinds;
mod measure;
mod refine;
mod squares;
mod term;
#[cfg(test)]
mod tests;
mod vector;
mod weights;

use otrera_board::{Bits, Position, Size};

pub use distances::{Moves, levels};
use factors::Factors;
use kinds::Kind;
pub use measure::View;
pub use refine::{Guard, Refinements, Zugzwang};
pub use term::{Features, Term};
pub use weights::{POWERS, Weights, WeightsError};

/// Evaluates positions of one board size.
pub struct Evaluator {
    kind: Kind,
    size: Size,
    factors: Factors,
    scale: f32,
}

impl Evaluator {
    /// With these weights, for boards of this size.
    pub fn new(weights: &Weights, size: Size) -> Evaluator {
        let factors = Factors::new(weights, size);
        Evaluator { kind: Kind::fastest(size), size, factors, scale: weights.scale }
    }

    /// With the weights that come with the program.
    pub fn for_size(size: Size) -> Evaluator {
        Evaluator::new(&Weights::for_size(size), size)
    }

    /// By how many squares the side to move is ahead; less than any number if it cannot move.
    #[inline]
    pub fn evaluate<B: Bits>(&self, position: &Position<B>) -> f32 {
        let mut ahead = [0.0];
        self.evaluate_all(&[View::of(position)], &mut ahead);
        ahead[0]
    }

    /// The chance to win of whoever is so many squares ahead, from 0 to 1.
    #[inline]
    pub fn chance(&self, ahead: f32) -> f32 {
        crate::number::logistic(ahead / self.scale)
    }

    /// What was measured, weighed and added up.
    pub fn value(&self, features: &Features) -> f32 {
        let [value] = self.factors.add_up(&features.terms.map(|term| [term]), &[features.open]);
        value
    }

    /// Measures a position, which must have the size that the evaluator is for.
    pub fn features<B: Bits>(&self, position: &Position<B>) -> Features {
        debug_assert_eq!(position.size(), self.size);
        let mut features = None;
        self.kind.measure_each(&[View::of(position)], &self.factors.with_mobility(), |lot, _| {
            features = Some(lot.features(0));
        });
        features.expect("one position was measured")
    }

    /// By how many squares the side to move of each position is ahead; less than any number where it cannot move. The
    /// positions must have the size that the evaluator is for. Eight of them take little longer than one.
    #[inline]
    pub fn evaluate_all<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]) {
        assert_eq!(positions.len(), ahead.len(), "there is a place for each position");
        let mut rest = ahead;
        self.kind.measure_each(positions, &self.factors, |lot, count| {
            let (now, later) = std::mem::take(&mut rest).split_at_mut(count);
            now.copy_from_slice(&lot.ahead[..count]);
            rest = later;
        });
    }
}

impl<B: Bits> View<B> {
    /// What the side to move sees.
    #[inline]
    pub fn of(position: &Position<B>) -> View<B> {
        let us = position.to_move();
        View { own: position.amazons(us), other: position.amazons(!us), empty: position.empty() }
    }
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Evaluator for {}", self.size)
    }
}
