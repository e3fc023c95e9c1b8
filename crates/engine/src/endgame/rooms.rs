//! Rooms: the ground on which a side moves alone.
//!
//! A board is *closed* if no empty square can be reached by both sides while all amazons stand still. Then each side has
//! rooms of its own: its empty squares with its amazons. Some of these amazons may be *doors*: they stand beside a square
//! of the opponent, who would get in if they left it open. A door that shoots back to where it stood when it first moves
//! keeps the room shut, and from then on nobody is beside it: a square beside one of the opponent's would have been
//! reached by both.
//!
//! A side that moves like this makes at least `low` moves in its room, and the opponent at most as many in hers as she
//! could if she did not mind her doors (`high`): our doors stay shut, so she never gets out. Where `low` is `high` for
//! both, the board is a sum of whole numbers, whoever begins, and also by how much the game is won is known (docs/scoring.md:
//! S is all moves that we make and have left, less hers).

use otrera_board::areas::components;
use otrera_board::{Action, Bits, Point, Position, Side};
use otrera_regions::filling::{FillLimits, Filling, Territory, fill};

/// Connected empty squares that only one side reaches, with its amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Room {
    /// All its squares.
    pub(super) squares: u128,
    /// Those with amazons.
    pub(super) amazons: u128,
    /// Amazons beside squares of the opponent.
    pub(super) doors: u128,
}

/// How many moves there are in a room, and some that are as many as is known.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    /// Moves that are certain.
    pub(super) low: usize,
    /// Moves that nobody can exceed.
    pub(super) high: usize,
    /// Moves that keep the doors shut, `low` of them.
    pub(super) line: Vec<Action>,
}

/// The rooms of a side, if the board is closed.
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
    // What has to be shut goes first.
    rooms.sort_by_key(|room| room.doors == 0);
    Some(rooms)
}

/// Empty squares of the areas where something is still open between the sides: where both reach an empty square.
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
    /// Its empty squares.
    pub(super) fn empty(&self) -> u128 {
        self.squares & !self.amazons
    }

    /// Fills the room as well as the limits allow.
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
