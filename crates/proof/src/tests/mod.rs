//! Laws of the checker, against plain minimax.

mod evidence;
mod forms;
mod moves;
mod parts;
mod proofs;
mod solver;

use otrera_board::areas::{self, Kind};
use otrera_board::{Bits as _, Position, Side, Size};

/// Bytes of a memo.
const MEMO: usize = 1 << 24;

/// SplitMix64: the same boards on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(otrera_board::GOLDEN);
        ((u128::from(otrera_board::mix(self.0)) * limit as u128) >> 64) as usize
    }

    /// A board with `amazons` of each side, and `burnt` of the other squares burnt.
    fn board(&mut self, width: usize, height: usize, amazons: [usize; 2], burnt: usize) -> Position {
        let grid = u128::grid(Size::new(width, height).unwrap()).unwrap();
        let mut empty = grid.full();
        let mut take = |count: usize| {
            let mut taken = 0;
            for _ in 0..count.min(empty.count_ones() as usize) {
                let point = empty.points().nth(self.below(empty.count_ones() as usize)).unwrap();
                taken |= u128::bit(point);
                empty &= !u128::bit(point);
            }
            taken
        };
        let [black, white] = amazons.map(&mut take);
        take(burnt);
        Position::from_sets(grid, black, white, empty, Side::BOTH[self.below(2)])
    }

    /// The active areas of a small board of one of these sizes, each as a board of its own.
    fn active_areas(&mut self, sizes: &[(usize, usize)]) -> Vec<Position> {
        let (width, height) = sizes[self.below(sizes.len())];
        let amazons = [1 + self.below(4), 1 + self.below(3)];
        let left = 2 + self.below(4) + amazons[0] + amazons[1];
        let board = self.board(width, height, amazons, (width * height).saturating_sub(left));
        let active = areas::basic(&board).into_iter().filter(|area| area.kind == Kind::Active);
        active.map(|area| area.cropped(&board).0).collect()
    }
}
