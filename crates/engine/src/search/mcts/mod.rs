//! Monte-Carlo tree search with an evaluation in place of random games: the search of `otrera` and `campya`.
//!
//! It decides which move to play: a proven win, else the root move with the most visits. One visit ([`worker`]) has three
//! phases.
//!
//! 1. *Selection.* From the root, follow the edge with the largest w + c p √(1 + N) / (1 + n) (PUCT, Rosin 2011; Silver et
//!    al. 2017), where w is the worth of the move, p its prior, N and n are the visits of node and edge, and c is the
//!    exploration constant. Worth is the mean of the visits, mixed with minimax over the subtree (implicit minimax backups,
//!    Lanctot, Winands, Pepels & Sturtevant 2014). The static evaluation counts as the first visit.
//! 2. *Expansion.* Evaluate the moves after an edge that has no node yet and make the best of them the edges of a new one
//!    ([`order`]). The prior of a move falls by a factor e for each `temperature` squares that it is behind the best. If the
//!    position is in the tree already, by another order of moves, the edge gets its node ([`transpositions`]) and the visit
//!    goes on.
//! 3. *Backup.* Half the new position's own evaluation and half that of its best move is added to every edge of the path.
//!    Positions without moves are lost. Proofs go up the tree (Winands, Björnsson & Saito 2008) and are never searched again.
//!
//! Threads share the tree ([`tree`]). A visit is counted when it begins and adds its chance when it ends. Until then it is a
//! virtual loss, which drives the other threads elsewhere.
//!
//! Nearly all time goes into expansion. An open 10x10 board has 2,176 moves; ordering by stages evaluates about 200 of
//! them.
//!
//! ```text
//! 6 | . b . . b . |   `otrera best start:6x6 --nodes 100000`: the root evaluates all 544 moves and keeps 128 edges. At
//! 5 | b . . . . b |   3,000 nodes it has 20 visits, and b1-b5xb4, the move with the best evaluation, has 5 of them. At
//! 4 | . . . . . . |   100,000 nodes it has 887 visits, each of which evaluated 112 positions. Now f2-c5xb4 has 746 and
//! 3 | . . . . . . |   a chance of 63 %. 11 visits were enough to drop b1-b5xb4 (58 %), and 80 for a2-d5xe4 (60 %).
//! 2 | w . . . . w |
//! 1 | . w . . w . |
//! ```
//!
//! Tried instead (docs/results.md): c = 0.8 lost 49 Elo. Passing over steps and arrows that were poor in earlier nodes doubled
//! the visits and lost 215, because a node is worth what its best move promises and that move must not be missed. Small nets
//! in the evaluation gained nothing. Alpha-beta over 15 moves with the same evaluation lost 3-9 on 8x8 and 1-5 on 10x10.

pub(super) mod history;
pub(super) mod order;
mod shared;
mod transpositions;
pub(super) mod tree;
mod worker;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use otrera_board::{Bits, Position};

use super::budget::SharedBudget;
use super::evaluation::{Evaluation, SizedEvaluation};
use super::player::{Searcher, Watch};
use crate::choice::Choice;
use crate::engine::EngineOptions;
use crate::limits::Limits;
use history::ProgressiveHistory;
use shared::SharedSearch;
use tree::{NO_NODE, Tree};
use worker::Worker;

#[derive(Clone, Copy, Debug)]
pub(crate) struct MctsSettings {
    /// Exploration constant c of PUCT, in chances.
    pub(crate) exploration: f32,
    /// Squares behind the best move at which the prior is e times smaller.
    pub(crate) temperature: f32,
    /// Breadth of a new node.
    pub(crate) narrow: Breadth,
    /// Breadth of a node after `broaden_after` visits.
    pub(crate) broad: Breadth,
    pub(crate) broaden_after: u32,
    pub(crate) root_width: usize,
    /// Share of minimax in the worth of a move, from 0 to 1.
    pub(crate) minimax: f32,
    /// Visits that the static evaluation counts for in the mean.
    pub(crate) evaluation_visits: f32,
    /// Share of its own evaluation in the worth of a new node, from 0 to 1. The rest is that of its best move, which is
    /// biased upwards as the maximum of many estimates.
    pub(crate) own_share: f32,
    /// Ordering bonus in squares per unit of chance gained elsewhere in the tree.
    pub(crate) history_weight: f32,
}

/// Number of moves evaluated and kept in a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Breadth {
    /// Amazon moves that are tried with all their arrows.
    pub(crate) steps: usize,
    pub(crate) width: usize,
    /// Tolerance in squares when the gain of an arrow is carried over from another amazon move.
    pub(crate) slack: f32,
}

/// Monte-Carlo tree search that keeps its tree from move to move.
pub(crate) struct Mcts<E> {
    settings: MctsSettings,
    evaluations: SizedEvaluation<E>,
    threads: usize,
    memory: usize,
    last: Option<KeptTree>,
}

struct KeptTree {
    tree: Tree,
    root: u32,
    position: Position,
}

