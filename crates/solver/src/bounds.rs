//! Integer bounds of large areas, from both sides.
//!
//! A situation is settled without search if a side wins it with every large area replaced by a bound. [`bounds`] finds an
//! integer below and an integer above the value of an area. Two rules give Black's lower bound, and the larger result
//! counts. White's bound is the same with colours swapped. Let v be the number of empty squares.
//!
//! 1. *Safe moves.* Each move burns a square. At worst White makes v moves and Black none, so the value is at least -v.
//!    Each move that Black is sure of adds 2: one more for Black, and one square less for White. Black is sure of one
//!    move if three empty squares are next to her amazons, because one move of White takes at most two. With one or two
//!    such squares, all moves of White are tried. Two amazons with three empty neighbours each, none in common and seven
//!    together, are sure of two moves.
//! 2. *Private squares.* White never enters Black's [`Room`] of p squares. T moves wait there, and White can use only
//!    the squares outside: T - (v - p), and 2 for each safe move of the amazons that do not hold the room. With up to
//!    four doors, each set of them is spared in turn for safe moves outside.
//!
//! ```text
//!   a b c d e      Rule 1: v = 7, and one safe move: -7 + 2 = -5.
//! 2 . . b . .      Rule 2: the room a1-b2 has the doors c1 and c2, and 4 moves.
//! 1 . . b . w              White has 3 squares outside: 4 - 3 = 1.
//! ```
//!
//! White has one safe move and no room, so the area is between 1 and 5, and Black wins it even if White begins.
//!
//! An area costs one flood fill and, for each set of spared doors, one look-up for each part of the room. The evaluator
//! caches the result. Without rule 2 the nodes of small boards grow by a factor of 2.1 to 9, without rule 1 by up to 1.8
//! (docs/notes/solver-techniques.md). Both rules are from Müller & Tegos 2002 and Song & Müller 2014, who fill a room with
//! no door, one or all. docs/formats/certificate.md, "Bounds of a large area", proves the rules, and
//! `otrera_board::room` that White stays out.

use otrera_board::areas::components;
use otrera_board::{Area, Bits, Grid, Room, Side, Twin};
use smallvec::SmallVec;

use crate::knowledge::Knowledge;
use crate::sure::Field;

/// Rules in use; the program uses all, except in comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Rule 1, safe moves.
    pub safe: bool,
    /// Rule 2, private squares.
    pub private: bool,
    /// Walls: [`crate::walls`].
    pub walls: bool,
    /// Rule 4, sure moves.
    pub sure: bool,
}

impl Rules {
    /// All rules.
    pub const ALL: Rules = Rules { safe: true, private: true, walls: true, sure: true };
    /// No rule: the bounds are minus and plus the number of empty squares.
    pub const NONE: Rules = Rules { safe: false, private: false, walls: false, sure: false };
}

/// Lower and upper bound of an area by safe moves and private squares.
pub fn bounds(knowledge: &Knowledge<'_>, area: &Area<u64>, rules: Rules) -> (i32, i32) {
    (lower(knowledge, area, rules), -lower(knowledge, &area.swapped(), rules))
}

fn lower(knowledge: &Knowledge<'_>, area: &Area<u64>, rules: Rules) -> i32 {
    let empty = area.empty().count() as i32;
    let safe = |amazons: u64, outside: u64| if rules.safe { 2 * safe_moves(area, amazons, outside) } else { 0 };
    let by_counting = -empty + safe(area.amazons(Side::Black), area.unburnt());
    let room = if rules.private { Room::of(area, Side::Black) } else { Room::default() };
    if room.squares == 0 {
        return by_counting;
    }
    let outside = area.unburnt() & !room.squares;
    let free = area.amazons(Side::Black) & !room.holders();
    let most = room_moves(knowledge, area, &room, 0);
    let rest = empty - room.squares.count() as i32;
    let mut best = by_counting.max(most - rest + safe(free, outside));
    for spared in choices(&room).filter(|&spared| spared != 0) {
        // A spared door makes no move in the room, so the room has at most as many moves as with all doors.
        let gain = safe(free | spared, outside);
        if most - rest + gain > best {
            best = best.max(room_moves(knowledge, area, &room, spared) - rest + gain);
        }
    }
    best
}

/// Most sure moves that count: docs/formats/certificate.md, rule 4.
pub const MAX_ROUNDS: u32 = 3;

