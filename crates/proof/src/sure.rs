//! Sure moves: docs/formats/certificate.md, "Rule 4".
//!
//! The owner of a field is sure of moves there if it has an answer to every move of the opponent, a step that burns the
//! square it leaves. All moves and all steps are tried. Two things keep it short: three touched squares make one move sure,
//! and fewer moves are asked for first.

use otrera_board::{Bits as _, Grid, Twin};
use otrera_cgt::{Interrupted, Store};

use crate::evidence::SAFE;

/// Most sure moves that count.
pub(crate) const MOST_SURE: u32 = 3;

/// Squares and amazons that take part; everything else is burnt.
#[derive(Clone, Copy)]
pub(crate) struct Field<'s> {
    /// Its limits end a long search.
    pub(crate) store: &'s Store,
    pub(crate) grid: &'static Grid<u128>,
    /// Amazons of the owner that may make steps.
    pub(crate) movers: u128,
    pub(crate) opponents: u128,
    pub(crate) empty: u128,
}

/// A step: the square left and the square entered.
#[derive(Clone, Copy, Default)]
struct Step {
    from: u128,
    to: u128,
}

impl Field<'_> {
    /// Returns whether the owner is sure of so many moves when the opponent is to move.
    pub(crate) fn is_sure(&self, moves: u32) -> Result<bool, Interrupted> {
        let touched = self.touched().count();
        if moves == 0 || moves == 1 && touched >= SAFE {
            return Ok(true);
        }
        if moves == 1 {
            return Ok(touched > 0 && self.every_move(|after| Ok(!after.touched().is_none()))?);
        }
        // The step that was found last is tried first.
        let mut last = Step::default();
        Ok(self.is_sure(moves - 1)?
            && self.has_step(moves - 1, &mut last)?
            && self.every_move(|after| after.has_step(moves - 1, &mut last))?)
    }

    /// Empty squares next to movers.
    fn touched(&self) -> u128 {
        self.grid.spread(self.movers) & self.empty
    }

    fn after_step(&self, Step { from, to }: Step) -> Self {
        Field { movers: self.movers ^ from ^ to, empty: self.empty & !to, ..*self }
    }

    /// Returns whether a step leaves the owner sure of so many moves.
    fn has_step(&self, moves: u32, last: &mut Step) -> Result<bool, Interrupted> {
        self.store.check_limits(0)?;
        let is_possible = !(self.movers & last.from).is_none() && !(self.empty & last.to).is_none();
        if is_possible && self.after_step(*last).is_sure(moves)? {
            return Ok(true);
        }
        for from in self.movers.points().map(u128::bit) {
            for to in (self.grid.spread(from) & self.empty).points().map(u128::bit) {
                let step = Step { from, to };
                if self.after_step(step).is_sure(moves)? {
                    *last = step;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns whether `check` holds after every move of the opponent.
    fn every_move(&self, mut check: impl FnMut(Self) -> Result<bool, Interrupted>) -> Result<bool, Interrupted> {
        let empty = Twin::new(self.empty);
        for from in self.opponents.points() {
            for to in self.grid.slide(from, empty).points() {
                for arrow in self.grid.slide(to, empty.with(from)).points() {
                    let [from, to, arrow] = [from, to, arrow].map(u128::bit);
                    let (opponents, empty) = (self.opponents ^ from ^ to, (self.empty | from) & !to & !arrow);
                    if !check(Field { opponents, empty, ..*self })? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}
