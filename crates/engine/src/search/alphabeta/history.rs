use otrera_board::{Action, Bits, Point, Position, Twin};

use super::Value;

/// History heuristic and killer moves: moves that caused cutoffs elsewhere are tried early.
///
/// 10x10 has a hundred thousand moves, too many to count each, so a move is counted by its halves: (from, to) and
/// (to, arrow).
#[derive(Debug)]
pub(crate) struct History {
    steps: Box<[i32]>,
    arrows: Box<[i32]>,
    /// Last two moves that caused a cutoff, by ply.
    killers: Vec<[Option<Action>; 2]>,
}

/// Move with its sort key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub(crate) action: Action,
    /// Evaluation after the move, for the side that makes it.
    pub(crate) value: Value,
    pub(crate) rank: i32,
}

/// Squares of the largest board.
const SQUARES: usize = 128;
pub(crate) const PAIRS: usize = SQUARES * SQUARES;
/// Count at which all counts are halved.
const FULL: i32 = 1 << 14;

impl History {
    pub(crate) fn new() -> History {
        let counts = || vec![0; PAIRS].into_boxed_slice();
        History { steps: counts(), arrows: counts(), killers: Vec::new() }
    }

    /// Records a cutoff by a move in a search of this depth.
    pub(crate) fn reward(&mut self, action: Action, depth: u32, ply: usize) {
        let weight = (depth * depth) as i32;
        for (counts, at) in
            [(&mut self.steps, pair(action.from, action.to)), (&mut self.arrows, pair(action.to, action.arrow))]
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
        self.steps[pair(action.from, action.to)] + self.arrows[pair(action.to, action.arrow)]
    }

    /// Fades the counts of the last search. Its killers belong to other plies now.
    pub(crate) fn age(&mut self) {
        self.steps.iter_mut().chain(self.arrows.iter_mut()).for_each(|count| *count /= 8);
        self.killers.clear();
    }
}

/// Index of a pair of squares, below [`PAIRS`].
pub(crate) fn pair(a: Point, b: Point) -> usize {
    usize::from(a.0) * SQUARES + usize::from(b.0)
}

/// Returns true if a move from another position is legal here.
pub(crate) fn is_legal<B: Bits>(position: &Position<B>, action: Action) -> bool {
    let (grid, empty) = (position.grid(), Twin::new(position.empty()));
    position.amazons(position.to_move()).has(action.from)
        && grid.slide(action.from, empty).set().has(action.to)
        && grid.slide(action.to, empty.with(action.from)).set().has(action.arrow)
}
