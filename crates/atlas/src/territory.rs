//! How many moves a side can make alone.
//!
//! In an area with the amazons of one side, nothing but its owner moves: the value is the length of the longest line
//! of play, at most the number of empty squares. Most territories can be filled without loss, and a line that steps to
//! a neighbour and shoots back finds it at once; so such moves are tried first, and a full line ends the search.

use otrera_board::areas::components;
use otrera_board::{Side, Twin};
use otrera_cgt::Interrupted;

use crate::patch::Patch;
use crate::values::{AreaValues, Word};

impl AreaValues<'_> {
    /// The most moves that the only side in a connected patch can make.
    pub(crate) fn territory<B: Word>(&mut self, patch: &Patch<B>) -> Result<i64, Interrupted> {
        // Whose territory it is makes no difference to its length, so the exchange of colours is forgotten.
        let (patch, _) = patch.canonical();
        let owner = if patch.amazons(Side::Black).is_none() { Side::White } else { Side::Black };
        debug_assert!(patch.amazons(!owner).is_none(), "two colours are no territory");
        if let Some(&moves) = B::territories(self).get(&patch) {
            return Ok(moves);
        }
        let room = i64::from(patch.empty().count());
        let mut best = 0;
        let mut wide_steps = Vec::new();
        let grid = patch.grid();
        let empty = Twin::new(patch.empty());
        'search: for from in patch.amazons(owner).points() {
            for to in grid.slide(from, empty).points() {
                let (from_bit, to_bit) = (B::bit(from), B::bit(to));
                let back = patch.after(owner, from_bit, to_bit, from_bit);
                let is_step = !(grid.spread(from_bit) & to_bit).is_none();
                if is_step {
                    best = best.max(1 + self.alone(&back)?);
                    if best == room {
                        break 'search;
                    }
                }
                for arrow in grid.slide(to, empty.with(from)).points() {
                    if !(is_step && arrow == from) {
                        wide_steps.push(patch.after(owner, from_bit, to_bit, B::bit(arrow)));
                    }
                }
            }
        }
        for next in wide_steps {
            if best == room {
                break;
            }
            // A move burns one square and may cut off others; what is left bounds what can follow.
            if 1 + i64::from(next.empty().count()) > best {
                best = best.max(1 + self.alone(&next)?);
            }
        }
        self.check_limits()?;
        B::territories(self).insert(patch, best);
        Ok(best)
    }

    /// The moves left in all parts of a patch that has amazons of one side.
    fn alone<B: Word>(&mut self, patch: &Patch<B>) -> Result<i64, Interrupted> {
        let mut total = 0;
        for squares in components(patch.grid(), patch.unburnt()) {
            let amazons = squares & !patch.empty();
            if !amazons.is_none() && amazons != squares {
                total += B::territory_of(self, &patch.cropped(squares))?;
            }
        }
        Ok(total)
    }
}
