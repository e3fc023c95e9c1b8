//! Snatzke's experiment ("Exhaustive search in the game Amazons", 2002): the value of every position with one amazon of
//! each side on every board inside 2 x n.
//!
//! A board is a set of squares connected by sides or corners, up to symmetry. A position is a pair of its squares:
//! Black on one, White on the other; exchanging them negates the value. For example, a board of five squares in 2 x 4:
//!
//! ```text
//!   . . # #     columns from the left, 1 for the lower square, 2 for the upper, 3 for both: 2 3 1 1,
//!   # . . .     the digits of 2 + 3*3 + 1*9 + 1*27 = 47 in base 3, so entry 47 of a table names the board
//!
//!   3 4 # #     squares by their bits; 10 positions i < j, of which pair (i, j) is number j(j-1)/2 + i
//!   # 0 1 2
//! ```
//!
//! Boards are solved from small to large ([`Strips::solve_size`]). A move burns a square and leaves one smaller board,
//! or two with one amazon each, so the options of a position are look-ups: find the part by a flood fill, its board by
//! the number of its columns ([`Shapes::find`]), and the value by the ranks of the amazons. One canonical form for each
//! position remains. All of 2 x 11, with 66,977 boards, takes half a minute on two threads; Snatzke's program needed a
//! month in 2001. 2 x 12 takes 105 s and 521 MB, and has the first denominators above 16.
//!
//! The recursion for arbitrary areas ([`AreaValues`](otrera_regions::AreaValues)) gives the same values, and the tests
//! compare the two. It has to crop and orient every area that it meets; here a single table look-up replaces that.
//!
//! [`Strips::write`] and [`Strips::read`] store the values (docs/formats/strips.md), [`Strips::look_up`] finds a
//! position, and [`Findings`] has the statistics that the paper reports.

mod class;
mod file;
mod findings;
mod look_up;
mod measures;
mod shapes;
mod single_amazons;
mod solve;

use std::cmp;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_board::{Area, Bits, Grid, Position, Setup, Side, Size};
use otrera_cgt::{Store, Value};

pub use class::Class;
pub use file::{Header, ReadError};
pub use findings::{Example, Extreme, Findings, Occurrence, Row};
pub use look_up::LookUpError;
pub use measures::{FormSize, Measures};
pub use shapes::{MAX_LENGTH, ShapeMatch, Shapes};
pub use single_amazons::SingleAmazons;

/// The values of all positions on the boards inside a strip that are done. Threads share it by reference: a board has
/// all its values or none.
pub struct Strips<'s> {
    store: &'s Store,
    shapes: Shapes,
    grid: &'static Grid<u64>,
    boards: Vec<OnceLock<Board>>,
    bytes: AtomicUsize,
}

struct Board {
    /// The moves of an amazon alone on each of its squares.
    alone: Box<[u8]>,
    /// The values of all pairs of squares, as numbered by [`pair`].
    pairs: Box<[Value]>,
}

/// The number of the pair i < j among all pairs: Black on i, White on j.
#[inline]
fn pair(i: usize, j: usize) -> usize {
    debug_assert!(i < j);
    j * (j - 1) / 2 + i
}

impl<'s> Strips<'s> {
    /// Strips without any values.
    pub fn new(store: &'s Store, shapes: Shapes) -> Strips<'s> {
        let size = Size::new(shapes.length() as usize, 2).expect("a strip is a board");
        let grid = u64::grid(size).expect("a strip fits into 64 bits");
        let boards: Vec<_> = (0..shapes.len()).map(|_| OnceLock::new()).collect();
        let bytes = AtomicUsize::new(shapes.bytes() + size_of_val(&boards[..]));
        Strips { store, grid, boards, shapes, bytes }
    }

    /// The boards.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// The store of the values.
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// Returns whether a board is done.
    pub fn is_done(&self, shape: usize) -> bool {
        self.boards[shape].get().is_some()
    }

    /// Number of boards that are done.
    pub fn done(&self) -> usize {
        (0..self.boards.len()).filter(|&shape| self.is_done(shape)).count()
    }

    /// Memory in use besides the store, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Adds the values of a board.
    ///
    /// # Panics
    /// If the board is done.
    fn add(&self, shape: usize, board: Board) {
        self.bytes.fetch_add(board.alone.len() + size_of_val(&board.pairs[..]), Ordering::Relaxed);
        assert!(self.boards[shape].set(board).is_ok(), "board {shape} was computed twice");
    }

    /// The value with Black on square `black` of a board and White on square `white`; `None` if the board is not done
    /// or the squares are equal.
    pub fn value(&self, shape: usize, black: usize, white: usize) -> Option<Value> {
        let values = &self.boards[shape].get()?.pairs;
        match black.cmp(&white) {
            cmp::Ordering::Less => Some(values[pair(black, white)]),
            cmp::Ordering::Greater => Some(-values[pair(white, black)]),
            cmp::Ordering::Equal => None,
        }
    }

    /// The maximum number of moves of an amazon alone on a square of a board; `None` if the board is not done.
    pub fn moves_alone(&self, shape: usize, square: usize) -> Option<u8> {
        Some(self.boards[shape].get()?.alone[square])
    }

    /// The positions of a board, with Black on the lower square; empty if the board is not done.
    pub fn positions(&self, shape: usize) -> impl Iterator<Item = Example> {
        let values = self.boards[shape].get().map_or(&[][..], |board| &board.pairs);
        let pairs = (0..).flat_map(|white| (0..white).map(move |black| (black, white)));
        pairs.zip(values).map(move |((black, white), &value)| Example { shape, black, white, value })
    }

    /// A position as a board of its own, cropped out of the strip, without a side to move. White may be missing.
    pub fn setup(&self, shape: usize, black: usize, white: Option<usize>) -> Setup {
        let pattern = u64::from(self.shapes.pattern(shape));
        let bit = |rank: usize| u64::bit(pattern.points().nth(rank).expect("the square is on the board"));
        let (black, white) = (bit(black), white.map_or(0, bit));
        let strip = Position::from_sets(self.grid, black, white, pattern & !black & !white, Side::White);
        let mut setup = Area::whole(&strip).cropped(pattern).position(Side::White).setup();
        setup.to_move = None;
        setup
    }
}
