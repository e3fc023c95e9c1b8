//! Rooms: squares on which a side moves alone.
//!
//! A board is *closed* if no empty square can be reached by both sides while all amazons stand still. Then each side has
//! rooms of its own: its empty squares with its amazons. Some of these amazons are *doors*: they stand beside a square of the
//! opponent, who could enter if they left. A door whose first move shoots back to where it stood keeps the room shut. After
//! that it is not a door: a square beside one of the opponent's would be reached by both.
//!
//! A side that moves like this makes at least `low` moves in its rooms. Its doors stay shut, so the opponent makes at most
//! `high` moves in hers, the most without regard to doors. Where `low` equals `high` for both sides, the board is a sum of
//! integers, and the margin is known too (docs/internals/scoring.md).

use otrera_board::areas::Kind;
use otrera_board::{Action, Area, Bits, Point, Position, Room, Side};
use otrera_regions::filling::{FillLimits, Filling, Territory, fill};

/// Connected private squares of one side, with all its amazons beside them and beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClosedRoom {
    pub(super) squares: u128,
    pub(super) amazons: u128,
    pub(super) doors: u128,
}

/// Bounds on the moves in a room, and a line that reaches the lower one.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    pub(super) low: usize,
    pub(super) high: usize,
    /// `low` moves that keep the doors shut.
    pub(super) line: Vec<Action>,
}

/// Rooms of a side, if the board is closed. Rooms with doors come first, to be shut early.
pub(super) fn rooms(position: &Position, side: Side) -> Option<Vec<ClosedRoom>> {
    let board = Area::whole(position);
    let grid = board.grid();
    let mut rooms = Vec::new();
    for part in board.parts().filter(|part| !matches!(part.kind, Kind::Dead)) {
        let area = board.restricted(part.squares);
        let [own, others] = [side, !side].map(|side| reach(&area, side));
        if own & others != 0 {
            return None;
        }
        let room = Room::held(&area, own, area.amazons(side));
        for squares in room.parts(grid).filter(|squares| squares & own != 0) {
            rooms.push(ClosedRoom { squares, amazons: squares & room.holders(), doors: squares & room.doors });
        }
    }
    rooms.sort_by_key(|room| room.doors == 0);
    Some(rooms)
}

/// Number of empty squares in the areas with an empty square that both sides can reach.
pub fn open_squares(position: &Position) -> u32 {
    let board = Area::whole(position);
    let areas = board.parts().map(|part| board.restricted(part.squares));
    let is_open = |area: &Area<u128>| reach(area, Side::Black) & reach(area, Side::White) != 0;
    areas.filter(is_open).map(|area| area.empty().count()).sum()
}

/// Empty squares that a side can reach while all other amazons stand still.
fn reach(area: &Area<u128>, side: Side) -> u128 {
    area.grid().flood(area.amazons(side), area.empty()) & area.empty()
}

impl ClosedRoom {
    pub(super) fn empty(&self) -> u128 {
        self.squares & !self.amazons
    }

    /// Fills the room within the limits.
    pub(super) fn fill(&self, position: &Position, limits: &FillLimits<'_>) -> Filled {
        let shut = fill(&self.territory(position, self.doors), limits);
        let low = shut.line.len();
        let high = match self.doors {
            0 => shut.most,
            _ if low == self.empty().count() as usize => low,
            _ => fill(&self.territory(position, 0), limits).most,
        };
        Filled { low, high, line: self.actions(&shut) }
    }

    fn territory(&self, position: &Position, doors: u128) -> Territory {
        Territory::of_squares(position.grid(), self.squares, self.amazons & !doors, doors)
    }

    fn actions(&self, filling: &Filling) -> Vec<Action> {
        let points: Vec<Point> = self.squares.points().collect();
        let at = |number: u16| points[usize::from(number)];
        filling.line.iter().map(|step| Action { from: at(step.from), to: at(step.to), arrow: at(step.arrow) }).collect()
    }
}
