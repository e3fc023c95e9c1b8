use otrera_board::Bits;

use super::budget::Purse;
use crate::eval::{Evaluator, View};

/// What a search asks of an evaluation.
pub(crate) trait Judge: Send + Sync {
    /// Squares ahead for the side to move of each position; less than any number where it cannot move.
    fn judge<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]);

    /// The chance to win of a side that is so many squares ahead, from 0 to 1 and rising.
    fn chance(&self, ahead: f32) -> f32;

    /// Judges as many positions as the purse can pay for, and adds what was found to a list. False if they are not all.
    fn judge_paid<B: Bits>(&self, positions: &[View<B>], purse: &mut Purse<'_>, ahead: &mut Vec<f32>) -> bool {
        for some in positions.chunks(AT_ONCE) {
            let paid = purse.pay_for(some.len());
            let judged = ahead.len();
            ahead.resize(judged + paid, 0.0);
            self.judge(&some[..paid], &mut ahead[judged..]);
            if paid < some.len() {
                return false;
            }
        }
        true
    }

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

/// Positions that are judged between two looks into the purse: as many as fit into the largest registers.
pub(crate) const AT_ONCE: usize = 8;

/// Nobody is more squares ahead than the largest board has.
const MOST_SQUARES: f32 = 128.0;

/// 256 squares halved this often are less than a hundredth of a square.
const HALVINGS: u32 = 15;

impl Judge for Evaluator {
    #[inline]
    fn judge<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]) {
        self.evaluate_all(positions, ahead);
    }

    fn chance(&self, ahead: f32) -> f32 {
        Evaluator::chance(self, ahead)
    }
}
