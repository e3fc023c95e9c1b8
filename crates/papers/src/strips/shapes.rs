//! All boards inside 2 x n, up to symmetry, and the mapping of any board to its representative.
//!
//! A board is a pattern of bits on a grid of two rows: row 0 in the lower `length` bits, row 1 above. Diagonal
//! neighbours touch, so a board is connected exactly if no column between its ends is empty: each column holds its
//! lower square, its upper square, or both. Read as the digits 1, 2 and 3 of a number in base 3, the columns number all
//! boards that begin in the first column without a gap ("bijective" base 3, in which no digit is 0). A table by that
//! number gives the representative and the symmetry in one look-up; for n = 11 it has 265,719 entries.

/// The symmetries of a strip as a combination of three: mirror the columns, exchange the rows, transpose. The last
/// applies only to boards of at most two columns, which stay inside the strip.
const MIRROR: u32 = 1;
const FLIP: u32 = 2;
const TRANSPOSE: u32 = 4;
/// Maximum length: the squares fit into 32 bits, and the table takes 86 MB.
pub const MAX_LENGTH: u32 = 15;

/// The boards inside a strip of two rows.
pub struct Shapes {
    length: u32,
    /// Representatives, by size and then by pattern.
    patterns: Vec<u32>,
    /// Index of the first representative of each size; the last entry is their number.
    starts: Vec<usize>,
    /// By row of bits: the sum of 3^c over its columns c.
    powers: Vec<u32>,
    /// By number of the pattern: index of the board times 8, plus the symmetry that maps the pattern to it.
    table: Vec<u32>,
}

/// A board found on a strip, with its mapping to the representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeMatch {
    /// Number of the board.
    pub shape: usize,
    symmetry: u32,
    offset: u32,
    width: u32,
}

impl Shapes {
    /// All boards inside 2 x `length`.
    ///
    /// # Panics
    /// If the length is 0 or above [`MAX_LENGTH`].
    pub fn new(length: u32) -> Shapes {
        assert!((1..=MAX_LENGTH).contains(&length), "a strip has 1 to {MAX_LENGTH} columns");
        let powers = (0..1_u32 << length).map(|row| (0..length).map(|c| (row >> c & 1) * 3_u32.pow(c)).sum()).collect();
        let mut shapes = Shapes { length, patterns: Vec::new(), starts: Vec::new(), powers, table: Vec::new() };

        let full = (1_u32 << (2 * length)) - 1;
        let images: Vec<(u32, u32)> = (1..=shapes.number(full)).map(|n| shapes.representative(shapes.nth(n))).collect();
        let mut representatives: Vec<u32> = images.iter().map(|&(image, _)| image).collect();
        representatives.sort_unstable_by_key(|pattern| (pattern.count_ones(), *pattern));
        representatives.dedup();
        shapes.starts = (0..=2 * length + 1)
            .map(|size| representatives.partition_point(|pattern| pattern.count_ones() < size))
            .collect();

        shapes.table = vec![0; images.len() + 1];
        for (board, &pattern) in (0..).zip(&representatives) {
            let number = shapes.number(pattern);
            shapes.table[number as usize] = board << 3;
        }
        for (number, (image, symmetry)) in (1..).zip(images) {
            shapes.table[number] = shapes.table[shapes.number(image) as usize] & !7 | symmetry;
        }
        shapes.patterns = representatives;
        shapes
    }

