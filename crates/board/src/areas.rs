//! Areas: the parts of a board that have nothing to do with each other.
//!
//! The *basic partition* (Müller & Tegos 2002, section 2) is into 8-connected components of unburnt squares. No amazon
//! and no arrow ever gets from one to another, so a position is the sum of them.
//!
//! The *improved partition* (Song & Müller 2014, II-A3) goes on inside an area that holds both colours. While the
//! amazons of one side stay where they are, the other side may be unable to reach some of the empty squares. Such a
//! part, with the amazons of its owner that touch it, is a *blocker territory*. Those of its amazons that hold the
//! door, because the opponent would get in if they left, are its *blockers*; a blocker also belongs to what lies
//! on the other side of the door. Blockers may leave, so these areas are bounds, not summands: the owner can always
//! shoot back to where the blocker stood and keep the door shut.
//!
//! Finding the parts needs no search. An empty square is out of reach of a side exactly when no amazon of that side
//! touches the connected set of empty squares that it lies in.

use std::fmt;

use crate::bits::Bits;
use crate::grid::Grid;
use crate::position::Position;
use crate::setup::Cell;
use crate::side::Side;
use crate::square::{Size, Square};

/// Who can move in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Both sides have amazons here, and there is an empty square.
    Active,
    /// Only this side has amazons here, and there is an empty square.
    Territory(Side),
    /// Nobody can move: no amazon, or no empty square.
    Dead,
}

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area<B: Bits = u128> {
    /// Who can move here.
    pub kind: Kind,
    /// All its squares: empty ones, amazons, and among these the blockers.
    pub squares: B,
    /// The amazons that it shares with other areas, because they keep the areas apart. None in a basic partition.
    pub blockers: B,
}

/// The basic partition: 8-connected components of unburnt squares, in reading order of their first squares.
pub fn basic<B: Bits>(position: &Position<B>) -> Vec<Area<B>> {
    let components = components(position.grid(), position.unburnt());
    let mut areas: Vec<_> =
        components.map(|squares| Area { kind: kind(position, squares), squares, blockers: B::NONE }).collect();
    sort(position.grid(), &mut areas);
    areas
}

/// The improved partition: like [`basic`], with the blocker territories of both sides set apart.
pub fn improved<B: Bits>(position: &Position<B>) -> Vec<Area<B>> {
    let mut areas = Vec::new();
    for squares in components(position.grid(), position.unburnt()) {
        match kind(position, squares) {
            Kind::Active => split(position, squares, &mut areas),
            kind => areas.push(Area { kind, squares, blockers: B::NONE }),
        }
    }
    sort(position.grid(), &mut areas);
    areas
}

/// The 8-connected components of a set of squares.
pub fn components<B: Bits>(grid: &Grid<B>, set: B) -> impl Iterator<Item = B> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left.is_none() {
            return None;
        }
        let component = grid.flood(B::bit(left.first()), left);
        left &= !component;
        Some(component)
    })
}

/// Splits an active area of the basic partition by its blockers.
fn split<B: Bits>(position: &Position<B>, area: B, areas: &mut Vec<Area<B>>) {
    let grid = position.grid();
    let empty = area & position.empty();
    let amazons = |side| area & position.amazons(side);
    let reach = |side| grid.flood(amazons(side), empty);
    let mut rest = area;
    let mut all_blockers = B::NONE;
    for owner in Side::BOTH {
        let reached = reach(!owner);
        let private = empty & !reached;
        let holders = amazons(owner) & grid.spread(private);
        // A holder is a door if the opponent stands or can come next to it.
        let doors = holders & grid.spread(reached);
        for squares in components(grid, private | holders) {
            areas.push(Area { kind: Kind::Territory(owner), squares, blockers: squares & doors });
        }
        all_blockers |= doors;
        rest &= !private & !(holders & !doors);
    }
    for squares in components(grid, rest) {
        // Where only blockers are left, two territories touch, and there is nothing between them.
        if !(squares & !all_blockers).is_none() {
            areas.push(Area { kind: kind(position, squares), squares, blockers: squares & all_blockers });
        }
    }
}

fn kind<B: Bits>(position: &Position<B>, squares: B) -> Kind {
    let present = |side| !(squares & position.amazons(side)).is_none();
    match (present(Side::Black), present(Side::White)) {
        _ if (squares & position.empty()).is_none() => Kind::Dead,
        (true, true) => Kind::Active,
        (true, false) => Kind::Territory(Side::Black),
        (false, true) => Kind::Territory(Side::White),
        (false, false) => Kind::Dead,
    }
}

/// Puts areas in reading order: by the topmost row that they reach, then by the leftmost square there.
fn sort<B: Bits>(grid: &Grid<B>, areas: &mut [Area<B>]) {
    areas.sort_by_key(|area| {
        let first = area.squares.points().map(|point| grid.square(point)).min_by_key(|s| (!s.row, s.col));
        first.map(|square| (!square.row, square.col))
    });
}

