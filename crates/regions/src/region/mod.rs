//! Small regions: sets of squares connected by sides or corners, without amazons.
//!
//! A [`Region`] is one word: 56 bits for the squares of its bounding box and a byte for the width and height. That is
//! the limit of Müller & Tegos (2002, section 3.1): boxes of at most 56 squares inside 10x10.

mod enumerate;

use otrera_board::{Bits, Grid, Point, Side, Size, Square};

pub use enumerate::Walk;

use crate::graph::LineGraph;

/// Maximum area of a bounding box.
pub const BOX: u32 = 56;
/// Maximum side of a bounding box.
pub const SIDE: u32 = 10;

/// A set of squares with its bounding box. Bits are in rows from the bottom, as on a board of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(u64);

impl Region {
    /// The region of some squares of a board; `None` if there are none or their box is too large.
    #[inline]
    pub fn of_squares<B: Bits>(grid: &Grid<B>, squares: B) -> Option<Region> {
        if squares.is_none() {
            return None;
        }
        let stride = u32::from(grid.size().width());
        let row_mask = !B::NONE >> (B::CAPACITY - stride);
        let first = u32::from(squares.first().0) / stride;
        let last = (B::CAPACITY - 1 - squares.leading_zeros()) / stride;
        let columns = (first..=last).fold(B::NONE, |set, row| set | squares >> (row * stride)) & row_mask;
        let left = u32::from(columns.first().0);
        let width = B::CAPACITY - columns.leading_zeros() - left;
        let height = last - first + 1;
        if width > SIDE || height > SIDE || width * height > BOX {
            return None;
        }
        let rows = (first..=last).rev().fold(0, |bits, row| {
            let row = (squares >> (row * stride + left)).widen() as u64 & ((1 << width) - 1);
            bits << width | row
        });
        Some(Region::new(rows, width, height))
    }

    /// `width` and `height` must be those of the smallest box.
    #[inline]
    fn new(bits: u64, width: u32, height: u32) -> Region {
        debug_assert!(bits != 0 && bits >> (width * height) == 0 && width * height <= BOX);
        Region(bits | u64::from(width) << BOX | u64::from(height) << (BOX + 4))
    }

    /// The region of a [word](Self::word), if it is valid.
    pub fn of_word(word: u64) -> Option<Region> {
        let region = Region(word);
        let size = Size::new(region.width() as usize, region.height() as usize).ok()?;
        let grid = u64::grid(size)?;
        (region.bits() & !grid.full() == 0 && Region::of_squares(grid, region.bits()) == Some(region)).then_some(region)
    }

    /// The region as a number, the same on every machine.
    #[inline]
    pub fn word(self) -> u64 {
        self.0
    }

    /// The squares as bits of a board of its [`size`](Self::size).
    #[inline]
    pub fn bits(self) -> u64 {
        self.0 & ((1 << BOX) - 1)
    }

    /// Number of squares.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a region has a square")]
    pub fn len(self) -> usize {
        self.bits().count_ones() as usize
    }

    /// Columns of the bounding box.
    #[inline]
    pub fn width(self) -> u32 {
        (self.0 >> BOX) as u32 & 15
    }

    /// Rows of the bounding box.
    #[inline]
    pub fn height(self) -> u32 {
        (self.0 >> (BOX + 4)) as u32
    }

    /// The bounding box as a board.
    pub fn size(self) -> Size {
        Size::new(self.width() as usize, self.height() as usize).expect("a box is a board")
    }

