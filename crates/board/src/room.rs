//! Rooms: squares that one side has to itself as long as it keeps its doors shut.
//!
//! Let the amazons of Black stand still. The empty squares of an area that White cannot reach then are Black's *private
//! squares*. Black's amazons beside them hold the room. A holder whose neighbours are private squares, other holders
//! and burnt squares is *inside*. Every other holder is a *door*:
//!
//! ```text
//!   a b c d e f          private squares a1, b1, c1
//! 1 . . . b . w          d1 is a door: it touches e1, which White reaches
//! ```
//!
//! A door may leave its square only by shooting back at it, so that the square is burnt. The following fact carries
//! every bound that counts moves in a room (docs/formats/certificate.md, docs/internals/scoring.md):
//!
//! *If the owner's other amazons move as they like, every door burns its square with its first move, and the holders
//! move only on private squares and squares that holders have left, then the opponent never enters the room.*
//!
//! Proof. Let R be the private squares and the squares of all holders at the start. A path of the opponent into R
//! crosses from a square x outside R to a neighbour y in R. At the start x is unburnt, so y is not inside, because an
//! inside amazon has no unburnt neighbour outside R. If y were private, then x would hold an amazon of the owner, since
//! the opponent does not reach y; that amazon touches y, so it is a holder, and x is in R. So y is the square of a door.
//! While the door stands there, y is occupied; after its first move, y is burnt. Both keep the opponent out. ∎
//!
//! The same argument keeps out arrows from outside, and the owner's other amazons.
//!
//! The proof needs *every* unburnt neighbour outside R to count, not only squares that the opponent reaches at the
//! start. Take an amazon of the owner beside a holder, without a private square of its own:
//!
//! ```text
//!   a b c d e
//! 2 . # # . .            private squares a1, a2; b1 holds the room; c1 is not a holder
//! 1 . b b . w            b1 is a door, although White reaches only d1, d2 and e2
//! ```
//!
//! Were b1 inside, it could go b1-a1xa2 and leave its square open. Then c1-d2xe2, a move elsewhere, lets White through
//! to b1. A definition that asks only whether the opponent stands or comes beside the holder at the start is sound if
//! c1 is bound to stay, but not otherwise. The condition is sufficient, not necessary: an amazon of the owner that is
//! shut in behind a holder also makes it a door.

use crate::area::Area;
use crate::areas::components;
use crate::bits::Bits;
use crate::grid::Grid;
use crate::side::Side;

/// Private squares of one side, and the amazons that hold them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room<B: Bits = u64> {
    /// The private squares. They need not be connected.
    pub squares: B,
    /// Holders that touch nothing else.
    pub inside: B,
    /// Holders that touch something else: blockers.
    pub doors: B,
}

impl<B: Bits> Room<B> {
    /// The room of `owner`: the empty squares that the opponent cannot reach while the owner's amazons stand still.
    #[inline]
    pub fn of(area: &Area<B>, owner: Side) -> Room<B> {
        Room::of_on(area.grid(), area, owner)
    }

    /// [`of`](Self::of), for a caller that has the grid of the area at hand.
    #[inline]
    pub(crate) fn of_on(grid: &Grid<B>, area: &Area<B>, owner: Side) -> Room<B> {
        let squares = area.empty() & !grid.flood(area.amazons(!owner), area.empty());
        Room::held_on(grid, area, squares, area.amazons(owner) & grid.spread(squares))
    }

    /// The room on `squares`, held by `holders`.
    ///
    /// All amazons of the owner beside empty squares of the room must be among the holders, or on `squares`. An amazon
    /// on `squares` stays in the room and touches nothing outside it.
    #[inline]
    pub fn held(area: &Area<B>, squares: B, holders: B) -> Room<B> {
        Room::held_on(area.grid(), area, squares, holders)
    }

    /// The one definition of a door.
    #[inline]
    fn held_on(grid: &Grid<B>, area: &Area<B>, squares: B, holders: B) -> Room<B> {
        let doors = holders & grid.spread(area.unburnt() & !squares & !holders);
        Room { squares, inside: holders & !doors, doors }
    }

    /// All amazons that hold the room.
    #[inline]
    pub fn holders(&self) -> B {
        self.inside | self.doors
    }

    /// The connected parts of the room, each with its holders.
    #[inline]
    pub fn parts(&self, grid: &Grid<B>) -> impl Iterator<Item = B> {
        components(grid, self.squares | self.holders())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Setup};

    fn position(text: &str) -> Position {
        text.parse::<Setup>().unwrap().position().unwrap()
    }

    /// The second drawing at the top of this file, played out.
    #[test]
    fn a_holder_beside_an_amazon_that_may_leave_is_a_door() {
        let mut position = position(".##../.bb.w b");
        for (side, played) in [(Side::Black, "b1-a1xa2"), (Side::Black, "c1-d2xe2"), (Side::White, "e1-b1xc1")] {
            position = position.with_to_move(side);
            position.play(played.parse().unwrap()).unwrap();
        }
        assert_eq!(position.to_string(), "###b#/bw#.. b", "White is in the room, and a1 is shut in");
    }

    #[test]
    fn doors_touch_something_outside_the_room() {
        // Board, private squares of Black, inside, doors.
        for (board, squares, inside, doors) in [
            ("...b.w w", "a1 b1 c1", "", "d1"),
            // c1 is not a holder and may leave.
            (".bb.w w", "a1", "", "b1"),
            (".##../.bb.w w", "a1 a2", "", "b1"),
            // c1 is shut in between a holder and White.
            (".bbw w", "a1", "", "b1"),
            // b1 touches only private squares and another holder.
            (".b.b.w w", "a1 c1", "b1", "d1"),
            // a1 is shut in behind b1 and touches no private square, so it is outside by definition.
            ("bb..#.w w", "c1 d1", "", "b1"),
            ("#b..#.w w", "c1 d1", "b1", ""),
            ("w.b.. b", "d1 e1", "", "c1"),
            ("w..b b", "", "", ""),
        ] {
            let position = position(board);
            let room = Room::of(&Area::whole(&position), Side::Black);
            let names = |set| position.squares(set).map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
            assert_eq!([room.squares, room.inside, room.doors].map(names), [squares, inside, doors], "{board}");
        }
    }
}
