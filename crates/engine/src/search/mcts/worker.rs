//! One thread of the tree search: selection, expansion and backup. The module [above](super) describes them.

use std::sync::atomic::Ordering::Relaxed;

use otrera_board::{Bits, Position};

use super::MctsSettings;
use super::history::ProgressiveHistory;
use super::order::{HistoryBonus, MoveOrdering, NodeContext, Scope};
use super::shared::SharedSearch;
use super::tree::{Coverage, NO_NODE, Node, Slot, Tree};
use crate::choice::Proven;
use crate::search::budget::ThreadBudget;
use crate::search::evaluation::Evaluation;

pub(super) struct Worker<'a, B: Bits, E> {
    search: &'a SharedSearch<'a, B, E>,
    pub(super) budget: ThreadBudget<'a>,
    /// Path of the current visit: nodes, and the edges followed from them.
    path: Vec<(u32, usize)>,
    ordering: MoveOrdering<B>,
    history: ProgressiveHistory,
}

/// Result of a visit, for the side to move at its end.
#[derive(Clone, Copy, Debug)]
struct VisitResult {
    chance: f32,
    proven: Option<Proven>,
}

/// Outcome of widening a node whose edges all lose.
enum Widening {
    /// The visit continues in this node.
    Continue(u32),
    /// The visit ends here.
    Finished(VisitResult),
    OutOfBudget,
}

