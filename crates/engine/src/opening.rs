//! Openings for matches: a few random moves, the same for the same seed on every machine.
//!
//! Random moves can lose a game at once, which says nothing about the players. Hence an opening in which one side reaches many
//! more squares first is discarded. The others need not be even, because each is played twice with colours exchanged.

use otrera_board::{Move, Position};

use crate::random::Random;
use crate::simple::reached_first;

/// Largest lead in an opening, in squares reached first: one in `LOPSIDED` squares of the board.
const LOPSIDED: u32 = 8;
/// Number of openings tried before the bound is dropped. On tiny boards all are lopsided.
const TRIES: usize = 1000;

/// `moves` random moves after which neither side leads by much. If all openings tried are lopsided, the last one that leaves a
/// move; `None` if none has that length.
pub fn opening(start: &Position, moves: usize, random: &mut Random) -> Option<Vec<Move>> {
    let most = (start.size().area() / LOPSIDED).max(1) as i32;
    let mut any = None;
    for _ in 0..TRIES {
        let Some((line, end)) = line(start, moves, random) else { continue };
        if reached_first(&end, end.to_move()).abs() <= most {
            return Some(line);
        }
        any = Some(line);
    }
    any
}

/// `moves` random moves after which the game continues.
fn line(start: &Position, moves: usize, random: &mut Random) -> Option<(Vec<Move>, Position)> {
    let mut position = *start;
    let mut line = Vec::with_capacity(moves);
    for _ in 0..moves {
        let action = random.one(&position.actions())?;
        line.push(position.name(action));
        position.play_unchecked(action);
    }
    position.can_move().then_some((line, position))
}

#[cfg(test)]
mod tests {
    use otrera_board::Setup;

    use super::*;

    #[test]
    fn openings_are_legal_balanced_and_determined_by_the_seed() {
        for size in [(4, 4), (6, 6), (10, 10), (8, 8), (5, 9)] {
            let start: Position = Setup::start(size.0, size.1).unwrap().position().unwrap();
            for seed in 0..20 {
                let line = opening(&start, 4, &mut Random::new(seed)).unwrap();
                assert_eq!(Some(&line), opening(&start, 4, &mut Random::new(seed)).as_ref());
                let mut end = start;
                line.iter().for_each(|&play| {
                    end.play(play).unwrap();
                });
                assert!(line.len() == 4 && end.can_move());
                let ahead = reached_first(&end, end.to_move());
                assert!(size == (4, 4) || ahead.abs() <= size.0 as i32 * size.1 as i32 / 8, "{end}: {ahead}");
            }
        }
    }

    #[test]
    fn a_full_board_has_no_opening() {
        let start: Position = "b.w w".parse::<Setup>().unwrap().position().unwrap();
        assert_eq!(opening(&start, 2, &mut Random::new(1)), None);
    }
}
