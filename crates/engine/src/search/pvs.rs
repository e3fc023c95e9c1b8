//! Principal-variation search (Marsland & Campbell 1982): alpha-beta that expects the first move of a node to be its best
//! one and only asks of the others whether they are better.
//!
//! Nodes have a thousand moves, so what matters is which of them are looked at first, and which at all:
//!
//! - the best move of an earlier search comes first, without evaluating the others;
//! - the others are evaluated after one ply and sorted by that, with a bonus for what refuted other moves (`order`);
//! - a selective search looks at the first few of them only (Müller & Tegos 2002, section 6.1: 10 to 15);
//! - late moves are searched less deep, and again if they turn out well;
//! - Multi-ProbCut (Buro 1999) asks a shallow search whether a deep one would fall outside the window (`probcut`).
//!
//! Without any of the last three, the value is that of plain negamax.

use otrera_board::{Action, Bits, Position, Twin};

use super::budget::Purse;
use super::judge::{AT_ONCE, Judge};
use super::order::{History, Ranked, is_legal};
use super::probcut::Cuts;
use super::table::{Bound, Memory, Table};
use crate::eval::View;

/// What a position is worth to the side to move, in [`PER_SQUARE`]ths of a square.
pub(crate) type Value = i32;

/// Steps of values to a square.
pub(crate) const PER_SQUARE: f32 = 100.0;

/// The value of a game that is won now; one that is won later has one less for each move.
pub(crate) const WIN: Value = 1_000_000;

/// Values beyond this are proven. No game has more moves than the largest board has squares.
pub(crate) const PROVEN: Value = WIN - 200;

/// What is searched and what is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Moves of a node that are searched: the best by evaluation. All of them if there is no number.
    pub(crate) width: Option<usize>,
    /// Whether late moves are searched less deep.
    pub(crate) reductions: bool,
    /// Multi-ProbCut, with these parameters.
    pub(crate) cuts: Option<&'static Cuts>,
}

/// One thread.
pub(crate) struct Seeker<'a, B, J> {
    judge: &'a J,
    table: &'a Table,
    pub(crate) purse: Purse<'a>,
    plan: Plan,
    history: &'a mut History,
    /// The moves of nodes on the way, kept for their memory.
    buffers: Vec<Vec<Ranked>>,
    /// The moves of the node that is looked at, what they lead to, and how that was judged.
    actions: Vec<Action>,
    views: Vec<View<B>>,
    judged: Vec<f32>,
    /// The best lines from each ply on.
    lines: Vec<Vec<Action>>,
    /// No cuts inside a search that decides about a cut.
    cutting: bool,
}

/// A node's window, and where it is.
#[derive(Clone, Copy, Debug)]
struct Frame {
    depth: u32,
    alpha: Value,
    beta: Value,
    ply: usize,
}

