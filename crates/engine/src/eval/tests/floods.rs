use otrera_board::{Bits, Position, Size, Square};

use super::naive::{Piece, moves};
use super::{random_position, sizes};
use crate::eval::flood::{Flood, Plain};
use crate::random::Random;

/// One step from a random set, by both pieces, against moves from each square of the set.
fn check<B: Bits, F: Flood<B>>(size: Size, random: &mut Random) {
    let board = F::board(size);
    for _ in 0..6 {
        let position = random_position(size, random);
        let flood = F::new(&board, B::narrow(position.empty()));
        let seeds: Vec<Square> = size.reading_order().filter(|_| random.below(8) == 0).collect();
        let word =
            |squares: &[Square]| squares.iter().fold(0, |set, &square| set | u128::bit(position.grid().point(square)));
        let from = word(&seeds);
        assert_eq!(flood.bits(flood.set(B::narrow(from))).widen(), from, "packing on {size}");
        for piece in [Piece::Queen, Piece::King] {
            let step = |set| if piece == Piece::Queen { flood.queen(set) } else { flood.king(set) };
            let found = flood.bits(step(flood.set(B::narrow(from)))).widen();
            assert_eq!(found, reached(&position, &seeds, piece), "{piece:?} on {position} from {from:x}");
            assert_eq!(F::count(step(flood.set(B::narrow(from)))), found.count_ones() as i32);
        }
    }
}

fn reached(position: &Position, seeds: &[Square], piece: Piece) -> u128 {
    let mut set = 0;
    for &seed in seeds {
        set |= u128::bit(position.grid().point(seed));
        for (to, _) in moves(position, seed, piece) {
            set |= u128::bit(position.grid().point(to));
        }
    }
    set & position.empty()
}

#[test]
fn plain_floods_agree_with_single_moves() {
    let mut random = Random::new(1);
    for size in sizes() {
        check::<u128, Plain<u128>>(size, &mut random);
        if size.area() <= 64 {
            check::<u64, Plain<u64>>(size, &mut random);
        }
    }
}

#[test]
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
fn floods_in_registers_agree_with_single_moves() {
    let mut random = Random::new(2);
    for size in sizes() {
        if size.area() <= 64 {
            check::<u64, crate::eval::lanes::Lanes>(size, &mut random);
        }
        if size.width() <= 16 && size.height() <= 16 {
            check::<u128, crate::eval::rows::Rows>(size, &mut random);
        }
    }
}
