//! Move ordering by staged evaluation: which moves of a position become the edges of its node.
//!
//! A 10x10 board has two thousand moves at first but only eighty amazon moves (*steps*). Evaluation costs nearly all of the
//! time, so it is done in stages:
//!
//! 1. Evaluate every step as if no arrow were shot, and keep the best `breadth.steps`.
//! 2. From the best step down, evaluate its arrows. The gain of an arrow hardly depends on the amazon that shot it. So an
//!    arrow to a square tried before is skipped unless the lead after the step, plus the best gain of that square, comes
//!    within `breadth.slack` of the worst move kept so far.
//! 3. Keep the best `breadth.width` moves. Steps and moves are ranked by lead plus a bonus from [`history`](super::history).
//!
//! ```text
//! 3 | w . . # |   White to move has the steps a3-b3, a3-c3, a3-a2 and so on, each evaluated once. Say that a3-c3 leads by
//! 2 | . . # . |   2.0 squares and a3-b3 by 0.5, and that after a3-c3 the arrow to b2 gained 1.0 square. If the worst kept
//! 1 | . . . b |   move leads by 2.5 and slack is 0.5, then a3-b3xb2 is skipped, because 0.5 + 1.0 + 0.5 < 2.5.
//! ```
//!
//! New nodes get 16 moves of 8 steps and, after 12 visits, 48 moves of 24. Against 48 of all moves this won 8-0 on 10x10 and
//! 9-3 on 8x8 at equal nodes. Narrower and broader nodes, and arrows guessed from distances, were no better (docs/results.md).
//! Earlier programs split moves in the tree (Arrow2, and later nets), which doubles its depth.

use otrera_board::{Action, Bits, Point, Position, Side, Twin};

use super::Breadth;
use super::history::ProgressiveHistory;
use super::tree::{Candidate, Node};
use crate::eval::View;
use crate::number;
use crate::search::budget::ThreadBudget;
use crate::search::evaluation::{BATCH, Evaluation};

/// Evaluated moves of one position, and the buffers to find them.
#[derive(Debug, Default)]
pub(crate) struct MoveOrdering<B> {
    pub(crate) candidates: Vec<Candidate>,
    /// Lead of the side to move before it moves, under [`Scope::Best`].
    pub(crate) own: f32,
    steps: Vec<Step>,
    best_steps: Vec<Step>,
    /// Sort keys of steps and candidates, and a buffer to sort these.
    keys: Vec<u128>,
    unsorted: Vec<Candidate>,
    /// Chances and priors of the candidates, while they are computed.
    numbers: Vec<f32>,
    /// Largest gain of an arrow by square, or [`UNTRIED`].
    gains: Vec<f32>,
    /// Moves waiting for evaluation. Their `ahead` is that of the step.
    waiting: Vec<Candidate>,
    kept: Largest,
    /// Positions waiting for evaluation, and their leads.
    views: Vec<View<B>>,
    ahead: Vec<f32>,
    /// True if moves were not evaluated or not kept.
    left_out: bool,
}

/// Moves to evaluate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scope<'a> {
    /// All moves, at least one of them even without budget.
    Root,
    /// The best moves, found by stages.
    Best(Breadth),
    /// All moves that are not edges of this node.
    Without(Node<'a>),
}

/// The position to order, and the means to do it.
#[derive(Debug)]
pub(crate) struct NodeContext<'a, 'b, B: Bits, E> {
    pub(crate) position: &'a Position<B>,
    pub(crate) evaluation: &'a E,
    pub(crate) bonus: HistoryBonus<'a>,
    pub(crate) budget: &'a mut ThreadBudget<'b>,
}

/// Ordering bonus for moves that did well elsewhere in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryBonus<'a> {
    pub(crate) history: &'a ProgressiveHistory,
    /// Squares per unit of chance gained.
    pub(crate) weight: f32,
}

/// Amazon's part of a move.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: Point,
    to: Point,
    /// Lead in squares before the arrow.
    ahead: f32,
    bonus: f32,
}

/// The largest of the numbers added, in descending order; negative infinity where there are fewer.
#[derive(Debug, Default)]
struct Largest(Vec<f32>);

impl<B: Bits> MoveOrdering<B> {
    /// Evaluates moves. Returns false if the budget ran out first.
    pub(crate) fn evaluate<E: Evaluation>(&mut self, node: &mut NodeContext<'_, '_, B, E>, scope: Scope<'_>) -> bool {
        self.candidates.clear();
        self.views.clear();
        self.ahead.clear();
        self.left_out = false;
        self.kept.clear(0);
        match scope {
            Scope::Best(breadth) if count_steps(node.position) > breadth.steps => {
                self.rank_steps(node, breadth.steps) && self.evaluate_arrows(node, breadth)
            }
            _ => self.evaluate_all(node, scope),
        }
    }