    /// The squares in the order of their bits.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let width = self.width() as u8;
        self.bits().points().map(move |Point(at)| Square { col: at % width, row: at / width })
    }

    /// The eight images, with repetitions if the region has symmetries. The first is the region itself.
    pub fn images(self) -> [Region; 8] {
        let transposed = self.transposed();
        let four = |region: Region| {
            let flipped = region.flipped();
            [region, region.half_turned(), flipped, flipped.half_turned()]
        };
        let ([a, b, c, d], [e, f, g, h]) = (four(self), four(transposed));
        [a, b, c, d, e, f, g, h]
    }

    /// The least of the images that are at least as wide as high: the same for all images.
    #[must_use]
    pub fn canonical(self) -> Region {
        let wide = self.images().into_iter().filter(|image| image.width() >= image.height());
        wide.min().expect("a region or its transpose is wide")
    }

    /// Returns whether the region equals its [`canonical`](Self::canonical) image.
    pub fn is_canonical(self) -> bool {
        let (width, height) = (self.width(), self.height());
        let least = |region: Region| {
            let flipped = region.flipped();
            self <= region && self <= region.half_turned() && self <= flipped && self <= flipped.half_turned()
        };
        width >= height && least(self) && (width > height || least(self.transposed()))
    }

    /// The symmetries of the region other than the identity, each as the images of the ranks of its squares.
    pub fn symmetries(self) -> Vec<Vec<u8>> {
        if self.images()[1..].iter().all(|&image| image != self) {
            return Vec::new();
        }
        let ranks: Vec<usize> =
            (0..BOX as usize).map(|at| (self.bits() & ((1 << at) - 1)).count_ones() as usize).collect();
        let mut symmetries: Vec<Vec<u8>> = Vec::new();
        for which in 1..8 {
            if self.images()[which] != self {
                continue;
            }
            // Transform one square at a time in the box of the region.
            let image_of = |bit: u64| Region::new(bit, self.width(), self.height()).images()[which].bits();
            let images =
                self.bits().points().map(|point| ranks[image_of(u64::bit(point)).trailing_zeros() as usize] as u8);
            symmetries.push(images.collect());
        }
        symmetries
    }

    /// Rotated by 180 degrees.
    #[inline]
    fn half_turned(self) -> Region {
        let area = self.width() * self.height();
        Region::new(self.bits().reverse_bits() >> (u64::BITS - area), self.width(), self.height())
    }

    /// Top and bottom exchanged.
    #[inline]
    fn flipped(self) -> Region {
        let (bits, width, height) = (self.bits(), self.width(), self.height());
        let row = |row: u32| bits >> (row * width) & ((1 << width) - 1);
        Region::new((0..height).fold(0, |image, r| image << width | row(r)), width, height)
    }

    /// Columns and rows exchanged.
    fn transposed(self) -> Region {
        let (width, height) = (self.width(), self.height());
        let image = self
            .squares()
            .fold(0, |image, Square { col, row }| image | 1 << (u32::from(col) * height + u32::from(row)));
        Region::new(image, height, width)
    }

    /// The line segment graph; points are numbered in the order of the squares' bits.
    pub fn graph(self) -> LineGraph {
        let mut graph = LineGraph::default();
        self.graph_into(&mut graph);
        graph
    }

    /// Like [`graph`](Self::graph), reusing the allocations of `graph`.
    pub fn graph_into(self, graph: &mut LineGraph) {
        let (bits, width) = (self.bits(), self.width());
        graph.reset(self.len());
        let mut ranks = [0; BOX as usize];
        for (rank, Point(at)) in bits.points().enumerate() {
            ranks[usize::from(at)] = rank as u16;
        }
        let column = |col: u32| (0..self.height()).fold(0_u64, |set, row| set | 1 << (row * width + col));
        let (first, last) = (column(0), column(width - 1));
        // One step in each direction: the squares that may take it, and the shift.
        for (from, by) in [(!last, 1), (!last, width + 1), (!0, width), (!first, width - 1)] {
            let step = |set: u64| (set & from) << by & bits;
            let mut starts = bits & !step(bits);
            while starts != 0 {
                let mut here = starts & starts.wrapping_neg();
                starts ^= here;
                graph.push_line(std::iter::from_fn(|| {
                    let rank = (here != 0).then(|| ranks[here.trailing_zeros() as usize]);
                    here = step(here);
                    rank
                }));
            }
        }
    }

    /// The region as a position, with amazons on the squares of the given ranks.
    pub fn position(self, black: &[u8], white: &[u8]) -> otrera_board::Position<u64> {
        let set = |ranks: &[u8]| {
            let points: Vec<Point> = self.bits().points().collect();
            ranks.iter().fold(0, |set, &rank| set | u64::bit(points[usize::from(rank)]))
        };
        let (black, white) = (set(black), set(white));
        let grid = u64::grid(self.size()).expect("a box fits into 64 bits");
        otrera_board::Position::from_sets(grid, black, white, self.bits() & !black & !white, Side::White)
    }
}
