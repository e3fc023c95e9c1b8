//! Moves in territories, with blockers and without (IV-A1, IV-A2, IV-B4).

use otrera_board::areas::components;
use otrera_board::{Area, Bits, Grid};

use super::databases::Databases;

/// A territory behind blockers, as disjoint amazons and blockers on some squares of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockerTerritory {
    /// All squares, including those of amazons and blockers.
    pub squares: u64,
    /// Amazons that are free to move.
    pub amazons: u64,
    /// Amazons that must shoot back when they first move.
    pub blockers: u64,
}

/// A way to fill a territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockerChoice {
    /// Moves that are certain.
    pub moves: u32,
    /// Blockers that are needed for them.
    pub used: u64,
}

/// Fills the squares `empty` by plodding: each amazon in turn steps to a free neighbour and shoots back, until she is
/// stuck. The paper samples one such line and does not say how; here the neighbour with the fewest exits is taken.
/// Blockers come after the others, and only while squares are left; they shoot back anyway.
pub fn plod(grid: &Grid<u64>, mut empty: u64, amazons: u64, blockers: u64) -> BlockerChoice {
    let (mut moves, mut used) = (0, 0);
    for group in [amazons, blockers] {
        for amazon in group.points() {
            let mut at = u64::bit(amazon);
            loop {
                let exits = |square: u64| (grid.spread(square) & empty).count();
                let next = (grid.spread(at) & empty).points().map(u64::bit).min_by_key(|&square| exits(square));
                let Some(next) = next else { break };
                moves += 1;
                empty &= !next;
                used |= u64::bit(amazon) & blockers;
                at = next;
            }
        }
    }
    BlockerChoice { moves, used }
}

/// Chooses the blockers that fill a territory. The paper has three heuristics that leave blockers out of the look-up,
/// and refers to a thesis for them. Here: no blocker, if that fills everything; else one, if that does; else all of
/// them.
pub fn choose_blockers(databases: &mut Databases<'_>, area: &Area<u64>, territory: &BlockerTerritory) -> BlockerChoice {
    let BlockerTerritory { squares, amazons, blockers } = *territory;
    let empty = (squares & area.empty()).count();
    let mut query = |used: u64| {
        let parts: Vec<u64> = components(area.grid(), squares & !(blockers & !used)).collect();
        let part = |squares| BlockerTerritory { squares, amazons: amazons & squares, blockers: used & squares };
        parts.into_iter().map(|squares| databases.moves(area, &part(squares))).sum::<u32>()
    };
    let at_most_one = std::iter::once(0).chain(blockers.points().map(u64::bit));
    for used in at_most_one {
        let moves = query(used);
        if moves == empty {
            return BlockerChoice { moves, used };
        }
    }
    BlockerChoice { moves: query(blockers), used: blockers }
}
