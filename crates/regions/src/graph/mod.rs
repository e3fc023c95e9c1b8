//! Line segment graphs (Müller & Tegos, "Experiments in Computer Amazons", 2002, section 3).
//!
//! Where the squares of a region lie does not matter to the game; what matters is which of them lie on a common
//! unbroken line, and in which order. A [`LineGraph`] holds just that: its points, and its lines as sequences of points.
//! Many regions that look different are the same graph, so what is found out about one holds for all.

mod canonical;
mod field;
mod name;

use otrera_board::{Bits, Grid, Square};

pub use canonical::{Canonizer, Labelling, MAX_POINTS};
pub use field::Points;
pub use field::{Field, Part, Splitter, points};
pub use name::GraphName;

/// A set of points and the lines that they lie on. Points are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineGraph {
    points: usize,
    /// The points of all lines, one line after the other, each in its order.
    members: Vec<u16>,
    /// Where each line ends in `members`.
    ends: Vec<u32>,
}

impl LineGraph {
    /// The graph of a set of squares on a board, numbered in the order of their bits.
    pub fn of_squares<B: Bits>(grid: &Grid<B>, squares: B) -> LineGraph {
        let cell = |square: Square| (i32::from(square.col), i32::from(square.row));
        let cells: Vec<_> = squares.points().map(|point| cell(grid.square(point))).collect();
        LineGraph::of_cells(&cells)
    }

    /// The graph of squares given by column and row, numbered in the order of the list. A board has no size here.
    ///
    /// # Panics
    /// If there are more than 65536 squares, or one is there twice.
    pub fn of_cells(cells: &[(i32, i32)]) -> LineGraph {
        assert!(cells.len() <= 1 << 16, "more squares than a graph can have");
        let at: rustc_hash::FxHashMap<(i32, i32), u16> =
            cells.iter().enumerate().map(|(number, &cell)| (cell, number as u16)).collect();
        assert!(at.len() == cells.len(), "a square is there twice");
        let mut graph = LineGraph { points: cells.len(), ..LineGraph::default() };
        for (right, up) in [(1, 0), (1, 1), (0, 1), (-1, 1)] {
            for &(col, row) in cells {
                if !at.contains_key(&(col - right, row - up)) {
                    let line = (0..).map_while(|step| at.get(&(col + step * right, row + step * up)));
                    graph.push_line(line.copied());
                }
            }
        }
        graph
    }

    /// The graph that a canonical code stands for, and what stands on its points; nothing if that is empty.
    pub fn of_code(code: &[u8]) -> (LineGraph, &[u8]) {
        canonical::decode(code)
    }

    /// Forgets everything but the room for lines.
    pub fn reset(&mut self, points: usize) {
        self.points = points;
        self.members.clear();
        self.ends.clear();
    }

    /// Adds a line; one of fewer than two points is none.
    pub fn push_line(&mut self, line: impl Iterator<Item = u16>) {
        let start = self.members.len();
        self.members.extend(line);
        if self.members.len() < start + 2 {
            self.members.truncate(start);
        } else {
            self.ends.push(self.members.len() as u32);
        }
    }

    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.points
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// The lines, each of at least two points, in their order.
    #[inline]
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let line = &self.members[start as usize..end as usize];
            start = end;
            line
        })
    }

    /// For each point, the rays that leave it: along each line in both directions, nearest point first.
    pub fn rays(&self) -> Vec<Vec<Vec<u16>>> {
        let mut rays = vec![Vec::new(); self.points];
        for line in self.lines() {
            for (place, &point) in line.iter().enumerate() {
                let (before, after) = (&line[..place], &line[place + 1..]);
                if !before.is_empty() {
                    rays[usize::from(point)].push(before.iter().rev().copied().collect());
                }
                if !after.is_empty() {
                    rays[usize::from(point)].push(after.to_vec());
                }
            }
        }
        rays
    }

    /// The graph without some of its points, connected or not. `numbers` gives the points that stay their new numbers,
    /// from 0 without a gap, and the others `None`. A line breaks where a point is missing.
    #[must_use]
    pub fn without(&self, numbers: &[Option<u16>]) -> LineGraph {
        let mut graph = LineGraph::default();
        self.without_into(numbers, &mut graph);
        graph
    }

    /// Like [`without`](Self::without), into a graph that is there.
    pub fn without_into(&self, numbers: &[Option<u16>], graph: &mut LineGraph) {
        graph.reset(numbers.iter().flatten().count());
        for line in self.lines() {
            for part in line.split(|&point| numbers[usize::from(point)].is_none()) {
                graph.push_line(part.iter().filter_map(|&point| numbers[usize::from(point)]));
            }
        }
    }

    /// The graph with each point under a new number.
    #[must_use]
    pub fn relabelled(&self, labels: &[u8]) -> LineGraph {
        let numbers: Vec<_> = labels.iter().map(|&label| Some(label.into())).collect();
        self.without(&numbers)
    }
}
