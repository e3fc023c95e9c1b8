//! Bounds by walls: lower bounds of an area that are games.
//!
//! The integer bounds of [`crate::bounds`] ignore the fight outside Black's room: all its squares count for White. This
//! rule looks at it. Black declares some of her amazons *walls*. Without their squares the area falls into components.
//! Components without White are private; the walls beside them are doors of a room, and its filling counts. Every other
//! component is a board of its own with the walls burnt. If it has at most `small` squares, the atlas has its value, else
//! rule 1 of [`crate::bounds`] gives a bound. The area is at least the sum.
//!
//! ```text
//!   a b c d e f     Integer bounds: the room is a1 and c1, with 2 moves. White has e1: 2 - 1 = 1.
//! 1 . b . b . w     Wall b1: the room is a1, with 1 move. The board c1-f1 has the value 1*: 1 + 1* = 2*.
//! ```
//!
//! Beside a territory of White with 2 moves the area is at least 2* - 2 = *, which Black wins if she moves first. The
//! integer bound, 1 - 2 < 0, leaves that open.
//!
//! The bound holds because White never gets past a wall: it stands still, or has stepped into the room and burnt the
//! square it left. So each move of White is a move in one component, and Black answers there.
//!
//! All sets of up to six walls are tried, with one cached look-up for each component. Of two games often neither is the
//! better one; the evaluator keeps the one with the best stop. Walls cost more than the integer bounds, so they are tried
//! only before a node is expanded, and if the integer bounds lack at most one move. They save a fifth of the nodes on
//! 4x5. Tried for every child, they saved a little more and took 1.67 s instead of 1.13 s (docs/results.md).
//!
//! docs/formats/certificate.md, "Bounds of a large area", rule 3, has the proof. Song & Müller 2014 have no such rule.

use otrera_board::areas::components;
use otrera_board::{Area, Bits, Room, Side};
use otrera_cgt::{Dyadic, Interrupted, Store, Value};
use smallvec::SmallVec;

use crate::bounds::safe_moves;
use crate::knowledge::Knowledge;

/// Largest number of amazons of which all sets are tried as walls; with more, the rule is not used.
const MAX_WALLS: u32 = 6;

/// A value or bound of an area: an integer plus a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The integer.
    pub integer: i32,
    /// The game.
    pub game: Value,
}

/// Sort key of bounds, greatest best: the stop if the owner moves first, or second; at equal stops, a game before a number
/// for the owner to move, and a number before a game else; then the mean.
pub(crate) type Rank = (Dyadic, bool, Dyadic);

impl Bound {
    /// An integer bound.
    pub fn integer(store: &Store, integer: i32) -> Bound {
        Bound { integer, game: store.zero() }
    }

    pub(crate) fn rank(&self, store: &Store, first: bool) -> Result<Rank, Interrupted> {
        let stop = if first { store.left_stop(self.game) } else { store.right_stop(self.game) };
        let plus = |number: Dyadic| Dyadic::from(self.integer).checked_add(number).ok_or(Interrupted::OutOfRange);
        let is_number = self.game.to_number().is_some();
        let mean = if is_number { stop } else { store.mean(self.game)? };
        Ok((plus(stop)?, is_number != first, plus(mean)?))
    }
}

/// Calls `visit` with a lower bound of the area for each set of Black's amazons that splits it.
pub fn walls(
    knowledge: &Knowledge<'_>,
    area: &Area<u64>,
    small: usize,
    mut visit: impl FnMut(Bound) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let amazons = area.amazons(Side::Black);
    let no_parts = Parts::new(area, amazons).is_none();
    if amazons.count() > MAX_WALLS || no_parts {
        return Ok(());
    }
    let mut splits = Splits { knowledge, area, small, open: SmallVec::new(), rooms: SmallVec::new() };
    let mut walls = amazons;
    while walls != 0 {
        if let Some(bound) = splits.bound(walls)? {
            visit(bound)?;
        }
        walls = (walls - 1) & amazons;
    }
    Ok(())
}

/// The components of an area without its walls.
struct Parts {
    /// Components with white amazons and empty squares.
    open: SmallVec<[u64; 8]>,
    /// The union of the components without white amazons.
    private: u64,
}

impl Parts {
    /// `None` if the area stays in one component with White; then it also does with fewer walls.
    fn new(area: &Area<u64>, walls: u64) -> Option<Parts> {
        let all = area.unburnt() & !walls;
        let mut parts = Parts { open: SmallVec::new(), private: 0 };
        for part in components(area.grid(), all) {
            if part & area.amazons(Side::White) == 0 {
                parts.private |= part;
            } else if part == all {
                return None;
            } else if part & area.empty() != 0 {
                parts.open.push(part);
            }
        }
        Some(parts)
    }
}

/// Bounds of one area with different walls. Components recur, so their bounds are cached.
struct Splits<'b, 'a> {
    knowledge: &'b Knowledge<'a>,
    area: &'b Area<u64>,
    small: usize,
    /// Bounds of open components.
    open: SmallVec<[(u64, Bound); 16]>,
    /// Moves in parts of rooms, by squares and doors.
    rooms: SmallVec<[(u64, u64, i32); 16]>,
}

impl Splits<'_, '_> {
    /// The bound with `walls`; `None` if they do not split the area.
    fn bound(&mut self, walls: u64) -> Result<Option<Bound>, Interrupted> {
        let Some(parts) = Parts::new(self.area, walls) else { return Ok(None) };
        let (mut integer, mut game) = (0, self.knowledge.store().zero());
        for part in parts.open {
            let bound = self.open_bound(part)?;
            integer += bound.integer;
            game = self.knowledge.store().add(game, bound.game)?;
        }
        if parts.private & self.area.empty() != 0 {
            integer += self.room_moves(walls, parts.private);
        }
        Ok(Some(Bound { integer, game }))
    }

    /// Moves in the room on the private components, to which walls are doors.
    fn room_moves(&mut self, walls: u64, private: u64) -> i32 {
        let area = self.area;
        let room = Room::held(area, private, walls & area.grid().spread(private & area.empty()));
        room.parts(area.grid())
            .filter(|part| part & area.empty() != 0)
            .map(|part| self.part_moves(part, part & room.doors))
            .sum()
    }

    fn part_moves(&mut self, part: u64, doors: u64) -> i32 {
        if let Some(&(_, _, moves)) = self.rooms.iter().find(|known| (known.0, known.1) == (part, doors)) {
            return moves;
        }
        let amazons = part & self.area.amazons(Side::Black) & !doors;
        let moves = self.knowledge.room_moves(self.area, part, amazons, doors).into();
        self.rooms.push((part, doors, moves));
        moves
    }

    fn open_bound(&mut self, part: u64) -> Result<Bound, Interrupted> {
        if let Some(&(_, bound)) = self.open.iter().find(|known| known.0 == part) {
            return Ok(bound);
        }
        let bound = self.knowledge.value(self.area, part, self.small)?.unwrap_or_else(|| {
            let board = self.area.cropped(part);
            let safe = safe_moves(&board, board.amazons(Side::Black), board.unburnt());
            Bound::integer(self.knowledge.store(), 2 * safe - board.empty().count() as i32)
        });
        self.open.push((part, bound));
        Ok(bound)
    }
}
