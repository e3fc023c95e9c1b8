//! Safe moves (IV-A5): moves in an area that the opponent cannot take away.
//!
//! An amazon with an empty neighbour can move: she steps there and shoots back. One move of the opponent covers at most
//! two squares. So if the amazons of a side have three empty neighbours together, one move is safe; with fewer, it is
//! safe unless some move of the opponent covers them all. The square that the opponent leaves may become a new
//! neighbour: the paper's rules 5 and 6. Two amazons with three neighbours each, none in common, seven together, have
//! two safe moves, because after any move of the opponent one of them can still move and the other has three.
//!
//! The paper's rules 1 to 4 are from a report of 2001 that is not available. These are derived from their claims, and
//! tests compare them with exact values.

use otrera_board::{Area, Bits, Side, Twin};

/// Safe moves of Black in an area by the given amazons, stepping to squares of `squares` only. With `origins`, squares
/// that White leaves count.
pub fn safe_moves(area: &Area<u64>, amazons: u64, squares: u64, origins: bool) -> u32 {
    let grid = area.grid();
    let beside = |set: u64| grid.spread(set) & area.empty() & squares;
    let around = beside(amazons);
    match around.count() {
        0 => 0,
        1 | 2 => u32::from(!can_cover(area, around, grid.spread(amazons) & squares, origins)),
        _ => {
            let sets: Vec<u64> = amazons.points().map(|point| beside(u64::bit(point))).collect();
            let is_pair = |a: u64, b: u64| {
                let [m, n] = [a, b].map(u64::count_ones);
                a & b == 0 && m >= 3 && n >= 3 && m + n >= 7
            };
            let pairs = sets.iter().enumerate().flat_map(|(number, &a)| sets[..number].iter().map(move |&b| (a, b)));
            if pairs.into_iter().any(|(a, b)| is_pair(a, b)) { 2 } else { 1 }
        }
    }
}

/// Returns whether some move of White covers all squares `around` and opens none of `near`.
fn can_cover(area: &Area<u64>, around: u64, near: u64, origins: bool) -> bool {
    let grid = area.grid();
    let empty = Twin::new(area.empty());
    area.amazons(Side::White).points().any(|from| {
        let opened = if origins { u64::bit(from) & near } else { 0 };
        grid.slide(from, empty).points().any(|to| {
            let left = (around | opened) & !u64::bit(to);
            match left.count() {
                0 => true,
                1 => !(grid.slide(to, empty.with(from)).set() & left).is_none(),
                _ => false,
            }
        })
    })
}
