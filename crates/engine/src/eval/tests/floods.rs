use otrera_board::{Bits, Position, Size, Square};

use super::naive::moves;
use super::{random_position, sizes};
use crate::eval::Moves;
use crate::eval::squares::{Boards, Geometry, Narrow, Squares, Wide};
use crate::eval::vector::One;
use crate::random::Random;

/// One step from a random set, by both pieces, against moves from each square of the set.
fn check<S: Squares>(size: Size, random: &mut Random) {
    let geometry: Geometry<S> = Geometry::new(size);
    for _ in 0..6 {
        let position = random_position(size, random);
        let boards = Boards::new(&geometry, S::splat(S::Word::narrow(position.empty())));
        let seeds: Vec<Square> = size.reading_order().filter(|_| random.below(8) == 0).collect();
        let word =
            |squares: &[Square]| squares.iter().fold(0, |set, &square| set | u128::bit(position.grid().point(square)));
        let from = S::splat(S::Word::narrow(word(&seeds)));
        for (piece, found) in [(Moves::Queen, boards.queen(from)), (Moves::King, boards.king(from))] {
            let expected = reached(&position, &seeds, piece);
            assert_eq!(found.store()[0].widen(), expected, "{piece:?} on {position} from {seeds:?}");
        }
    }
}

fn reached(position: &Position, seeds: &[Square], piece: Moves) -> u128 {
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
fn floods_agree_with_single_moves() {
    let mut random = Random::new(1);
    for size in sizes() {
        check::<Wide<One>>(size, &mut random);
        if size.area() <= u64::BITS {
            check::<Narrow<One>>(size, &mut random);
        }
    }
}
