//! Enumeration of all regions of a size, each once.
//!
//! Redelmeier's method ("Counting polyominoes: yet another attack", 1981) grows a set square by square from its lowest,
//! leftmost square, and visits every placed set exactly once without storing any. Of the eight images of a region only
//! the canonical one is passed on. Boxes only grow, so a set whose box is too large is pruned with all its supersets.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use otrera_cgt::Interrupted;

use super::{BOX, Region, SIDE};

/// Columns of the grid that regions grow on: nine on each side of the first square, and a border.
const COLUMNS: usize = 2 * SIDE as usize + 1;
/// The column of the first square.
const MIDDLE: usize = SIDE as usize;
const CELLS: usize = COLUMNS * (SIDE as usize + 2);
/// Size at which the work is split among threads: several hundred sets, whose subtrees differ widely in size.
const SHARED: usize = 5;

/// Threads, cancellation and progress of an enumeration.
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Raised by the caller to cancel.
    pub stop: &'a AtomicBool,
    /// Called after each region.
    pub progress: &'a (dyn Fn() + Sync),
}

impl Walk<'_> {
    /// A walk that reports no progress and is never cancelled.
    pub fn quiet(threads: usize) -> Walk<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Walk { threads, stop: &NEVER, progress: &|| () }
    }

    /// Calls `visit` with every region of `size` squares, up to symmetry, in no particular order. Each thread has its
    /// own state from `visitor`; the states are returned.
    pub fn for_each<V: Send>(
        self,
        size: usize,
        visitor: impl Fn() -> V + Sync,
        visit: impl Fn(&mut V, Region) + Sync,
    ) -> Result<Vec<V>, Interrupted> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut state = visitor();
            let mut mine = next.fetch_add(1, Ordering::Relaxed);
            let mut count = 0;
            let mut share = || {
                let is_mine = count == mine && !self.stop.load(Ordering::Relaxed);
                count += 1;
                if is_mine {
                    mine = next.fetch_add(1, Ordering::Relaxed);
                }
                is_mine
            };
            Growing::new(size).grow(0, &mut share, &mut |region| {
                visit(&mut state, region);
                (self.progress)();
            });
            state
        };
        let states = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
        });
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted::Stopped) } else { Ok(states) }
    }

    /// All regions of `size` squares up to symmetry, in the order of their words.
    pub fn list(self, size: usize) -> Result<Vec<Region>, Interrupted> {
        let mut regions = self.for_each(size, Vec::new, |found, region| found.push(region))?.concat();
        regions.sort_unstable();
        Ok(regions)
    }
}

struct Growing {
    size: usize,
    /// Squares that may be added, in the order in which they were found; those before the place of the search are in
    /// the set or excluded.
    candidates: Vec<usize>,
    is_candidate: [bool; CELLS],
    /// The set, one word for each row.
    rows: [u32; SIDE as usize],
    count: usize,
}

impl Growing {
    fn new(size: usize) -> Growing {
        let mut is_candidate = [false; CELLS];
        for (cell, closed) in is_candidate.iter_mut().enumerate() {
            let (row, column) = (cell / COLUMNS, cell % COLUMNS);
            // The border, and the squares below the first one or left of it in its row.
            *closed = column == 0
                || column == COLUMNS - 1
                || row == 0
                || row > SIDE as usize
                || (row == 1 && column < MIDDLE);
        }
        let first = COLUMNS + MIDDLE;
        is_candidate[first] = true;
        Growing { size, candidates: vec![first], is_candidate, rows: [0; SIDE as usize], count: 0 }
    }

    /// Adds each of the candidates from `place` on in turn, and recurses with those after it.
    fn grow(&mut self, place: usize, share: &mut impl FnMut() -> bool, visit: &mut impl FnMut(Region)) {
        let last = self.candidates.len();
        for at in place..last {
            let cell = self.candidates[at];
            let (row, column) = (cell / COLUMNS - 1, cell % COLUMNS);
            self.rows[row] |= 1 << column;
            self.count += 1;
            let (left, width, height) = self.bounds();
            let fits = width <= SIDE && width * height <= BOX;
            if fits && (self.count != SHARED.min(self.size) || share()) {
                if self.count == self.size {
                    self.pass_canonical(left, width, height, visit);
                } else {
                    for neighbour in neighbours(cell) {
                        if !self.is_candidate[neighbour] {
                            self.is_candidate[neighbour] = true;
                            self.candidates.push(neighbour);
                        }
                    }
                    self.grow(at + 1, share, visit);
                    for cell in self.candidates.drain(last..) {
                        self.is_candidate[cell] = false;
                    }
                }
            }
            self.rows[row] &= !(1 << column);
            self.count -= 1;
        }
    }

    /// First column, width and height.
    #[inline]
    fn bounds(&self) -> (u32, u32, u32) {
        let columns = self.rows.iter().fold(0, |all, row| all | row);
        let height = self.rows.iter().rposition(|&row| row != 0).map_or(0, |top| top as u32 + 1);
        let left = columns.trailing_zeros();
        (left, u32::BITS - columns.leading_zeros() - left, height)
    }

    /// Calls `visit` if the set is the canonical image of its region.
    #[inline]
    fn pass_canonical(&self, left: u32, width: u32, height: u32, visit: &mut impl FnMut(Region)) {
        if width < height {
            return;
        }
        let rows = &self.rows[..height as usize];
        let bits = rows.iter().rev().fold(0, |bits, &row| bits << width | u64::from(row >> left));
        let region = Region::new(bits, width, height);
        if region.is_canonical() {
            visit(region);
        }
    }
}

fn neighbours(cell: usize) -> [usize; 8] {
    let [below, above] = [cell - COLUMNS, cell + COLUMNS];
    [below - 1, below, below + 1, cell - 1, cell + 1, above - 1, above, above + 1]
}
