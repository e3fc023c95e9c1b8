//! Squares that one side fills alone and that are too many for the atlas: searched once for all their images.
//!
//! In a territory only the most moves will do, and a search for them that does not end says so. In squares that are private
//! while amazons stand still, any moves are a bound.

use std::sync::Mutex;

use otrera_board::Area;
use otrera_board::{Bits, Side};
use otrera_cgt::Interrupted;
use otrera_regions::filling::{Ended, FillLimits, Filling, Territory, fill};
use rustc_hash::FxHashMap;

/// A search for moves in private squares: what it finds is a bound, whether it ends or not.
const PRIVATE: FillLimits<'static> = FillLimits { nodes: 1000, ..FillLimits::NONE };

/// Patches that are remembered, in about three megabytes. On 5x5 there are 62 territories that are too large for an atlas of
/// size 7.
const MOST: usize = 1 << 15;

#[derive(Default)]
pub(crate) struct Fillings<B: Bits> {
    /// Amazons stand as Black's, blockers as White's.
    known: Mutex<FxHashMap<Area<B>, u8>>,
}

impl<B: Bits> Fillings<B> {
    /// The most moves in a territory, whoever's it is.
    pub(crate) fn territory(&self, patch: &Area<B>, limits: &FillLimits<'_>) -> Result<u8, Interrupted> {
        let squares = patch.unburnt();
        self.remembered(patch, squares, squares & !patch.empty(), B::NONE, limits, |filling| {
            filling.moves().ok_or(match filling.ended {
                Some(Ended::Limit(why)) => why,
                _ => Interrupted::Stopped,
            })
        })
    }

    /// Moves that are found for some amazons and some blockers on connected squares.
    pub(crate) fn moves(&self, patch: &Area<B>, squares: B, amazons: B, blockers: B) -> u8 {
        let found = |filling: &Filling| Ok(filling.line.len());
        self.remembered(patch, squares, amazons, blockers, &PRIVATE, found).expect("what is found is enough")
    }

    fn remembered(
        &self,
        patch: &Area<B>,
        squares: B,
        amazons: B,
        blockers: B,
        limits: &FillLimits<'_>,
        told: impl FnOnce(&Filling) -> Result<usize, Interrupted>,
    ) -> Result<u8, Interrupted> {
        let patch = Area::from_sets(patch.size(), [amazons, blockers], squares & patch.empty());
        let patch = patch.cropped(squares).oriented();
        if let Some(&moves) = self.known.lock().expect("no thread panicked").get(&patch) {
            return Ok(moves);
        }
        let [amazons, blockers] = Side::BOTH.map(|side| patch.amazons(side));
        let territory = Territory::of_squares(patch.grid(), patch.unburnt(), amazons, blockers);
        let moves = told(&fill(&territory, limits))? as u8;
        let mut known = self.known.lock().expect("no thread panicked");
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(patch, moves);
        Ok(moves)
    }
}
