//! Evaluating the moves of a position, all of them or those that are worth it.
//!
//! A position on 10x10 has two thousand moves in the beginning but only eighty ways to move an amazon. So the amazon's
//! part is evaluated first, as if there were no arrows, and only after the best steps are all arrows tried: a quarter of
//! the work on an open board, and hardly ever is the best move lost. (Published programs that split a move into parts did
//! so in the tree: Arrow2, and later nets.)
//!
//! What an arrow gains hardly depends on who shot it. So after the first step's arrows have been tried, an arrow to the same
//! square is evaluated again only if the step and the gain together come near the moves that will be kept.

use otrera_board::{Action, Bits, Point, Position, Side, Twin};

use super::budget::Purse;
use super::experience::Experience;
use super::explore::Breadth;
use super::judge::{AT_ONCE, Judge};
use super::tree::{Candidate, Node};
use crate::eval::View;
use crate::number;

/// Moves and what they promise.
#[derive(Debug)]
pub(crate) struct Scales<B> {
    pub(crate) candidates: Vec<Candidate>,
    /// Squares ahead for the side to move before it moves, where this was asked for.
    pub(crate) own: f32,
    steps: Vec<Step>,
    /// Squares that an arrow to each square has gained at most; less than nothing can tell where none was tried.
    gains: Vec<f32>,
    /// Moves that are to be evaluated; squares ahead are those before the arrow.
    waiting: Vec<Candidate>,
    ranks: Ranks,
    /// Positions that are to be evaluated, and what was found.
    views: Vec<View<B>>,
    ahead: Vec<f32>,
    /// Whether there are moves that were not evaluated.
    left_out: bool,
}

/// Which moves are evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scope<'a> {
    /// All, and at least one even if the search is over.
    Root,
    /// The best, as far as parts of moves tell them.
    Best(Breadth),
    /// All but those that a node has.
    Without(Node<'a>),
}

/// How moves are brought forward for what they did elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Favours<'a> {
    pub(crate) experience: &'a Experience,
    /// Squares for each chance that was gained.
    pub(crate) trust: f32,
}

/// The amazon's part of a move.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: Point,
    to: Point,
    /// Squares ahead if no arrow were shot.
    ahead: f32,
    /// Squares that it is brought forward.
    favour: f32,
}

/// The largest of some numbers.
#[derive(Debug, Default)]
struct Ranks {
    /// From the largest down.
    best: Vec<f32>,
    /// How many are kept.
    width: usize,
}

impl<B: Bits> Scales<B> {
    pub(crate) fn new() -> Scales<B> {
        Scales {
            candidates: Vec::new(),
            own: 0.0,
            steps: Vec::new(),
            gains: Vec::new(),
            waiting: Vec::new(),
            ranks: Ranks::default(),
            views: Vec::new(),
            ahead: Vec::new(),
            left_out: false,
        }
    }

    /// Evaluates moves. False if the search was over first.
    pub(crate) fn weigh<J: Judge>(
        &mut self,
        position: &Position<B>,
        judge: &J,
        purse: &mut Purse<'_>,
        scope: Scope<'_>,
        favours: Favours<'_>,
    ) -> bool {
        self.candidates.clear();
        self.left_out = false;
        match scope {
            Scope::Best(breadth) if count_steps(position) > breadth.steps => {
                self.weigh_steps(position, judge, purse, breadth, favours)
            }
            _ => self.weigh_all(position, judge, purse, scope, favours),
        }
    }

    fn weigh_all<J: Judge>(
        &mut self,
        position: &Position<B>,
        judge: &J,
        purse: &mut Purse<'_>,
        scope: Scope<'_>,
        favours: Favours<'_>,
    ) -> bool {
        let Scales { candidates, views, ahead, own, left_out, .. } = self;
        views.clear();
        ahead.clear();
        position.for_each_child(|action, child| {
            let is_known = |known: Node<'_>| known.edges().iter().any(|edge| edge.action() == action);
            if !matches!(scope, Scope::Without(known) if is_known(known)) {
                candidates.push(Candidate { action, ahead: 0.0, favour: 0.0, prior: 0.0, chance: 0.0 });
                views.push(View::of(child));
            }
        });
        if let Scope::Best(_) = scope {
            views.push(View::of(position));
        }
        let complete = judge.judge_paid(views, purse, ahead);
        if ahead.is_empty() && matches!(scope, Scope::Root) && !views.is_empty() {
            ahead.push(0.0);
            judge.judge(&views[..1], ahead);
        }
        *own = ahead.get(candidates.len()).copied().unwrap_or(0.0);
        candidates.truncate(ahead.len());
        for (candidate, ahead) in candidates.iter_mut().zip(ahead) {
            candidate.ahead = -*ahead;
            candidate.favour = favours.of(position.to_move(), candidate.action);
        }
        *left_out = !complete;
        complete
    }

