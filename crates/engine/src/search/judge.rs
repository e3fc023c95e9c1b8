use otrera_board::{Bits, Position};

use crate::eval::Evaluator;

/// What a search asks of an evaluation.
pub(crate) trait Judge: Send + Sync {
    /// Squares ahead for the side to move, in a position where it can move.
    fn judge<B: Bits>(&self, position: &Position<B>) -> f32;

    /// The chance to win of a side that is so many squares ahead, from 0 to 1 and rising.
    fn chance(&self, ahead: f32) -> f32;

    /// How many squares ahead a side with this chance is.
    fn ahead(&self, chance: f32) -> f32 {
        let (mut low, mut high) = (-MOST_SQUARES, MOST_SQUARES);
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if self.chance(middle) < chance {
                low = middle;
            } else {
                high = middle;
            }
        }
        (low + high) / 2.0
    }
}

/// Nobody is more squares ahead than the largest board has.
const MOST_SQUARES: f32 = 128.0;

/// 256 squares halved this often are less than a hundredth of a square.
const HALVINGS: u32 = 15;

impl Judge for Evaluator {
    #[inline]
    fn judge<B: Bits>(&self, position: &Position<B>) -> f32 {
        self.evaluate(position)
    }

    fn chance(&self, ahead: f32) -> f32 {
        Evaluator::chance(self, ahead)
    }
}

/// Min-distance amazon by amazon (Müller & Tegos 2002, section 6.2).
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct MinDistance;

#[cfg(test)]
impl Judge for MinDistance {
    fn judge<B: Bits>(&self, position: &Position<B>) -> f32 {
        crate::simple::reached_first(position, position.to_move()) as f32
    }

    fn chance(&self, ahead: f32) -> f32 {
        crate::number::logistic(ahead / 4.0)
    }
}
