use thiserror::Error;

use crate::bits::Bits as _;
use crate::position::Position;
use crate::side::Side;
use crate::square::{Size, SizeError, Square};

/// Content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Empty.
    Empty,
    /// Hit by an arrow.
    Burnt,
    /// An amazon of this side.
    Amazon(Side),
}

/// A board as it is written: a rectangle of cells of any size, and an optional side to move. [`Setup::position`] checks
/// it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    width: usize,
    height: usize,
    /// In reading order: rows from the top, each from the left.
    cells: Vec<Cell>,
    /// The side to move, if the text names it.
    pub to_move: Option<Side>,
}

/// Error: the setup is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The text does not name the side to move.
    #[error("no side to move: write w or b after the board")]
    NoSideToMove,
}

/// Error: the size has no standard setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The board itself is impossible.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Two amazons would share a square.
    #[error(
        "there is no standard setup for {0}: eight amazons, each on the second point from a corner, need at least 4x4"
    )]
    TooSmall(Size),
}

impl Setup {
    /// A setup from cells in reading order: rows from the top, each from the left.
    ///
    /// # Panics
    /// If the number of cells is not width times height.
    pub fn from_cells(width: usize, height: usize, cells: Vec<Cell>, to_move: Option<Side>) -> Setup {
        assert_eq!(cells.len(), width * height, "a {width}x{height} board has another number of cells");
        Setup { width, height, cells, to_move }
    }

    /// The standard setup of a size: amazons on the a-th square from each corner, Black above, White below and to move.
    /// a is 2 if the shorter side is at most 6, 3 up to 9, and 4 from 10.
    pub fn start(width: usize, height: usize) -> Result<Setup, StartError> {
        let size = Size::new(width, height)?;
        let from_corner = match width.min(height) {
            0..=3 => return Err(StartError::TooSmall(size)),
            4..=6 => 2,
            7..=9 => 3,
            _ => 4,
        };
        let cell = |square: Square| {
            let (col, row) = (usize::from(square.col), usize::from(square.row));
            let from_side = col.min(width - 1 - col) + 1;
            let from_end = row.min(height - 1 - row) + 1;
            let side = if row >= height / 2 { Side::Black } else { Side::White };
            let is_amazon = [(1, from_corner), (from_corner, 1)].contains(&(from_side, from_end));
            if is_amazon { Cell::Amazon(side) } else { Cell::Empty }
        };
        Ok(Setup::from_cells(width, height, size.reading_order().map(cell).collect(), Some(Side::White)))
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The rows from the top down.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.width.max(1))
    }

    /// The position, if it is legal.
    pub fn position(&self) -> Result<Position, SetupError> {
        self.position_to_move(self.to_move.ok_or(SetupError::NoSideToMove)?)
    }

    /// The position with this side to move instead of the written one.
    pub fn position_to_move(&self, to_move: Side) -> Result<Position, SetupError> {
        let size = Size::new(self.width, self.height)?;
        let grid = u128::grid(size).expect("every board fits into 128 bits");
        let set = |wanted: Cell| {
            size.reading_order()
                .zip(&self.cells)
                .filter(|&(_, &cell)| cell == wanted)
                .fold(0, |set, (square, _)| set | u128::bit(grid.point(square)))
        };
        let (black, white) = (set(Cell::Amazon(Side::Black)), set(Cell::Amazon(Side::White)));
        Ok(Position::from_sets(grid, black, white, set(Cell::Empty), to_move))
    }
}
