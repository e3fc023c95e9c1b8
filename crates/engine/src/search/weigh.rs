//! Evaluating the moves of a position, all of them or those that are worth it.
//!
//! A position on 10x10 has two thousand moves in the beginning but only eighty ways to move an amazon. So the amazon's
//! part is evaluated first, as if there were no arrows, and only after the best steps are all arrows tried: a quarter of
//! the work on an open board, and hardly ever is the best move lost. (Published programs that split a move into parts did
//! so in the tree: Arrow2, and later nets.)

use otrera_board::{Action, Bits, Point, Position, Twin};

use super::budget::Purse;
use super::judge::Judge;
use super::tree::{Candidate, Node};
use crate::number;

/// Moves and what they promise.
#[derive(Debug, Default)]
pub(crate) struct Scales {
    pub(crate) candidates: Vec<Candidate>,
    steps: Vec<Step>,
    /// Whether there are moves that were not evaluated.
    left_out: bool,
}

/// Which moves are evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scope<'a> {
    /// All, and at least one even if the search is over.
    Root,
    /// Those of the best steps, so many.
    Best(usize),
    /// All but those that a node has.
    Without(Node<'a>),
}

/// The amazon's part of a move.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: Point,
    to: Point,
    /// Squares ahead if no arrow were shot.
    ahead: f32,
}

impl Scales {
    /// Evaluates moves. False if the search was over first.
    pub(crate) fn weigh<B: Bits, J: Judge>(
        &mut self,
        position: &Position<B>,
        judge: &J,
        purse: &mut Purse<'_>,
        scope: Scope<'_>,
    ) -> bool {
        self.candidates.clear();
        self.left_out = false;
        match scope {
            Scope::Best(most) if count_steps(position) > most => self.weigh_steps(position, judge, purse, most),
            _ => self.weigh_all(position, judge, purse, scope),
        }
    }

    fn weigh_all<B: Bits, J: Judge>(
        &mut self,
        position: &Position<B>,
        judge: &J,
        purse: &mut Purse<'_>,
        scope: Scope<'_>,
    ) -> bool {
        let candidates = &mut self.candidates;
        let mut complete = true;
        position.for_each_child(|action, child| {
            if let Scope::Without(known) = scope
                && known.edges().iter().any(|edge| edge.action() == action)
            {
                return;
            }
            if !complete || !purse.pay() {
                complete = false;
                let needed = matches!(scope, Scope::Root) && candidates.is_empty();
                if !needed {
                    return;
                }
            }
            candidates.push(Candidate { action, ahead: ahead(child, judge), prior: 0.0, chance: 0.0 });
        });
        self.left_out = !complete;
        complete
    }

    fn weigh_steps<B: Bits, J: Judge>(
        &mut self,
        position: &Position<B>,
        judge: &J,
        purse: &mut Purse<'_>,
        most: usize,
    ) -> bool {
        let Scales { candidates, steps, .. } = self;
        steps.clear();
        let mut complete = true;
        position.for_each_step(|from, to, moved| {
            complete = complete && purse.pay();
            if complete {
                steps.push(Step { from, to, ahead: ahead(moved, judge) });
            }
        });
        if !complete {
            return false;
        }
        self.left_out = true;
        let order = |a: &Step, b: &Step| b.ahead.total_cmp(&a.ahead).then((a.from, a.to).cmp(&(b.from, b.to)));
        steps.select_nth_unstable_by(most - 1, order);
        let empty = Twin::new(position.empty());
        for &Step { from, to, .. } in &steps[..most] {
            for arrow in position.grid().slide(to, empty.with(from)).points() {
                if !purse.pay() {
                    return false;
                }
                let action = Action { from, to, arrow };
                let mut child = *position;
                child.play_unchecked(action);
                candidates.push(Candidate { action, ahead: ahead(&child, judge), prior: 0.0, chance: 0.0 });
            }
        }
        true
    }

    /// Keeps the best candidates, in order, and tells their chances and priors. Tells whether these are all moves.
    pub(crate) fn shorten<J: Judge>(&mut self, judge: &J, width: usize, temperature: f32) -> bool {
        let candidates = &mut self.candidates;
        let order = |a: &Candidate, b: &Candidate| b.ahead.total_cmp(&a.ahead).then(a.action.cmp(&b.action));
        if candidates.len() > width {
            candidates.select_nth_unstable_by(width - 1, order);
            candidates.truncate(width);
            self.left_out = true;
        }
        candidates.sort_unstable_by(order);
        let Some(best) = candidates.first().map(|best| best.ahead) else { return !self.left_out };
        let mut sum = 0.0;
        for candidate in candidates.iter_mut() {
            let won = candidate.ahead == f32::INFINITY;
            candidate.chance = if won { 1.0 } else { judge.chance(candidate.ahead) };
            let behind = if won { 0.0 } else { (best - candidate.ahead).min(f32::MAX) };
            candidate.prior = number::exp(-behind / temperature);
            sum += candidate.prior;
        }
        candidates.iter_mut().for_each(|candidate| candidate.prior /= sum);
        !self.left_out
    }
}

fn count_steps<B: Bits>(position: &Position<B>) -> usize {
    let empty = Twin::new(position.empty());
    let steps = |from| position.grid().slide(from, empty).count() as usize;
    position.amazons(position.to_move()).points().map(steps).sum()
}

/// Squares ahead for the side that has just moved; infinite if the other one cannot move.
#[inline]
fn ahead<B: Bits, J: Judge>(child: &Position<B>, judge: &J) -> f32 {
    if child.can_move() { -judge.judge(child) } else { f32::INFINITY }
}
