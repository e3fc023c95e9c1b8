//! Floods and terms against a second implementation that goes square by square.

mod floods;
mod measures;
mod naive;
mod refinements;
mod weights;

use otrera_board::{Bits, Position, Side, Size, Square};

use crate::random::Random;

/// A board with any number of burnt squares and up to four amazons a side.
fn random_position(size: Size, random: &mut Random) -> Position {
    let grid = u128::grid(size).unwrap();
    let (mut sets, mut empty) = ([0_u128; 2], grid.full());
    for _ in 0..2 * random.below(5) {
        let side = random.below(2);
        let [col, row] = [size.width(), size.height()].map(|length| random.below(length.into()) as u8);
        let at = grid.point(Square { col, row });
        if empty.has(at) {
            sets[side] |= u128::bit(at);
            empty &= !u128::bit(at);
        }
    }
    // From open boards to mazes.
    let burnt_of_ten = random.below(8);
    for at in empty.points() {
        if random.below(10) < burnt_of_ten {
            empty &= !u128::bit(at);
        }
    }
    let to_move = Side::BOTH[random.below(2)];
    Position::from_sets(grid, sets[0], sets[1], empty, to_move)
}

/// All board sizes.
fn sizes() -> impl Iterator<Item = Size> {
    let sides = 1..=Size::MAX_SIDE;
    sides.clone().flat_map(move |width| sides.clone().filter_map(move |height| Size::new(width, height).ok()))
}
