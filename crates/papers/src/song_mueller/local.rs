//! Local search (IV-A6): the difference of moves that the sides make in an area, playing in turn, with passes allowed.
//!
//! If Black gets at most b more moves than White when Black begins, and at least a when White begins, the area lies
//! between a and b up to infinitesimals, because these numbers are not inside the stops of the game.

use otrera_board::{Area, Bits, Side};

use crate::Scores;

/// Returns the number of moves that Black makes more than White, for each side to begin.
pub fn local_scores(area: &Area<u64>) -> Scores<i32> {
    let most = area.empty().count() as i32;
    let white_first = -score(&area.swapped(), -most, most, false);
    Scores { black_first: score(area, -most, most, false), white_first }
}

/// Moves that Black, to move, makes more than White from here on. `passed`: White has just passed.
fn score(area: &Area<u64>, mut low: i32, high: i32, passed: bool) -> i32 {
    if area.empty().is_none() {
        return 0;
    }
    // Two passes in a row end the play.
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