/// Share of the memory for one tree. Two exist while one is copied into the next.
const TREE_SHARE: f64 = 0.6;
/// Share of the time for copying the tree of the last move. By judgement.
const REUSE_SHARE: f64 = 0.25;

impl<E: Evaluation> Mcts<E> {
    pub(crate) fn new(settings: MctsSettings, evaluations: SizedEvaluation<E>, options: &EngineOptions) -> Mcts<E> {
        Mcts { settings, evaluations, threads: options.threads.max(1), memory: options.memory, last: None }
    }

    /// Returns a tree and its root, with the subtree of the last search as far as there is time to copy it.
    fn reuse_tree(&mut self, position: &Position, limits: &Limits<'_>) -> (Tree, u32) {
        let new = Tree::new((self.memory as f64 * TREE_SHARE) as usize);
        let Some(last) = self.last.take() else { return (new, NO_NODE) };
        // Copying costs no nodes: with a node limit alone, the whole subtree is copied on every machine.
        let time = Limits { nodes: None, ..limits.part(REUSE_SHARE) };
        let node = last.find(last.root, &last.position, position, 2);
        let root = node.and_then(|node| last.tree.copy_to(node, &new, 0, || !time.is_over(0)));
        (new, root.unwrap_or(NO_NODE))
    }
}

impl<E: Evaluation> Searcher for Mcts<E> {
    fn search<B: Bits>(&mut self, position: &Position<B>, limits: &Limits<'_>, watch: Watch<'_>) -> Choice {
        let wide: Position = position.resized().expect("every board fits into the widest word");
        let (mut tree, mut root) = self.reuse_tree(&wide, limits);
        let (settings, evaluation) = (self.settings, self.evaluations.of(position.size()));
        let budget = SharedBudget::new(limits);
        let (mut visits, mut report) = (0_u32, FIRST_REPORT);
        let mut history = ProgressiveHistory::new();
        // A round ends when the search is over or the tree is full.
        let choice = loop {
            let search = SharedSearch {
                position: *position,
                tree: &tree,
                root: AtomicU32::new(root),
                evaluation,
                settings,
                alone: self.threads == 1,
            };
            let mut worker = Worker::new(&search, budget.for_thread(), history);
            worker.make_root(limits.nodes);
            std::thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(|| {
                        let mut worker = Worker::new(&search, budget.for_thread(), ProgressiveHistory::new());
                        while !tree.is_full() && worker.visit() {}
                    });
                }
                while !tree.is_full() {
                    if is_settled(&search, limits, visits) || !worker.visit() {
                        budget.end();
                        break;
                    }
                    visits += 1;
                    if visits == report {
                        watch(&search.choice(worker.budget.spent()));
                        report += (report / REPORT_PART).min(MOST_SILENT);
                    }
                }
            });
            history = worker.into_history();
            root = search.root.load(Relaxed);
            match tree.pruned(root, || !budget.is_over()) {
                Some(smaller) => (tree, root) = smaller,
                None => break search.choice(budget.spent()),
            }
        };
        self.last = Some(KeptTree { root, tree, position: wide });
        choice
    }

    fn forget(&mut self) {
        self.last = None;
    }
}

/// Visits before the first report. Fewer say little more than the evaluation.
const FIRST_REPORT: u32 = 16;
/// The next report comes after 1 / `REPORT_PART` more visits: reports get rarer as the search slows down.
const REPORT_PART: u32 = 2;
/// Upper bound on visits between two reports: about a second on 10x10.
const MOST_SILENT: u32 = 4096;
/// Visits between two checks for an early end.
const SETTLED_EVERY: u32 = 16;

/// Returns true if the root is proven, the depth limit is reached, or the move seems clear after the preferred time.
fn is_settled<B: Bits, E: Evaluation>(search: &SharedSearch<'_, B, E>, limits: &Limits<'_>, visits: u32) -> bool {
    let root = search.root();
    if root.proven().is_some() {
        return true;
    }
    if visits == 0 || !visits.is_multiple_of(SETTLED_EVERY) {
        return false;
    }
    if limits.depth.is_some_and(|depth| search.line().len() >= depth as usize) {
        return true;
    }
    // The move seems clear if the most visited one also has the best mean.
    let early = limits.deadline.is_some_and(|deadline| deadline.soft < deadline.hard);
    early && limits.is_enough(0) && {
        let top = root.best().expect("the root has an edge");
        root.edges().iter().all(|edge| edge.visits() == 0 || edge.mean() <= top.mean())
    }
}

impl KeptTree {
    /// Finds the node of a position at most `moves` below a node.
    fn find(&self, node: u32, here: &Position, wanted: &Position, moves: u32) -> Option<u32> {
        if here == wanted {
            return Some(node);
        }
        if moves == 0 {
            return None;
        }
        self.tree.node(node).edges().iter().find_map(|edge| {
            let below = self.tree.below(edge)?;
            let mut child = *here;
            child.play_unchecked(edge.action());
            self.find(below, &child, wanted, moves - 1)
        })
    }
}
