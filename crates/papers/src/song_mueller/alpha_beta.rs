//! Alpha-beta with iterative deepening and a transposition table, which the paper compares its df-pn with.
//!
//! A leaf is worth the middle of its bounds to the side to move. Children are evaluated when they are generated;
//! decided ones are not searched, the others in the order of the middle of their bounds, after the previous best move.

use otrera_board::{Action, Position};
use otrera_cgt::{Bounds, Interrupted};

use super::proof_numbers::middle;
use super::{Solver, children};

/// The side to move wins. Estimates are smaller, since they are at most twice the squares of a board.
const WON: i32 = 1000;

/// Bounds on the value of a position by a search of `depth`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ValueBounds {
    low: i16,
    high: i16,
    depth: u8,
    best: Option<Action>,
}

impl ValueBounds {
    /// Returns whether the side to move is proven to lose.
    pub(super) fn is_lost(&self) -> bool {
        i32::from(self.high) == -WON
    }

    fn is_won(&self) -> bool {
        i32::from(self.low) == WON
    }
}

struct Child {
    action: Action,
    position: Position<u64>,
    /// Value to the side that has just moved.
    estimate: i32,
}

impl Solver<'_> {
    pub(super) fn solve_by_alpha_beta(&mut self, position: &Position<u64>) -> Result<bool, Interrupted> {
        let mut depth = 1;
        loop {
            match self.alpha_beta(position, depth, -WON, WON)? {
                WON => return Ok(true),
                value if value == -WON => return Ok(false),
                _ => depth += 1,
            }
        }
    }

    /// The value of an undecided position by a search of this depth, at least 1.
    fn alpha_beta(&mut self, position: &Position<u64>, depth: u8, mut low: i32, high: i32) -> Result<i32, Interrupted> {
        // Step 1. The transposition table.
        let known = self.values.get(position.hash());
        if let Some(value) = known {
            let (at_least, at_most) = (i32::from(value.low), i32::from(value.high));
            if value.is_won() || value.is_lost() {
                return Ok(at_least.max(-WON).min(at_most));
            }
            if value.depth >= depth && (at_least >= high || at_least == at_most) {
                return Ok(at_least);
            }
            if value.depth >= depth && at_most <= low {
                return Ok(at_most);
            }
        }
        if self.is_over() {
            return Err(Interrupted::Stopped);
        }
        // Step 2. Children that are not lost, best estimate first.
        let before = self.stats.expanded;
        let begin = low;
        let mut open = self.open_children(position)?;
        if let Some(best) = known.and_then(|value| value.best)
            && let Some(place) = open.iter().position(|child| child.action == best)
        {
            open[..=place].rotate_right(1);
        }
        // Step 3. Search them until a cut-off.
        let (mut best, mut best_action) = (-WON, None);
        for child in &open {
            let value = match child.estimate {
                WON => WON,
                estimate if depth == 1 => estimate,
                _ => -self.alpha_beta(&child.position, depth - 1, -high, -low)?,
            };
            if value > best || best_action.is_none() {
                (best, best_action) = (value, Some(child.action));
            }
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        // Step 4. Store the bounds. A win is a win at any depth.
        let at_most = if best >= high && best < WON { WON } else { best };
        let at_least = if best <= begin && best > -WON { -WON } else { best };
        let value = ValueBounds { low: at_least as i16, high: at_most as i16, depth, best: best_action };
        self.values.store(position.hash(), self.stats.expanded - before, value);
        Ok(best)
    }

    /// The children that are not lost, in order; only one if it wins.
    fn open_children(&mut self, position: &Position<u64>) -> Result<Vec<Child>, Interrupted> {
        self.stats.expanded += 1;
        let mut open = Vec::new();
        for (action, child) in children(position) {
            self.stats.evaluated += 1;
            let evaluation = self.evaluator.evaluate(&child)?;
            let estimate = match evaluation.winner {
                Some(winner) if winner == position.to_move() => WON,
                Some(_) => continue,
                None => estimate(&evaluation.bounds, position),
            };
            let child = Child { action, position: child, estimate };
            if estimate == WON {
                return Ok(vec![child]);
            }
            open.push(child);
        }
        open.sort_by_key(|child| -child.estimate);
        Ok(open)
    }
}

/// Twice the middle of the bounds, rounded down, for the side to move.
fn estimate(bounds: &Bounds, position: &Position<u64>) -> i32 {
    let middle = middle(bounds, position.to_move());
    (middle.mantissa() >> middle.exponent()) as i32
}
