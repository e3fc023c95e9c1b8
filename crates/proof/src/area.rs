//! Canonical forms of areas.
//!
//! An area is cut out of its board and may be rotated and reflected; of its eight images, the one with the least bytes
//! is canonical. The bytes of an image are its width, its height, and its squares in reading order (from the top row
//! down, each from the left), four in a byte, the first in the highest bits: 0 burnt, 1 empty, 2 black, 3 white; the
//! last byte is padded with zeros. So a canonical area is never wider than it is high. Colours are not exchanged.

use std::fmt;

use otrera_board::{Bits, Cell, Move, Position, Side, Size, Square, Symmetry};

/// Bytes of the largest area: width, height, and four squares a byte.
const LONGEST: usize = 2 + Size::MAX_SQUARES / 4;

/// Contents of a square, as two bits.
const BURNT: u8 = 0;
const EMPTY: u8 = 1;
const AMAZONS: [u8; 2] = [2, 3];

/// An area as a board of its own, in canonical orientation. Areas are ordered by their bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalArea([u8; LONGEST]);

/// The map from the board an area was cut from to the area's own board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    corner: Square,
    size: Size,
    symmetry: Symmetry,
}

impl CanonicalArea {
    /// Cuts a set of squares out of a position.
    ///
    /// # Panics
    /// If the set has no squares.
    pub(crate) fn of<B: Bits>(position: &Position<B>, squares: B) -> (CanonicalArea, Placement) {
        let cells: Vec<(Square, u8)> =
            position.squares(squares).map(|square| (square, bits(position.cell(square)))).collect();
        let span = |pick: fn(Square) -> u8| {
            let places = || cells.iter().map(|&(square, _)| pick(square));
            let low = places().min().expect("an area has squares");
            let high = places().max().expect("an area has squares");
            (low, usize::from(high - low) + 1)
        };
        let ((left, width), (bottom, height)) = (span(|square| square.col), span(|square| square.row));
        let corner = Square { col: left, row: bottom };
        let size = Size::new(width, height).expect("a part of a board is not larger than the board");
        let images = Symmetry::ALL.into_iter().filter_map(|symmetry| {
            let placement = Placement { corner, size, symmetry };
            let turned = symmetry.size(size);
            // The others have a larger first byte.
            (turned.width() <= turned.height()).then(|| (placement.image(&cells), placement))
        });
        images.min_by_key(|&(area, _)| area).expect("of an image and its transpose one is not wider than high")
    }

    /// Cuts out all unburnt squares of a position.
    ///
    /// # Panics
    /// If all squares are burnt.
    pub(crate) fn whole<B: Bits>(position: &Position<B>) -> (CanonicalArea, Placement) {
        CanonicalArea::of(position, position.unburnt())
    }

    /// The bytes of the area.
    pub fn bytes(&self) -> &[u8] {
        &self.0[..length(self.size())]
    }

    /// Reads the area that `bytes` begin with, if they do. Its orientation is not checked.
    pub(crate) fn read(bytes: &[u8]) -> Option<CanonicalArea> {
        let size = Size::new((*bytes.first()?).into(), (*bytes.get(1)?).into()).ok()?;
        let bytes = bytes.get(..length(size))?;
        let mut area = [0; LONGEST];
        area[..bytes.len()].copy_from_slice(bytes);
        let area = CanonicalArea(area);
        // Padding must be zeros, so that an area has one encoding.
        let last = size.area() % 4;
        (last == 0 || bytes[bytes.len() - 1] << (2 * last) == 0).then_some(area)
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        Size::new(self.0[0].into(), self.0[1].into()).expect("areas are made with valid sizes")
    }

    /// Number of unburnt squares.
    pub(crate) fn unburnt(&self) -> u32 {
        // A square is burnt if both of its bits are 0.
        self.bytes()[2..].iter().map(|byte| (byte | byte >> 1) & 0x55).map(u8::count_ones).sum()
    }

    /// Number of a square in reading order, from 0.
    pub(crate) fn number(&self, square: Square) -> u8 {
        (self.size().height() - 1 - square.row) * self.size().width() + square.col
    }

    /// The area with colours exchanged.
    pub(crate) fn exchanged(&self) -> CanonicalArea {
        let position = self.position(Side::Black);
        let [black, white] = Side::BOTH.map(|side| position.amazons(side));
        CanonicalArea::whole(&Position::from_sets(position.grid(), white, black, position.empty(), Side::Black)).0
    }

    /// The area as a position.
    pub fn position(&self, to_move: Side) -> Position {
        let size = self.size();
        let grid = u128::grid(size).expect("every board fits into 128 bits");
        let mut sets = [0; 4];
        for (number, square) in size.reading_order().enumerate() {
            sets[usize::from(self.0[2 + number / 4] >> (6 - number % 4 * 2) & 3)] |= u128::bit(grid.point(square));
        }
        let [_, empty, black, white] = sets;
        Position::from_sets(grid, black, white, empty, to_move)
    }
}

impl Placement {
    /// Maps a square.
    pub(crate) fn square(&self, square: Square) -> Square {
        let square = Square { col: square.col - self.corner.col, row: square.row - self.corner.row };
        self.symmetry.square(square, self.size)
    }

    /// Maps a move.
    pub(crate) fn play(&self, play: Move) -> Move {
        Move { from: self.square(play.from), to: self.square(play.to), arrow: self.square(play.arrow) }
    }

    fn image(&self, cells: &[(Square, u8)]) -> CanonicalArea {
        let size = self.symmetry.size(self.size);
        let (width, height) = (size.width(), size.height());
        let mut bytes = [0; LONGEST];
        (bytes[0], bytes[1]) = (width, height);
        for &(square, cell) in cells {
            let Square { col, row } = self.square(square);
            let number = usize::from(height - 1 - row) * usize::from(width) + usize::from(col);
            bytes[2 + number / 4] |= cell << (6 - number % 4 * 2);
        }
        CanonicalArea(bytes)
    }
}

fn bits(cell: Cell) -> u8 {
    match cell {
        Cell::Burnt => BURNT,
        Cell::Empty => EMPTY,
        Cell::Amazon(side) => AMAZONS[side.index()],
    }
}

/// Encoded length of an area, in bytes.
fn length(size: Size) -> usize {
    2 + (size.area() as usize).div_ceil(4)
}

/// Board text without a side to move.
impl fmt::Display for CanonicalArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut setup = self.position(Side::Black).setup();
        setup.to_move = None;
        setup.fmt(f)
    }
}

impl fmt::Debug for CanonicalArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CanonicalArea({self})")
    }
}
