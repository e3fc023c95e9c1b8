//! Local search (IV-A6): the difference between the sides' numbers of moves in an area, in alternating play with
//! passes.
//!
//! If Black gets at most b more moves than White when Black moves first, and at least a when White does, the area lies
//! between a and b up to infinitesimals, because these numbers are not inside the stops of the game.

use otrera_board::{Area, Bits, Side};

use crate::Scores;

/// Returns Black's moves minus White's, for either side to move first.
pub fn local_scores(area: &Area<u64>) -> Scores<i32> {
    let most = area.empty().count() as i32;
    let white_first = -score(&area.swapped(), -most, most, false);
    Scores { black_first: score(area, -most, most, false), white_first }
}

/// Moves of Black, to move, minus those of White from here on. `passed`: White has just passed.
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
