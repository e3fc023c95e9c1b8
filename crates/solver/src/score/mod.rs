//! The score search: the exact margin under best play, and lines of best play.
//!
//! The margin is the number of moves that the winner has left when the loser cannot move. The search counts moves made
//! and moves left, Left's less Right's: if that is s > 0 with Left to move, Left wins by s - 1; else Right wins by -s.
//! Canonical values are of no use here, because they drop the cost of a forced move:
//!
//! ```text
//!   a b c d     A simple zugzwang, -3|1. Its value is 0, so the side to move loses.
//! 3 . # . #     Black to move plays c1-d1xc1. White has 3 moves, makes one, and Black is stuck:
//! 2 # w # #     White wins by 2.
//! 1 . # b .     White to move plays b2-a3xb2. Black has 1 move, makes it, and White is stuck: Black wins by 0.
//! ```
//!
//! The board is simplified in four steps that keep all margins (docs/internals/scoring.md proves it):
//!
//! 1. Territories are filled. They add up to one integer, and those of both sides cancel.
//! 2. Active areas of up to seven squares, and larger ones if there are several, are played out (`area_forms`). Each
//!    becomes a *form*: a game tree without dominated and reversible options, by an order that respects margins (`form`,
//!    `order`).
//! 3. If only an integer and simple zugzwangs are left, the margin is the solution of a knapsack problem (`knapsack`).
//! 4. Else an alpha-beta search with zero windows goes over the moves in forms and in areas that stay boards (`search`).
//!    A table, the stops of forms and the rooms of areas give bounds (`sum`, `bounds`).
//!
//! In decided endings this takes microseconds to milliseconds, most of it for filling territories. From the start, 4x4
//! takes 1,057 nodes, 5x4 76,037 and 4x5 671,688. Playing out areas of up to six squares only took as long on 4x5, and of
//! up to eight or nine longer. The atlas does not help: it has canonical values.
//!
//! Sources: Müller & Tegos 2002, section 5.3, for the knapsack; Larsson, Nowakowski and Santos, "Guaranteed scoring
//! games", for the order; Lieberum 2005, section 8, for komi.

mod area_forms;
mod bounds;
mod form;
mod key;
mod knapsack;
mod order;
mod play;
mod search;
mod sum;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use otrera_board::{Bits, Position, Side};
use otrera_cgt::Interrupted;

pub use play::Play;

use area_forms::AreaForms;
use play::Turn;
use search::{SharedState, Worker};
use sum::Sum;

/// The winner, and the moves that the winner has left when the loser cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// The winner.
    pub winner: Side,
    /// Moves that the winner could still make in a row.
    pub margin: u32,
}

impl Score {
    /// The score from moves made and left, those of the side to move less the opponent's, with the points of a komi.
    fn with_komi(ahead: i32, to_move: Side, komi: Option<Komi>) -> Score {
        let points = match komi {
            Some(Komi { side, points, rule: KomiRule::Points }) if side == to_move => i32::from(points),
            Some(Komi { points, rule: KomiRule::Points, .. }) => -i32::from(points),
            _ => 0,
        };
        match ahead + points {
            ahead @ 1.. => Score { winner: to_move, margin: ahead as u32 - 1 },
            ahead => Score { winner: !to_move, margin: ahead.unsigned_abs() },
        }
    }
}

/// Points given to one side in advance, by one of the two rules of Lieberum (2005, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Komi {
    /// The side that gets the points.
    pub side: Side,
    /// Number of points.
    pub points: u16,
    /// Use of the points.
    pub rule: KomiRule,
}

/// Use of the points of a komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiRule {
    /// The side may pass as often as it has points. Passes that are left count as moves.
    Passes,
    /// The points are added at the end: the opponent wins if it has at least as many moves left.
    Points,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreOptions {
    /// Limit of nodes.
    pub nodes: u64,
    /// Threads.
    pub threads: usize,
    /// Bytes for the table and the caches of forms.
    pub memory: usize,
}

impl Default for ScoreOptions {
    fn default() -> ScoreOptions {
        ScoreOptions { nodes: u64::MAX, threads: 1, memory: 1 << 30 }
    }
}

/// Finds margins, and keeps its table and caches from one question to the next.
pub struct Scorer<'a, B: Bits> {
    /// One for each thread.
    area_forms: Vec<AreaForms<'a, B>>,
    shared: SharedState,
    stop: &'a AtomicBool,
}

impl<'a, B: Bits> Scorer<'a, B> {
    /// A scorer without any results yet. The caller sets `stop` to end a search.
    pub fn new(options: ScoreOptions, stop: &'a AtomicBool) -> Scorer<'a, B> {
        let threads = options.threads.max(1);
        let table = options.memory / 2;
        let forms = (options.memory - table) / threads;
        Scorer {
            area_forms: (0..threads).map(|_| AreaForms::new(forms, stop)).collect(),
            shared: SharedState::new(table, options.nodes),
            stop,
        }
    }

    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Sets a new limit of `nodes` from here on, and keeps all results.
    pub fn allow(&mut self, nodes: u64) {
        self.shared.max_nodes = self.nodes().saturating_add(nodes);
        self.area_forms.iter_mut().for_each(|forms| forms.allow(nodes));
    }

    /// A handle to observe the search.
    pub fn watch(&self) -> NodeCounter {
        NodeCounter(Arc::clone(&self.shared.nodes))
    }

    /// The winner and margin of a position.
    pub fn score(&mut self, position: &Position<B>, komi: Option<Komi>) -> Result<Score, Interrupted> {
        let ahead = self.ahead(&Turn::new(position, komi))?;
        Ok(Score::with_komi(ahead, position.to_move(), komi))
    }

    /// Moves made and left, those of the side to move less the opponent's.
    fn ahead(&mut self, turn: &Turn<B>) -> Result<i32, Interrupted> {
        let (board, passes) = (turn.board(), turn.passes_ahead());
        let all_forms = &mut self.area_forms;
        let over = &AtomicBool::new(false);
        let (shared, stop) = (&self.shared, self.stop);
        let threads = all_forms.len();
        let work = |area_forms: &mut AreaForms<'a, B>| {
            let mut sum = Sum::new(passes);
            area_forms.prepare(&board)?;
            sum.add(area_forms, &board)?;
            let score = Worker { area_forms, shared, stop, over, threads }.score(&sum);
            over.store(true, Ordering::Relaxed);
            score
        };
        let (first, others) = all_forms.split_first_mut().expect("there is a thread");
        let mut scores = std::thread::scope(|scope| {
            let work = &work;
            let others: Vec<_> = others.iter_mut().map(|forms| scope.spawn(move || work(forms))).collect();
            let mut scores = vec![work(first)];
            scores.extend(others.into_iter().map(|thread| thread.join().expect("a thread does not panic")));
            scores
        });
        scores.sort_by_key(Result::is_err);
        scores.swap_remove(0)
    }
}

/// The node count of a search, readable while it runs.
#[derive(Clone, Debug)]
pub struct NodeCounter(Arc<AtomicU64>);

impl NodeCounter {
    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<B: Bits> std::fmt::Debug for Scorer<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Scorer({} nodes)", self.nodes())
    }
}
