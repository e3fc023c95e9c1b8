//! Bounds of large areas: docs/certificate.md, "Bounds of a large area", has the rules and why they hold.

use otrera_board::areas::components;
use otrera_board::{Area, Bits, Room, Side, Twin};
use smallvec::SmallVec;

use crate::situation::Book;

/// Which rules are used; all, unless for a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Safe moves.
    pub safe: bool,
    /// Private squares.
    pub private: bool,
    /// Walls.
    pub walls: bool,
}

impl Rules {
    /// All of them.
    pub const ALL: Rules = Rules { safe: true, private: true, walls: true };
    /// None: minus and plus the number of empty squares.
    pub const NONE: Rules = Rules { safe: false, private: false, walls: false };
}

/// An area is at least the first and at most the second, as games, by safe moves and private squares.
pub fn bounds(book: &Book<'_>, area: &Area<u64>, rules: Rules) -> (i32, i32) {
    (lower(book, area, rules), -lower(book, &area.swapped(), rules))
}

/// A whole number that the area is at least.
fn lower(book: &Book<'_>, area: &Area<u64>, rules: Rules) -> i32 {
    let empty = area.empty().count() as i32;
    let safe = |amazons: u64, outside: u64| if rules.safe { 2 * safe_moves(area, amazons, outside) } else { 0 };
    let mut best = -empty + safe(area.amazons(Side::Black), area.unburnt());
    if rules.private {
        let room = Room::of(area, Side::Black);
        if room.squares != 0 {
            let rest = empty - room.squares.count() as i32;
            let free = area.amazons(Side::Black) & !room.holders();
            for_each_choice(book, area, &room, |moves, spared| {
                best = best.max(moves - rest + safe(free | spared, area.unburnt() & !room.squares));
            });
        }
    }
    best
}

/// Doors of which all subsets are tried; larger sets are rare and used as a whole.
const MOST_CHOICES: u32 = 4;

/// Calls `visit` for each set of doors that is spared for something else, with the moves of the remaining holders.
fn for_each_choice(book: &Book<'_>, area: &Area, room: &Room, mut visit: impl FnMut(i32, u64)) {
    let mut spared = if room.doors.count() <= MOST_CHOICES { room.doors } else { 0 };
    loop {
        let doors = room.doors & !spared;
        let moves = components(area.grid(), room.squares | room.inside | doors)
            .map(|part| i32::from(book.moves_inside(area, part, part & room.inside, part & doors)))
            .sum();
        visit(moves, spared);
        if spared == 0 {
            return;
        }
        spared = (spared - 1) & room.doors;
    }
}

/// Moves that Black is sure of, with these amazons only, going to squares of a set only.
pub(crate) fn safe_moves(area: &Area<u64>, amazons: u64, squares: u64) -> i32 {
    let grid = area.grid();
    let near = grid.spread(amazons) & squares;
    let around = near & area.empty();
    match around.count() {
        0 => 0,
        1 | 2 => i32::from(!can_be_taken(area, around, near)),
        few if few >= TWO_SAFE && are_two(amazons, |amazon| grid.spread(amazon) & area.empty() & squares) => 2,
        _ => 1,
    }
}

/// Whether White has a move that fills one or two squares and empties none of those near.
fn can_be_taken(area: &Area<u64>, around: u64, near: u64) -> bool {
    let grid = area.grid();
    let empty = Twin::new(area.empty());
    let is_one = around.count() == 1;
    area.amazons(Side::White).points().any(|from| {
        let reached = grid.slide(from, empty);
        // Stepping onto the only square, she can shoot back to where she was.
        if is_one && reached.set() & around != 0 {
            return true;
        }
        if near.has(from) {
            return false;
        }
        let landings = if is_one { reached.set() } else { reached.set() & around };
        landings.points().any(|to| {
            let moved = (area.empty() | u64::bit(from)) & !u64::bit(to);
            let left = around & !u64::bit(to);
            grid.slide(to, Twin::new(moved)).set() & left == left
        })
    })
}

/// Empty neighbours that two amazons need for two safe moves, together and each.
const TWO_SAFE: u32 = 7;
const EACH_SAFE: u32 = 3;

/// Whether two amazons have at least three empty neighbours each, none in common, seven together.
fn are_two(amazons: u64, beside: impl Fn(u64) -> u64) -> bool {
    let all: SmallVec<[u64; 8]> =
        amazons.points().map(|point| beside(u64::bit(point))).filter(|set| set.count() >= EACH_SAFE).collect();
    all.iter().enumerate().any(|(number, a)| all[..number].iter().any(|b| a & b == 0 && (a | b).count() >= TWO_SAFE))
}