    fn weigh_steps<J: Judge>(
        &mut self,
        position: &Position<B>,
        judge: &J,
        purse: &mut Purse<'_>,
        breadth: Breadth,
        favours: Favours<'_>,
    ) -> bool {
        let Scales { candidates, own, steps, gains, waiting, ranks, views, ahead, left_out } = self;
        let us = position.to_move();
        steps.clear();
        views.clear();
        ahead.clear();
        position.for_each_step(|from, to, moved| {
            steps.push(Step { from, to, ahead: 0.0, favour: favours.step(us, from, to) });
            views.push(View::of(moved));
        });
        views.push(View::of(position));
        if !judge.judge_paid(views, purse, ahead) {
            return false;
        }
        *left_out = true;
        *own = ahead[steps.len()];
        steps.iter_mut().zip(&*ahead).for_each(|(step, ahead)| step.ahead = -ahead);
        let order = |a: &Step, b: &Step| b.rank().total_cmp(&a.rank()).then((a.from, a.to).cmp(&(b.from, b.to)));
        steps.select_nth_unstable_by(breadth.steps - 1, order);
        steps.truncate(breadth.steps);
        steps.sort_unstable_by(order);
        gains.clear();
        gains.resize(position.size().area() as usize, UNKNOWN);
        ranks.clear(breadth.width);
        waiting.clear();
        views.clear();
        let empty = Twin::new(position.empty());
        let now = View::of(position);
        for (number, &Step { from, to, ahead: before, favour: half }) in (1..).zip(steps.iter()) {
            // The other side's view of the board before the arrow.
            let step = B::bit(from) | B::bit(to);
            let moved = View { own: now.other, other: now.own ^ step, empty: now.empty ^ step };
            let kept = ranks.least();
            for arrow in position.grid().slide(to, empty.with(from)).points() {
                let gain = gains[usize::from(arrow.0)];
                let favour = half + favours.shot(us, to, arrow);
                if gain == UNKNOWN || before + gain + favour + breadth.slack >= kept {
                    let action = Action { from, to, arrow };
                    waiting.push(Candidate { action, ahead: before, favour, prior: 0.0, chance: 0.0 });
                    views.push(View { empty: moved.empty & !B::bit(arrow), ..moved });
                }
            }
            // A few moves wait for those of the next step: as many are evaluated at once as can be.
            let ready = if number == steps.len() { views.len() } else { views.len() - views.len() % AT_ONCE };
            ahead.clear();
            if !judge.judge_paid(&views[..ready], purse, ahead) {
                return false;
            }
            views.drain(..ready);
            for (mut candidate, ahead) in waiting.drain(..ready).zip(&*ahead) {
                let before = std::mem::replace(&mut candidate.ahead, -ahead);
                let gain = &mut gains[usize::from(candidate.action.arrow.0)];
                if candidate.ahead.is_finite() && before.is_finite() {
                    *gain = gain.max(candidate.ahead - before);
                }
                if candidate.rank() >= ranks.least() {
                    ranks.add(candidate.rank());
                    candidates.push(candidate);
                }
            }
        }
        true
    }

    /// Keeps the best candidates, in order, and tells their chances and priors. Tells whether these are all moves.
    pub(crate) fn shorten<J: Judge>(&mut self, judge: &J, width: usize, temperature: f32) -> bool {
        let candidates = &mut self.candidates;
        let order = |a: &Candidate, b: &Candidate| b.rank().total_cmp(&a.rank()).then(a.action.cmp(&b.action));
        if candidates.len() > width {
            candidates.select_nth_unstable_by(width - 1, order);
            candidates.truncate(width);
            self.left_out = true;
        }
        candidates.sort_unstable_by(order);
        let Some(best) = candidates.first().map(|best| best.rank()) else { return !self.left_out };
        let mut sum = 0.0;
        for candidate in candidates.iter_mut() {
            let won = candidate.ahead == f32::INFINITY;
            candidate.chance = if won { 1.0 } else { judge.chance(candidate.ahead) };
            let behind = if won { 0.0 } else { (best - candidate.rank()).min(f32::MAX) };
            candidate.prior = number::exp(-behind / temperature);
            sum += candidate.prior;
        }
        candidates.iter_mut().for_each(|candidate| candidate.prior /= sum);
        !self.left_out
    }

    /// The largest chance of a candidate.
    pub(crate) fn best_chance(&self) -> f32 {
        self.candidates.iter().map(|candidate| candidate.chance).fold(0.0, f32::max)
    }
}

impl Favours<'_> {
    #[inline]
    fn step(self, side: Side, from: Point, to: Point) -> f32 {
        self.trust * self.experience.step(side, from, to)
    }

    #[inline]
    fn shot(self, side: Side, to: Point, arrow: Point) -> f32 {
        self.trust * self.experience.shot(side, to, arrow)
    }

    fn of(self, side: Side, Action { from, to, arrow }: Action) -> f32 {
        self.step(side, from, to) + self.shot(side, to, arrow)
    }
}

impl Step {
    #[inline]
    fn rank(&self) -> f32 {
        self.ahead + self.favour
    }
}

impl Ranks {
    fn clear(&mut self, width: usize) {
        self.best.clear();
        self.width = width;
    }

    /// The least of those that are kept; less than any number as long as there is room.
    fn least(&self) -> f32 {
        if self.best.len() < self.width { f32::NEG_INFINITY } else { self.best[self.width - 1] }
    }

    fn add(&mut self, number: f32) {
        let at = self.best.iter().rposition(|&other| other >= number).map_or(0, |at| at + 1);
        self.best.truncate(self.width - 1);
        self.best.insert(at.min(self.best.len()), number);
    }
}

/// The gain of an arrow that was not tried.
const UNKNOWN: f32 = f32::NEG_INFINITY;

fn count_steps<B: Bits>(position: &Position<B>) -> usize {
    let empty = Twin::new(position.empty());
    let steps = |from| position.grid().slide(from, empty).count() as usize;
    position.amazons(position.to_move()).points().map(steps).sum()
}
