//! The most moves that one side can make alone, where some of its amazons are blockers.
//!
//! No other amazon moves, so this is the length of the longest line of play, and at most the number of empty squares. A
//! blocker's first move has to shoot back to the square that it leaves; after that it is free.
//!
//! The search is plain: try every move, add up the parts that remain, memoise each part. Two things keep it short: steps
//! to a neighbour with a shot back are tried first, for they fill most territories, and a line that fills every square
//! ends the search.

use otrera_board::areas::components;
use otrera_board::{Bits as _, Grid, Position, Side, Twin};
use otrera_cgt::{Interrupted, Store};

use crate::area::CanonicalArea;
use crate::memo::Memo;

/// Amazons of one side and empty squares; everything else is burnt.
#[derive(Clone, Copy)]
pub(crate) struct Territory {
    pub(crate) grid: &'static Grid<u128>,
    pub(crate) empty: u128,
    pub(crate) free: u128,
    pub(crate) blockers: u128,
}

/// Values of territories, with a memo.
#[derive(Clone)]
pub(crate) struct Territories<'s> {
    store: &'s Store,
    /// Free amazons are stored as black, blockers as white.
    known: Memo<u32>,
}

impl Territory {
    fn amazons(&self) -> u128 {
        self.free | self.blockers
    }

    /// The part on `squares`.
    fn part(&self, squares: u128) -> Territory {
        let Territory { grid, empty, free, blockers } = *self;
        Territory { grid, empty: empty & squares, free: free & squares, blockers: blockers & squares }
    }

    /// Number of empty squares that some amazon might still reach.
    fn room(&self) -> u32 {
        (self.grid.flood(self.amazons(), self.empty | self.amazons()) & self.empty).count()
    }

    /// Successors: first steps with a shot back, then all others.
    fn moves(&self) -> Vec<Territory> {
        let Territory { grid, empty, free, blockers } = *self;
        let (mut steps, mut others) = (Vec::new(), Vec::new());
        for from in self.amazons().points() {
            for to in grid.slide(from, Twin::new(empty)).points() {
                let (left, gained) = (u128::bit(from), u128::bit(to));
                let arrows = match blockers.has(from) {
                    true => left,
                    false => grid.slide(to, Twin::new(empty).with(from)).set(),
                };
                for arrow in arrows.points() {
                    let next = Territory {
                        grid,
                        empty: (empty | left) & !gained & !u128::bit(arrow),
                        free: free & !left | gained,
                        blockers: blockers & !left,
                    };
                    let is_step = arrow == from && !(grid.spread(left) & gained).is_none();
                    if is_step { &mut steps } else { &mut others }.push(next);
                }
            }
        }
        steps.append(&mut others);
        steps
    }
}

impl<'s> Territories<'s> {
    /// An empty memo of `bytes` bytes. The limits are those of the store.
    pub(crate) fn new(store: &'s Store, bytes: usize) -> Territories<'s> {
        Territories { store, known: Memo::new(bytes, 0) }
    }

    /// The store of the limits.
    pub(crate) fn store(&self) -> &'s Store {
        self.store
    }

    /// The most moves in all parts of a territory.
    pub(crate) fn longest(&self, territory: &Territory) -> Result<u32, Interrupted> {
        let mut total = 0;
        for squares in components(territory.grid, territory.empty | territory.amazons()) {
            let part = territory.part(squares);
            if part.empty.count() > 0 && part.amazons().count() > 0 {
                total += self.connected(&part)?;
            }
        }
        Ok(total)
    }

    fn connected(&self, territory: &Territory) -> Result<u32, Interrupted> {
        let Territory { grid, empty, free, blockers } = *territory;
        let (area, _) = CanonicalArea::whole(&Position::from_sets(grid, free, blockers, empty, Side::Black));
        if let Some(known) = self.known.get(&area) {
            return Ok(known);
        }
        self.store.check_limits(0)?;
        let mut best = 0;
        for next in territory.moves() {
            if 1 + next.room() > best {
                best = best.max(1 + self.longest(&next)?);
            }
            if best == empty.count() {
                break;
            }
        }
        Ok(self.known.put(area, best))
    }
}
