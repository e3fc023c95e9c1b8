//! Finding a position of any board among the strips.

use otrera_board::{Bits, Position, Side};
use otrera_cgt::Value;
use thiserror::Error;

use super::Strips;

/// Why a position has no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LookUpError {
    /// A side has more than one amazon, or none has any.
    #[error("{0} has {1} amazons; the strips have one of each side, or one alone")]
    Amazons(Side, u32),
    /// The squares around an amazon do not fit into the strip.
    #[error("the area of {0}x{1} squares does not fit into 2x{2}")]
    TooLarge(u8, u8, u32),
    /// The board has not been worked out so far.
    #[error("the board is not worked out yet: let `otrera tables strips` finish the file")]
    NotDone,
    /// The number is out of range.
    #[error(transparent)]
    Interrupted(#[from] otrera_cgt::Interrupted),
}

impl Strips<'_> {
    /// The value of a position with one amazon of each side, or one alone, whose areas fit into the strip lying or
    /// standing. If the amazons are apart, it is the moves that Black has more.
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

    /// The area of a side's only amazon, laid into the strip.
    fn place(&self, position: &Position, side: Side) -> Result<Place, LookUpError> {
        let amazon = position.amazons(side);
        let area = position.grid().flood(amazon, position.unburnt());
        let squares = || position.squares(area);
        let (left, bottom) = (squares().map(|s| s.col).min(), squares().map(|s| s.row).min());
        let (left, bottom) = (left.expect("the amazon's square"), bottom.expect("the amazon's square"));
        let width = 1 + squares().map(|s| s.col - left).max().expect("the amazon's square");
        let height = 1 + squares().map(|s| s.row - bottom).max().expect("the amazon's square");

        let length = self.shapes.length();
        let fits = |long: u8, wide: u8| u32::from(long) <= length && wide <= 2;
        let standing = !fits(width, height);
        if standing && !fits(height, width) {
            return Err(LookUpError::TooLarge(width, height, length));
        }
        let bit = |square: otrera_board::Square| {
            let (col, row) = (u32::from(square.col - left), u32::from(square.row - bottom));
            if standing { col * length + row } else { row * length + col }
        };
        let pattern = squares().fold(0, |pattern, square| pattern | 1 << bit(square));
        let square = bit(position.squares(amazon).next().expect("the amazon's square"));
        Ok(Place { area, pattern, square })
    }
}

/// An area laid into the strip.
struct Place {
    area: u128,
    pattern: u32,
    /// Where the amazon is, as a bit of the pattern.
    square: u32,
}