impl<'a, B: Bits, J: Judge> Seeker<'a, B, J> {
    pub(crate) fn new(
        judge: &'a J,
        table: &'a Table,
        purse: Purse<'a>,
        plan: Plan,
        history: &'a mut History,
    ) -> Seeker<'a, B, J> {
        Seeker {
            judge,
            table,
            purse,
            plan,
            history,
            buffers: Vec::new(),
            actions: Vec::new(),
            views: Vec::new(),
            judged: Vec::new(),
            lines: vec![Vec::new()],
            cutting: false,
        }
    }

    /// The value to a depth, as far as it lies within the window; `None` if the search was over first.
    pub(crate) fn seek(&mut self, position: &Position<B>, depth: u32, alpha: Value, beta: Value) -> Option<Value> {
        self.search(position, Frame { depth, alpha, beta, ply: 0 })
    }

    /// The best line of the last search; after one that was broken off, the best so far of the moves it looked at.
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
        // Step 3. What is remembered. The root needs a move, not only a value.
        let remembered = self.table.find(position.hash());
        if let Some(memory) = remembered.filter(|memory| memory.depth >= depth && ply > 0) {
            let value = from_table(memory.value, ply);
            let useful = match memory.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if useful {
                return Some(value);
            }
        }
        // Step 4. A shallow search may show that a deep one would not get into the window.
        if let Some(value) = self.probe(position, Frame { depth, alpha, beta, ply })? {
            return Some(value);
        }
        // Step 5. The moves.
        let mut node = Progress { frame: Frame { depth, alpha, beta, ply }, best: None, tried: 0 };
        let first = remembered.and_then(|memory| memory.best).filter(|&best| is_legal(position, best));
        let value = self.moves(position, first, &mut node);
        // Step 6. What was found is remembered; of a search that was broken off, nothing.
        value?;
        let (value, best) = node.best.expect("a side that can move has a move");
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        let best = (bound != Bound::AtMost).then_some(best).or(first);
        self.table.store(position.hash(), Memory { best, value: to_table(value, ply), depth, bound });
        Some(value)
    }

    /// Goes through the moves of a node until one is too good. `None` if the search was over first.
    fn moves(&mut self, position: &Position<B>, first: Option<Action>, node: &mut Progress) -> Option<()> {
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

    /// One move before the leaves, sorting would cost as much as searching: what was good before comes first, then the
    /// others as they come, as many at a time as are judged at once.
    fn frontier(&mut self, position: &Position<B>, first: Option<Action>, node: &mut Progress) -> Option<()> {
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
                    if self.actions.len() == AT_ONCE && self.note_all(node)? {
                        return Some(());
                    }
                }
            }
        }
        self.note_all(node).map(drop)
    }

    /// Judges the moves that were collected. Tells whether one of them is too good for the window; `None` if the search was
    /// over first.
    fn note_all(&mut self, node: &mut Progress) -> Option<bool> {
        self.judged.clear();
        let complete = self.judge.judge_paid(&self.views, &mut self.purse, &mut self.judged);
        let mut cut = false;
        for at in 0..self.judged.len() {
            let value = child_value(self.judged[at]).unwrap_or(WIN - node.frame.ply as Value - 1);
            cut = cut || self.note(self.actions[at], value, node);
        }
        self.actions.clear();
        self.views.clear();
        (complete || cut).then_some(cut)
    }

    /// Sorts the moves by evaluation and searches them.
    fn interior(
        &mut self,
        position: &Position<B>,
        first: Option<Action>,
        node: &mut Progress,
        ranked: &mut Vec<Ranked>,
    ) -> Option<()> {
        self.actions.clear();
        self.views.clear();
        self.judged.clear();
        position.for_each_child(|action, child| {
            self.actions.push(action);
            self.views.push(View::of(child));
        });
        if !self.judge.judge_paid(&self.views, &mut self.purse, &mut self.judged) {
            return None;
        }
        ranked.clear();
        for (&action, &judged) in self.actions.iter().zip(&self.judged) {
            let value = child_value(judged).unwrap_or(WIN);
            ranked.push(Ranked { action, value, rank: value + self.history.count(action) / HISTORY_PER_RANK });
        }
        let width = self.plan.width.unwrap_or(ranked.len()).min(ranked.len());
        if width < ranked.len() {
            ranked.select_nth_unstable_by(width - 1, |a, b| b.value.cmp(&a.value).then(a.action.cmp(&b.action)));
        }
        ranked[..width].sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then(a.action.cmp(&b.action)));
        for (index, &Ranked { action, .. }) in ranked.iter().enumerate() {
            // Moves that were left out still have to lose before the position is said to be lost.
            if index >= width && node.best.is_some_and(|(value, _)| value > -PROVEN) {
                break;
            }
            if Some(action) != first && self.attempt(position, action, Some(index), node)? {
                break;
            }
        }
        Some(())
    }

    /// Searches one move; `late` is its number among the sorted ones. Tells whether it is too good for the window.
    fn attempt(
        &mut self,
        position: &Position<B>,
        action: Action,
        late: Option<usize>,
        node: &mut Progress,
    ) -> Option<bool> {
        let Frame { depth, alpha, beta, ply } = node.frame;
        let mut child = *position;
        child.play_unchecked(action);
        let below = |depth, alpha: Value, beta: Value| Frame { depth, alpha: -beta, beta: -alpha, ply: ply + 1 };
        let full = depth - 1;
        let value = if node.tried == 0 {
            -self.search(&child, below(full, alpha, beta))?
        } else {
            let less = late.filter(|_| self.plan.reductions).map_or(0, |index| reduction(depth, index));
            let mut value = -self.search(&child, below(full - less, alpha, alpha + 1))?;
            if value > alpha && less > 0 {
                value = -self.search(&child, below(full, alpha, alpha + 1))?;
            }
            if value > alpha && value < beta {
                value = -self.search(&child, below(full, alpha, beta))?;
            }
            value
        };
        Some(self.note(action, value, node))
    }

    /// A move was found to have this value. Tells whether it is too good for the window.
    fn note(&mut self, action: Action, value: Value, node: &mut Progress) -> bool {
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

    /// Multi-ProbCut: a bound that the value has with near certainty, if it is outside the window.
    fn probe(&mut self, position: &Position<B>, frame: Frame) -> Option<Option<Value>> {
        let Frame { depth, alpha, beta, ply } = frame;
        let Some(cuts) = self.plan.cuts.filter(|_| !self.cutting && beta - alpha == 1 && ply > 0) else {
            return Some(None);
        };
        if alpha.abs().max(beta.abs()) >= PROVEN {
            return Some(None);
        }
        for cut in cuts.of(depth) {
            self.cutting = true;
            let (high, low) = (cut.above(beta), cut.below(alpha));
            let ask = |this: &mut Self, bound: Value| {
                this.search(position, Frame { depth: cut.shallow, alpha: bound - 1, beta: bound, ply })
            };
            let outcome = match ask(self, high) {
                Some(value) if value >= high => Some(Some(beta)),
                Some(_) => ask(self, low + 1).map(|value| (value <= low).then_some(alpha)),
                None => None,
            };
            self.cutting = false;
            self.lines[ply].clear();
            match outcome {
                Some(None) => {}
                decided => return decided,
            }
        }
        Some(None)
    }

    /// The evaluation of a position whose side to move can move.
    fn evaluate(&mut self, position: &Position<B>) -> Option<Value> {
        self.judged.clear();
        let complete = self.judge.judge_paid(&[View::of(position)], &mut self.purse, &mut self.judged);
        complete.then(|| (self.judged[0] * PER_SQUARE).round() as Value)
    }
}

