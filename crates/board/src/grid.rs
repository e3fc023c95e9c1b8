//! The geometry of one board size, as bitboards.
//!
//! Squares are numbered row by row from a1. A queen's reach is computed without a loop along its rays. Let `x` be the
//! obstacles on a ray towards higher numbers. Subtracting 1 sets all bits below the first obstacle and clears that one,
//! so `ray & (x - 1) & empty` is the reach on this ray, in three operations. Rays towards lower numbers are stored
//! bit-reversed, and the set of empty squares is carried together with its reversal ([`Twin`]), so the same operations
//! serve them. The two halves of the result ([`Slide`]) are counted and iterated separately, and joined only where a
//! plain set is needed.

use crate::bits::Bits;
use crate::hash;
use crate::side::Side;
use crate::square::{Size, Square};

/// Index of a square on its grid, row by row from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub u8);

/// Tables for one board size, made on first use and never dropped.
#[derive(Debug)]
pub struct Grid<B> {
    size: Size,
    full: B,
    first_column: B,
    last_column: B,
    rays: Box<[Rays<B>]>,
    keys: Box<[Keys]>,
    /// The number of each square on the board with columns and rows exchanged.
    transposed: Box<[Point]>,
    /// The sets of the first row, exchanged with the first column; none on wide boards.
    turned_rows: Box<[B]>,
}

/// The eight rays from one square: four towards higher numbers, and the others bit-reversed. One cache line for `u64`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Rays<B> {
    fore: [B; 4],
    back: [B; 4],
}

#[derive(Clone, Copy, Debug)]
struct Keys {
    amazon: [u64; 2],
    burnt: u64,
}

/// A set of squares together with its bit reversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twin<B> {
    fore: B,
    back: B,
}

/// The squares that a queen reaches in one move: those with higher numbers, and the others bit-reversed.
#[derive(Clone, Copy, Debug)]
pub struct Slide<B> {
    fore: B,
    back: B,
}

/// Largest width and height of boards on which a sweep of three doublings crosses the board.
const SWEPT: u8 = 8;

