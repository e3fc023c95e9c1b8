//! The alpha-beta node. The module [above](super) describes the search.

use otrera_board::{Action, Bits, Position, Twin};

use super::history::{History, RankedMove, is_legal};
use super::table::{Bound, Entry, TranspositionTable};
use super::{PER_SQUARE, PROVEN, Pruning, Value, WIN};
use crate::eval::View;
use crate::search::budget::ThreadBudget;
use crate::search::evaluation::{BATCH, Evaluation};

pub(crate) struct AlphaBeta<'a, B, E> {
    evaluation: &'a E,
    table: &'a TranspositionTable,
    pub(crate) budget: ThreadBudget<'a>,
    pruning: Pruning,
    history: &'a mut History,
    /// Sorted moves by ply, kept to reuse their allocations.
    buffers: Vec<Vec<RankedMove>>,
    /// Moves of the current node, the positions after them, and the leads of the opponent there.
    actions: Vec<Action>,
    views: Vec<View<B>>,
    leads: Vec<f32>,
    /// Principal variations by ply.
    lines: Vec<Vec<Action>>,
    /// True inside a ProbCut probe, where no further probe is made.
    probing: bool,
}

/// Depth, window and ply of a node.
#[derive(Clone, Copy, Debug)]
struct Frame {
    depth: u32,
    alpha: Value,
    beta: Value,
    ply: usize,
}

/// Outcome of a Multi-ProbCut probe.
enum Probe {
    /// The value is outside the window, at or beyond this bound.
    Cut(Value),
    NoCut,
    OutOfBudget,
}

