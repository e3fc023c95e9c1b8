//! Rooms: squares on which a side moves alone.
//!
//! A board is *closed* if no empty square can be reached by both sides while all amazons stand still. Then each side has
//! rooms of its own: its empty squares with its amazons. Some of these amazons are *doors*: they stand beside a square of the
//! opponent, who could enter if they left. A door whose first move shoots back to where it stood keeps the room shut. After
//! that it is no door: a square beside one of the opponent's would be reached by both.
//!
//! A side that moves like this makes at least `low` moves in its rooms. Its doors stay shut, so the opponent makes at most
//! `high` moves in hers, the most without regard to doors. Where `low` equals `high` for both sides, the board is a sum of
//! integers, and the margin is known too (docs/internals/scoring.md).

use otrera_board::areas::components;
use otrera_board::{Action, Bits, Point, Position, Side};
use otrera_regions::filling::{FillLimits, Filling, Territory, fill};

/// Connected empty squares that only one side can reach, with its amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Room {
    pub(super) squares: u128,
    pub(super) amazons: u128,
    /// Amazons beside squares of the opponent.
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
pub(super) fn rooms(position: &Position, side: Side) -> Option<Vec<Room>> {
    let grid = position.grid();
    let mut rooms = Vec::new();
    for area in components(grid, position.unburnt()) {
        let amazons = area & position.amazons(side);
        let empty = area & position.empty();
        if amazons == 0 || empty == 0 {
            continue;
        }
        let own = grid.flood(amazons, empty) & empty;
        let others = area & position.amazons(!side);
        let reached = grid.flood(others, empty) & empty;
        if own & reached != 0 {
            return None;
        }
        let doors = amazons & grid.spread(others | reached);
        for squares in components(grid, own | amazons) {
            if squares & own != 0 {
                rooms.push(Room { squares, amazons: squares & amazons, doors: squares & doors });
            }
        }
    }
    rooms.sort_by_key(|room| room.doors == 0);
    Some(rooms)
}

/// Number of empty squares in the areas with an empty square that both sides can reach.
pub fn open_squares(position: &Position) -> u32 {
    let grid = position.grid();
    let reach = |side: Side, area: u128| {
        let empty = area & position.empty();
        grid.flood(area & position.amazons(side), empty) & empty
    };
    components(grid, position.unburnt())
        .filter(|&area| reach(Side::Black, area) & reach(Side::White, area) != 0)
        .map(|area| (area & position.empty()).count())
        .sum()
}

impl Room {
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
        let cell = |point: Point| {
            let square = position.grid().square(point);
            (i32::from(square.col), i32::from(square.row))
        };
        let cells: Vec<(i32, i32)> = self.squares.points().map(cell).collect();
        let numbers = |set: u128| -> Vec<u16> {
            (0..).zip(self.squares.points()).filter(|&(_, point)| set.has(point)).map(|(number, _)| number).collect()
        };
        Territory::of_cells(&cells, &numbers(self.amazons & !doors), &numbers(doors))
    }

    fn actions(&self, filling: &Filling) -> Vec<Action> {
        let points: Vec<Point> = self.squares.points().collect();
        let at = |number: u16| points[usize::from(number)];
        filling.line.iter().map(|step| Action { from: at(step.from), to: at(step.to), arrow: at(step.arrow) }).collect()
    }
}
