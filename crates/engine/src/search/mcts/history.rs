//! Progressive history: moves that gained chances elsewhere in the tree are ordered earlier in new nodes.
//!
//! A good reply to one move is often a good reply to the next. Every visit records, for each move of its path, by how much
//! its result exceeds the mean of the node. This is the history heuristic of alpha-beta, known in trees as progressive
//! history (Nijssen & Winands 2010). There it adds to the selection formula; here to the move ordering and the prior.
//!
//! 10x10 has a hundred thousand moves, too many to learn each, so a move is recorded by its halves: (from, to) and
//! (to, arrow).

use otrera_board::{Action, Point, Side};

use crate::search::alphabeta::history::{PAIRS, pair};

/// Statistics of move halves, seen by one thread.
#[derive(Debug)]
pub(crate) struct ProgressiveHistory {
    steps: [Halves; 2],
    arrows: [Halves; 2],
}

/// Statistics of one kind of halves of one side.
#[derive(Debug)]
struct Halves {
    /// By [`pair`]. Read far more often than it changes, so it is kept apart from what it is computed of.
    expected: Box<[f32]>,
    sums: Box<[Sum]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    gain: f32,
    visits: f32,
}

/// Visits without gain that are counted before the first, so that a few say little. By judgement.
const PSEUDO_VISITS: f32 = 8.0;

impl ProgressiveHistory {
    pub(crate) fn new() -> ProgressiveHistory {
        let halves = || [Halves::new(), Halves::new()];
        ProgressiveHistory { steps: halves(), arrows: halves() }
    }

    /// Records a visit along a move whose result exceeds the mean of its node by `gain`.
    pub(crate) fn learn(&mut self, side: Side, Action { from, to, arrow }: Action, gain: f32) {
        self.steps[side.index()].learn(pair(from, to), gain);
        self.arrows[side.index()].learn(pair(to, arrow), gain);
    }

    /// Expected gain of an amazon move.
    #[inline]
    pub(crate) fn step(&self, side: Side, from: Point, to: Point) -> f32 {
        self.steps[side.index()].expected[pair(from, to)]
    }

    #[inline]
    pub(crate) fn arrow(&self, side: Side, to: Point, arrow: Point) -> f32 {
        self.arrows[side.index()].expected[pair(to, arrow)]
    }
}

impl Halves {
    fn new() -> Halves {
        Halves { expected: vec![0.0; PAIRS].into(), sums: vec![Sum::default(); PAIRS].into() }
    }

    fn learn(&mut self, at: usize, gain: f32) {
        let sum = &mut self.sums[at];
        sum.gain += gain;
        sum.visits += 1.0;
        self.expected[at] = sum.gain / (sum.visits + PSEUDO_VISITS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(from: u8, to: u8, arrow: u8) -> Action {
        Action { from: Point(from), to: Point(to), arrow: Point(arrow) }
    }

    #[test]
    fn halves_are_learnt_by_side_and_shrunk_towards_zero() {
        let mut history = ProgressiveHistory::new();
        for _ in 0..8 {
            history.learn(Side::White, action(1, 2, 3), 0.5);
        }
        history.learn(Side::White, action(1, 2, 4), -0.5);
        // Side and move; expected gains of its step and of its arrow.
        let facts = [
            (Side::White, action(1, 2, 3), 3.5 / 17.0, 4.0 / 16.0),
            (Side::White, action(1, 2, 4), 3.5 / 17.0, -0.5 / 9.0),
            (Side::White, action(2, 1, 3), 0.0, 0.0),
            (Side::White, action(7, 2, 3), 0.0, 4.0 / 16.0),
            (Side::Black, action(1, 2, 3), 0.0, 0.0),
        ];
        for (side, Action { from, to, arrow }, step_gain, arrow_gain) in facts {
            assert_eq!(history.step(side, from, to), step_gain, "{side} {from:?} {to:?}");
            assert_eq!(history.arrow(side, to, arrow), arrow_gain, "{side} {to:?} {arrow:?}");
        }
    }
}