/// What a move is worth to its side by how the position after it was judged; nothing is said of one that wins.
fn child_value(judged: f32) -> Option<Value> {
    (judged != f32::NEG_INFINITY).then(|| -(judged * PER_SQUARE).round() as Value)
}

/// How far a node is.
struct Progress {
    frame: Frame,
    best: Option<(Value, Action)>,
    /// Moves that have a value.
    tried: u32,
}

/// Uses of a move that weigh as much as a hundredth of a square when moves are sorted.
const HISTORY_PER_RANK: i32 = 64;

/// Moves of a node, in their order, that are searched to full depth, and that are searched one less.
const FULL_DEPTH_MOVES: usize = 6;
const ONE_LESS_MOVES: usize = 40;

/// Plies by which a late move is searched less deep.
fn reduction(depth: u32, index: usize) -> u32 {
    match index {
        _ if depth < 3 || index < FULL_DEPTH_MOVES => 0,
        _ if depth < 4 || index < ONE_LESS_MOVES => 1,
        _ => 2,
    }
}

/// A win is stored by its distance from the position, and told by that from the root.
fn to_table(value: Value, ply: usize) -> Value {
    let ply = ply as Value;
    if value >= PROVEN {
        value + ply
    } else if value <= -PROVEN {
        value - ply
    } else {
        value
    }
}

fn from_table(value: Value, ply: usize) -> Value {
    let ply = ply as Value;
    if value >= PROVEN {
        value - ply
    } else if value <= -PROVEN {
        value + ply
    } else {
        value
    }
}
