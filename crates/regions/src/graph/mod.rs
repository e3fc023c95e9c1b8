//! Line segment graphs (Müller & Tegos, "Experiments in Computer Amazons", 2002, section 3): all that the game needs to
//! know of a board.
//!
//! Moves depend on the region only through its unbroken lines: which squares lie on a common line, and in which order.
//! A [`LineGraph`] holds just that: its points are the unburnt squares, and its lines are the maximal rows, columns and
//! diagonals of two points or more. A staircase and a zigzag are the same path of four points:
//!
//! ```text
//!   b # . #         b . # #         b - . - . - w
//!   # . # w         # # . w         0   1   2   3       shape 4:01.12.23
//! ```
//!
//! so everything known about one holds for the other, although no symmetry of the board maps one to the other. There
//! are far fewer graphs than regions: 4,945 graphs for the 18,769 regions of eight squares up to symmetry, and the
//! share falls with the size. The atlas and the counts of the papers are therefore stored by graph.
//!
//! To find out whether two graphs are the same, [`Canonizer`] gives each a canonical numbering of its points and a
//! [`code`](Labelling::code), equal exactly for isomorphic graphs; [`GraphName`] prints it. `canonical.rs` explains the
//! method. It labels 1.5 million graphs of seven points in a second and the empty 10x10 board in 0.06 ms.
//!
//! Instead one can map a line segment graph to an ordinary graph with coloured vertices (McKay's mapping, section 3.2
//! of the paper): a vertex for each point and for each line of three points or more, edges between neighbours on a line
//! and from a line to its points. Any canonical labelling of graphs then applies. That was tried with the crate
//! canonical-form and is 2.9 times slower; the tests keep it as the second opinion.
//!
//! A move burns a point, which breaks the lines through it and may split the graph: [`Splitter`] returns the parts
//! under their own canonical numbers, and [`SmallGraph`] is the form to play moves on.

mod canonical;
mod name;
mod small;

use otrera_board::{Bits, Grid};

pub use canonical::{Canonizer, Labelling, MAX_POINTS};
pub use name::GraphName;
pub use small::{Part, Points, SmallGraph, Splitter, points};

/// Points, numbered from 0, and the lines through them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineGraph {
    points: usize,
    /// The points of all lines, concatenated.
    members: Vec<u16>,
    /// End of each line in `members`.
    ends: Vec<u32>,
}

impl LineGraph {
    /// The graph of a set of squares on a board, numbered in the order of their bits.
    pub fn of_squares<B: Bits>(grid: &Grid<B>, squares: B) -> LineGraph {
        LineGraph::of_cells(&cells(grid, squares))
    }

    /// The graph of squares given by column and row, numbered in the order of the list. The board is unbounded.
    ///
    /// # Panics
    /// If there are more than 65536 squares, or one occurs twice.
    pub fn of_cells(cells: &[(i32, i32)]) -> LineGraph {
        assert!(cells.len() <= 1 << 16, "a graph has at most 65536 points");
        let at: rustc_hash::FxHashMap<(i32, i32), u16> =
            cells.iter().enumerate().map(|(number, &cell)| (cell, number as u16)).collect();
        assert!(at.len() == cells.len(), "a square occurs twice");
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

    /// Removes all lines and sets the number of points, keeping the allocations.
    pub(crate) fn reset(&mut self, points: usize) {
        self.points = points;
        self.members.clear();
        self.ends.clear();
    }

    /// Adds a line, unless it has fewer than two points.
    pub(crate) fn push_line(&mut self, line: impl Iterator<Item = u16>) {
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

    /// Returns whether there are no points.
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

    /// For each point its rays: along each line in both directions, nearest point first.
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

    /// The graph without some of its points. `numbers` has the new numbers of the points that stay, from 0 without a
    /// gap, and `None` for the others. A line breaks where a point is missing.
    #[must_use]
    pub fn without(&self, numbers: &[Option<u16>]) -> LineGraph {
        let mut graph = LineGraph::default();
        self.without_into(numbers, &mut graph);
        graph
    }

    /// Like [`without`](Self::without), reusing the allocations of `graph`.
    pub(crate) fn without_into(&self, numbers: &[Option<u16>], graph: &mut LineGraph) {
        graph.reset(numbers.iter().flatten().count());
        for line in self.lines() {
            for part in line.split(|&point| numbers[usize::from(point)].is_none()) {
                graph.push_line(part.iter().filter_map(|&point| numbers[usize::from(point)]));
            }
        }
    }

    /// The graph with point p renamed to `labels[p]`.
    #[must_use]
    pub fn relabelled(&self, labels: &[u8]) -> LineGraph {
        let numbers: Vec<_> = labels.iter().map(|&label| Some(label.into())).collect();
        self.without(&numbers)
    }
}

/// Column and row of each square.
pub(crate) fn cells<B: Bits>(grid: &Grid<B>, squares: B) -> Vec<(i32, i32)> {
    let squares = squares.points().map(|point| grid.square(point));
    squares.map(|square| (square.col.into(), square.row.into())).collect()
}
