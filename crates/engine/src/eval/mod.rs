//! The evaluation: an estimate, without search, of the side to move's lead in squares and of its winning chance.
//!
//! **Terms.** Amazons is won by the side with more moves left, so the evaluation asks who reaches each empty square first. `t1`
//! counts squares reached in fewer queen moves, `t2` in fewer king moves. `c1` and `c2` grade the lead on each square, four terms
//! measure the mobility of single amazons, and three the value of moving first ([`Term`]). Queen distances decide late in the
//! game; king distances and mobility matter early. Hence every weight is a cubic polynomial in the openness x = w / squares,
//! where w sums 2^-|D - E| over the squares that both sides reach, with queen distances D and E. The weighted sum is the lead;
//! a logistic function turns it into a chance ([`Weights`]).
//!
//! **Example.** Queen distances of White/Black, with White to move:
//!
//! ```text
//!   +-------------------------+
//! 3 | 1/1 2/1 b   1/1 1/1 w   |    White is nearer to a2 and Black to b3 and d2: t1 = 1 - 2 = -1.
//! 2 | 1/2 1/1 #   2/1 1/1 1/1 |    The other ten squares are ties: w = 10 + 3/2 = 11.5.
//! 1 | w   1/1 1/1 1/1 1/1 b   |    Each lead by 1 against 2 moves grades as 2 (1/2 - 1/4): c1 = -1/2.
//!   +-------------------------+
//!     a   b   c   d   e   f
//! ```
//!
//! ```
//! use otrera_board::{Position, Setup};
//! use otrera_engine::eval::{Evaluator, Term};
//!
//! let position: Position = "..b..w/..#.../w....b w".parse::<Setup>()?.position()?;
//! let features = Evaluator::for_size(position.size()).features(&position);
//! assert_eq!([Term::QueenTerritory, Term::QueenAccess, Term::QueenTies].map(|term| features.get(term)), [-1.0, -0.5, 10.0]);
//! assert_eq!(features.open, 11.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Cost.** Sets of squares are bitboards and eight boards share a register (`measure`, `vector`). On one core with AVX-512, a
//! position among hundreds takes at most 0.06 µs on 8x8 and 0.12 µs on 10x10, and 0.4 and 0.9 µs alone.
//!
//! **Alternatives.** More terms and a small network predicted search results slightly better, but not enough for their cost;
//! an inverse instead of the cube of x fitted better and played no better (docs/results.md). Corrections for guards and
//! zugzwangs do not pay ([`Refinements`]).
//!
//! **Source.** Lieberum (2005) for the terms; games for the weights (`tune`). All formulas: docs/internals/evaluation.md.

mod backend;
mod distances;
mod factors;
mod measure;
mod refine;
mod squares;
mod term;
#[cfg(test)]
mod tests;
mod vector;
mod weights;

use otrera_board::{Bits, Position, Size};

use backend::Backend;
pub use distances::{Moves, levels};
use factors::Factors;
pub use measure::View;
pub(crate) use refine::correction;
pub use refine::{Guard, Refinements, Zugzwang};
pub use term::{Features, Term};
pub use weights::{POWERS, Weights, WeightsError};

/// Evaluates positions of one board size.
pub struct Evaluator {
    backend: Backend,
    size: Size,
    factors: Factors,
    scale: f32,
}

impl Evaluator {
    /// An evaluator with the given weights.
    pub fn new(weights: &Weights, size: Size) -> Evaluator {
        let factors = Factors::new(weights, size);
        Evaluator { backend: Backend::fastest(size), size, factors, scale: weights.scale }
    }

    /// An evaluator with the built-in weights.
    pub fn for_size(size: Size) -> Evaluator {
        Evaluator::new(&Weights::for_size(size), size)
    }

    /// The board size.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Lead of the side to move in squares; minus infinity if it cannot move.
    #[inline]
    pub fn evaluate<B: Bits>(&self, position: &Position<B>) -> f32 {
        let mut ahead = [0.0];
        self.evaluate_all(&[View::of(position)], &mut ahead);
        ahead[0]
    }

    /// Winning chance, from 0 to 1, of a side that leads by `ahead` squares.
    #[inline]
    pub fn chance(&self, ahead: f32) -> f32 {
        crate::number::logistic(ahead / self.scale)
    }

    /// Weighted sum of the terms.
    pub fn value(&self, features: &Features) -> f32 {
        let [value] = self.factors.add_up(&features.terms.map(|term| [term]), &[features.open]);
        value
    }

    /// Measures a position of the evaluator's board size, including terms of weight 0.
    pub fn features<B: Bits>(&self, position: &Position<B>) -> Features {
        debug_assert_eq!(position.size(), self.size);
        let mut features = None;
        self.backend.measure_each(&[View::of(position)], &self.factors.with_mobility(), |batch, _| {
            features = Some(batch.features(0));
        });
        features.expect("one position was measured")
    }

    /// Evaluates each position, which must have the evaluator's board size, into `ahead`. Eight take little longer than one.
    #[inline]
    pub fn evaluate_all<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]) {
        assert_eq!(positions.len(), ahead.len(), "one place per position");
        let mut rest = ahead;
        self.backend.measure_each(positions, &self.factors, |batch, count| {
            let (now, later) = std::mem::take(&mut rest).split_at_mut(count);
            now.copy_from_slice(&batch.ahead[..count]);
            rest = later;
        });
    }
}

impl<B: Bits> View<B> {
    /// The position as the side to move sees it.
    #[inline]
    pub fn of(position: &Position<B>) -> View<B> {
        let us = position.to_move();
        View { own: position.amazons(us), other: position.amazons(!us), empty: position.empty() }
    }
}
