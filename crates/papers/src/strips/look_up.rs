//! Looking up positions of any board in the strips.

use otrera_board::{Area, Bits, Point, Position, Side, Square};
use otrera_cgt::Value;
use thiserror::Error;

use super::Strips;

/// Error: a position has no value in the strips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LookUpError {
    /// A side has more than one amazon, or no side has any.
    #[error("{0} has {1} amazons; the strips have at most one of each side")]
    Amazons(Side, u32),
    /// The area of an amazon does not fit into the strip.
    #[error("the area of {0}x{1} squares does not fit into 2x{2}")]
    TooLarge(u8, u8, u32),
    /// The board is not done.
    #[error("the board is not computed yet: let `otrera tables strips` finish the file")]
    NotDone,
    /// A value is out of range.
    #[error(transparent)]
    Interrupted(#[from] otrera_cgt::Interrupted),
}

impl Strips<'_> {
    /// Returns the value of a position with one amazon of each side, or one alone, whose areas fit into the strip,
    /// transposed if necessary. If the amazons are in different areas, it is the difference of their moves.
    pub fn look_up(&self, position: &Position) -> Result<Value, LookUpError> {
        let [black, white] = Side::BOTH.map(|side| match position.amazons(side).count() {
            0 if !position.amazons(!side).is_none() => Ok(None),
            1 => self.place(position, side).map(Some),
            amazons => Err(LookUpError::Amazons(side, amazons)),
        });
        let (black, white) = (black?, white?);
        if let (Some(black), Some(white)) = (&black, &white)
            && black.area == white.area
        {
            let found = self.shapes.find(black.pattern);
            let [i, j] = [black.square, white.square].map(|square| self.shapes.rank(found, square));
            return self.value(found.shape, i, j).ok_or(LookUpError::NotDone);
        }
        let moves = |place: &Option<Place>| {
            let Some(place) = place else { return Ok(0) };
            let found = self.shapes.find(place.pattern);
            let rank = self.shapes.rank(found, place.square);
            self.moves_alone(found.shape, rank).map(i64::from).ok_or(LookUpError::NotDone)
        };
        Ok(self.store.integer(moves(&black)? - moves(&white)?)?)
    }

    /// Places the area of a side's only amazon into the strip.
    fn place(&self, position: &Position, side: Side) -> Result<Place, LookUpError> {
        let squares = position.grid().flood(position.amazons(side), position.unburnt());
        let area = Area::whole(position).cropped(squares);
        let (width, height) = (area.size().width(), area.size().height());
        let length = self.shapes.length();
        let fits = |long: u8, wide: u8| u32::from(long) <= length && wide <= 2;
        let is_transposed = !fits(width, height);
        if is_transposed && !fits(height, width) {
            return Err(LookUpError::TooLarge(width, height, length));
        }
        let bit = |point: Point| {
            let Square { col, row } = area.grid().square(point);
            let (long, wide) = if is_transposed { (row, col) } else { (col, row) };
            u32::from(wide) * length + u32::from(long)
        };
        let pattern = area.unburnt().points().fold(0, |pattern, point| pattern | 1 << bit(point));
        Ok(Place { area: squares, pattern, square: bit(area.amazons(side).first()) })
    }
}

struct Place {
    area: u128,
    pattern: u32,
    /// The amazon's square, as a bit of the pattern.
    square: u32,
}