    /// Columns of the strip.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Number of boards.
    #[expect(clippy::len_without_is_empty, reason = "every strip has a board")]
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.patterns[..]) + size_of_val(&self.powers[..]) + size_of_val(&self.table[..])
    }

    /// The indices of the boards of `squares` squares.
    pub fn of_size(&self, squares: u32) -> std::ops::Range<usize> {
        let end = self.starts.get(squares as usize + 1).copied().unwrap_or(self.len());
        self.starts[squares as usize]..end
    }

    /// The squares of a board, on a grid of `length` columns and two rows.
    #[inline]
    pub fn pattern(&self, shape: usize) -> u32 {
        self.patterns[shape]
    }

    /// Number of positions of a board with one amazon of each side, up to exchange of colours.
    pub fn positions(&self, shape: usize) -> usize {
        let squares = self.patterns[shape].count_ones() as usize;
        squares * (squares - 1) / 2
    }

    /// Finds the board on the squares of `pattern`, which must be connected and not empty.
    #[inline]
    pub fn find(&self, pattern: u32) -> ShapeMatch {
        debug_assert!(self.is_connected(pattern), "{pattern:b} is not connected");
        let columns = self.columns(pattern);
        let offset = columns.trailing_zeros();
        let entry = self.table[self.number(pattern >> offset) as usize];
        let width = u32::BITS - columns.leading_zeros() - offset;
        ShapeMatch { shape: (entry >> 3) as usize, symmetry: entry & 7, offset, width }
    }

    /// The rank in the representative of a square given by its bit on the strip.
    #[inline]
    pub fn rank(&self, found: ShapeMatch, square: u32) -> usize {
        let (row, column) = (square / self.length, square % self.length - found.offset);
        let image = self.image(found.symmetry, found.width, row, column);
        (self.patterns[found.shape] & ((1 << image) - 1)).count_ones() as usize
    }

    fn columns(&self, pattern: u32) -> u32 {
        (pattern | pattern >> self.length) & ((1 << self.length) - 1)
    }

    /// The number of a connected pattern whose first column is in use.
    #[inline]
    fn number(&self, pattern: u32) -> u32 {
        let row = (1 << self.length) - 1;
        self.powers[(pattern & row) as usize] + 2 * self.powers[(pattern >> self.length) as usize]
    }

    /// The pattern with this number; columns are the digits 1 to 3.
    fn nth(&self, mut number: u32) -> u32 {
        let mut pattern = 0;
        for column in 0.. {
            if number == 0 {
                break;
            }
            let digit = (number - 1) % 3 + 1;
            pattern |= (digit & 1) << column | (digit >> 1) << (column + self.length);
            number = (number - digit) / 3;
        }
        pattern
    }

    #[inline]
    fn image(&self, symmetry: u32, width: u32, row: u32, column: u32) -> u32 {
        let column = if symmetry & MIRROR != 0 { width - 1 - column } else { column };
        let row = if symmetry & FLIP != 0 { 1 - row } else { row };
        if symmetry & TRANSPOSE != 0 { column * self.length + row } else { row * self.length + column }
    }

    /// The least image of a pattern whose first column is in use, and the symmetry that gives it.
    fn representative(&self, pattern: u32) -> (u32, u32) {
        let width = u32::BITS - self.columns(pattern).leading_zeros();
        let symmetries = if width <= 2 && self.length >= 2 { 8 } else { 4 };
        (0..symmetries)
            .map(|symmetry| {
                let image =
                    (0..2 * self.length).filter(|square| pattern >> square & 1 == 1).fold(0, |image, square| {
                        image | 1 << self.image(symmetry, width, square / self.length, square % self.length)
                    });
                (image, symmetry)
            })
            // A transposition may leave the first column empty.
            .filter(|&(image, _)| self.columns(image) & 1 == 1)
            .min()
            .expect("the pattern itself is an image")
    }

    /// Returns whether no column between the ends is empty.
    fn is_connected(&self, pattern: u32) -> bool {
        let columns = self.columns(pattern);
        (columns >> columns.trailing_zeros()).wrapping_add(1).is_power_of_two()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Snatzke 2002, Table 1: boards by number of squares, from 2 on.
    const BOARDS: [usize; 21] =
        [2, 4, 11, 20, 51, 108, 267, 609, 1485, 3500, 7429, 12056, 14549, 12792, 8333, 3961, 1391, 340, 61, 6, 1];

    #[test]
    fn counts_are_those_of_the_paper() {
        let shapes = Shapes::new(11);
        let counted: Vec<usize> = (2..=22).map(|size| shapes.of_size(size).len()).collect();
        assert_eq!(counted, BOARDS);
    }

    #[test]
    fn connected_patterns_are_numbered_without_a_gap() {
        let shapes = Shapes::new(4);
        let connected = (1..1_u32 << 8).filter(|&p| shapes.columns(p) & 1 == 1 && shapes.is_connected(p));
        let mut numbers: Vec<u32> = connected
            .inspect(|&pattern| assert_eq!(shapes.nth(shapes.number(pattern)), pattern))
            .map(|pattern| shapes.number(pattern))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=3 + 9 + 27 + 81).collect::<Vec<_>>());
    }

    #[test]
    fn boards_are_found_at_any_offset() {
        let shapes = Shapes::new(5);
        for pattern in 1..1u32 << 10 {
            if !shapes.is_connected(pattern) {
                continue;
            }
            let found = shapes.find(pattern);
            assert_eq!(shapes.pattern(found.shape).count_ones(), pattern.count_ones());
            let squares = (0..10).filter(|square| pattern >> square & 1 == 1);
            let mut ranks: Vec<usize> = squares.map(|square| shapes.rank(found, square)).collect();
            ranks.sort_unstable();
            assert_eq!(ranks, (0..pattern.count_ones() as usize).collect::<Vec<_>>(), "{pattern:b}");
        }
    }
}
