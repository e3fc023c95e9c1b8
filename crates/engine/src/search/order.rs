use otrera_board::{Action, Bits, Point, Position, Twin};

use super::pvs::Value;

/// Which moves did well elsewhere in the tree, for trying them early.
///
/// There are a hundred thousand moves on 10x10, too many to count each by itself, so a move is counted by its halves:
/// where the amazon goes (from, to) and where she shoots (to, arrow).
#[derive(Debug)]
pub(crate) struct History {
    steps: Box<[i32]>,
    shots: Box<[i32]>,
    /// The last two moves that refuted something, by ply.
    killers: Vec<[Option<Action>; 2]>,
}

/// A move with the value that it looks to have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub(crate) action: Action,
    /// After the move, by evaluation, for the side that makes it.
    pub(crate) value: Value,
    /// What the moves are sorted by.
    pub(crate) rank: i32,
}

/// Squares of the largest board.
const SQUARES: usize = 128;
/// Pairs of squares.
pub(crate) const PAIRS: usize = SQUARES * SQUARES;
/// Counts are halved when one of them gets here.
const FULL: i32 = 1 << 14;

impl History {
    pub(crate) fn new() -> History {
        let counts = || vec![0; PAIRS].into_boxed_slice();
        History { steps: counts(), shots: counts(), killers: Vec::new() }
    }

    /// A move refuted what was played before it, in a search of this depth.
    pub(crate) fn reward(&mut self, action: Action, depth: u32, ply: usize) {
        let weight = (depth * depth) as i32;
        for (counts, at) in
            [(&mut self.steps, pair(action.from, action.to)), (&mut self.shots, pair(action.to, action.arrow))]
        {
            counts[at] += weight;
            if counts[at] >= FULL {
                counts.iter_mut().for_each(|count| *count /= 2);
            }
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
    }

    pub(crate) fn killers(&self, ply: usize) -> [Option<Action>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// From 0 up to twice [`FULL`].
    #[inline]
    pub(crate) fn count(&self, action: Action) -> i32 {
        self.steps[pair(action.from, action.to)] + self.shots[pair(action.to, action.arrow)]
    }

    /// What happened further down in the last search is now nearer.
    pub(crate) fn age(&mut self) {
        self.steps.iter_mut().chain(self.shots.iter_mut()).for_each(|count| *count /= 8);
        self.killers.clear();
    }
}

/// The place of two squares among [`PAIRS`].
pub(crate) fn pair(a: Point, b: Point) -> usize {
    usize::from(a.0) * SQUARES + usize::from(b.0)
}

/// Whether a move from elsewhere is legal here.
pub(crate) fn is_legal<B: Bits>(position: &Position<B>, action: Action) -> bool {
    let (grid, empty) = (position.grid(), Twin::new(position.empty()));
    position.amazons(position.to_move()).has(action.from)
        && grid.slide(action.from, empty).set().has(action.to)
        && grid.slide(action.to, empty.with(action.from)).set().has(action.arrow)
}
