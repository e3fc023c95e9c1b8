//! Alpha-beta, deeper and deeper, with a table: what the paper compares its df-pn with.
//!
//! A position that nobody has decided is worth the middle of its bounds to the side to move. Children are evaluated when
//! they are made, and those that are decided are not searched; the others are searched by the middle of their bounds,
//! after the one that was best before.

use otrera_board::{Action, Position};
use otrera_cgt::{Bounds, Interrupted};

use super::proof_numbers::middle;
use super::{Solver, children};

/// The side to move wins. All estimates are smaller: they are at most twice the squares of a board.
const WON: i32 = 1000;

/// What the table knows about a position: it is worth at least `low` and at most `high` by a search of this depth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Value {
    low: i16,
    high: i16,
    depth: u8,
    best: Option<Action>,
}

impl Value {
    /// Whether the side to move loses for certain.
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
    /// What it is worth to the side that has just moved.
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
        // Step 1. What the table knows.
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
        // Step 2. Children that are not lost, the most promising first.
        let before = self.stats.expanded;
        let begin = low;
        let mut open = self.open_children(position)?;
        if let Some(best) = known.and_then(|value| value.best)
            && let Some(place) = open.iter().position(|child| child.action == best)
        {
            open[..=place].rotate_right(1);
        }
        // Step 3. Each of them, until one is too good.
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
        // Step 4. What the value is certain to be. A won game is won at any depth.
        let at_most = if best >= high && best < WON { WON } else { best };
        let at_least = if best <= begin && best > -WON { -WON } else { best };
        let value = Value { low: at_least as i16, high: at_most as i16, depth, best: best_action };
        self.values.keep(position.hash(), self.stats.expanded - before, value);
        Ok(best)
    }

    /// Children that the opponent has not won, in order; one alone if it wins.
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

/// The middle of bounds, twice, rounded down, for the side to move in a position.
fn estimate(bounds: &Bounds, position: &Position<u64>) -> i32 {
    let middle = middle(bounds, position.to_move());
    (middle.mantissa() >> middle.exponent()) as i32
}