    fn evaluate_all<E: Evaluation>(&mut self, node: &mut NodeContext<'_, '_, B, E>, scope: Scope<'_>) -> bool {
        let MoveOrdering { candidates, views, ahead, own, left_out, .. } = self;
        let NodeContext { position, evaluation, bonus, budget } = node;
        position.for_each_child(|action, child| {
            let is_known = |known: Node<'_>| known.edges().iter().any(|edge| edge.action() == action);
            if !matches!(scope, Scope::Without(known) if is_known(known)) {
                candidates.push(Candidate { action, ahead: 0.0, bonus: 0.0, prior: 0.0, chance: 0.0 });
                views.push(View::of(child));
            }
        });
        if let Scope::Best(_) = scope {
            views.push(View::of(position));
        }
        let complete = evaluation.evaluate_within(views, budget, ahead);
        if ahead.is_empty() && matches!(scope, Scope::Root) && !views.is_empty() {
            ahead.push(0.0);
            evaluation.evaluate_batch(&views[..1], ahead);
        }
        *own = ahead.get(candidates.len()).copied().unwrap_or(0.0);
        candidates.truncate(ahead.len());
        for (candidate, ahead) in candidates.iter_mut().zip(ahead) {
            candidate.ahead = -*ahead;
            candidate.bonus = bonus.of(position.to_move(), candidate.action);
        }
        *left_out = !complete;
        complete
    }

    /// Stage 1: evaluates the amazon moves and keeps the best `count`, in order. Returns false if the budget ran out first.
    fn rank_steps<E: Evaluation>(&mut self, node: &mut NodeContext<'_, '_, B, E>, count: usize) -> bool {
        let MoveOrdering { steps, views, ahead, .. } = self;
        let us = node.position.to_move();
        steps.clear();
        node.position.for_each_step(|from, to, moved| {
            steps.push(Step { from, to, ahead: 0.0, bonus: node.bonus.step(us, from, to) });
            views.push(View::of(moved));
        });
        views.push(View::of(node.position));
        if !node.evaluation.evaluate_within(views, node.budget, ahead) {
            return false;
        }
        self.left_out = true;
        self.own = ahead[steps.len()];
        steps.iter_mut().zip(&*ahead).for_each(|(step, ahead)| step.ahead = -ahead);
        let code = |step: &Step| u32::from(step.from.0) << 8 | u32::from(step.to.0);
        self.kept.clear(count);
        for rank in steps.iter().map(Step::rank) {
            if rank > self.kept.least() {
                self.kept.add(rank);
            }
        }
        let least = self.kept.least();
        let best = steps.iter().zip(0..).filter(|(step, _)| step.rank() >= least);
        self.keys.clear();
        self.keys.extend(best.map(|(step, at)| key(step.rank(), code(step), at)));
        self.keys.sort_unstable();
        self.keys.truncate(count);
        self.best_steps.clear();
        self.best_steps.extend(self.keys.iter().map(|&key| steps[key as u32 as usize]));
        true
    }

    /// Stage 2: evaluates the arrows of the ranked steps. Returns false if the budget ran out first.
    fn evaluate_arrows<E: Evaluation>(&mut self, node: &mut NodeContext<'_, '_, B, E>, breadth: Breadth) -> bool {
        self.gains.clear();
        self.gains.resize(node.position.size().area() as usize, UNTRIED);
        self.kept.clear(breadth.width);
        self.waiting.clear();
        self.views.clear();
        let empty = Twin::new(node.position.empty());
        for number in 1..=self.best_steps.len() {
            self.collect_arrows(node, self.best_steps[number - 1], empty, breadth.slack);
            // An incomplete batch waits for the arrows of the next step.
            let rest = if number == self.best_steps.len() { 0 } else { self.views.len() % BATCH };
            let ready = self.views.len() - rest;
            self.ahead.clear();
            if !node.evaluation.evaluate_within(&self.views[..ready], node.budget, &mut self.ahead) {
                return false;
            }
            self.accept(ready);
        }
        true
    }

    /// Queues the arrows of a step that may be among the moves kept.
    #[inline]
    fn collect_arrows<E>(&mut self, node: &NodeContext<'_, '_, B, E>, step: Step, empty: Twin<B>, slack: f32) {
        let Step { from, to, ahead, .. } = step;
        let us = node.position.to_move();
        let now = View::of(node.position);
        let squares = B::bit(from) | B::bit(to);
        // The opponent's view of the board before the arrow.
        let moved = View { own: now.other, other: now.own ^ squares, empty: now.empty ^ squares };
        let least = self.kept.least();
        node.position.grid().slide(to, empty.with(from)).for_each(|arrow| {
            let gain = self.gains[usize::from(arrow.0)];
            let bonus = step.bonus + node.bonus.arrow(us, to, arrow);
            if gain == UNTRIED || ahead + gain + bonus + slack >= least {
                let action = Action { from, to, arrow };
                self.waiting.push(Candidate { action, ahead, bonus, prior: 0.0, chance: 0.0 });
                self.views.push(View { empty: moved.empty & !B::bit(arrow), ..moved });
            }
        });
    }

