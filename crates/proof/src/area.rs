//! Areas in one form.
//!
//! An area is cut out of its board and may be turned and mirrored; of its eight images, the one with the least bytes
//! stands for all. The bytes of an image are its width, its height, and its squares in reading order (from the top row
//! down, each from the left), four in a byte, the first in the highest bits: 0 burnt, 1 empty, 2 black, 3 white; the
//! last byte is filled up with zeros. So an area is never wider than it is high. Colours are not exchanged.

use std::fmt;

use otrera_board::{Bits, Cell, Move, Position, Side, Size, Square, Symmetry};

/// Bytes of the largest area: width, height, and four squares a byte.
const LONGEST: usize = 2 + Size::MAX_SQUARES / 4;

/// What a square is, as two bits.
const BURNT: u8 = 0;
const EMPTY: u8 = 1;
const AMAZONS: [u8; 2] = [2, 3];

/// An area as a board of its own, in the orientation that stands for all eight. Areas are ordered by their bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area([u8; LONGEST]);

/// How an area lies on the board from which it was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    corner: Square,
    size: Size,
    symmetry: Symmetry,
}

impl Area {
    /// The squares of a set, cut out of a position and turned into the one orientation.
    ///
    /// # Panics
    /// If the set has no squares.
    pub fn of<B: Bits>(position: &Position<B>, squares: B) -> (Area, Placement) {
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

    /// A whole board as an area, cut down to its unburnt squares.
    ///
    /// # Panics
    /// If all of it is burnt.
    pub fn whole<B: Bits>(position: &Position<B>) -> (Area, Placement) {
        Area::of(position, position.unburnt())
    }

    /// The bytes of the area.
    pub fn bytes(&self) -> &[u8] {
        &self.0[..length(self.size())]
    }

    /// The area at the beginning of some bytes; `None` if they do not begin with one. Its orientation is not looked at.
    pub(crate) fn read(bytes: &[u8]) -> Option<Area> {
        let size = Size::new((*bytes.first()?).into(), (*bytes.get(1)?).into()).ok()?;
        let bytes = bytes.get(..length(size))?;
        let mut area = [0; LONGEST];
        area[..bytes.len()].copy_from_slice(bytes);
        let area = Area(area);
        // What fills the last byte up is no square, so it must be zeros for an area to have one form.
        let filled = size.area() % 4;
        (filled == 0 || bytes[bytes.len() - 1] << (2 * filled) == 0).then_some(area)
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        Size::new(self.0[0].into(), self.0[1].into()).expect("an area was made with a possible size")
    }

    /// The area with colours exchanged.
    pub(crate) fn exchanged(&self) -> Area {
        let position = self.position(Side::Black);
        let [black, white] = Side::BOTH.map(|side| position.amazons(side));
        Area::whole(&Position::from_sets(position.grid(), white, black, position.empty(), Side::Black)).0
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
    /// Where a square of the old board is on the area's board.
    pub fn square(&self, square: Square) -> Square {
        let square = Square { col: square.col - self.corner.col, row: square.row - self.corner.row };
        self.symmetry.square(square, self.size)
    }

    /// What a move in the area is on the area's board.
    pub fn play(&self, play: Move) -> Move {
        Move { from: self.square(play.from), to: self.square(play.to), arrow: self.square(play.arrow) }
    }

    fn image(&self, cells: &[(Square, u8)]) -> Area {
        let size = self.symmetry.size(self.size);
        let (width, height) = (size.width(), size.height());
        let mut bytes = [0; LONGEST];
        (bytes[0], bytes[1]) = (width, height);
        for &(square, cell) in cells {
            let Square { col, row } = self.square(square);
            let number = usize::from(height - 1 - row) * usize::from(width) + usize::from(col);
            bytes[2 + number / 4] |= cell << (6 - number % 4 * 2);
        }
        Area(bytes)
    }
}

fn bits(cell: Cell) -> u8 {
    match cell {
        Cell::Burnt => BURNT,
        Cell::Empty => EMPTY,
        Cell::Amazon(side) => AMAZONS[side.index()],
    }
}

/// Bytes of an area of this size.
fn length(size: Size) -> usize {
    2 + (size.area() as usize).div_ceil(4)
}

/// Our board text, without a side to move.
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut setup = self.position(Side::Black).setup();
        setup.to_move = None;
        setup.fmt(f)
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Area({self})")
    }
}
