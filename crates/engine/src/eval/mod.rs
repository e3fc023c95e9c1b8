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
use kinds::Kind;
pub use measure::View;
pub use refine::{Guard, Refinements, Zugzwang};
pub use term::{Features, Term};
pub use weights::{POWERS, Weights, WeightsError};

/// Terms with room up to a power of two, so that they can be added up in a tree.
const ADDENDS: usize = 16;

/// Evaluates positions of one board size.
pub struct Evaluator {
    kind: Kind,
    size: Size,
    /// By power of how open the position is, then by term; zeros at the end.
    factors: [[f32; ADDENDS]; POWERS],
    /// Whether a term of mobility is worth anything.
    mobility: bool,
    scale: f32,
    /// One over the number of squares.
    per_square: f32,
}

impl Evaluator {
    /// With these weights, for boards of this size.
    pub fn new(weights: &Weights, size: Size) -> Evaluator {
        let mut factors = [[0.0; ADDENDS]; POWERS];
        for term in Term::ALL {
            for (power, row) in factors.iter_mut().enumerate() {
                row[term as usize] = weights.factors[term as usize][power];
            }
        }
        let counts = |term: Term| weights.factors[term as usize] != [0.0; POWERS];
        let mobility = Term::ALL.into_iter().any(|term| term.is_mobility() && counts(term));
        let per_square = 1.0 / size.area() as f32;
        Evaluator { kind: Kind::fastest(size), size, factors, mobility, scale: weights.scale, per_square }
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
        let [value] = self.add_up(&features.terms.map(|term| [term]), &[features.open]);
        value
    }

    /// Measures a position, which must have the size that the evaluator is for.
    pub fn features<B: Bits>(&self, position: &Position<B>) -> Features {
        debug_assert_eq!(position.size(), self.size);
        let mut features = None;
        self.kind.measure_each(&[View::of(position)], true, |lot, _| features = Some(lot.features(0)));
        features.expect("one position was measured")
    }

    /// By how many squares the side to move of each position is ahead; less than any number where it cannot move. The
    /// positions must have the size that the evaluator is for. Eight of them take little longer than one.
    #[inline]
    pub fn evaluate_all<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]) {
        assert_eq!(positions.len(), ahead.len(), "there is a place for each position");
        let mut rest = ahead;
        self.kind.measure_each(positions, self.mobility, |lot, count| {
            let values = self.add_up(&lot.terms, &lot.open);
            let (now, later) = std::mem::take(&mut rest).split_at_mut(count);
            for (lane, ahead) in now.iter_mut().enumerate() {
                *ahead = if lot.can_move[lane] { values[lane] } else { f32::NEG_INFINITY };
            }
            rest = later;
        });
    }

    /// Terms of some positions weighed and added up.
    #[inline(always)]
    fn add_up<const N: usize>(&self, terms: &[[f32; N]; Term::COUNT], open: &[f32; N]) -> [f32; N] {
        let [ones, xs, squares, cubes] = &self.factors;
        let open = open.map(|open| open * self.per_square);
        let mut addends = [[0.0; N]; ADDENDS];
        for (i, term) in terms.iter().enumerate() {
            for lane in 0..N {
                let x = open[lane];
                addends[i][lane] = term[lane] * (ones[i] + x * (xs[i] + x * (squares[i] + x * cubes[i])));
            }
        }
        let mut width = ADDENDS / 2;
        while width > 0 {
            let (sums, others) = addends.split_at_mut(width);
            for (sum, other) in sums.iter_mut().flatten().zip(others.iter().flatten()) {
                *sum += other;
            }
            width /= 2;
        }
        addends[0]
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
