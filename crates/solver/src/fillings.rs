//! Squares that one side fills alone and that are too many for the atlas: searched once for all their images.

use std::sync::Mutex;

use otrera_atlas::Patch;
use otrera_atlas::filling::{FillLimits, Territory, fill};
use otrera_board::{Bits, Side};
use rustc_hash::FxHashMap;

/// A search for moves in private squares: what it finds is a bound, whether it ends or not.
pub(crate) const PRIVATE: FillLimits<'static> = FillLimits { nodes: 1000, ..FillLimits::NONE };

/// Patches that are remembered, in about three megabytes. On 5x5 there are 62 territories that are too large for an atlas of
/// size 7.
const MOST: usize = 1 << 15;

pub(crate) struct Fillings<B: Bits> {
    limits: FillLimits<'static>,
    /// Amazons stand as Black's, blockers as White's.
    known: Mutex<FxHashMap<Patch<B>, u8>>,
}

impl<B: Bits> Fillings<B> {
    pub(crate) fn new(limits: FillLimits<'static>) -> Fillings<B> {
        Fillings { limits, known: Mutex::default() }
    }

    /// Moves that are found in a territory, whoever's it is.
    pub(crate) fn territory(&self, patch: &Patch<B>) -> u8 {
        let squares = patch.unburnt();
        self.moves(patch, squares, squares & !patch.empty(), B::NONE)
    }

    /// Moves that are found for some amazons and some blockers on connected squares.
    pub(crate) fn moves(&self, patch: &Patch<B>, squares: B, amazons: B, blockers: B) -> u8 {
        let patch = Patch::from_sets(patch.size(), [amazons, blockers], squares & patch.empty());
        let patch = patch.cropped(squares).oriented();
        if let Some(&moves) = self.known.lock().expect("no thread panicked").get(&patch) {
            return moves;
        }
        let [amazons, blockers] = Side::BOTH.map(|side| patch.amazons(side));
        let territory = territory_of(&patch, patch.unburnt(), amazons | blockers, blockers);
        let moves = fill(&territory, &self.limits).line.len() as u8;
        let mut known = self.known.lock().expect("no thread panicked");
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(patch, moves);
        moves
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
