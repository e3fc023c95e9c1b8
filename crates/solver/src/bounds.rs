//! Bounds of large areas: docs/certificate.md, "Bounds of a large area", has the rules and why they hold.

use otrera_atlas::Patch;
use otrera_atlas::filling::{FillLimits, fill};
use otrera_board::areas::components;
use otrera_board::{Bits, Side, Twin};

use crate::situation::{Book, territory_of};

/// Nodes of a search for moves in private squares that are too many for the atlas: what it finds is a bound either way.
const FILL_NODES: u64 = 1000;

/// Which rules are used; all, unless for a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Safe moves.
    pub safe: bool,
    /// Private squares.
    pub private: bool,
}

impl Rules {
    /// All of them.
    pub const ALL: Rules = Rules { safe: true, private: true };
    /// None: minus and plus the number of empty squares.
    pub const NONE: Rules = Rules { safe: false, private: false };
}

/// An area is at least the first and at most the second, as games.
pub fn bounds(book: &Book<'_>, area: &Patch<u64>, rules: Rules) -> (i32, i32) {
    (lower(book, area, rules), -lower(book, &area.exchanged(), rules))
}

/// A whole number that the area is at least.
fn lower(book: &Book<'_>, area: &Patch<u64>, rules: Rules) -> i32 {
    let empty = area.empty().count() as i32;
    let safe = |amazons: u64, outside: u64| if rules.safe { 2 * safe_moves(area, amazons, outside) } else { 0 };
    let mut best = -empty + safe(area.amazons(Side::Black), area.unburnt());
    if rules.private {
        let private = Private::new(area);
        if private.squares != 0 {
            let rest = empty - private.squares.count() as i32;
            let free = area.amazons(Side::Black) & !private.holders;
            private.for_each_choice(book, area, |moves, spared| {
                best = best.max(moves - rest + safe(free | spared, area.unburnt() & !private.squares));
            });
        }
    }
    best
}

/// Squares that White cannot reach while Black's amazons stand still.
struct Private {
    squares: u64,
    /// Black's amazons that touch them.
    holders: u64,
    /// Those that touch something else too.
    doors: u64,
}

/// Holders of whom all sets are tried; more are seldom seen, and used all together.
const MOST_CHOICES: u32 = 4;

impl Private {
    fn new(area: &Patch<u64>) -> Private {
        let grid = area.grid();
        let reached = grid.flood(area.amazons(Side::White), area.empty());
        let squares = area.empty() & !reached;
        let holders = area.amazons(Side::Black) & grid.spread(squares);
        let doors = holders & grid.spread(area.unburnt() & !squares & !holders);
        Private { squares, holders, doors }
    }

    /// Calls `visit` with the moves that there are with all holders, and without each set of those at doors, who are
    /// then spared for something else.
    fn for_each_choice(&self, book: &Book<'_>, area: &Patch<u64>, mut visit: impl FnMut(i32, u64)) {
        let mut spared = if self.doors.count() <= MOST_CHOICES { self.doors } else { 0 };
        loop {
            visit(self.moves(book, area, spared), spared);
            if spared == 0 {
                return;
            }
            spared = (spared - 1) & self.doors;
        }
    }

    fn moves(&self, book: &Book<'_>, area: &Patch<u64>, spared: u64) -> i32 {
        let grid = area.grid();
        let holders = self.holders & !spared;
        let mut moves = 0;
        for part in components(grid, self.squares | holders) {
            let (amazons, doors) = (holders & part & !self.doors, holders & part & self.doors);
            moves += match book.atlas().spot(grid, part) {
                Some(spot) => {
                    let points = |set| spot.points(part, set);
                    i32::from(book.atlas().territory(&spot, points(amazons), points(doors)))
                }
                None if amazons | doors == 0 => 0,
                None => {
                    let limits = FillLimits { nodes: FILL_NODES, ..FillLimits::NONE };
                    fill(&territory_of(area, part, amazons | doors, doors), &limits).line.len() as i32
                }
            };
        }
        moves
    }
}

/// Moves that Black is sure of, with these amazons only, going to squares of a set only.
fn safe_moves(area: &Patch<u64>, amazons: u64, squares: u64) -> i32 {
    let grid = area.grid();
    let beside = |set: u64| grid.spread(set) & area.empty() & squares;
    let around = beside(amazons);
    if around.count() >= 3 {
        return if are_two(amazons, beside) { 2 } else { 1 };
    }
    if around == 0 {
        return 0;
    }
    let near = grid.spread(amazons) & squares;
    let empty = Twin::new(area.empty());
    for from in area.amazons(Side::White).points() {
        for to in grid.slide(from, empty).points() {
            let moved = (area.empty() | u64::bit(from)) & !u64::bit(to);
            for arrow in grid.slide(to, Twin::new(moved)).points() {
                if near & moved & !u64::bit(arrow) == 0 {
                    return 0;
                }
            }
        }
    }
    1
}

/// Whether two amazons have at least three empty neighbours each, none in common, seven together.
fn are_two(amazons: u64, beside: impl Fn(u64) -> u64) -> bool {
    let all: Vec<u64> = amazons.points().map(|point| beside(u64::bit(point))).filter(|set| set.count() >= 3).collect();
    all.iter().enumerate().any(|(number, a)| all[..number].iter().any(|b| a & b == 0 && a.count() + b.count() >= 7))
}
