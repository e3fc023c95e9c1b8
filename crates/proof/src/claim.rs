//! Situations, and claims about them.

use otrera_board::{Bits, Move, Position, Side};
use otrera_cgt::{Interrupted, Store, Value};

use crate::area::CanonicalArea;

/// A position as a sum: large areas, one game for all the rest, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The large areas in ascending order. None is another one with colours exchanged.
    pub areas: Vec<CanonicalArea>,
    /// The sum of all other areas, in canonical form.
    pub rest: Value,
    /// The side to move.
    pub to_move: Side,
}

impl Situation {
    /// The sum of areas in any order and a game. An area and the same with colours exchanged add up to 0: such pairs
    /// are left out.
    pub(crate) fn new(mut areas: Vec<CanonicalArea>, rest: Value, to_move: Side) -> Situation {
        let mut index = 0;
        while index + 1 < areas.len() {
            let opposite = areas[index].exchanged();
            match areas[index + 1..].iter().position(|&other| other == opposite) {
                Some(after) => {
                    areas.swap_remove(index + 1 + after);
                    areas.swap_remove(index);
                }
                None => index += 1,
            }
        }
        areas.sort_unstable();
        Situation { areas, rest, to_move }
    }
}

/// Claims that the winner of the certificate wins a situation, and every one whose rest is better by a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The situation.
    pub situation: Situation,
    /// A move that wins, if the winner is to move and the situation is not evident.
    pub winning_move: Option<WinningMove>,
}

/// A move of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinningMove {
    /// In a large area.
    InArea {
        /// Index of the area in the situation.
        index: usize,
        /// The move, in the squares of the area's own board.
        play: Move,
    },
    /// In the rest, to one of its canonical options.
    InRest(Value),
}

impl Claim {
    /// A claim about areas on boards in any orientation and order, each alone on its board; burnt squares around them
    /// do not matter. The winning move names a board by its index, and the squares of that board.
    pub fn new<B: Bits>(boards: &[Position<B>], rest: Value, to_move: Side, winning: Option<WinningMove>) -> Claim {
        let placed: Vec<_> = boards.iter().map(CanonicalArea::whole).collect();
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&board| placed[board].0);
        let areas = order.iter().map(|&board| placed[board].0).collect();
        let winning_move = winning.map(|winning| match winning {
            WinningMove::InArea { index, play } => WinningMove::InArea {
                index: order.iter().position(|&board| board == index).expect("a move names one of the boards"),
                play: placed[index].1.play(play),
            },
            WinningMove::InRest(option) => WinningMove::InRest(option),
        });
        Claim { situation: Situation { areas, rest, to_move }, winning_move }
    }
}

/// Splits a game into a core, whose number is at least 0 and below 1, and a whole number.
pub(crate) fn core_and_whole(store: &Store, game: Value) -> Result<(Value, i64), Interrupted> {
    let number = store.parts(game).number;
    let whole = number.mantissa() >> number.exponent();
    Ok((store.sub(game, store.integer(whole)?)?, whole))
}