impl<'a, B: Bits, E: Evaluation> AlphaBeta<'a, B, E> {
    pub(crate) fn new(
        evaluation: &'a E,
        table: &'a TranspositionTable,
        budget: ThreadBudget<'a>,
        pruning: Pruning,
        history: &'a mut History,
    ) -> AlphaBeta<'a, B, E> {
        AlphaBeta {
            evaluation,
            table,
            budget,
            pruning,
            history,
            buffers: Vec::new(),
            actions: Vec::new(),
            views: Vec::new(),
            leads: Vec::new(),
            lines: vec![Vec::new()],
            probing: false,
        }
    }

    /// Value to a depth, exact within the window; `None` if the budget ran out first.
    pub(crate) fn search_root(
        &mut self,
        position: &Position<B>,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        self.search(position, Frame { depth, alpha, beta, ply: 0 })
    }

    /// Principal variation of the last search, or the best so far if it was interrupted.
    pub(crate) fn line(&self) -> &[Action] {
        &self.lines[0]
    }

    fn search(&mut self, position: &Position<B>, frame: Frame) -> Option<Value> {
        let Frame { depth, mut alpha, mut beta, ply } = frame;
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
            self.buffers.resize(ply + 2, Vec::new());
        }
        self.lines[ply].clear();
        // Step 1. Leaves. A side that cannot move has lost.
        if !position.can_move() {
            return Some(ply as Value - WIN);
        }
        if depth == 0 {
            return self.evaluate(position);
        }
        // Step 2. A win cannot come sooner than with the next move, nor a loss than with the one after.
        if ply > 0 {
            alpha = alpha.max(ply as Value + 2 - WIN);
            beta = beta.min(WIN - ply as Value - 1);
            if alpha >= beta {
                return Some(alpha);
            }
        }
        // Step 3. Transposition table. The root needs a move, not only a value.
        let stored = self.table.find(position.hash());
        if let Some(entry) = stored.filter(|entry| entry.depth >= depth && ply > 0) {
            let value = from_table(entry.value, ply);
            let useful = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if useful {
                return Some(value);
            }
        }
        // Step 4. Multi-ProbCut.
        match self.probe(position, Frame { depth, alpha, beta, ply }) {
            Probe::Cut(value) => return Some(value),
            Probe::OutOfBudget => return None,
            Probe::NoCut => {}
        }
        // Step 5. The moves.
        let mut node = NodeState { frame: Frame { depth, alpha, beta, ply }, best: None, tried: 0 };
        let first = stored.and_then(|entry| entry.best).filter(|&best| is_legal(position, best));
        let complete = self.moves(position, first, &mut node);
        // Step 6. Store the result, unless the search was interrupted.
        complete?;
        let (value, best) = node.best.expect("a side that can move has a move");
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let best = (bound != Bound::Upper).then_some(best).or(first);
        self.table.store(position.hash(), Entry { best, value: to_table(value, ply), depth, bound });
        Some(value)
    }

    /// Searches the moves of a node until one fails high. `None` if the budget ran out first.
    fn moves(&mut self, position: &Position<B>, first: Option<Action>, node: &mut NodeState) -> Option<()> {
        if node.frame.depth == 1 {
            return self.frontier(position, first, node);
        }
        if let Some(first) = first
            && self.attempt(position, first, None, node)?
        {
            return Some(());
        }
        let mut ranked = std::mem::take(&mut self.buffers[node.frame.ply]);
        let outcome = self.interior(position, first, node, &mut ranked);
        self.buffers[node.frame.ply] = ranked;
        outcome
    }

    /// Searches a node one ply above the leaves: the table move and killers, then all others in batches.
    fn frontier(&mut self, position: &Position<B>, first: Option<Action>, node: &mut NodeState) -> Option<()> {
        self.actions.clear();
        self.views.clear();
        let mut early = [first, None, None];
        early[1..].copy_from_slice(&self.history.killers(node.frame.ply));
        for at in 0..early.len() {
            let action =
                early[at].take().filter(|&action| is_legal(position, action) && !early.contains(&Some(action)));
            early[at] = action;
            if let Some(action) = action {
                let mut child = *position;
                child.play_unchecked(action);
                self.actions.push(action);
                self.views.push(View::of(&child));
            }
        }
        let (grid, empty) = (position.grid(), Twin::new(position.empty()));
        let us = View::of(position);
        for from in us.own.points() {
            let vacated = empty.with(from);
            for to in grid.slide(from, empty).points() {
                let step = B::bit(from) | B::bit(to);
                let moved = View { own: us.other, other: us.own ^ step, empty: us.empty ^ step };
                for arrow in grid.slide(to, vacated).points() {
                    let action = Action { from, to, arrow };
                    if early.contains(&Some(action)) {
                        continue;
                    }
                    self.actions.push(action);
                    self.views.push(View { empty: moved.empty & !B::bit(arrow), ..moved });
                    if self.actions.len() == BATCH && self.record_batch(node)? {
                        return Some(());
                    }
                }
            }
        }
        self.record_batch(node).map(drop)
    }

    /// Evaluates and records the collected moves. Returns true if one fails high; `None` if the budget ran out first.
    fn record_batch(&mut self, node: &mut NodeState) -> Option<bool> {
        self.leads.clear();
        let complete = self.evaluation.evaluate_within(&self.views, &mut self.budget, &mut self.leads);
        let mut cut = false;
        for at in 0..self.leads.len() {
            let value = child_value(self.leads[at]).unwrap_or(WIN - node.frame.ply as Value - 1);
            cut = cut || self.record(self.actions[at], value, node);
        }
        self.actions.clear();
        self.views.clear();
        (complete || cut).then_some(cut)
    }

    /// Sorts the moves by evaluation and history, and searches them.
    fn interior(
        &mut self,
        position: &Position<B>,
        first: Option<Action>,
        node: &mut NodeState,
        ranked: &mut Vec<RankedMove>,
    ) -> Option<()> {
        self.actions.clear();
        self.views.clear();
        self.leads.clear();
        position.for_each_child(|action, child| {
            self.actions.push(action);
            self.views.push(View::of(child));
        });
        if !self.evaluation.evaluate_within(&self.views, &mut self.budget, &mut self.leads) {
            return None;
        }
        ranked.clear();
        for (&action, &lead) in self.actions.iter().zip(&self.leads) {
            let value = child_value(lead).unwrap_or(WIN);
            ranked.push(RankedMove { action, value, rank: value + self.history.count(action) / HISTORY_PER_RANK });
        }
        let width = self.pruning.width.unwrap_or(ranked.len()).min(ranked.len());
        if width < ranked.len() {
            ranked.select_nth_unstable_by(width - 1, |a, b| b.value.cmp(&a.value).then(a.action.cmp(&b.action)));
        }
        ranked[..width].sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then(a.action.cmp(&b.action)));
        for (index, &RankedMove { action, .. }) in ranked.iter().enumerate() {
            // A loss is proven only after the moves beyond `width` are searched too.
            if index >= width && node.best.is_some_and(|(value, _)| value > -PROVEN) {
                break;
            }
            if Some(action) != first && self.attempt(position, action, Some(index), node)? {
                break;
            }
        }
        Some(())
    }

    /// Searches one move, whose index among the sorted ones is `late`. Returns true if it fails high.
    fn attempt(
        &mut self,
        position: &Position<B>,
        action: Action,
        late: Option<usize>,
        node: &mut NodeState,
    ) -> Option<bool> {
        let Frame { depth, alpha, beta, ply } = node.frame;
        let mut child = *position;
        child.play_unchecked(action);
        let below = |depth, alpha: Value, beta: Value| Frame { depth, alpha: -beta, beta: -alpha, ply: ply + 1 };
        let full = depth - 1;
        let value = if node.tried == 0 {
            -self.search(&child, below(full, alpha, beta))?
        } else {
            let less = late.filter(|_| self.pruning.reductions).map_or(0, |index| reduction(depth, index));
            let mut value = -self.search(&child, below(full - less, alpha, alpha + 1))?;
            if value > alpha && less > 0 {
                value = -self.search(&child, below(full, alpha, alpha + 1))?;
            }
            if value > alpha && value < beta {
                value = -self.search(&child, below(full, alpha, beta))?;
            }
            value
        };
        Some(self.record(action, value, node))
    }

    /// Records the value of a move. Returns true if it fails high.
    fn record(&mut self, action: Action, value: Value, node: &mut NodeState) -> bool {
        let Frame { depth, beta, ply, .. } = node.frame;
        node.tried += 1;
        if node.best.is_none_or(|(best, _)| value > best) {
            node.best = Some((value, action));
        }
        if value > node.frame.alpha || (ply == 0 && self.lines[0].is_empty()) {
            let (lines, deeper) = self.lines.split_at_mut(ply + 1);
            lines[ply].clear();
            lines[ply].push(action);
            if depth > 1 {
                lines[ply].extend_from_slice(&deeper[0]);
            }
            node.frame.alpha = node.frame.alpha.max(value);
        }
        if value >= beta {
            self.history.reward(action, depth, ply);
        }
        value >= beta
    }

    /// Multi-ProbCut: a shallow search that puts the deep value outside the window with near certainty saves the deep one.
    fn probe(&mut self, position: &Position<B>, frame: Frame) -> Probe {
        let Frame { depth, alpha, beta, ply } = frame;
        let allowed = !self.probing && beta - alpha == 1 && ply > 0 && alpha.abs().max(beta.abs()) < PROVEN;
        for cut in self.pruning.cuts.iter().filter(|cut| allowed && cut.deep == depth) {
            self.probing = true;
            let (high, low) = (cut.above(beta), cut.below(alpha));
            let ask = |this: &mut Self, bound: Value| {
                this.search(position, Frame { depth: cut.shallow, alpha: bound - 1, beta: bound, ply })
            };
            let probe = match ask(self, high) {
                Some(value) if value >= high => Probe::Cut(beta),
                Some(_) => match ask(self, low + 1) {
                    Some(value) if value <= low => Probe::Cut(alpha),
                    Some(_) => Probe::NoCut,
                    None => Probe::OutOfBudget,
                },
                None => Probe::OutOfBudget,
            };
            self.probing = false;
            self.lines[ply].clear();
            if !matches!(probe, Probe::NoCut) {
                return probe;
            }
        }
        Probe::NoCut
    }

    fn evaluate(&mut self, position: &Position<B>) -> Option<Value> {
        self.leads.clear();
        let complete = self.evaluation.evaluate_within(&[View::of(position)], &mut self.budget, &mut self.leads);
        complete.then(|| (self.leads[0] * PER_SQUARE).round() as Value)
    }
}

