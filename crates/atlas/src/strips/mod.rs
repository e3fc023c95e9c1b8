//! Snatzke's experiment: the value of every position with one amazon of each side on every board inside 2 x n.
//!
//! Boards are worked out by their number of squares, so that everything a move leads to is known already: an arrow
//! takes a square away, and what is left is a smaller board with both amazons on it, or two boards with one each, which
//! are numbers. So no games are added up; a position is a list of look-ups, and one canonical form.
//!
//! The boards of one size do not depend on each other and are shared out to all threads.

mod shapes;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_board::{Bits, Grid, Point, Size, Twin};
use otrera_cgt::{Interrupted, Store, Value};

pub use shapes::{Found, MAX_LENGTH, Shapes};

/// The values of all positions on the boards inside a strip, as far as they are worked out.
pub struct Strips<'s> {
    store: &'s Store,
    shapes: Shapes,
    grid: &'static Grid<u64>,
    /// By board: the moves of an amazon alone on each of its squares.
    alone: Vec<OnceLock<Box<[u8]>>>,
    /// By board: the values of all pairs of squares, as numbered by [`pair`].
    pairs: Vec<OnceLock<Box<[Value]>>>,
}

/// The number of the pair i < j among all pairs: Black on i, White on j.
#[inline]
fn pair(i: usize, j: usize) -> usize {
    debug_assert!(i < j);
    j * (j - 1) / 2 + i
}

impl<'s> Strips<'s> {
    /// All boards inside 2 x `length`, with nothing worked out.
    pub fn new(store: &'s Store, length: u32) -> Strips<'s> {
        let shapes = Shapes::new(length);
        let size = Size::new(length as usize, 2).expect("a strip is a board");
        let empty = |_| OnceLock::new();
        Strips {
            store,
            grid: u64::grid(size).expect("a strip fits into 64 bits"),
            alone: (0..shapes.len()).map(empty).collect(),
            pairs: (0..shapes.len()).map(|_| OnceLock::new()).collect(),
            shapes,
        }
    }

    /// The boards.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// The value with Black on the i-th square of a board and White on the j-th; `None` if it is not worked out, or
    /// if the two are one square.
    pub fn value(&self, shape: usize, black: usize, white: usize) -> Option<Value> {
        let values = self.pairs[shape].get()?;
        match black.cmp(&white) {
            std::cmp::Ordering::Less => Some(values[pair(black, white)]),
            std::cmp::Ordering::Greater => Some(-values[pair(white, black)]),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Works out all boards with this many squares; those with fewer must be done. `done` hears the number of boards
    /// finished.
    pub fn solve_size(&self, squares: u32, threads: usize, done: &(impl Fn(usize) + Sync)) -> Result<(), Interrupted> {
        let shapes = self.shapes.of_size(squares);
        let next = AtomicUsize::new(shapes.start);
        let finished = AtomicUsize::new(0);
        let work = || -> Result<(), Interrupted> {
            loop {
                let shape = next.fetch_add(1, Ordering::Relaxed);
                if shape >= shapes.end {
                    return Ok(());
                }
                if self.pairs[shape].get().is_none() {
                    self.solve(shape)?;
                }
                done(finished.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let own = work();
            let joined = others.into_iter().map(|thread| thread.join().expect("a worker does not panic"));
            joined.fold(own, Result::and)
        })
    }

    fn solve(&self, shape: usize) -> Result<(), Interrupted> {
        let pattern = u64::from(self.shapes.pattern(shape));
        let squares: Vec<Point> = pattern.points().collect();
        let alone: Box<[u8]> = squares.iter().map(|&square| self.moves_alone(pattern, square)).collect();
        let mut values = Vec::with_capacity(squares.len() * squares.len() / 2);
        for j in 0..squares.len() {
            for i in 0..j {
                debug_assert_eq!(values.len(), pair(i, j));
                values.push(self.pair_value(pattern, squares[i], squares[j])?);
            }
        }
        // Another thread cannot have set these: each board is handed out once.
        self.alone[shape].set(alone).expect("a board is worked out once");
        self.pairs[shape].set(values.into()).expect("a board is worked out once");
        Ok(())
    }

    /// The most moves that an amazon has alone.
    fn moves_alone(&self, pattern: u64, square: Point) -> u8 {
        let mut best = 0;
        self.for_each_move(pattern, square, pattern, |to, left| best = best.max(1 + self.alone_after(left, to)));
        best
    }

    fn pair_value(&self, pattern: u64, black: Point, white: Point) -> Result<Value, Interrupted> {
        let free = pattern & !u64::bit(black) & !u64::bit(white);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut outcome = Ok(());
        self.for_each_move(free, black, pattern, |to, rest| match self.pair_after(rest, to, white) {
            Ok(value) => left.push(value),
            Err(why) => outcome = Err(why),
        });
        self.for_each_move(free, white, pattern, |to, rest| match self.pair_after(rest, black, to) {
            Ok(value) => right.push(value),
            Err(why) => outcome = Err(why),
        });
        outcome?;
        self.store.game(&left, &right)
    }

    /// Calls `f` with the landing square and the unburnt squares after each move of an amazon.
    fn for_each_move(&self, free: u64, from: Point, unburnt: u64, mut f: impl FnMut(Point, u64)) {
        let empty = Twin::new(free & !u64::bit(from));
        for to in self.grid.slide(from, empty).points() {
            for arrow in self.grid.slide(to, empty.with(from)).points() {
                f(to, unburnt & !u64::bit(arrow));
            }
        }
    }

    /// The moves left to an amazon alone.
    fn alone_after(&self, unburnt: u64, amazon: Point) -> u8 {
        let part = self.grid.flood(u64::bit(amazon), unburnt) as u32;
        let found = self.shapes.find(part);
        let moves = self.alone[found.shape].get().expect("smaller boards are worked out");
        moves[self.shapes.rank(found, amazon.0.into())]
    }

    /// The value after a move.
    fn pair_after(&self, unburnt: u64, black: Point, white: Point) -> Result<Value, Interrupted> {
        let part = self.grid.flood(u64::bit(black), unburnt);
        if !part.has(white) {
            let ahead = i64::from(self.alone_after(unburnt, black)) - i64::from(self.alone_after(unburnt, white));
            return self.store.integer(ahead);
        }
        let found = self.shapes.find(part as u32);
        let rank = |amazon: Point| self.shapes.rank(found, amazon.0.into());
        Ok(self.value(found.shape, rank(black), rank(white)).expect("smaller boards are worked out"))
    }
}

impl std::fmt::Debug for Strips<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Strips(2x{})", self.shapes.length())
    }
}
