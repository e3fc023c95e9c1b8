//! Computing the boards, from small to large.
//!
//! A move burns a square and leaves a smaller board with both amazons, or two smaller boards with one each, which are
//! numbers. Since all smaller boards are done, no games are added up: a position is a list of look-ups and one
//! canonical form. The boards of one size do not depend on each other and are computed in parallel.

use otrera_board::{Bits, Point, Twin};
use otrera_cgt::{Interrupted, Value};
use otrera_regions::in_parallel;
use otrera_regions::region::Walk;

use super::{Board, Strips, pair};

impl Strips<'_> {
    /// Computes all boards of `squares` squares that are not done; smaller ones must be done. Calls `finished` after
    /// each.
    pub fn solve_size(&self, squares: u32, threads: usize, finished: &(impl Fn() + Sync)) -> Result<(), Interrupted> {
        let shapes: Vec<usize> = self.shapes.of_size(squares).filter(|&shape| !self.is_done(shape)).collect();
        let solve = |_: &mut (), index: usize| {
            self.store.check_limits(self.bytes())?;
            self.add(shapes[index], self.solve(shapes[index])?);
            finished();
            Ok(())
        };
        in_parallel(Walk::quiet(threads), shapes.len(), || (), solve).map(|_| ())
    }

    fn solve(&self, shape: usize) -> Result<Board, Interrupted> {
        let pattern = u64::from(self.shapes.pattern(shape));
        let squares: Vec<Point> = pattern.points().collect();
        let alone = squares.iter().map(|&square| self.most_moves(pattern, square)).collect();
        let mut pairs = Vec::with_capacity(self.shapes.positions(shape));
        for (j, &white) in squares.iter().enumerate() {
            for (i, &black) in squares[..j].iter().enumerate() {
                debug_assert_eq!(pairs.len(), pair(i, j));
                pairs.push(self.pair_value(pattern, black, white)?);
            }
        }
        Ok(Board { alone, pairs: pairs.into() })
    }

    /// The maximum number of moves of an amazon alone.
    fn most_moves(&self, pattern: u64, square: Point) -> u8 {
        let mut best = 0;
        self.for_each_move(pattern, square, pattern, |to, left| best = best.max(1 + self.alone_after(left, to)));
        best
    }

    fn pair_value(&self, pattern: u64, black: Point, white: Point) -> Result<Value, Interrupted> {
        let free = pattern & !u64::bit(black) & !u64::bit(white);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut outcome = Ok(());
        let mut keep = |options: &mut Vec<Value>, value: Result<Value, Interrupted>| match value {
            Ok(value) => options.push(value),
            Err(why) => outcome = Err(why),
        };
        self.for_each_move(free, black, pattern, |to, rest| keep(&mut left, self.pair_after(rest, to, white)));
        self.for_each_move(free, white, pattern, |to, rest| keep(&mut right, self.pair_after(rest, black, to)));
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

    /// The moves of an amazon alone on the unburnt squares.
    fn alone_after(&self, unburnt: u64, amazon: Point) -> u8 {
        let part = self.grid.flood(u64::bit(amazon), unburnt) as u32;
        let found = self.shapes.find(part);
        let rank = self.shapes.rank(found, amazon.0.into());
        self.moves_alone(found.shape, rank).expect("smaller boards are done")
    }

    fn pair_after(&self, unburnt: u64, black: Point, white: Point) -> Result<Value, Interrupted> {
        let part = self.grid.flood(u64::bit(black), unburnt);
        if !part.has(white) {
            let ahead = i64::from(self.alone_after(unburnt, black)) - i64::from(self.alone_after(unburnt, white));
            return self.store.integer(ahead);
        }
        let found = self.shapes.find(part as u32);
        let rank = |amazon: Point| self.shapes.rank(found, amazon.0.into());
        Ok(self.value(found.shape, rank(black), rank(white)).expect("smaller boards are done"))
    }
}
