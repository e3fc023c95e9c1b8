//! Local search (IV-A6): the difference of moves that the sides make in an area, playing in turn, with passes allowed.
//!
//! If Black gets at most b more moves than White when she begins, and at least a when White does, then the area lies
//! between a and b, up to infinitesimals: these numbers are not inside the stops of the game.

use otrera_board::{Area, Bits, Side};

/// The scores with White and with Black to begin, in moves that Black makes more.
pub fn local_scores(area: &Area<u64>) -> (i32, i32) {
    let most = area.empty().count() as i32;
    let white = -score(&area.swapped(), -most, most, false);
    let black = score(area, -most, most, false);
    (white, black)
}

/// Moves that Black, to move, makes more than White from here on. `passed`: White has just passed.
fn score(area: &Area<u64>, mut low: i32, high: i32, passed: bool) -> i32 {
    if area.empty().is_none() {
        return 0;
    }
    // Passing. After two passes it is over.
    let mut best = if passed { 0 } else { -score(&area.swapped(), -high, -low, true) };
    for play in area.moves(Side::Black) {
        low = low.max(best);
        if low >= high {
            return best;
        }
        let next = area.after(Side::Black, play).swapped();
        best = best.max(1 - score(&next, 1 - high, 1 - low, false));
    }
    best
}
