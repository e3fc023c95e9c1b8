//! What moves have brought elsewhere in the tree.
//!
//! After most answers to a move, what was a good reply to one of them is a good reply to the next. So every visit tells, for
//! each move that it came along, by how much it ended better than visits of the same node do, and moves that did well so are
//! tried earlier in new nodes. (The idea is the history heuristic of alpha-beta; in trees like this one it is known as
//! progressive history, Nijssen & Winands 2010. There it adds to what a move promises, here to its place in the order and
//! to its prior.)
//!
//! There are a hundred thousand moves on 10x10, too many to learn about each, so one is known by its halves: where the amazon
//! goes (from, to) and where she shoots (to, arrow).

use otrera_board::{Action, Point, Side};

use super::order::{PAIRS, pair};

/// What one thread has seen of halves of moves.
#[derive(Debug)]
pub(crate) struct Experience {
    /// By side.
    steps: [Box<[Half]>; 2],
    shots: [Box<[Half]>; 2],
}

/// How half a move did.
#[derive(Clone, Copy, Debug, Default)]
struct Half {
    /// Sum of what was gained, in chances.
    gain: f32,
    visits: f32,
}

/// Visits that brought nothing and are counted before the others, so that a few do not tell much. By judgement.
const DOUBT: f32 = 8.0;

impl Experience {
    pub(crate) fn new() -> Experience {
        let halves = || vec![Half::default(); PAIRS].into_boxed_slice();
        Experience { steps: [halves(), halves()], shots: [halves(), halves()] }
    }

    /// A visit along this move ended with a chance that is by so much larger than the mean of its node.
    pub(crate) fn learn(&mut self, side: Side, Action { from, to, arrow }: Action, gain: f32) {
        let Experience { steps, shots } = self;
        for half in [&mut steps[side.index()][pair(from, to)], &mut shots[side.index()][pair(to, arrow)]] {
            half.gain += gain;
            half.visits += 1.0;
        }
    }

    /// The gain to expect of moving an amazon like this.
    #[inline]
    pub(crate) fn step(&self, side: Side, from: Point, to: Point) -> f32 {
        self.steps[side.index()][pair(from, to)].expected()
    }

    /// The gain to expect of shooting like this.
    #[inline]
    pub(crate) fn shot(&self, side: Side, to: Point, arrow: Point) -> f32 {
        self.shots[side.index()][pair(to, arrow)].expected()
    }
}

impl Half {
    #[inline]
    fn expected(self) -> f32 {
        self.gain / (self.visits + DOUBT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(from: u8, to: u8, arrow: u8) -> Action {
        Action { from: Point(from), to: Point(to), arrow: Point(arrow) }
    }

    #[test]
    fn halves_of_moves_are_known_by_side_and_doubted_while_they_are_new() {
        let mut experience = Experience::new();
        for _ in 0..8 {
            experience.learn(Side::White, action(1, 2, 3), 0.5);
        }
        experience.learn(Side::White, action(1, 2, 4), -0.5);
        // Side, from, to, arrow; what is expected of the step, and of the shot.
        let facts = [
            (Side::White, action(1, 2, 3), 3.5 / 17.0, 4.0 / 16.0),
            (Side::White, action(1, 2, 4), 3.5 / 17.0, -0.5 / 9.0),
            (Side::White, action(2, 1, 3), 0.0, 0.0),
            (Side::White, action(7, 2, 3), 0.0, 4.0 / 16.0),
            (Side::Black, action(1, 2, 3), 0.0, 0.0),
        ];
        for (side, Action { from, to, arrow }, step, shot) in facts {
            assert_eq!(experience.step(side, from, to), step, "{side} {from:?} {to:?}");
            assert_eq!(experience.shot(side, to, arrow), shot, "{side} {to:?} {arrow:?}");
        }
    }
}