impl<'a, B: Bits, E: Evaluation> Worker<'a, B, E> {
    pub(super) fn new(
        search: &'a SharedSearch<'a, B, E>,
        budget: ThreadBudget<'a>,
        history: ProgressiveHistory,
    ) -> Worker<'a, B, E> {
        Worker { search, budget, path: Vec::new(), ordering: MoveOrdering::default(), history }
    }

    /// Ends the thread's work and settles its budget.
    pub(super) fn into_history(self) -> ProgressiveHistory {
        self.history
    }

    /// Makes the root if there is none. It gets an edge however small the budget is.
    pub(super) fn make_root(&mut self) {
        if self.search.root.load(Relaxed) == NO_NODE {
            self.evaluate_moves(&self.search.position, Scope::Root);
            let coverage = self.keep_best(self.search.settings.root_width, Coverage::Broad);
            let root =
                self.search.tree.add(&self.ordering.candidates, coverage).expect("a new tree has room for a root");
            self.search.root.store(root, Relaxed);
        }
    }

    /// Makes one visit. Returns false if the budget ran out.
    pub(super) fn visit(&mut self) -> bool {
        let tree = self.search.tree;
        let mut position = self.search.position;
        let mut at = self.search.root.load(Relaxed);
        self.path.clear();
        let result = loop {
            let mut node = tree.node(at);
            if node.is_narrow() && node.visits() >= self.search.settings.broaden_after {
                match self.broaden(&position, at) {
                    Some(broad) => at = broad,
                    None => return self.cancel(),
                }
                node = tree.node(at);
            }
            let Some(chosen) = self.select(node) else {
                match self.widen(&position, at) {
                    Widening::Continue(wider) => {
                        at = wider;
                        continue;
                    }
                    Widening::Finished(result) => break result,
                    Widening::OutOfBudget => return self.cancel(),
                }
            };
            node.begin(chosen);
            self.path.push((at, chosen));
            let edge = &node.edges()[chosen];
            position.play_unchecked(edge.action());
            match (edge.proven(), edge.node()) {
                (Some(outcome), _) => break VisitResult::known(outcome).for_opponent(),
                (None, Some(below)) => at = below,
                (None, None) => match self.expand(&position, edge) {
                    Some(result) => break result,
                    None => return self.cancel(),
                },
            }
        };
        self.back_up(result);
        // A visit that evaluates nothing takes time too.
        self.budget.spend()
    }

    /// Selects the edge to follow; `None` if all of them lose.
    fn select(&self, node: Node<'_>) -> Option<usize> {
        let MctsSettings { exploration, minimax, evaluation_visits, .. } = self.search.settings;
        let unknown = exploration * (1.0 + node.visits() as f32).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (at, edge) in node.edges().iter().enumerate() {
            let visits = edge.visits() as f32;
            let deep = edge.minimax();
            let mean = (edge.total() + evaluation_visits * deep) / (visits + evaluation_visits);
            let promise = mean + minimax * (deep - mean) + unknown * edge.prior() / (1.0 + visits);
            if promise > most && edge.proven() != Some(Proven::Loss) {
                (best, most) = (Some(at), promise);
            }
        }
        best
    }

    /// Makes the node of an edge. `None` if the budget ran out first.
    fn expand(&mut self, position: &Position<B>, edge: &Slot) -> Option<VisitResult> {
        if !edge.claim() {
            // Another thread is expanding it. Use the current estimate of the edge.
            return Some(VisitResult { chance: 1.0 - edge.minimax(), proven: None });
        }
        let breadth = self.search.settings.narrow;
        if !self.evaluate_moves(position, Scope::Best(breadth)) {
            edge.publish(None);
            return None;
        }
        let coverage = self.keep_best(breadth.width, Coverage::Narrow);
        edge.publish(self.search.tree.add(&self.ordering.candidates, coverage));
        Some(self.leaf_result())
    }

    /// Gives more moves to a node that is visited often. Returns its new place; `None` if the budget ran out first.
    fn broaden(&mut self, position: &Position<B>, narrow: u32) -> Option<u32> {
        let tree = self.search.tree;
        let breadth = self.search.settings.broad;
        if !self.evaluate_moves(position, Scope::Best(breadth)) {
            return None;
        }
        let coverage = self.keep_best(breadth.width, Coverage::Broad);
        let Some(broad) = tree.broaden(tree.node(narrow), &self.ordering.candidates, coverage) else {
            return Some(narrow);
        };
        self.replace(broad);
        Some(broad)
    }

    /// Replaces the node at the end of the path.
    fn replace(&self, node: u32) {
        match self.path.last() {
            Some(&(above, edge)) => self.search.tree.node(above).edges()[edge].publish(Some(node)),
            None => self.search.root.store(node, Relaxed),
        }
    }

    /// Replaces a node whose edges all lose by one with the moves left out so far. Without such moves it is proven lost.
    fn widen(&mut self, position: &Position<B>, lost: u32) -> Widening {
        let tree = self.search.tree;
        let node = tree.node(lost);
        if !node.is_partial() {
            return Widening::Finished(VisitResult::known(Proven::Loss));
        }
        if !self.evaluate_moves(position, Scope::Without(node)) {
            return Widening::OutOfBudget;
        }
        let coverage = self.keep_best(Tree::MOST_EDGES, Coverage::Broad);
        let result = self.best_move_result();
        let Some(wider) = tree.add(&self.ordering.candidates, coverage) else { return Widening::Finished(result) };
        self.replace(wider);
        if self.ordering.candidates.is_empty() { Widening::Finished(result) } else { Widening::Continue(wider) }
    }

    /// Evaluates the moves of a position. Returns false if the budget ran out first.
    fn evaluate_moves(&mut self, position: &Position<B>, scope: Scope<'_>) -> bool {
        let bonus = HistoryBonus { history: &self.history, weight: self.search.settings.history_weight };
        let (evaluation, budget) = (self.search.evaluation, &mut self.budget);
        self.ordering.evaluate(&mut NodeContext { position, evaluation, bonus, budget }, scope)
    }

    /// Keeps the best of the evaluated moves. Returns `part` as their coverage unless they are all moves.
    fn keep_best(&mut self, width: usize, part: Coverage) -> Coverage {
        let all = self.ordering.keep_best(self.search.evaluation, width, self.search.settings.temperature);
        if all { Coverage::All } else { part }
    }

    fn best_move_result(&self) -> VisitResult {
        match self.ordering.candidates.first() {
            None => VisitResult::known(Proven::Loss),
            Some(best) if best.ahead == f32::INFINITY => VisitResult::known(Proven::Win),
            Some(_) => VisitResult { chance: self.ordering.best_chance(), proven: None },
        }
    }

    /// Result at a new node: its best move, mixed with its own evaluation.
    fn leaf_result(&self) -> VisitResult {
        let result = self.best_move_result();
        if result.proven.is_some() {
            return result;
        }
        let own = self.search.evaluation.chance(self.ordering.own);
        VisitResult { chance: result.chance + self.search.settings.own_share * (own - result.chance), ..result }
    }

    /// Adds the result of a visit to all edges of its path.
    fn back_up(&mut self, mut result: VisitResult) {
        let tree = self.search.tree;
        let mut side = self.search.position.to_move();
        if self.path.len().is_multiple_of(2) {
            side = !side;
        }
        for &(at, chosen) in self.path.iter().rev() {
            let node = tree.node(at);
            let edge = &node.edges()[chosen];
            result = result.for_opponent();
            if self.search.settings.history_weight > 0.0 {
                self.history.learn(side, edge.action(), result.chance - node.mean());
            }
            side = !side;
            node.end(chosen, result.chance);
            match result.proven {
                Some(outcome) => {
                    edge.prove(outcome);
                    result.proven = node.proven();
                    if result.proven.is_none() {
                        // A refuted move says nothing about the others.
                        result.chance = node.minimax();
                    }
                }
                None => {
                    let below = edge.node().map_or(1.0 - result.chance, |below| tree.node(below).minimax());
                    edge.set_minimax(1.0 - below);
                }
            }
        }
    }

    /// Takes back the virtual losses of this visit.
    fn cancel(&mut self) -> bool {
        for &(at, chosen) in &self.path {
            self.search.tree.node(at).cancel(chosen);
        }
        false
    }
}

impl VisitResult {
    fn known(outcome: Proven) -> VisitResult {
        VisitResult { chance: if outcome == Proven::Win { 1.0 } else { 0.0 }, proven: Some(outcome) }
    }

    fn for_opponent(self) -> VisitResult {
        let proven = self.proven.map(|outcome| match outcome {
            Proven::Win => Proven::Loss,
            Proven::Loss => Proven::Win,
        });
        VisitResult { chance: 1.0 - self.chance, proven }
    }
}
