//! Partitions of a board into areas that do not interact.
//!
//! The *basic partition* (Müller & Tegos 2002, section 2) consists of the 8-connected components of unburnt squares. No
//! amazon and no arrow gets from one to another, so a position is the sum of them.
//!
//! The *improved partition* (Song & Müller 2014, II-A3) also splits an area that holds both colours. The [`Room`] of a
//! side, with its holders, becomes a *blocker territory*. Its doors are the paper's *blockers*; a blocker also belongs to
//! the area on the other side of the door. Blockers may leave, so these areas are bounds, not summands: the owner can
//! always shoot back at the blocker's square and keep the door shut.

use std::fmt;

use crate::area::Area;
use crate::bits::Bits;
use crate::grid::Grid;
use crate::position::Position;
use crate::room::Room;
use crate::side::Side;
use crate::square::Square;

/// Classification of an area by the sides that can move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Both sides have amazons here, and there is an empty square.
    Active,
    /// Only this side has amazons here, and there is an empty square.
    Territory(Side),
    /// No side can move: no amazon, or no empty square.
    Dead,
}

/// One area of a partition, as a set of squares of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part<B: Bits = u128> {
    /// The sides that can move here.
    pub kind: Kind,
    /// All its squares, amazons and blockers included.
    pub squares: B,
    /// Amazons shared with other areas, because they keep the areas apart. None in a basic partition.
    pub blockers: B,
}

/// The basic partition, in reading order of the first squares.
pub fn basic<B: Bits>(position: &Position<B>) -> Vec<Part<B>> {
    let mut parts: Vec<_> = Area::whole(position).parts_on(position.grid()).collect();
    sort(position.grid(), &mut parts);
    parts
}

/// The improved partition: like [`basic`], with the blocker territories of both sides split off.
pub fn improved<B: Bits>(position: &Position<B>) -> Vec<Part<B>> {
    let board = Area::whole(position);
    let mut parts = Vec::new();
    for part in board.parts_on(position.grid()) {
        match part.kind {
            Kind::Active => split(position.grid(), &board.restricted(part.squares), &mut parts),
            _ => parts.push(part),
        }
    }
    sort(position.grid(), &mut parts);
    parts
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

/// Splits an active area by its blockers.
fn split<B: Bits>(grid: &Grid<B>, area: &Area<B>, parts: &mut Vec<Part<B>>) {
    let mut rest = area.unburnt();
    let mut blockers = B::NONE;
    for owner in Side::BOTH {
        let room = Room::of_on(grid, area, owner);
        for squares in room.parts(grid) {
            parts.push(Part { kind: Kind::Territory(owner), squares, blockers: squares & room.doors });
        }
        blockers |= room.doors;
        rest &= !(room.squares | room.inside);
    }
    for squares in components(grid, rest) {
        // If only blockers are left, two territories touch, and nothing lies between them.
        if !(squares & !blockers).is_none() {
            parts.push(Part { kind: area.kind_of(squares), squares, blockers: squares & blockers });
        }
    }
}

/// Sorts into reading order: by topmost row, then by the leftmost square of that row.
fn sort<B: Bits>(grid: &Grid<B>, parts: &mut [Part<B>]) {
    parts.sort_by_key(|part| {
        let first = part.squares.points().map(|point| grid.square(point)).min_by_key(|s| (!s.row, s.col));
        first.map(|square| (!square.row, square.col))
    });
}

/// Labels of parts, the same for the same board everywhere: a letter names a connected area, in reading order, and the
/// parts that blockers cut out of area B are B1, B2, ...
///
/// `parts` is a partition made by [`basic`] or [`improved`], or a selection from one.
pub fn labels<B: Bits>(position: &Position<B>, parts: &[Part<B>]) -> Vec<String> {
    let split = improved(position);
    let areas: Vec<B> = basic(position).iter().map(|area| area.squares).collect();
    let label = |part: &Part<B>| {
        let is_in = |area: &B| (part.squares & !*area).is_none();
        let number = areas.iter().position(is_in).expect("a part lies in one area");
        let mut siblings = split.iter().filter(|other| (other.squares & !areas[number]).is_none());
        match siblings.position(|other| other.squares == part.squares) {
            Some(place) if part.squares != areas[number] => format!("{}{}", letters(number), place + 1),
            _ => letters(number),
        }
    };
    parts.iter().map(label).collect()
}

/// A to Z, then AA and so on.
pub fn letters(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.into(),
        more => letters(more - 1) + &letter.to_string(),
    }
}

impl<B: Bits> Part<B> {
    /// The number of empty squares.
    pub fn empty(&self, position: &Position<B>) -> u32 {
        (self.squares & position.empty()).count()
    }

    /// The board with everything outside the area burnt.
    #[must_use]
    pub fn alone(&self, position: &Position<B>) -> Position<B> {
        Area::whole(position).restricted(self.squares).position(position.to_move())
    }

    /// The area on the smallest board that holds it, and the square of this board that becomes a1.
    #[must_use]
    pub fn cropped(&self, position: &Position<B>) -> (Position<B>, Square) {
        let (area, corner) = Area::whole(position).crop(self.squares);
        (area.position(position.to_move()), corner)
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
    fn listed(position: &Position, parts: &[Part]) -> Vec<String> {
        let one = |part: &Part| {
            let blockers: Vec<String> = position.squares(part.blockers).map(|s| s.to_string()).collect();
            let board = part.alone(position).to_string();
            format!("{}: {} [{}]", part.kind, board.trim_end_matches(" w"), blockers.join(" "))
        };
        parts.iter().map(one).collect()
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
            // Two rooms with one amazon between them, which is not a door: one territory.
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
    fn labels_name_connected_areas_and_number_their_parts() {
        for (board, expected_basic, expected_improved) in [
            ("b.#../w.##w w", "A B", "A B"),
            ("b.w.. w", "A", "A1 A2"),
            ("#b#b.w.. w", "A B", "A B1 B2"),
            ("## w", "", ""),
        ] {
            let position = position(board);
            let joined = |parts: &[Part]| labels(&position, parts).join(" ");
            assert_eq!(joined(&basic(&position)), expected_basic, "{board}");
            assert_eq!(joined(&improved(&position)), expected_improved, "{board}");
        }
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }

    #[test]
    fn an_area_can_be_cut_out() {
        let position = position("####/#.w#/#b.#/#### w");
        let (crop, corner) = basic(&position)[0].cropped(&position);
        assert_eq!((crop.to_string(), corner.to_string()), (".w/b. w".into(), "b2".into()));
    }
}
