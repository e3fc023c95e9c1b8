//! Laws of the checker, against plain play.

mod evidence;
mod forms;
mod proofs;
mod solver;

use otrera_board::{Bits as _, Position, Side, Size};

/// Steele, Lea and Flood's SplitMix64: the same boards on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * limit as u128) >> 64) as usize
    }

    /// A board with some amazons of each side, and some of the other squares burnt.
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
}
