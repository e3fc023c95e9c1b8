//! Snatzke's experiment: the value of every position with one amazon of each side on every board inside 2 x n.
//!
//! [`Shapes`] lists the boards, [`Strips`] holds what is known about them, and [`Strips::solve_size`] finds it out.
//! [`Strips::write`] and [`Strips::read`] keep it, [`Strips::look_up`] finds a position in it, and [`Findings`] is what
//! the paper reports, counted anew.

mod alone;
mod class;
mod file;
mod findings;
mod look_up;
mod measures;
mod shapes;
mod solve;

use std::cmp;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_board::{Bits, Grid, Setup, Side, Size};
use otrera_cgt::{Store, Value};

pub use alone::Alone;
pub use class::Class;
pub use file::{Header, ReadError};
pub use findings::{Example, Extreme, Findings, Occurrence, Row};
pub use look_up::LookUpError;
pub use measures::{Measures, Sizes};
pub use shapes::{Found, MAX_LENGTH, Shapes};

use otrera_board::Area;

/// The values of all positions on the boards inside a strip, as far as they are worked out. Threads share it by
/// reference: a board is there with all its values or not at all.
pub struct Strips<'s> {
    store: &'s Store,
    shapes: Shapes,
    grid: &'static Grid<u64>,
    boards: Vec<OnceLock<Board>>,
    bytes: AtomicUsize,
}

/// What is known about a board.
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
    /// All these boards, with nothing worked out.
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

    /// Where the games are kept.
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// Whether a board is worked out.
    pub fn is_done(&self, shape: usize) -> bool {
        self.boards[shape].get().is_some()
    }

    /// How many boards are worked out.
    pub fn done(&self) -> usize {
        (0..self.boards.len()).filter(|&shape| self.is_done(shape)).count()
    }

    /// Memory in use besides the store, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Adds what was found out about a board.
    ///
    /// # Panics
    /// If it was known already.
    fn add(&self, shape: usize, board: Board) {
        self.bytes.fetch_add(board.alone.len() + size_of_val(&board.pairs[..]), Ordering::Relaxed);
        assert!(self.boards[shape].set(board).is_ok(), "board {shape} was worked out twice");
    }

    /// The value with Black on the i-th square of a board and White on the j-th; `None` if it is not worked out, or
    /// if the two are one square.
    pub fn value(&self, shape: usize, black: usize, white: usize) -> Option<Value> {
        let values = &self.boards[shape].get()?.pairs;
        match black.cmp(&white) {
            cmp::Ordering::Less => Some(values[pair(black, white)]),
            cmp::Ordering::Greater => Some(-values[pair(white, black)]),
            cmp::Ordering::Equal => None,
        }
    }

    /// The most moves of an amazon alone on a square of a board; `None` if it is not worked out.
    pub fn moves_alone(&self, shape: usize, square: usize) -> Option<u8> {
        Some(self.boards[shape].get()?.alone[square])
    }

    /// The positions of a board, Black on the lower square; none if it is not worked out.
    pub fn positions(&self, shape: usize) -> impl Iterator<Item = Example> {
        let values = self.boards[shape].get().map_or(&[][..], |board| &board.pairs);
        let pairs = (0..).flat_map(|white| (0..white).map(move |black| (black, white)));
        pairs.zip(values).map(move |((black, white), &value)| Example { shape, black, white, value })
    }

    /// A position as a board of its own, cut out of the strip. It has no side to move, and White may be missing.
    pub fn setup(&self, shape: usize, black: usize, white: Option<usize>) -> Setup {
        let pattern = u64::from(self.shapes.pattern(shape));
        let bit = |rank: usize| u64::bit(pattern.points().nth(rank).expect("the square is on the board"));
        let (black, white) = (bit(black), white.map_or(0, bit));
        let strip = otrera_board::Position::from_sets(self.grid, black, white, pattern & !black & !white, Side::White);
        let mut setup = Area::whole(&strip).cropped(pattern).position(Side::White).setup();
        setup.to_move = None;
        setup
    }
}

impl std::fmt::Debug for Strips<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Strips(2x{}, {} of {} boards)", self.shapes.length(), self.done(), self.shapes.len())
    }
}
