//! Moves in territories, with blockers and without (IV-A1, IV-A2, IV-B4).

use otrera_board::areas::components;
use otrera_board::{Area, Bits, Grid};

use super::databases::Databases;

/// A way to fill a blocker territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Moves that are certain.
    pub moves: u32,
    /// Blockers that are needed for them.
    pub used: u64,
}

/// Moves by plodding: each amazon in turn steps to a free neighbour and shoots back, until she is stuck. The paper
/// samples one such line and does not say how; here the neighbour with the fewest ways on is taken. Blockers come after
/// the others and only while something is left, and stop when they cannot go on like everybody else: they shoot back
/// anyway. Gives the moves and the blockers that made some.
pub fn plod(grid: &Grid<u64>, mut empty: u64, amazons: u64, blockers: u64) -> (u32, u64) {
    let (mut moves, mut used) = (0, 0);
    for group in [amazons, blockers] {
        for amazon in group.points() {
            let mut at = u64::bit(amazon);
            loop {
                let ways = |square: u64| (grid.spread(square) & empty).count();
                let next = (grid.spread(at) & empty).points().map(u64::bit).min_by_key(|&square| ways(square));
                let Some(next) = next else { break };
                moves += 1;
                empty &= !next;
                used |= u64::bit(amazon) & blockers;
                at = next;
            }
        }
    }
    (moves, used)
}

/// How a blocker territory is filled. The paper has three heuristics that leave blockers out of what is looked up, and
/// refers to a thesis for them. Here: no blocker, if that fills everything; else one, if that does; else all of them.
pub fn choose(databases: &mut Databases<'_>, patch: &Area<u64>, part: u64, amazons: u64, blockers: u64) -> Chosen {
    let empty = (part & patch.empty()).count();
    let mut query = |used: u64| {
        let left = part & !(blockers & !used);
        let parts: Vec<u64> = components(patch.grid(), left).collect();
        parts.into_iter().map(|part| databases.moves(patch, part, amazons & part, used & part)).sum::<u32>()
    };
    let single = std::iter::once(0).chain(blockers.points().map(u64::bit));
    for used in single {
        let moves = query(used);
        if moves == empty {
            return Chosen { moves, used };
        }
    }
    Chosen { moves: query(blockers), used: blockers }
}
