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
mod flood;
mod freedom;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
mod lanes;
mod measure;
mod refine;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
mod rows;
mod term;
#[cfg(test)]
mod tests;
mod weights;

use otrera_board::{Bits, Position, Size};

pub use distances::{Moves, levels};
use flood::Plain;
use measure::{Tables, View};
pub use refine::{Guard, Refinements, Zugzwang};
pub use term::{Features, Term};
pub use weights::{POWERS, Weights, WeightsError};

/// Terms with room up to a power of two, so that they can be added up in a tree.
const LANES: usize = 16;

/// Evaluates positions of one board size.
pub struct Evaluator {
    tables: ByBoard,
    size: Size,
    /// By power of how open the position is, then by term; zeros at the end.
    factors: [[f32; LANES]; POWERS],
    scale: f32,
    /// One over the number of squares.
    per_square: f32,
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
type Narrow = lanes::Lanes;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
type Wide = rows::Rows;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt")))]
type Narrow = Plain<u64>;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt")))]
type Wide = Plain<u128>;

/// The fastest floods for a board.
enum ByBoard {
    /// Up to 64 squares.
    Narrow(Tables<u64, Narrow>),
    /// Up to 16 columns and rows.
    Wide(Tables<u128, Wide>),
    /// All others, such as 26x4.
    Long(Tables<u128, Plain<u128>>),
}

impl Evaluator {
    /// With these weights, for boards of this size.
    pub fn new(weights: &Weights, size: Size) -> Evaluator {
        let tables = match (size.area(), size.width().max(size.height())) {
            (..=64, _) => ByBoard::Narrow(Tables::new(size)),
            (_, ..=16) => ByBoard::Wide(Tables::new(size)),
            _ => ByBoard::Long(Tables::new(size)),
        };
        let mut factors = [[0.0; LANES]; POWERS];
        for term in Term::ALL {
            for (power, row) in factors.iter_mut().enumerate() {
                row[term as usize] = weights.factors[term as usize][power];
            }
        }
        Evaluator { tables, size, factors, scale: weights.scale, per_square: 1.0 / size.area() as f32 }
    }

    /// With the weights that come with the program.
    pub fn for_size(size: Size) -> Evaluator {
        Evaluator::new(&Weights::for_size(size), size)
    }

    /// By how many squares the side to move is ahead.
    #[inline]
    pub fn evaluate<B: Bits>(&self, position: &Position<B>) -> f32 {
        self.value(&self.features(position))
    }

    /// The chance to win of whoever is so many squares ahead, from 0 to 1.
    #[inline]
    pub fn chance(&self, ahead: f32) -> f32 {
        crate::number::logistic(ahead / self.scale)
    }

    /// What was measured, weighed and added up.
    #[inline]
    pub fn value(&self, features: &Features) -> f32 {
        let open = features.open * self.per_square;
        let mut terms = [0.0; LANES];
        terms[..Term::COUNT].copy_from_slice(&features.terms);
        let [ones, xs, squares, cubes] = &self.factors;
        for i in 0..LANES {
            terms[i] *= ones[i] + open * (xs[i] + open * (squares[i] + open * cubes[i]));
        }
        let mut width = LANES / 2;
        while width > 0 {
            for i in 0..width {
                terms[i] += terms[i + width];
            }
            width /= 2;
        }
        terms[0]
    }

    /// Measures a position, which must have the size that the evaluator is for.
    #[inline]
    pub fn features<B: Bits>(&self, position: &Position<B>) -> Features {
        debug_assert_eq!(position.size(), self.size);
        match &self.tables {
            ByBoard::Narrow(tables) => tables.features(&view(position)),
            ByBoard::Wide(tables) => tables.features(&view(position)),
            ByBoard::Long(tables) => tables.features(&view(position)),
        }
    }
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Evaluator for {}", self.size)
    }
}

#[inline]
fn view<B: Bits, W: Bits>(position: &Position<B>) -> View<W> {
    let us = position.to_move();
    let word = |set: B| W::narrow(set.widen());
    View { own: word(position.amazons(us)), other: word(position.amazons(!us)), empty: word(position.empty()) }
}
