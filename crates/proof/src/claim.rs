//! Situations, and claims about them.
//!
//! A claim is about a situation with the loser to move. It has a reply to each move of the loser: nothing if it is evident
//! that the winner wins after the move, and else an answer that leads to a situation that is evident or claimed. Situations
//! with the winner to move need no claims of their own: the replies say how they are won.

use otrera_board::{Bits, Move, Position, Side};
use otrera_cgt::{Interrupted, Store, Value};

use crate::area::{CanonicalArea, Placement};
use crate::moves::{distinct, in_reading_order, number_of, ordered_actions};

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

    /// The situation of large areas on boards in any orientation and order, each alone on its board; burnt squares around
    /// them do not matter. No two may be opposite.
    pub fn of_boards<B: Bits>(boards: &[Position<B>], rest: Value, to_move: Side) -> Situation {
        Situation { areas: Placed::new(boards).areas, rest, to_move }
    }
}

/// A move in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// In a large area.
    InArea {
        /// Index of its board.
        index: usize,
        /// The move, in the squares of that board.
        play: Move,
    },
    /// In the rest, to one of its canonical options.
    InRest(Value),
}

/// The reply to a move of the loser, as the file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reply(pub(crate) u64);

impl Reply {
    /// None is needed: it is evident that the winner wins.
    pub const EVIDENT: Reply = Reply(0);
    /// A move in the rest, which the checker finds.
    pub const IN_REST: Reply = Reply(1);
    /// First move in the areas.
    pub(crate) const FIRST: u64 = 2;

    /// The move `play` of the winner. `boards` are the large areas after the loser's move, with the winner to move, in any
    /// orientation and order.
    ///
    /// # Panics
    /// If the move is illegal.
    pub fn new<B: Bits>(boards: &[Position<B>], play: Play) -> Reply {
        let Play::InArea { index, play } = play else { return Reply::IN_REST };
        let side = boards[index].to_move();
        let placed = Placed::new(boards);
        let (index, squares) = placed.play(index, play);
        let count = |area: &CanonicalArea| area.position(side).count_moves();
        let before: u64 = distinct(&placed.areas[..index]).map(|(_, area)| count(area)).sum();
        let number = number_of(&placed.areas[index].position(side), squares);
        Reply(Reply::FIRST + before + number.expect("the move is legal"))
    }
}

/// Claims that the winner of the certificate wins a situation with the loser to move, and every one whose rest is better by
/// a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The situation.
    pub(crate) situation: Situation,
    /// Replies to the moves in the areas, in the order of the file.
    pub(crate) in_areas: Vec<Reply>,
    /// Replies to moves in the rest. Moves that are missing need none.
    pub(crate) in_rest: Vec<(Value, Reply)>,
}

impl Claim {
    /// A claim about areas on boards, as in [`Situation::of_boards`], with `replies` to moves of the loser. Moves without a
    /// reply need none.
    pub fn new<B: Bits>(boards: &[Position<B>], rest: Value, to_move: Side, replies: &[(Play, Reply)]) -> Claim {
        let placed = Placed::new(boards);
        let (mut given, mut in_rest) = (Vec::new(), Vec::new());
        for &(play, reply) in replies {
            match play {
                Play::InArea { index, play } => given.push((placed.play(index, play), reply)),
                Play::InRest(option) => in_rest.push((option, reply)),
            }
        }
        given.sort_unstable();
        let mut in_areas = Vec::new();
        for (index, area) in distinct(&placed.areas) {
            let position = area.position(to_move);
            in_areas.extend(ordered_actions(&position).into_iter().map(|action| {
                let play = (index, in_reading_order(&position, action));
                given.binary_search_by_key(&play, |&(play, _)| play).map_or(Reply::EVIDENT, |at| given[at].1)
            }));
        }
        Claim { situation: Situation { areas: placed.areas, rest, to_move }, in_areas, in_rest }
    }

    /// The situation.
    pub fn situation(&self) -> &Situation {
        &self.situation
    }
}

/// Areas on boards, brought into canonical form and order.
struct Placed {
    areas: Vec<CanonicalArea>,
    /// For each board the area and the map to it.
    boards: Vec<(CanonicalArea, Placement)>,
}

impl Placed {
    fn new<B: Bits>(boards: &[Position<B>]) -> Placed {
        let boards: Vec<_> = boards.iter().map(CanonicalArea::whole).collect();
        let mut areas: Vec<CanonicalArea> = boards.iter().map(|&(area, _)| area).collect();
        areas.sort_unstable();
        Placed { areas, boards }
    }

    /// Index of the area of a board, the first of several equal ones, and the squares of a move in reading order.
    fn play(&self, board: usize, play: Move) -> (usize, [u8; 3]) {
        let (area, placement) = &self.boards[board];
        let index = self.areas.iter().position(|other| other == area).expect("the area is listed");
        let Move { from, to, arrow } = placement.play(play);
        (index, [from, to, arrow].map(|square| area.number(square)))
    }
}

/// Splits a game into a core, whose number is at least 0 and below 1, and a whole number.
pub(crate) fn core_and_whole(store: &Store, game: Value) -> Result<(Value, i64), Interrupted> {
    let number = store.parts(game).number;
    let whole = number.mantissa() >> number.exponent();
    Ok((store.sub(game, store.integer(whole)?)?, whole))
}
