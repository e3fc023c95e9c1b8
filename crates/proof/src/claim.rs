//! Situations, and what is claimed about them.

use otrera_board::{Bits, Move, Position, Side};
use otrera_cgt::{Interrupted, Store, Value};

use crate::area::Area;

/// A sum: large areas, a game for all the rest, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The large areas, in their order, none of which is another with colours exchanged.
    pub areas: Vec<Area>,
    /// All the rest together, in canonical form.
    pub rest: Value,
    /// Whose turn it is.
    pub to_move: Side,
}

impl Situation {
    /// The sum of some areas, in any order, and a game. An area and the same with colours exchanged add up to 0: such
    /// pairs are left out.
    pub(crate) fn new(mut areas: Vec<Area>, rest: Value, to_move: Side) -> Situation {
        let mut number = 0;
        while number + 1 < areas.len() {
            let opposite = areas[number].exchanged();
            match areas[number + 1..].iter().position(|&other| other == opposite) {
                Some(after) => {
                    areas.swap_remove(number + 1 + after);
                    areas.swap_remove(number);
                }
                None => number += 1,
            }
        }
        areas.sort_unstable();
        Situation { areas, rest, to_move }
    }
}

/// The winner of the certificate wins this situation, and every one whose rest is better by a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is won.
    pub situation: Situation,
    /// How, if the winner is to move and it is not evident.
    pub answer: Option<Answer>,
}

/// A move of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// In a large area.
    InArea {
        /// Which of the situation's areas.
        index: usize,
        /// The move, in the squares of the area's own board.
        play: Move,
    },
    /// In the rest, to one of its canonical options.
    InRest(Value),
}

impl Claim {
    /// A claim about areas that lie on boards in any orientation and order, each alone on its board; what is burnt
    /// around them does not matter. An answer names a board by its number, and its squares.
    pub fn new<B: Bits>(boards: &[Position<B>], rest: Value, to_move: Side, answer: Option<Answer>) -> Claim {
        let placed: Vec<_> = boards.iter().map(Area::whole).collect();
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&board| placed[board].0);
        let areas = order.iter().map(|&board| placed[board].0).collect();
        let answer = answer.map(|answer| match answer {
            Answer::InArea { index, play } => Answer::InArea {
                index: order.iter().position(|&board| board == index).expect("an answer names one of the boards"),
                play: placed[index].1.play(play),
            },
            Answer::InRest(option) => Answer::InRest(option),
        });
        Claim { situation: Situation { areas, rest, to_move }, answer }
    }
}

/// A game as its core and a whole number: the number of a core is at least 0 and below 1.
pub fn core(store: &Store, game: Value) -> Result<(Value, i64), Interrupted> {
    let number = store.parts(game).number;
    let whole = number.mantissa() >> number.exponent();
    Ok((store.sub(game, store.integer(whole)?)?, whole))
}