/// Value of a move from the lead of the opponent after it; `None` if the move wins.
fn child_value(lead: f32) -> Option<Value> {
    (lead != f32::NEG_INFINITY).then(|| -(lead * PER_SQUARE).round() as Value)
}

/// State of a node while its moves are searched.
struct NodeState {
    frame: Frame,
    best: Option<(Value, Action)>,
    tried: u32,
}

/// History count that weighs as much as a hundredth of a square in the move ordering.
const HISTORY_PER_RANK: i32 = 64;
/// Number of first moves searched to full depth, and of those reduced by at most one ply.
const FULL_DEPTH_MOVES: usize = 6;
const ONE_LESS_MOVES: usize = 40;

/// Depth reduction of a late move, in plies.
fn reduction(depth: u32, index: usize) -> u32 {
    match index {
        _ if depth < 3 || index < FULL_DEPTH_MOVES => 0,
        _ if depth < 4 || index < ONE_LESS_MOVES => 1,
        _ => 2,
    }
}

/// The table stores the distance of a win from the position, the search that from the root.
fn to_table(value: Value, ply: usize) -> Value {
    if value.abs() >= PROVEN { value + value.signum() * ply as Value } else { value }
}

fn from_table(value: Value, ply: usize) -> Value {
    if value.abs() >= PROVEN { value - value.signum() * ply as Value } else { value }
}
