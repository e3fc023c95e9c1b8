//! Bounds of active areas that are not played out. docs/internals/scoring.md, "Bounds", proves them.

use otrera_board::{Area, Bits, Room, Side};
use otrera_regions::filling::{FillLimits, Territory, fill};

use super::area_forms::AreaForms;
use super::form::Stops;

/// Node limit for filling a room; any line of moves is a bound.
const FILL_NODES: u64 = 200;

impl<B: Bits> AreaForms<'_, B> {
    /// Bounds of the stops: lower bounds of the low stops, upper bounds of the high ones.
    pub(super) fn bounds(&mut self, area: &Area<B>) -> Stops {
        let low = self.low(area);
        let high = self.low(&area.swapped());
        Stops { low, high: [-high[1], -high[0]] }
    }

    /// Lower bounds of the low stops, with Black and with White to move.
    fn low(&mut self, area: &Area<B>) -> [i16; 2] {
        let room = Room::of(area, Side::Black);
        let moves = if room.squares.is_none() { 0 } else { self.room_moves(area, &room) };
        let sure = moves - (area.empty() & !room.squares).count() as i16;
        // A free amazon steps to a square that White reaches and shoots back: one move more for Black, one less for White.
        let free = area.amazons(Side::Black) & !room.holders();
        let around = (area.grid().spread(free) & area.empty()).count();
        [sure + if around >= 1 { 2 } else { 0 }, sure + if around >= 3 { 2 } else { 0 }]
    }

    /// Moves in a room that keep its doors shut.
    fn room_moves(&mut self, area: &Area<B>, room: &Room<B>) -> i16 {
        let rooms = Area::from_sets(area.size(), [room.inside, room.doors], room.squares);
        let held = |part: &B| !(*part & room.squares).is_none() && !(*part & room.holders()).is_none();
        room.parts(area.grid()).filter(held).map(|part| self.filled(&rooms.cropped(part).oriented())).sum()
    }

    /// Moves found in a connected room whose inside amazons are black and whose doors are white.
    fn filled(&mut self, room: &Area<B>) -> i16 {
        if let Some(&moves) = self.rooms.get(room) {
            return moves;
        }
        let [inside, doors] = Side::BOTH.map(|side| room.amazons(side));
        let territory = Territory::of_squares(room.grid(), room.unburnt(), inside, doors);
        let moves = fill(&territory, &FillLimits { nodes: FILL_NODES, ..FillLimits::NONE }).line.len() as i16;
        if self.has_memory() {
            self.rooms.insert(*room, moves);
        }
        moves
    }
}
