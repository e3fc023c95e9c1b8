//! What is evident: docs/certificate.md, "Why a claim holds" and "Bounds of a large area".
//!
//! Two rules say what a large area is worth at least to a side. Both say how many moves the side, called the owner here, is sure to have more than the other side. Nothing is
//! searched but the owner's private squares, and those alone.

use otrera_board::{Bits as _, Position, Side};
use otrera_cgt::{Interrupted, Outcome, Store};

use crate::area::Area;
use crate::claim::Situation;
use crate::memo::Memo;
use crate::territory::{Territories, Territory};

/// Empty neighbours that the other side cannot take away with one move, which fills two squares at most.
const SAFE: u32 = 3;
/// Empty neighbours of two amazons that make two moves safe, at least [`SAFE`] of each; docs/certificate.md, the proof of rule 1.
const TWICE_SAFE: u32 = 7;

/// Blockers of whom all sets are tried.
const MOST_SPARED: u32 = 4;

/// Says which situations are evident, by bounds of their areas. Clones share what they worked out.
#[derive(Clone)]
pub struct Evidence<'s> {
    store: &'s Store,
    territories: Territories<'s>,
    /// By [`Side::index`].
    bounds: [Memo<i64>; 2],
}

impl<'s> Evidence<'s> {
    /// Nothing worked out yet. The limits are those of the store, which is the one of the games in the situations.
    pub fn new(store: &'s Store) -> Evidence<'s> {
        Evidence { store, territories: Territories::new(store), bounds: [Memo::new(), Memo::new()] }
    }

    /// Whether a side wins even if each large area is only worth what it is worth at least.
    pub fn is_evident(&self, situation: &Situation, winner: Side) -> Result<bool, Interrupted> {
        let mut ahead = 0;
        for &area in &situation.areas {
            ahead += self.at_least(area, winner)?;
        }
        let bound = self.store.integer(if winner == Side::Black { ahead } else { -ahead })?;
        let outcome = self.store.outcome(self.store.add(situation.rest, bound)?);
        let wins_anyway = if winner == Side::Black { Outcome::Left } else { Outcome::Right };
        let wins_now = if situation.to_move == winner { Outcome::Next } else { Outcome::Previous };
        Ok(outcome == wins_anyway || outcome == wins_now)
    }

    /// What a large area is worth to a side at least: moves that it is ahead.
    pub fn at_least(&self, area: Area, owner: Side) -> Result<i64, Interrupted> {
        if let Some(known) = self.bounds[owner.index()].get(&area) {
            return Ok(known);
        }
        let position = area.position(!owner);
        let safe = by_safe_moves(&position, owner);
        let private = by_private_squares(&position, owner, &self.territories)?;
        Ok(self.bounds[owner.index()].put(area, private.map_or(safe, |private| private.max(safe))))
    }
}

/// Rule 1. The area is alone on the board, and the other side is to move.
pub(crate) fn by_safe_moves(position: &Position, owner: Side) -> i64 {
    i64::from(2 * safe_moves(position, position.amazons(owner), position.unburnt()))
        - i64::from(position.empty().count())
}

/// Rule 2; `None` without private squares.
pub(crate) fn by_private_squares(
    position: &Position,
    owner: Side,
    territories: &Territories<'_>,
) -> Result<Option<i64>, Interrupted> {
    let (grid, empty) = (position.grid(), position.empty());
    let private = empty & !grid.flood(position.amazons(!owner), empty);
    if private.is_none() {
        return Ok(None);
    }
    let holders = position.amazons(owner) & grid.spread(private);
    let blockers = holders & grid.spread(position.unburnt() & !private & !holders);
    let outside = i64::from((empty & !private).count());
    let others = position.amazons(owner) & !holders;
    let mut best = None;
    // All sets of blockers may be spared; none, where there are very many.
    let mut spared = if blockers.count() <= MOST_SPARED { blockers } else { 0 };
    loop {
        let territory = Territory { grid, empty: private, free: holders & !blockers, blockers: blockers & !spared };
        let inside = i64::from(territories.longest(&territory)?);
        let safe = safe_moves(position, others | spared, position.unburnt() & !private);
        best = best.max(Some(inside - outside + i64::from(2 * safe)));
        if spared == 0 {
            return Ok(best);
        }
        spared = (spared - 1) & blockers;
    }
}

/// How many moves the owner of these amazons is sure of with them, to squares of a set. The other side is to move.
fn safe_moves(position: &Position, amazons: u128, squares: u128) -> u32 {
    let grid = position.grid();
    let open = |empty: u128, amazons: u128| grid.spread(amazons) & empty & squares;
    let around: Vec<u128> = amazons.points().map(|amazon| open(position.empty(), u128::bit(amazon))).collect();
    let twice = around.iter().enumerate().any(|(i, &a)| {
        around[..i].iter().any(|&b| {
            (a & b).is_none() && a.count() >= SAFE && b.count() >= SAFE && a.count() + b.count() >= TWICE_SAFE
        })
    });
    if twice {
        return 2;
    }
    match open(position.empty(), amazons).count() {
        0 => 0,
        SAFE.. => 1,
        _ => {
            let mut always = true;
            position.for_each_child(|_, after| always &= !open(after.empty(), amazons).is_none());
            u32::from(always)
        }
    }
}
