//! Squares that one side fills alone and that are too many for the atlas: searched once for all their images.
//!
//! In a territory only the most moves will do, and a search for them that does not end says so. In squares that are private
//! while amazons stand still, any moves are a bound.

use std::sync::Mutex;

use otrera_atlas::Patch;
use otrera_atlas::filling::{Ended, FillLimits, Filling, Territory, fill};
use otrera_board::{Bits, Side};
use otrera_cgt::Interrupted;
use rustc_hash::FxHashMap;

/// A search for moves in private squares: what it finds is a bound, whether it ends or not.
const PRIVATE: FillLimits<'static> = FillLimits { nodes: 1000, ..FillLimits::NONE };

/// Patches that are remembered, in about three megabytes. On 5x5 there are 62 territories that are too large for an atlas of
/// size 7.
const MOST: usize = 1 << 15;

#[derive(Default)]
pub(crate) struct Fillings<B: Bits> {
    /// Amazons stand as Black's, blockers as White's.
    known: Mutex<FxHashMap<Patch<B>, u8>>,
}

impl<B: Bits> Fillings<B> {
    /// The most moves in a territory, whoever's it is.
    pub(crate) fn territory(&self, patch: &Patch<B>, limits: &FillLimits<'_>) -> Result<u8, Interrupted> {
        let squares = patch.unburnt();
        self.remembered(patch, squares, squares & !patch.empty(), B::NONE, limits, |filling| {
            filling.moves().ok_or(match filling.ended {
                Some(Ended::Limit(why)) => why,
                _ => Interrupted::Stopped,
            })
        })
    }

    /// Moves that are found for some amazons and some blockers on connected squares.
    pub(crate) fn moves(&self, patch: &Patch<B>, squares: B, amazons: B, blockers: B) -> u8 {
        let found = |filling: &Filling| Ok(filling.line.len());
        self.remembered(patch, squares, amazons, blockers, &PRIVATE, found).expect("what is found is enough")
    }

    fn remembered(
        &self,
        patch: &Patch<B>,
        squares: B,
        amazons: B,
        blockers: B,
        limits: &FillLimits<'_>,
        told: impl FnOnce(&Filling) -> Result<usize, Interrupted>,
    ) -> Result<u8, Interrupted> {
        let patch = Patch::from_sets(patch.size(), [amazons, blockers], squares & patch.empty());
        let patch = patch.cropped(squares).oriented();
        if let Some(&moves) = self.known.lock().expect("no thread panicked").get(&patch) {
            return Ok(moves);
        }
        let [amazons, blockers] = Side::BOTH.map(|side| patch.amazons(side));
        let territory = territory_of(&patch, patch.unburnt(), amazons | blockers, blockers);
        let moves = told(&fill(&territory, limits))? as u8;
        let mut known = self.known.lock().expect("no thread panicked");
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(patch, moves);
        Ok(moves)
    }
}

/// The territory on some squares of a patch.
pub(crate) fn territory_of<B: Bits>(patch: &Patch<B>, squares: B, amazons: B, blockers: B) -> Territory {
    let width = i32::from(patch.size().width());
    let points: Vec<i32> = squares.points().map(|point| i32::from(point.0)).collect();
    let cells: Vec<(i32, i32)> = points.iter().map(|&at| (at % width, at / width)).collect();
    let ranks = |set: B| -> Vec<u16> {
        squares.points().enumerate().filter(|&(_, point)| set.has(point)).map(|(rank, _)| rank as u16).collect()
    };
    Territory::of_cells(&cells, &ranks(amazons & !blockers), &ranks(blockers))
}