impl<B: Bits> Area<B> {
    /// The number of empty squares.
    pub fn empty(&self, position: &Position<B>) -> u32 {
        (self.squares & position.empty()).count()
    }

    /// The area alone: the same board with everything else burnt.
    #[must_use]
    pub fn alone(&self, position: &Position<B>) -> Position<B> {
        let [black, white] = Side::BOTH.map(|side| self.squares & position.amazons(side));
        Position::from_sets(position.grid(), black, white, self.squares & position.empty(), position.to_move())
    }

    /// The area alone on the smallest board that holds it, and the square of the old board that is its a1 now.
    #[must_use]
    pub fn cropped(&self, position: &Position<B>) -> (Position<B>, Square) {
        let squares = || position.squares(self.squares);
        let bound = |pick: fn(Square) -> u8| {
            let (low, high) = squares().map(pick).fold((u8::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
            (low, usize::from(high - low) + 1)
        };
        let (left, width) = bound(|square| square.col);
        let (bottom, height) = bound(|square| square.row);
        let size = Size::new(width, height).expect("a part of a board is not larger than the board");
        let grid = B::grid(size).expect("a part of a board fits where the board fits");
        let set = |cell: Cell| {
            squares()
                .filter(|&square| position.cell(square) == cell)
                .map(|square| B::bit(grid.point(Square { col: square.col - left, row: square.row - bottom })))
                .fold(B::NONE, |set, bit| set | bit)
        };
        let [black, white] = Side::BOTH.map(|side| set(Cell::Amazon(side)));
        let crop = Position::from_sets(grid, black, white, set(Cell::Empty), position.to_move());
        (crop, Square { col: left, row: bottom })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Active => "active",
            Kind::Territory(Side::Black) => "black territory",
            Kind::Territory(Side::White) => "white territory",
            Kind::Dead => "dead",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;

    fn position(text: &str) -> Position {
        text.parse::<Setup>().unwrap().position().unwrap()
    }

    /// `kind: board [blockers]` of each area.
    fn listed(position: &Position, areas: &[Area]) -> Vec<String> {
        let one = |area: &Area| {
            let blockers: Vec<String> = position.squares(area.blockers).map(|s| s.to_string()).collect();
            let board = area.alone(position).to_string();
            format!("{}: {} [{}]", area.kind, board.trim_end_matches(" w"), blockers.join(" "))
        };
        areas.iter().map(one).collect()
    }

    #[test]
    fn components_are_the_basic_areas() {
        for (board, expected) in [
            ("b.#../w.##w w", &["active: b.###/w.### []", "white territory: ###../####w []"][..]),
            ("b#.w/w#.. w", &["dead: b###/w### []", "white territory: ##.w/##.. []"]),
            ("..#/### w", &["dead: ..#/### []"]),
            ("## w", &[]),
            // A corner connects.
            ("b#/#. w", &["black territory: b#/#. []"]),
        ] {
            let position = position(board);
            assert_eq!(listed(&position, &basic(&position)), expected, "{board}");
        }
    }

    #[test]
    fn blockers_split_active_areas() {
        for (board, expected) in [
            // Nothing to split.
            ("b..w w", &["active: b..w []"][..]),
            // White's c1 keeps d1 and e1; it also fights for b1.
            ("b.w.. w", &["active: b.w## [c1]", "white territory: ##w.. [c1]"]),
            // Two territories touch: nothing lies between (Müller & Tegos 2002, Fig. 3, areas c and d).
            ("..bw.. w", &["black territory: ..b### [c1]", "white territory: ###w.. [d1]"]),
            // A black amazon without a square is dead while White stays (the same figure, area e).
            ("bw../ww.. w", &["dead: bw##/ww## [b1 b2]", "white territory: #w../#w.. [b1 b2]"]),
            // Two rooms with one amazon between them, which is no door: one territory.
            ("b.w.w.. w", &["active: b.w#### [c1]", "white territory: ##w.w.. [c1]"]),
            // Two fights, kept apart by White's room between them.
            ("b.w.w.b w", &["active: b.w#### [c1]", "white territory: ##w.w## [c1 e1]", "active: ####w.b [e1]"]),
        ] {
            let position = position(board);
            let found = listed(&position, &improved(&position));
            assert_eq!(found, expected, "{board}");
        }
    }

    #[test]
    fn an_area_can_be_cut_out() {
        let position = position("####/#.w#/#b.#/#### w");
        let (crop, corner) = basic(&position)[0].cropped(&position);
        assert_eq!((crop.to_string(), corner.to_string()), (".w/b. w".into(), "b2".into()));
    }
}
