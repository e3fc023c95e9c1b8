use otrera_board::{Bits, Position, Side, Size};

use super::budget::ThreadBudget;
use crate::eval::{Evaluator, View, correction};

pub(crate) trait Evaluation: Send + Sync {
    /// Writes the lead in squares of each position's side to move; negative infinity where it cannot move.
    fn evaluate_batch<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]);

    /// Winning chance of a side that is `ahead` squares ahead, from 0 to 1 and increasing.
    fn chance(&self, ahead: f32) -> f32;

    /// Replaces leads by their chances.
    fn chances(&self, leads: &mut [f32]) {
        leads.iter_mut().for_each(|lead| *lead = self.chance(*lead));
    }

    /// Evaluates as many positions as the budget allows and appends their leads. Returns false if some are missing.
    fn evaluate_within<B: Bits>(
        &self,
        positions: &[View<B>],
        budget: &mut ThreadBudget<'_>,
        ahead: &mut Vec<f32>,
    ) -> bool {
        for batch in positions.chunks(BATCH) {
            let allowed = budget.spend_up_to(batch.len());
            let done = ahead.len();
            ahead.resize(done + allowed, 0.0);
            self.evaluate_batch(&batch[..allowed], &mut ahead[done..]);
            if allowed < batch.len() {
                return false;
            }
        }
        true
    }

    /// Inverse of [`chance`](Self::chance).
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

/// Positions evaluated between two checks of the budget: the lanes of the widest registers.
pub(crate) const BATCH: usize = 8;
/// Squares of the largest board, an upper bound on any lead.
const MOST_SQUARES: f32 = 128.0;
/// 256 squares halved this often are less than a hundredth of a square.
const HALVINGS: u32 = 15;

impl Evaluation for Evaluator {
    #[inline]
    fn evaluate_batch<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]) {
        self.evaluate_all(positions, ahead);
    }

    fn chance(&self, ahead: f32) -> f32 {
        Evaluator::chance(self, ahead)
    }
}

/// An evaluation with the corrections of [`Refinements`](crate::eval::Refinements) at every position.
pub(crate) struct Refined(pub(crate) Evaluator);

impl Evaluation for Refined {
    fn evaluate_batch<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]) {
        self.0.evaluate_all(positions, ahead);
        let grid = B::grid(self.0.size()).expect("the board fits into its word");
        for (view, ahead) in positions.iter().zip(ahead).filter(|(_, ahead)| ahead.is_finite()) {
            // The sides are alike, so the side to move may be called Black.
            *ahead += correction(&Position::from_sets(grid, view.own, view.other, view.empty, Side::Black));
        }
    }

    fn chance(&self, ahead: f32) -> f32 {
        self.0.chance(ahead)
    }
}

/// Evaluation for the board size of the last search.
pub(crate) struct SizedEvaluation<E> {
    make: Box<dyn Fn(Size) -> E + Send>,
    last: Option<(Size, E)>,
}

impl<E: Evaluation> SizedEvaluation<E> {
    pub(crate) fn new(make: impl Fn(Size) -> E + Send + 'static) -> SizedEvaluation<E> {
        SizedEvaluation { make: Box::new(make), last: None }
    }

    pub(crate) fn of(&mut self, size: Size) -> &E {
        if self.last.as_ref().is_none_or(|(made, _)| *made != size) {
            self.last = Some((size, (self.make)(size)));
        }
        &self.last.as_ref().expect("it was just made").1
    }
}
