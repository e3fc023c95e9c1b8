//! What a large area is worth at least to a side: the two rules of docs/certificate.md, "Bounds of a large area".
//!
//! Both say how many moves the side, called the owner here, is sure to have more than the other side. Nothing is
//! searched but the owner's private squares, and those alone.

use otrera_board::{Bits as _, Position, Side};
use otrera_cgt::Interrupted;

use crate::area::Area;
use crate::memo::Memo;
use crate::territory::{Territories, Territory};

/// Empty neighbours that the other side cannot take away with one move, which fills two squares at most.
const SAFE: u32 = 3;
/// Empty neighbours of two amazons that make two moves safe; facts about both are in the proof of rule 1.
const TWICE_SAFE: u32 = 7;

/// Works out bounds and remembers them.
pub(crate) struct Bounds {
    /// By [`Side::index`].
    known: [Memo<i64>; 2],
}

impl Bounds {
    pub(crate) fn new() -> Bounds {
        Bounds { known: [Memo::new(), Memo::new()] }
    }

    /// What an area is worth to this side at least: moves that it is ahead.
    pub(crate) fn at_least(
        &mut self,
        area: Area,
        owner: Side,
        territories: &mut Territories<'_>,
    ) -> Result<i64, Interrupted> {
        if let Some(known) = self.known[owner.index()].get(&area) {
            return Ok(known);
        }
        let position = area.position(!owner);
        let private = by_private_squares(&position, owner, territories)?;
        let bound = private.map_or(by_safe_moves(&position, owner), |bound| bound.max(by_safe_moves(&position, owner)));
        Ok(self.known[owner.index()].put(area, bound))
    }
}

/// Rule 1. The area is alone on the board, and the other side is to move.
pub(crate) fn by_safe_moves(position: &Position, owner: Side) -> i64 {
    i64::from(2 * safe_moves(position, position.amazons(owner))) - i64::from(position.empty().count())
}

/// Rule 2; `None` without private squares.
pub(crate) fn by_private_squares(
    position: &Position,
    owner: Side,
    territories: &mut Territories<'_>,
) -> Result<Option<i64>, Interrupted> {
    let (grid, empty) = (position.grid(), position.empty());
    let private = empty & !grid.flood(position.amazons(!owner), empty);
    if private.is_none() {
        return Ok(None);
    }
    let holders = position.amazons(owner) & grid.spread(private);
    let blockers = holders & grid.spread(position.unburnt() & !private & !holders);
    let territory = Territory { grid, empty: private, free: holders & !blockers, blockers };
    let inside = i64::from(territories.longest(&territory)?);
    let outside = i64::from((empty & !private).count());
    let safe = safe_moves(position, position.amazons(owner) & !holders);
    Ok(Some(inside - outside + i64::from(2 * safe)))
}

/// How many moves the owner of these amazons is sure of with them. The other side is to move.
fn safe_moves(position: &Position, amazons: u128) -> u32 {
    let grid = position.grid();
    let open = |empty: u128, amazons: u128| grid.spread(amazons) & empty;
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
