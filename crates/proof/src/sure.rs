//! Sure moves: docs/formats/certificate.md, "Rule 4".
//!
//! The owner of a field is sure of moves there if it has an answer to every move of the opponent, a step that burns the
//! square it leaves. All steps are tried, and all moves of the opponent but those that cannot matter.
//!
//! Most moves cannot. A *support* for some number of moves is a set of squares with this property: as long as they are empty
//! and the owner's amazons stand where they stand, the owner is sure of so many moves, wherever the opponent stands. Three
//! touched squares are a support for one move, because a move of the opponent fills at most two. If a step leaves the owner a
//! support, then that step answers every move of the opponent that fills neither the square of the step nor one of the support.
//! So only the other moves are tried.

use otrera_board::{Bits, Grid, Twin};
use otrera_cgt::{Interrupted, Store};

use crate::evidence::SAFE;

/// Most sure moves that count.
pub(crate) const MOST_SURE: u32 = 3;

/// Squares and amazons that take part; everything else is burnt.
#[derive(Clone, Copy)]
pub(crate) struct Field<'s, B: Bits> {
    /// Its limits end a long search.
    pub(crate) store: &'s Store,
    pub(crate) grid: &'static Grid<B>,
    /// Amazons of the owner that may make steps.
    pub(crate) movers: B,
    pub(crate) opponents: B,
    pub(crate) empty: B,
}

/// A step: the square left and the square entered.
#[derive(Clone, Copy)]
struct Step<B> {
    from: B,
    to: B,
}

/// The square of a step, and the squares that are touched after it.
struct Safe<B> {
    to: B,
    touched: B,
}

impl<B: Bits> Safe<B> {
    /// Returns whether the step can be made when `filled` is filled, and leaves the owner sure of a move.
    fn survives(&self, filled: B) -> bool {
        (self.to & filled).is_none() && (self.touched & !filled).count() >= SAFE
    }
}

impl<B: Bits> Field<'_, B> {
    /// Returns whether the owner is sure of so many moves when the opponent is to move.
    pub(crate) fn is_sure(&self, moves: u32) -> Result<bool, Interrupted> {
        if moves == 0 || self.support(moves).is_some() {
            return Ok(true);
        }
        if moves == 1 {
            // A move that leaves one of the touched squares empty is harmless.
            let touched = self.touched();
            let check = |after: Field<'_, B>| Ok(!after.touched().is_none());
            return Ok(!touched.is_none() && self.every_move_to(touched, touched.count(), check)?);
        }
        if !self.is_sure(moves - 1)? {
            return Ok(false);
        }
        // The step that was found last is tried first.
        let mut last = Step { from: B::NONE, to: B::NONE };
        if !self.has_step(moves - 1, &mut last)? {
            return Ok(false);
        }
        let after = |step| self.after_step(step).support(moves - 1).map(|support| support | step.to);
        let supports = self.steps().filter_map(after);
        let least = supports.min_by_key(|support| support.count()).unwrap_or(self.grid.full());
        self.every_move_to(least, 1, |after| after.has_step(moves - 1, &mut last))
    }

    /// A set of squares such that the owner is sure of one move, or of two, as long as they are empty.
    fn support(&self, moves: u32) -> Option<B> {
        match moves {
            1 => Some(self.touched()).filter(|touched| touched.count() >= SAFE),
            2 => {
                let after = |step: Step<B>| Safe { to: step.to, touched: self.after_step(step).touched() };
                let steps: Vec<Safe<B>> = self.steps().map(after).filter(|step| step.survives(B::NONE)).collect();
                let mut support = B::NONE;
                survive(&steps, B::NONE, 2, &mut support).then_some(support)
            }
            _ => None,
        }
    }

    /// Empty squares next to movers.
    fn touched(&self) -> B {
        self.grid.spread(self.movers) & self.empty
    }

    fn steps(&self) -> impl Iterator<Item = Step<B>> {
        self.movers.points().map(B::bit).flat_map(|from| {
            let targets = self.grid.spread(from) & self.empty;
            targets.points().map(move |to| Step { from, to: B::bit(to) })
        })
    }

    fn after_step(&self, Step { from, to }: Step<B>) -> Self {
        Field { movers: self.movers ^ from ^ to, empty: self.empty & !to, ..*self }
    }

    /// Returns whether a step leaves the owner sure of so many moves.
    fn has_step(&self, moves: u32, last: &mut Step<B>) -> Result<bool, Interrupted> {
        self.store.check_limits(0)?;
        let is_possible = !(self.movers & last.from).is_none() && !(self.empty & last.to).is_none();
        if is_possible && self.after_step(*last).is_sure(moves)? {
            return Ok(true);
        }
        for step in self.steps() {
            if self.after_step(step).is_sure(moves)? {
                *last = step;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether `check` holds after every move of the opponent that fills `fills` of `squares`, one or two.
    fn every_move_to(
        &self,
        squares: B,
        fills: u32,
        mut check: impl FnMut(Self) -> Result<bool, Interrupted>,
    ) -> Result<bool, Interrupted> {
        let empty = Twin::new(self.empty);
        for origin in self.opponents.points() {
            let (from, vacated) = (B::bit(origin), empty.with(origin));
            let mut landings = self.grid.slide(origin, empty).set();
            if fills > 1 {
                landings &= squares;
            } else if squares.count() < landings.count() {
                // An arrow flies the same way in both directions.
                let shot_from = |square| self.grid.slide(square, vacated).set();
                landings &= squares.points().fold(squares, |from, square| from | shot_from(square));
            }
            for landing in landings.points() {
                let to = B::bit(landing);
                let arrows = self.grid.slide(landing, vacated).set();
                let is_any = fills == 1 && !(to & squares).is_none();
                for arrow in (if is_any { arrows } else { arrows & squares }).points() {
                    let empty = (self.empty | from) & !(to | B::bit(arrow));
                    if !check(Field { opponents: self.opponents ^ from ^ to, empty, ..*self })? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}

/// Returns whether one of the steps survives whichever `more` squares are filled besides `filled`, and adds to `support` all
/// squares that this rests on. As long as none of the squares of a step is filled, it survives; so only those are tried.
fn survive<B: Bits>(steps: &[Safe<B>], filled: B, more: u32, support: &mut B) -> bool {
    let Some(step) = steps.iter().find(|step| step.survives(filled)) else { return false };
    let squares = (step.to | step.touched) & !filled;
    *support |= squares;
    more == 0 || squares.points().all(|square| survive(steps, filled | B::bit(square), more - 1, support))
}
