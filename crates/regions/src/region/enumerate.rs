//! All regions of a size, once each.
//!
//! Redelmeier's method ("Counting polyominoes: yet another attack", 1981) grows a set square by square from its lowest,
//! leftmost square, and meets every placed set exactly once, without keeping any. Of the eight images of a region the
//! canonical one is let through. Boxes only grow, so a set whose box is too large is given up with all that contain it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use otrera_cgt::Interrupted;

use super::{BOX, Region, SIDE};

/// Columns of the field that regions grow on: up to nine to the left of the first square, nine to the right, and a
/// border on both sides.
const COLUMNS: usize = 2 * SIDE as usize + 1;
/// The column of the first square.
const MIDDLE: usize = SIDE as usize;
const CELLS: usize = COLUMNS * (SIDE as usize + 2);
/// Size at which the work is shared out: there are some hundreds of sets of so many squares, of very different weight.
const SHARED: usize = 5;

/// How regions are gone through.
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// Threads that share the work.
    pub threads: usize,
    /// Raised by the caller to end it.
    pub stop: &'a AtomicBool,
    /// Called after each region.
    pub progress: &'a (dyn Fn() + Sync),
}

impl Walk<'_> {
    /// To the end, without a word.
    pub fn quiet(threads: usize) -> Walk<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Walk { threads, stop: &NEVER, progress: &|| () }
    }

    /// Calls `visit` with every region of this many squares, up to symmetry, in no special order. Each thread has a
    /// visitor of its own from `visitor`, and all of them are given back at the end.
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
            let mut seen = 0;
            let mut share = || {
                let is_mine = seen == mine && !self.stop.load(Ordering::Relaxed);
                seen += 1;
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

    /// All regions of this many squares up to symmetry, in the order of their words.
    pub fn list(self, size: usize) -> Result<Vec<Region>, Interrupted> {
        let mut regions = self.for_each(size, Vec::new, |found, region| found.push(region))?.concat();
        regions.sort_unstable();
        Ok(regions)
    }
}

impl std::fmt::Debug for Walk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Walk({} threads)", self.threads)
    }
}

struct Growing {
    size: usize,
    /// Squares that may be added, in the order in which they came up; what lies before the place of a search is in the
    /// set or ruled out.
    candidates: Vec<usize>,
    is_candidate: [bool; CELLS],
    /// The set, a word for each row, and its columns and rows.
    rows: [u32; SIDE as usize],
    count: usize,
}

impl Growing {
    fn new(size: usize) -> Growing {
        let mut is_candidate = [false; CELLS];
        for (cell, closed) in is_candidate.iter_mut().enumerate() {
            let (row, column) = (cell / COLUMNS, cell % COLUMNS);
            // The border; and nothing is lower than the first square, or left of it in its row.
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

    /// Adds each of the candidates from a place on, and goes on with those after it.
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
                    self.let_through(left, width, height, visit);
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

    #[inline]
    fn let_through(&self, left: u32, width: u32, height: u32, visit: &mut impl FnMut(Region)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// All regions by another way: every region with one square more than each of the smaller ones.
    fn by_growth(size: usize) -> Vec<Region> {
        let mut known = std::collections::BTreeSet::from([vec![(0_i32, 0_i32)]]);
        for _ in 1..size {
            let mut larger = std::collections::BTreeSet::new();
            for cells in &known {
                for &(x, y) in cells {
                    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                        let mut more = cells.clone();
                        if !more.contains(&(x + dx, y + dy)) {
                            more.push((x + dx, y + dy));
                            larger.insert(least_image(&more));
                        }
                    }
                }
            }
            known = larger;
        }
        let mut regions: Vec<Region> = known.into_iter().filter_map(|cells| region(&cells)).collect();
        regions.sort_unstable();
        regions
    }

    fn least_image(cells: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let image = |turn: usize| {
            let turned = cells.iter().map(|&(x, y)| {
                let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
                (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y })
            });
            let turned: Vec<_> = turned.collect();
            let (left, low) = (turned.iter().map(|c| c.0).min().unwrap(), turned.iter().map(|c| c.1).min().unwrap());
            let mut moved: Vec<_> = turned.iter().map(|&(x, y)| (x - left, y - low)).collect();
            moved.sort_unstable();
            moved
        };
        (0..8).map(image).min().unwrap()
    }

    fn region(cells: &[(i32, i32)]) -> Option<Region> {
        let (width, height) =
            (cells.iter().map(|c| c.0).max()? as u32 + 1, cells.iter().map(|c| c.1).max()? as u32 + 1);
        let fits = width <= SIDE && height <= SIDE && width * height <= BOX;
        let bits = || cells.iter().fold(0, |bits, &(x, y)| bits | 1_u64 << (y as u32 * width + x as u32));
        fits.then(|| Region::new(bits(), width, height).canonical())
    }

    #[test]
    fn every_region_is_met_once() {
        for size in 1..=7 {
            assert_eq!(Walk::quiet(2).list(size).unwrap(), by_growth(size), "size {size}");
        }
    }

    #[test]
    fn the_numbers_are_those_of_the_paper() {
        // Müller & Tegos 2002, Table 1, "Board". From size 8 on the box matters.
        for (size, boards) in (1..).zip([1, 2, 5, 22, 94, 524, 3031, 18769]) {
            assert_eq!(Walk::quiet(2).list(size).unwrap().len(), boards, "size {size}");
        }
    }
}