    /// Records the gains of the first `ready` waiting moves, now evaluated, and keeps the good ones.
    #[inline]
    fn accept(&mut self, ready: usize) {
        let MoveOrdering { candidates, gains, waiting, kept, views, ahead, .. } = self;
        views.drain(..ready);
        for (mut candidate, ahead) in waiting.drain(..ready).zip(&*ahead) {
            let before = std::mem::replace(&mut candidate.ahead, -ahead);
            let gain = &mut gains[usize::from(candidate.action.arrow.0)];
            if candidate.ahead.is_finite() && before.is_finite() {
                *gain = gain.max(candidate.ahead - before);
            }
            if candidate.rank() >= kept.least() {
                kept.add(candidate.rank());
                candidates.push(candidate);
            }
        }
    }

    /// Stage 3: keeps the best candidates, in order, and computes chances and priors. Returns true if these are all moves.
    pub(crate) fn keep_best<E: Evaluation>(&mut self, evaluation: &E, width: usize, temperature: f32) -> bool {
        let MoveOrdering { candidates, keys, unsorted, numbers, .. } = self;
        let code = |Action { from, to, arrow }| u32::from_be_bytes([0, from.0, to.0, arrow.0]);
        // Stage 2 knows the rank of the last of them.
        let least = if self.kept.0.len() == width { self.kept.least() } else { f32::NEG_INFINITY };
        let best = candidates.iter().zip(0..).filter(|(candidate, _)| candidate.rank() >= least);
        keys.clear();
        keys.extend(best.map(|(candidate, at)| key(candidate.rank(), code(candidate.action), at)));
        self.left_out |= keys.len() < candidates.len();
        if keys.len() > width {
            keys.select_nth_unstable(width - 1);
            keys.truncate(width);
            self.left_out = true;
        }
        keys.sort_unstable();
        std::mem::swap(candidates, unsorted);
        candidates.clear();
        candidates.extend(keys.iter().map(|&key| unsorted[key as u32 as usize]));
        let Some(best) = candidates.first().map(|best| best.rank()) else { return !self.left_out };
        // All numbers of a kind at once, which takes a quarter of the time.
        let won = |candidate: &Candidate| candidate.ahead == f32::INFINITY;
        numbers.clear();
        numbers.extend(candidates.iter().map(|candidate| candidate.ahead));
        evaluation.chances(numbers);
        for (candidate, &chance) in candidates.iter_mut().zip(&*numbers) {
            candidate.chance = if won(candidate) { 1.0 } else { chance };
        }
        let behind = |candidate: &Candidate| if won(candidate) { 0.0 } else { (best - candidate.rank()).min(f32::MAX) };
        numbers.clear();
        numbers.extend(candidates.iter().map(behind));
        numbers.iter_mut().for_each(|behind| *behind = number::exp(-*behind / temperature));
        let sum = numbers.iter().fold(0.0, |sum, prior| sum + prior);
        for (candidate, prior) in candidates.iter_mut().zip(&*numbers) {
            candidate.prior = prior / sum;
        }
        !self.left_out
    }

    pub(crate) fn best_chance(&self) -> f32 {
        self.candidates.iter().map(|candidate| candidate.chance).fold(0.0, f32::max)
    }
}

impl HistoryBonus<'_> {
    #[inline]
    fn step(self, side: Side, from: Point, to: Point) -> f32 {
        self.weight * self.history.step(side, from, to)
    }

    #[inline]
    fn arrow(self, side: Side, to: Point, arrow: Point) -> f32 {
        self.weight * self.history.arrow(side, to, arrow)
    }

    fn of(self, side: Side, Action { from, to, arrow }: Action) -> f32 {
        self.step(side, from, to) + self.arrow(side, to, arrow)
    }
}

impl Step {
    #[inline]
    fn rank(&self) -> f32 {
        self.ahead + self.bonus
    }
}

impl Largest {
    /// Makes room for `width` numbers.
    fn clear(&mut self, width: usize) {
        self.0.clear();
        self.0.resize(width, f32::NEG_INFINITY);
    }

    /// Smallest number kept; negative infinity while there is room.
    #[inline]
    fn least(&self) -> f32 {
        self.0.last().copied().unwrap_or(f32::NEG_INFINITY)
    }

    /// Moves smaller numbers back by one. Without a branch, since the place of a number cannot be foreseen.
    #[inline]
    fn add(&mut self, number: f32) {
        let mut before = f32::INFINITY;
        for kept in &mut self.0 {
            let here = *kept;
            // The larger of the one here, and the smaller of the new one and the one before.
            let moved = if number < before { number } else { before };
            *kept = if here > moved { here } else { moved };
            before = here;
        }
    }
}

/// Sort key: the highest rank first, then the lowest `code`. Its last 32 bits are the index of the item.
#[inline]
fn key(rank: f32, code: u32, index: u32) -> u128 {
    // Ascending as an unsigned number, like `f32::total_cmp`.
    let bits = rank.to_bits();
    let ascending = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    u128::from(!ascending) << 64 | u128::from(code) << 32 | u128::from(index)
}

/// Gain of an arrow square that was not tried.
const UNTRIED: f32 = f32::NEG_INFINITY;

fn count_steps<B: Bits>(position: &Position<B>) -> usize {
    let empty = Twin::new(position.empty());
    let steps = |from| position.grid().slide(from, empty).count() as usize;
    position.amazons(position.to_move()).points().map(steps).sum()
}