/// Steps towards higher numbers, in (columns, rows): right, up-left, up, up-right.
const FORE: [(i8, i8); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

impl<B: Bits> Grid<B> {
    pub(crate) fn new(size: Size) -> Grid<B> {
        assert!(size.area() <= B::CAPACITY, "a {size} board does not fit into {} bits", B::CAPACITY);
        let width = size.width();
        let squares = || (0..size.height()).flat_map(move |row| (0..width).map(move |col| Square { col, row }));
        let number = |square: Square| Point(square.row * width + square.col);
        let column = |wanted| {
            squares().filter(|s| s.col == wanted).map(|s| B::bit(number(s))).fold(B::NONE, |set, bit| set | bit)
        };
        let ray = |from: Square, (right, up): (i8, i8)| {
            let mut set = B::NONE;
            let mut here = from;
            while let (Some(col), Some(row)) = (here.col.checked_add_signed(right), here.row.checked_add_signed(up)) {
                here = Square { col, row };
                if !size.contains(here) {
                    break;
                }
                set |= B::bit(number(here));
            }
            set
        };
        Grid {
            size,
            full: squares().map(|s| B::bit(number(s))).fold(B::NONE, |set, bit| set | bit),
            first_column: column(0),
            last_column: column(width - 1),
            rays: squares()
                .map(|square| Rays {
                    fore: FORE.map(|step| ray(square, step)),
                    back: FORE.map(|(right, up)| ray(square, (-right, -up)).reversed()),
                })
                .collect(),
            keys: squares()
                .map(|square| Keys {
                    amazon: Side::BOTH.map(|side| hash::amazon(side, square)),
                    burnt: hash::burnt(square),
                })
                .collect(),
            transposed: squares().map(|square| Point(square.col * size.height() + square.row)).collect(),
            turned_rows: (0..if width > SWEPT { 0 } else { 1_u32 << width })
                .map(|row| {
                    let columns = (0..width).filter(|col| row >> col & 1 == 1);
                    columns.fold(B::NONE, |set, col| set | B::bit(Point(col * size.height())))
                })
                .collect(),
        }
    }

    /// Width and height.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// All squares of the board.
    #[inline]
    pub const fn full(&self) -> B {
        self.full
    }

    /// The number of a square, which must be on the board.
    #[inline]
    pub fn point(&self, square: Square) -> Point {
        debug_assert!(self.size.contains(square));
        Point(square.row * self.size.width() + square.col)
    }

    /// The square with this number.
    #[inline]
    pub fn square(&self, point: Point) -> Square {
        Square { col: point.0 % self.size.width(), row: point.0 / self.size.width() }
    }

    /// The reach of a queen on `from` over empty squares. `from` itself may be in `empty` or not.
    #[inline(always)]
    pub fn slide(&self, from: Point, empty: Twin<B>) -> Slide<B> {
        let rays = &self.rays[usize::from(from.0)];
        let reach = |rays: &[B; 4], empty: B| {
            let one = |ray: B| ray & (ray & !empty).less_one();
            (one(rays[0]) | one(rays[1]) | one(rays[2]) | one(rays[3])) & empty
        };
        Slide { fore: reach(&rays.fore, empty.fore), back: reach(&rays.back, empty.back) }
    }

    /// The empty squares that queens on `set` reach in one move. Squares of `set` that are empty may be among them.
    ///
    /// On boards of up to 8x8, all queens slide at once: a fill in each direction that doubles its length three times, four
    /// directions side by side.
    #[inline]
    pub fn slide_all(&self, set: B, empty: B) -> B {
        let width = u32::from(self.size.width());
        if self.size.width() > SWEPT || self.size.height() > SWEPT {
            let twin = Twin::new(empty);
            return set.points().fold(B::NONE, |reached, from| reached | self.slide(from, twin).set());
        }
        let [left, right] = [empty & !self.first_column, empty & !self.last_column];
        let steps = [1, width - 1, width, width + 1];
        let up = sweep::<B, true>(set, [left, right, empty, left], steps);
        let down = sweep::<B, false>(set, [right, left, empty, right], steps);
        (up | down) & empty
    }

    /// The set on the board with columns and rows exchanged.
    #[inline]
    pub(crate) fn transposed(&self, set: B) -> B {
        if self.turned_rows.is_empty() || set.count() <= u32::from(self.size.height()) {
            return set.points().fold(B::NONE, |image, point| image | B::bit(self.transposed[usize::from(point.0)]));
        }
        let width = u32::from(self.size.width());
        (0..u32::from(self.size.height())).fold(B::NONE, |image, row| {
            let squares = (set >> (row * width)).widen() as usize & (self.turned_rows.len() - 1);
            image | self.turned_rows[squares] << row
        })
    }

    /// The set and all its neighbours, diagonal ones included.
    #[inline]
    pub fn spread(&self, set: B) -> B {
        let rows = set | (set & !self.last_column) << 1 | (set & !self.first_column) >> 1;
        let width = u32::from(self.size.width());
        (rows | rows << width | rows >> width) & self.full
    }

    /// Flood fill: `seed` and all squares of `within` that are 8-connected to it.
    #[inline]
    pub fn flood(&self, seed: B, within: B) -> B {
        let mut reached = seed;
        loop {
            let next = (self.spread(reached) & within) | seed;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    #[inline]
    pub(crate) fn amazon_key(&self, side: Side, point: Point) -> u64 {
        self.keys[usize::from(point.0)].amazon[side.index()]
    }

    #[inline]
    pub(crate) fn burnt_key(&self, point: Point) -> u64 {
        self.keys[usize::from(point.0)].burnt
    }
}

/// Slides all of `set` by four steps, towards higher numbers or lower ones, each over its own `open` squares. Three
/// doublings cover seven squares.
#[inline(always)]
fn sweep<B: Bits, const UP: bool>(set: B, mut open: [B; 4], steps: [u32; 4]) -> B {
    let mut reached = [set; 4];
    for doublings in 0..3 {
        for lane in 0..4 {
            let by = steps[lane] << doublings;
            let (ahead, further) =
                if UP { (reached[lane] << by, open[lane] << by) } else { (reached[lane] >> by, open[lane] >> by) };
            reached[lane] |= open[lane] & ahead;
            open[lane] &= further;
        }
    }
    reached[0] | reached[1] | reached[2] | reached[3]
}

impl<B: Bits> Twin<B> {
    /// The set with its reversal.
    #[inline]
    pub fn new(set: B) -> Twin<B> {
        Twin { fore: set, back: set.reversed() }
    }

    /// The set and one more square.
    #[inline]
    #[must_use]
    pub fn with(self, point: Point) -> Twin<B> {
        let mirrored = Point(B::CAPACITY as u8 - 1 - point.0);
        Twin { fore: self.fore | B::bit(point), back: self.back | B::bit(mirrored) }
    }
}

impl<B: Bits> Slide<B> {
    /// Number of squares reached.
    #[inline]
    pub fn count(self) -> u32 {
        self.fore.count() + self.back.count()
    }

    /// The squares reached, as one set.
    #[inline]
    pub fn set(self) -> B {
        self.fore | self.back.reversed()
    }

    /// The squares reached, in the same order on every machine.
    #[inline]
    pub fn points(self) -> impl Iterator<Item = Point> {
        let back = self.back.points().map(|mirrored| Point(B::CAPACITY as u8 - 1 - mirrored.0));
        self.fore.points().chain(back)
    }

    /// Calls `f` for each square reached, in the order of [`points`](Self::points).
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(Point)) {
        for point in self.fore.points() {
            f(point);
        }
        for mirrored in self.back.points() {
            f(Point(B::CAPACITY as u8 - 1 - mirrored.0));
        }
    }
}
