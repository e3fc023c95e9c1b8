//! One thread of the tree search: selection, expansion and backup. The module [above](super) describes them.

use std::sync::atomic::Ordering::Relaxed;

use otrera_board::{Action, Bits, Position};

use super::MctsSettings;
use super::history::ProgressiveHistory;
use super::order::{HistoryBonus, MoveOrdering, NodeContext, Scope};
use super::shared::SharedSearch;
use super::transpositions::Transpositions;
use super::tree::{Blend, Coverage, NO_NODE, Node, Slot, Tree};
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
    transpositions: Transpositions,
}

/// Nodes that are enough for the best steps of any board, with the arrows that matter.
const FEWEST_NODES: u64 = 450;

/// Result of a visit, for the side to move at its end.
#[derive(Clone, Copy, Debug)]
struct VisitResult {
    chance: f32,
    proven: Option<Proven>,
}

/// Outcome of following an edge that has no node yet.
enum Expansion {
    /// It leads to this node, where the visit continues.
    Known(u32),
    /// The visit ends at a new node.
    New(VisitResult),
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
        Worker {
            search,
            budget,
            path: Vec::new(),
            ordering: MoveOrdering::default(),
            history,
            transpositions: Transpositions::of(search.tree),
        }
    }

    /// Ends the thread's work and settles its budget.
    pub(super) fn into_history(self) -> ProgressiveHistory {
        self.history
    }

    /// Makes the root if there is none. It gets an edge however small the budget, of `nodes`, is.
    pub(super) fn make_root(&mut self, nodes: Option<u64>) {
        let SharedSearch { position, tree, settings, .. } = self.search;
        if self.search.root.load(Relaxed) == NO_NODE {
            // Few nodes are better spent on the best steps than on whichever moves come first.
            let few = nodes.is_some_and(|nodes| (FEWEST_NODES..2 * position.count_moves()).contains(&nodes));
            let coverage = if few && self.evaluate_moves(position, Scope::Best(settings.narrow)) {
                self.keep_best(settings.narrow.width, Coverage::Narrow)
            } else {
                self.evaluate_moves(position, Scope::Root);
                self.keep_best(settings.root_width, Coverage::Broad)
            };
            let root = tree.add(position.hash(), &self.ordering.candidates, coverage);
            self.search.root.store(root.expect("a new tree has room for a root"), Relaxed);
        }
    }

    /// Makes one visit. Returns false if the budget ran out.
    pub(super) fn visit(&mut self) -> bool {
        let (tree, blend) = (self.search.tree, self.blend());
        let mut position = self.search.position;
        let mut at = self.search.root.load(Relaxed);
        self.path.clear();
        let result = loop {
            let mut node = tree.node(at);
            if let Some(outcome) = node.outcome() {
                break VisitResult::known(outcome);
            }
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
            node.begin(chosen, blend);
            self.path.push((at, chosen));
            let edge = &node.edges()[chosen];
            position.play_unchecked(edge.action());
            match (edge.proven(), edge.node()) {
                (Some(outcome), _) => break VisitResult::known(outcome).for_opponent(),
                (None, Some(below)) => at = tree.latest(below),
                (None, None) => match self.expand(&position, edge) {
                    Some(Expansion::Known(below)) => at = below,
                    Some(Expansion::New(result)) => break result,
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
        let n = node.visits() as f32;
        let unknown = self.search.settings.exploration * (1.0 + n).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (at, edge) in node.edges().iter().enumerate() {
            let promise = edge.worth() + unknown * edge.prior() / (1.0 + edge.visits() as f32);
            if promise > most {
                (best, most) = (Some(at), promise);
            }
        }
        best
    }

    fn blend(&self) -> Blend {
        let MctsSettings { minimax, evaluation_visits, .. } = self.search.settings;
        Blend { minimax, evaluation_visits, alone: self.search.alone }
    }

    /// Makes the node of an edge. `None` if the budget ran out first.
    fn expand(&mut self, position: &Position<B>, edge: &Slot) -> Option<Expansion> {
        if !edge.claim() {
            // Another thread is expanding it. Use the current estimate of the edge.
            return Some(Expansion::New(VisitResult { chance: 1.0 - edge.minimax(), proven: None }));
        }
        let tree = self.search.tree;
        if let Some(known) = self.transpositions.find(tree, position.hash()).map(|known| tree.latest(known))
            && may_be_of(tree.node(known), position)
        {
            edge.publish(Some(known));
            return Some(Expansion::Known(known));
        }
        let breadth = self.search.settings.narrow;
        if !self.evaluate_moves(position, Scope::Best(breadth)) {
            edge.publish(None);
            return None;
        }
        let coverage = self.keep_best(breadth.width, Coverage::Narrow);
        let node = tree.add(position.hash(), &self.ordering.candidates, coverage);
        if let Some(node) = node {
            self.transpositions.insert(tree, position.hash(), node);
        }
        edge.publish(node);
        Some(Expansion::New(self.leaf_result()))
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
        self.replace(narrow, broad);
        Some(broad)
    }

    /// Replaces the node at the end of the path.
    fn replace(&self, old: u32, node: u32) {
        self.search.tree.node(old).replace_by(node);
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
            node.record(Proven::Loss);
            return Widening::Finished(VisitResult::known(Proven::Loss));
        }
        if !self.evaluate_moves(position, Scope::Without(node)) {
            return Widening::OutOfBudget;
        }
        let coverage = self.keep_best(Tree::MOST_EDGES, Coverage::Broad);
        let result = self.best_move_result();
        let Some(wider) = tree.add(node.hash(), &self.ordering.candidates, coverage) else {
            return Widening::Finished(result);
        };
        self.replace(lost, wider);
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
        let (tree, blend) = (self.search.tree, self.blend());
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
            node.end(chosen, result.chance, blend);
            match result.proven {
                Some(outcome) => {
                    node.prove(chosen, outcome);
                    result.proven = node.proven();
                    if let Some(outcome) = result.proven {
                        node.record(outcome);
                    }
                    if result.proven.is_none() {
                        // A refuted move says nothing about the others.
                        result.chance = node.minimax();
                    }
                }
                None => {
                    let below = tree.below(edge).map_or(1.0 - result.chance, |below| tree.node(below).minimax());
                    node.set_minimax(chosen, 1.0 - below);
                }
            }
            edge.refresh_worth(blend);
        }
    }

    /// Takes back the virtual losses of this visit.
    fn cancel(&mut self) -> bool {
        for &(at, chosen) in &self.path {
            self.search.tree.node(at).cancel(chosen, self.blend());
        }
        false
    }
}

/// Returns false if the node cannot be one of this position, which then has the same hash by accident.
fn may_be_of<B: Bits>(node: Node<'_>, position: &Position<B>) -> bool {
    node.edges().first().is_none_or(|edge| {
        let Action { from, to, arrow } = edge.action();
        let has = |set: B, at| !(set & B::bit(at)).is_none();
        has(position.amazons(position.to_move()), from)
            && has(position.empty(), to)
            && (arrow == from || has(position.empty(), arrow))
    })
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
