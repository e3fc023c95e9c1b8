//! The value of a territory: the number of moves of its owner, by [`fill`].
//!
//! The recursion for values meets thousands of territories, most of them small and without a defect. A greedy walk
//! fills nearly all of those without building a graph.

use otrera_board::{Area, Bits, Point, Side};
use otrera_cgt::Interrupted;

use crate::filling::{Ended, FillLimits, Territory, fill};
use crate::values::{AreaValues, Word};

impl AreaValues<'_> {
    /// Returns the maximum number of moves of the owner of a connected territory, from the cache or by [`moves_alone`].
    pub fn territory<B: Word>(&mut self, area: &Area<B>) -> Result<i64, Interrupted> {
        // The length does not depend on the colour.
        let (area, _) = area.canonical();
        let owner = if area.amazons(Side::Black).is_none() { Side::White } else { Side::Black };
        debug_assert!(area.amazons(!owner).is_none(), "a territory has amazons of one side");
        if let Some(&moves) = B::cache(self).territories.get(&area) {
            return Ok(moves);
        }
        let beside = self.bytes();
        let store = self.store();
        let moves = moves_alone(&area, owner, &|bytes| store.check_limits(beside + bytes))?;
        self.check_limits()?;
        B::cache(self).territories.insert(area, moves);
        Ok(moves)
    }
}

/// Returns the maximum number of moves of `owner` in a connected territory. A long search calls `check` with its bytes
/// in use; an error ends it.
pub fn moves_alone<B: Bits>(
    area: &Area<B>,
    owner: Side,
    check: &(dyn Fn(usize) -> Result<(), Interrupted> + Sync),
) -> Result<i64, Interrupted> {
    if can_walk_through(area, owner) {
        return Ok(i64::from(area.empty().count()));
    }
    let territory = Territory::of_squares(area.grid(), area.unburnt(), area.amazons(owner), B::NONE);
    let filling = fill(&territory, &FillLimits { nodes: u64::MAX, check });
    match filling.ended {
        Some(Ended::Limit(why)) => return Err(why),
        ended => assert!(ended.is_none(), "an area is smaller than MOST_SEARCHED, and nodes are not limited"),
    }
    Ok(filling.line.len() as i64)
}

/// Returns whether a single amazon can visit every empty square by stepping to the neighbour with the fewest exits,
/// shooting back each time (Warnsdorff's rule).
fn can_walk_through<B: Bits>(area: &Area<B>, owner: Side) -> bool {
    let grid = area.grid();
    area.amazons(owner).points().any(|start| {
        let (mut at, mut empty) = (B::bit(start), area.empty());
        // Wrapping puts a square without an exit last.
        let exits = |point: &Point, empty: B| (grid.spread(B::bit(*point)) & empty).count().wrapping_sub(1);
        while let Some(next) = (grid.spread(at) & empty).points().min_by_key(|point| exits(point, empty)) {
            at = B::bit(next);
            empty &= !at;
        }
        empty.is_none()
    })
}
