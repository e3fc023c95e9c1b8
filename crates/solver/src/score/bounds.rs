//! Bounds of open areas that are not played out. docs/scoring.md, "Bounds", says why they hold.

use otrera_atlas::Patch;
use otrera_atlas::filling::{FillLimits, Territory, fill};
use otrera_board::areas::components;
use otrera_board::{Bits, Grid, Side};

use super::form::Stops;
use super::ground::Ground;

/// Nodes of a search for moves in private squares: what it finds is a bound, however far it gets.
const FILL_NODES: u64 = 200;

impl<B: Bits> Ground<'_, B> {
    /// Bounds of the stops: the low ones are at least these, the high ones at most.
    pub(super) fn bounds(&mut self, area: &Patch<B>) -> Stops {
        let low = self.low(area);
        let high = self.low(&area.exchanged());
        Stops { low, high: [-high[1], -high[0]] }
    }

    /// What Black is sure of if White may wait: by Black to move, and by White to move.
    fn low(&mut self, area: &Patch<B>) -> [i16; 2] {
        let grid = area.grid();
        let reached = grid.flood(area.amazons(Side::White), area.empty()) & area.empty();
        let private = area.empty() & !reached;
        let holders = area.amazons(Side::Black) & grid.spread(private);
        let moves = if private.is_none() { 0 } else { self.private_moves(area, private, holders) };
        let sure = moves - reached.count() as i16;
        // The others step into what White reaches and shoot back: one move more for Black, one less for White.
        let free = area.amazons(Side::Black) & !holders;
        let around = (grid.spread(free) & area.empty()).count();
        [sure + if around >= 1 { 2 } else { 0 }, sure + if around >= 3 { 2 } else { 0 }]
    }

    /// Moves in squares that White cannot reach, by amazons who keep her out.
    fn private_moves(&mut self, area: &Patch<B>, private: B, holders: B) -> i16 {
        let grid = area.grid();
        let doors = holders & grid.spread(area.unburnt() & !private & !holders);
        let rooms = Patch::from_sets(area.size(), [holders & !doors, doors], private);
        let mut moves = 0;
        for squares in components(grid, private | holders) {
            if !(squares & private).is_none() && !(squares & holders).is_none() {
                moves += self.room(&rooms.cropped(squares).oriented());
            }
        }
        moves
    }

    /// Moves in a private room; the amazons at its doors are the white ones.
    fn room(&mut self, room: &Patch<B>) -> i16 {
        if let Some(&moves) = self.rooms.get(room) {
            return moves;
        }
        let [free, doors] = Side::BOTH.map(|side| room.amazons(side));
        let territory = territory(room.grid(), room.unburnt(), free, doors);
        let moves = fill(&territory, &FillLimits { nodes: FILL_NODES, ..FillLimits::NONE }).line.len() as i16;
        if self.has_room() {
            self.rooms.insert(*room, moves);
        }
        moves
    }
}

/// Squares of a grid as a territory, its points in the order of the squares.
pub(super) fn territory<B: Bits>(grid: &Grid<B>, squares: B, free: B, doors: B) -> Territory {
    let cell = |point| {
        let square = grid.square(point);
        (i32::from(square.col), i32::from(square.row))
    };
    let cells: Vec<(i32, i32)> = squares.points().map(cell).collect();
    let numbers = |set: B| -> Vec<u16> {
        (0..).zip(squares.points()).filter(|&(_, point)| set.has(point)).map(|(number, _)| number).collect()
    };
    Territory::of_cells(&cells, &numbers(free), &numbers(doors))
}
