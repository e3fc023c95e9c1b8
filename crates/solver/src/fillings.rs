//! Cache of fillings that are too large for the atlas, one entry for all images of a territory or room.
//!
//! A territory needs its exact number of moves, so a search that ends early is an error. A room needs a lower bound, so
//! any line of moves will do.

use std::sync::Mutex;

use otrera_board::{Area, Bits, Side};
use otrera_cgt::Interrupted;
use otrera_regions::filling::{Ended, FillLimits, Filling, Territory, fill};
use rustc_hash::FxHashMap;

const ROOM_LIMITS: FillLimits<'static> = FillLimits { nodes: 1000, ..FillLimits::NONE };

/// Entries of the cache, about three megabytes. On 5x5 there are 62 territories that are too large for an atlas of size 7.
const MAX_ENTRIES: usize = 1 << 15;

#[derive(Default)]
pub(crate) struct Fillings<B: Bits> {
    /// Moves by room; its inside amazons are black and its doors white.
    known: Mutex<FxHashMap<Area<B>, u8>>,
}

impl<B: Bits> Fillings<B> {
    /// The most moves in a territory of either side.
    pub(crate) fn territory(&self, area: &Area<B>, limits: &FillLimits<'_>) -> Result<u8, Interrupted> {
        let amazons = area.unburnt() & !area.empty();
        let territory = Area::from_sets(area.size(), [amazons, B::NONE], area.empty()).cropped(area.unburnt());
        self.cached(&territory, limits, |filling| {
            filling.moves().ok_or(match filling.ended {
                Some(Ended::Limit(why)) => why,
                _ => Interrupted::Stopped,
            })
        })
    }

    /// A lower bound of the moves of `amazons` and `doors` on connected squares.
    pub(crate) fn moves(&self, area: &Area<B>, squares: B, amazons: B, doors: B) -> u8 {
        let room = Area::from_sets(area.size(), [amazons, doors], squares & area.empty()).cropped(squares);
        self.cached(&room, &ROOM_LIMITS, |filling| Ok(filling.line.len())).expect("every line is a bound")
    }

    /// The moves that `count` reads from the filling of `room`.
    fn cached(
        &self,
        room: &Area<B>,
        limits: &FillLimits<'_>,
        count: impl FnOnce(&Filling) -> Result<usize, Interrupted>,
    ) -> Result<u8, Interrupted> {
        let room = room.oriented();
        if let Some(&moves) = self.known.lock().expect("no thread panicked").get(&room) {
            return Ok(moves);
        }
        let [amazons, doors] = Side::BOTH.map(|side| room.amazons(side));
        let territory = Territory::of_squares(room.grid(), room.unburnt(), amazons, doors);
        let moves = count(&fill(&territory, limits))? as u8;
        let mut known = self.known.lock().expect("no thread panicked");
        if known.len() >= MAX_ENTRIES {
            known.clear();
        }
        known.insert(room, moves);
        Ok(moves)
    }
}