/// True if Black's lower bound is at least `need` with up to `rounds` sure moves.
pub fn is_at_least(knowledge: &Knowledge<'_>, area: &Area<u64>, need: i32, rounds: u32) -> bool {
    let empty = area.empty().count() as i32;
    // Sure moves that a bound of `base` needs; `None` if they are too many.
    let missing = |base: i32| Some((need - base).max(0).cast_unsigned().div_ceil(2)).filter(|&moves| moves <= rounds);
    let is_sure = |black: u64, squares: u64, moves: u32| Field::new(area, black, squares).is_sure(moves);
    if missing(-empty).is_some_and(|moves| is_sure(area.amazons(Side::Black), u64::MAX, moves)) {
        return true;
    }
    let room = Room::of(area, Side::Black);
    if room.squares == 0 {
        return false;
    }
    let private = room.squares.count() as i32;
    let rest = empty - private;
    // A room has at most as many moves as squares.
    if missing(private - rest).is_none() {
        return false;
    }
    let free = area.amazons(Side::Black) & !room.holders();
    // Amazons and the number of moves that they are not sure of. Fewer amazons are not sure of them either.
    let mut refuted: SmallVec<[(u64, u32); 16]> = SmallVec::new();
    choices(&room).any(|spared| {
        let Some(moves) = missing(room_moves(knowledge, area, &room, spared) - rest) else { return false };
        if refuted.iter().any(|&(more, fewer)| spared & !more == 0 && fewer <= moves) {
            return false;
        }
        let is_proven = is_sure(free | spared, !room.squares, moves);
        if !is_proven {
            refuted.push((spared, moves));
        }
        is_proven
    })
}

/// Largest number of doors of which all sets are spared in turn; with more, none is spared.
const MAX_CHOICES: u32 = 4;

/// The sets of doors that may be spared, the largest first.
fn choices(room: &Room) -> impl Iterator<Item = u64> + use<> {
    let doors = if room.doors.count() <= MAX_CHOICES { room.doors } else { 0 };
    std::iter::successors(Some(doors), move |&spared| (spared != 0).then(|| (spared - 1) & doors))
}

/// Moves in the room without the spared doors.
fn room_moves(knowledge: &Knowledge<'_>, area: &Area, room: &Room, spared: u64) -> i32 {
    let doors = room.doors & !spared;
    let moves = |part: u64| match (part & room.squares).count() {
        0 => 0,
        // An amazon beside the only square steps there and shoots back.
        1 => i32::from(part & !room.squares != 0),
        _ => i32::from(knowledge.room_moves(area, part, part & room.inside, part & doors)),
    };
    components(area.grid(), room.squares | room.inside | doors).map(moves).sum()
}

/// Moves to `squares` that Black is sure of with `amazons`.
pub(crate) fn safe_moves(area: &Area<u64>, amazons: u64, squares: u64) -> i32 {
    let grid = area.grid();
    let near = grid.spread(amazons) & squares;
    let around = near & area.empty();
    match around.count() {
        0 => 0,
        1 | 2 => i32::from(!can_be_taken(grid, area.amazons(Side::White), area.empty(), around, near)),
        few if few >= TWO_SAFE && are_two(amazons, |amazon| grid.spread(amazon) & area.empty() & squares) => 2,
        _ => 1,
    }
}

/// True if White has a move that fills the one or two squares `around` and empties none of `near`.
pub(crate) fn can_be_taken(grid: &Grid<u64>, white: u64, empty: u64, around: u64, near: u64) -> bool {
    let twin = Twin::new(empty);
    let is_one = around.count() == 1;
    white.points().any(|from| {
        let reached = grid.slide(from, twin).set();
        // Stepping onto the only square, she can shoot back to the square she left.
        if is_one && reached & around != 0 {
            return true;
        }
        if near.has(from) {
            return false;
        }
        let moved = twin.with(from);
        if is_one {
            // An arrow flies the same way in both directions.
            return reached & grid.slide(around.first(), moved).set() != 0;
        }
        // Of two squares she enters one and shoots at the other.
        (reached & around).points().any(|to| grid.slide(to, moved).set() & around & !u64::bit(to) != 0)
    })
}

/// Empty neighbours that two amazons need together for two safe moves.
const TWO_SAFE: u32 = 7;
/// Empty neighbours that each of them needs.
const EACH_SAFE: u32 = 3;

/// True if two amazons have at least three empty neighbours each, none in common, seven together.
pub(crate) fn are_two(amazons: u64, beside: impl Fn(u64) -> u64) -> bool {
    let enough = |amazon| Some(beside(amazon)).filter(|set| set.count() >= EACH_SAFE);
    let mut others = amazons;
    amazons.points().map(u64::bit).any(|amazon| {
        others &= !amazon;
        enough(amazon).is_some_and(|a| {
            let mut seconds = others.points().map(u64::bit).filter_map(enough);
            seconds.any(|b| a & b == 0 && (a | b).count() >= TWO_SAFE)
        })
    })
}
