//! The player whose games are the suite: simple, seeded, the same on every machine.
//!
//! It looks one move ahead and counts the squares that it reaches in fewer moves than the opponent, less those that the
//! opponent does. Among the best moves, and in the opening those that are worse by at most one square, the seed decides.

use otrera_board::{Action, Bits, Position, Side, Twin};
use otrera_engine::Random;

/// Moves of a game in which the player does not insist on the best.
const OPENING: usize = 8;
/// By how many squares a move may be worse then.
const MARGIN: i32 = 1;

pub(super) fn play(start: &Position<u64>, random: &mut Random) -> Vec<Action> {
    let mut position = *start;
    let mut game = Vec::new();
    while let Some(action) = choose(&position, game.len(), random) {
        position.play_unchecked(action);
        game.push(action);
    }
    game
}

fn choose(position: &Position<u64>, moves: usize, random: &mut Random) -> Option<Action> {
    let mut all = Vec::new();
    position.for_each_child(|action, child| all.push((ahead(child, position.to_move()), action)));
    let best = all.iter().map(|&(score, _)| score).max()?;
    let margin = if moves < OPENING { MARGIN } else { 0 };
    all.retain(|&(score, _)| score >= best - margin);
    Some(all[random.below(all.len())].1)
}

/// Squares that this side reaches in fewer moves than the other, less those that the other does.
fn ahead(position: &Position<u64>, side: Side) -> i32 {
    let empty = Twin::new(position.empty());
    let spread = |set: u64| set.points().fold(0, |reached, from| reached | position.grid().slide(from, empty).set());
    let (mut own, mut other) = (position.amazons(side), position.amazons(!side));
    let (mut taken, mut ahead) = (0, 0);
    loop {
        (own, other) = (spread(own), spread(other));
        let (first, second) = (own & !taken, other & !taken);
        if first | second == 0 {
            return ahead;
        }
        ahead += (first & !second).count() as i32 - (second & !first).count() as i32;
        taken |= first | second;
        (own, other) = (first, second);
    }
}
