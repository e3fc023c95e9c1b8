//! Alpha-beta: the search of `arrow`, `arrow-full`, `amsbot` and `amazong`.
//!
//! It decides which move has the best value after `depth` plies of best play by both sides, measured by the evaluation at the
//! leaves. It is a principal-variation search (Marsland & Campbell 1982): the first move of a node is expected to be the
//! best and gets the full window; the others are only asked whether they are better, with a window of one, and searched
//! again if they are. Iterative deepening ([`deepening`]) searches depth 1, 2, 3 and so on. Each iteration fills the
//! transposition table ([`table`]) and so orders the moves of the next.
//!
//! Nodes have up to two thousand moves. Alpha-beta visits the square root of all lines only if a good move comes first, so
//! ordering and selection decide its strength:
//!
//! - The best move of an earlier search comes first, before the others are evaluated.
//! - The others are sorted by their evaluation after one ply, plus a bonus for refutations elsewhere ([`history`]).
//! - One ply above the leaves sorting costs as much as searching: killer moves first, then any order, a batch at a time.
//! - Optional, see [`Pruning`]: only the best moves (Müller & Tegos 2002, section 6.1: 10 to 15), reduced depth for late
//!   moves, Multi-ProbCut (Buro 1999, [`probcut`]). Without all three the value equals plain negamax.
//!
//! ```text
//! 4 | . . b . |   `otrera best '..b./w#../.#.b/.w.. w' --engine arrow-full --depth 3`. There are 35,094 lines of three
//! 3 | w # . . |   moves. Depth 1 evaluates 37 positions and prefers a3-b4xc3 (+3). Depth 2, with 476 positions in all,
//! 2 | . # . b |   finds its refutation and b1-c2xc1 (+1). Depth 3 begins with that move, confirms it (+3, line b1-c2xc1
//! 1 | . w . . |   c4-b4xc3 c2-d3xc4) and needs 1,151 positions in all: a thirtieth of the lines.
//! ```
//!
//! Threads search the same position and share only the table (lazy SMP). Tried instead (docs/results.md): over all moves
//! with Multi-ProbCut and the evaluation of `otrera`, alpha-beta lost 14-26 on 8x8 to [`mcts`](super::mcts). It gains more
//! from ten times the time, though, for unknown reasons.

mod deepening;
mod fit;
pub(super) mod history;
pub(super) mod node;
mod probcut;
pub(super) mod table;

pub(crate) use deepening::Deepening;
pub use fit::measure_cuts;
pub use probcut::Cut;

/// Value of a position for the side to move, in units of 1 / [`PER_SQUARE`] squares.
pub(crate) type Value = i32;

/// Values per square.
pub(crate) const PER_SQUARE: f32 = 100.0;
/// Value of a game won now. It is one less for each move until the win.
pub(crate) const WIN: Value = 1_000_000;
/// Bound beyond which values are proven: no game has more moves than the largest board has squares.
pub(crate) const PROVEN: Value = WIN - 200;

/// Moves and depths that a search leaves out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pruning {
    /// Number of moves searched per node, the best by evaluation; `None` for all.
    pub(crate) width: Option<usize>,
    /// Reduces the depth of late moves.
    pub(crate) reductions: bool,
    /// Multi-ProbCut by pairs of depths; empty if it is not used.
    pub(crate) cuts: &'static [Cut],
}
