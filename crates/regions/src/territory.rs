//! How many moves a side can make alone: the value of an area with the amazons of one side, by [`fill`].
//!
//! Values meet territories by the thousand, nearly all of them small and without a defect. So before a graph is built
//! for one, an amazon tries to walk through it.

use otrera_board::{Bits, Point, Side};
use otrera_cgt::Interrupted;

use crate::filling::{Ended, FillLimits, Territory, fill};
use crate::values::{AreaValues, Word};
use otrera_board::Area;

impl AreaValues<'_> {
    /// The most moves that the only side in a connected patch can make.
    pub fn territory<B: Word>(&mut self, patch: &Area<B>) -> Result<i64, Interrupted> {
        // Whose territory it is makes no difference to its length, so the exchange of colours is forgotten.
        let (patch, _) = patch.canonical();
        let owner = if patch.amazons(Side::Black).is_none() { Side::White } else { Side::Black };
        debug_assert!(patch.amazons(!owner).is_none(), "two colours are no territory");
        if let Some(&moves) = B::territories(self).get(&patch) {
            return Ok(moves);
        }
        let beside = self.bytes();
        let store = self.store();
        let moves = moves_alone(&patch, owner, &|bytes| store.check_limits(beside + bytes))?;
        self.check_limits()?;
        B::territories(self).insert(patch, moves);
        Ok(moves)
    }
}

/// The most moves that the only side in a connected patch can make. `check` is called with the bytes in use if it takes
/// long, and may end it.
pub fn moves_alone<B: Bits>(
    patch: &Area<B>,
    owner: Side,
    check: &(dyn Fn(usize) -> Result<(), Interrupted> + Sync),
) -> Result<i64, Interrupted> {
    if is_walked(patch, owner) {
        return Ok(i64::from(patch.empty().count()));
    }
    let territory = Territory::of_squares(patch.grid(), patch.unburnt(), patch.amazons(owner), B::NONE);
    let filling = fill(&territory, &FillLimits { nodes: u64::MAX, check });
    match filling.ended {
        Some(Ended::Limit(why)) => return Err(why),
        ended => assert!(ended.is_none(), "a patch is small enough, and its nodes are not limited"),
    }
    Ok(filling.line.len() as i64)
}

/// Whether one of the amazons gets to every empty square by stepping to the neighbour with the fewest ways on, shooting
/// back each time.
fn is_walked<B: Bits>(patch: &Area<B>, owner: Side) -> bool {
    let grid = patch.grid();
    patch.amazons(owner).points().any(|start| {
        let (mut at, mut empty) = (B::bit(start), patch.empty());
        // A square without any way on is the last.
        let ways_on = |point: &Point, empty: B| (grid.spread(B::bit(*point)) & empty).count().wrapping_sub(1);
        while let Some(next) = (grid.spread(at) & empty).points().min_by_key(|point| ways_on(point, empty)) {
            at = B::bit(next);
            empty &= !at;
        }
        empty.is_none()
    })
}
