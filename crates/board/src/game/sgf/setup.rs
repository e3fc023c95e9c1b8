//! Setup properties (AB, AW, AA, AE, PL) and the points they name.

use super::{SgfError, single};
use crate::bits::Bits as _;
use crate::game::syntax::{At, RawProperty};
use crate::position::Position;
use crate::side::Side;
use crate::square::{Size, Square};
use crate::text::excerpt;

/// The position with these squares set or cleared. A square may occur once in a node.
pub(super) fn apply_setup(before: Position, properties: &[&RawProperty<'_>]) -> Result<Position, At<SgfError>> {
    let grid = before.grid();
    let [mut black, mut white] = Side::BOTH.map(|side| before.amazons(side));
    let mut empty = before.empty();
    let mut touched = 0;
    for property in properties.iter().filter(|property| property.name != "PL") {
        for written in &property.values {
            let set = read_points(written, &before).map_err(|error| (property.at, error))?;
            if let Some(square) = before.squares(set & touched).next() {
                return Err((property.at, SgfError::SetTwice { square }));
            }
            touched |= set;
            for cells in [&mut black, &mut white, &mut empty] {
                *cells &= !set;
            }
            match &*property.name {
                "AB" => black |= set,
                "AW" => white |= set,
                "AE" => empty |= set,
                // AA: a square in none of the sets is burnt.
                _ => {}
            }
        }
    }
    let to_move = match single(properties, "PL")? {
        Some((at, written)) => read_side(written).map_err(|error| (at, error))?,
        None => before.to_move(),
    };
    Ok(Position::from_sets(grid, black, white, empty, to_move))
}

/// A side as in SGF; FF[3] and older also use words.
pub(super) fn read_side(written: &str) -> Result<Side, SgfError> {
    match written.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err(SgfError::NotASide(excerpt(written))),
    }
}

/// A point, or a rectangle by its upper left and lower right corners: `aa:cc`.
fn read_points(written: &str, position: &Position) -> Result<u128, SgfError> {
    let size = position.size();
    let written = written.trim();
    let (first, last) = written.split_once(':').unwrap_or((written, written));
    let (first, last) = (read_point(first, size)?, read_point(last, size)?);
    if first.col > last.col || first.row < last.row {
        return Err(SgfError::NotAPoint(excerpt(written)));
    }
    let inside =
        |square: &Square| (first.col..=last.col).contains(&square.col) && (last.row..=first.row).contains(&square.row);
    let set = size.reading_order().filter(inside);
    Ok(set.fold(0, |set, square| set | u128::bit(position.grid().point(square))))
}

pub(super) fn read_point(written: &str, size: Size) -> Result<Square, SgfError> {
    let &[column, row] = written.as_bytes() else { return Err(SgfError::NotAPoint(excerpt(written))) };
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    let (Some(col), Some(down)) = (number(column), number(row)) else {
        return Err(SgfError::NotAPoint(excerpt(written)));
    };
    let off = || SgfError::OffBoard { point: written.to_owned(), size };
    let row = (size.height() - 1).checked_sub(down).ok_or_else(off)?;
    Some(Square { col, row }).filter(|&square| size.contains(square)).ok_or_else(off)
}
