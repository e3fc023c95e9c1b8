//! Floods of boards of up to 16x16 with AVX2: a register is 16 rows of 16 squares. Steps to the side are shifts within
//! the rows, steps up and down move whole rows, and nothing ever goes around an edge.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use otrera_board::{Bits, Size};

use super::flood::{Flood, doublings};

/// Doublings that fill a line of 16 squares.
const MOST: usize = 4;

/// What is the same for all positions of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowsBoard {
    width: u32,
    doublings: usize,
    /// The low `width` bits of each of four rows.
    four_rows: u64,
}

/// One position's empty squares, for boards of up to 16 columns and rows.
pub(super) struct Rows {
    board: RowsBoard,
    empty: __m256i,
    /// Where a move by 1, 2, 4 and 8 steps can end, by direction: right, left, up, down, up right, down left, up left,
    /// down right.
    ways: [[__m256i; 8]; MOST],
}

/// Rows moved up by so many; `UP` rows of zeros come in below.
#[target_feature(enable = "avx2")]
#[inline]
fn up<const ROWS: usize>(set: __m256i) -> __m256i {
    // The lower half with nothing below it, so that each half can take over rows from the half under it.
    let under = _mm256_permute2x128_si256::<0x08>(set, set);
    match ROWS {
        1 => _mm256_alignr_epi8::<14>(set, under),
        2 => _mm256_alignr_epi8::<12>(set, under),
        4 => _mm256_alignr_epi8::<8>(set, under),
        _ => under,
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn down<const ROWS: usize>(set: __m256i) -> __m256i {
    let over = _mm256_permute2x128_si256::<0x81>(set, set);
    match ROWS {
        1 => _mm256_alignr_epi8::<2>(over, set),
        2 => _mm256_alignr_epi8::<4>(over, set),
        4 => _mm256_alignr_epi8::<8>(over, set),
        _ => over,
    }
}

/// The set moved by so many steps in each of the eight directions.
macro_rules! moved {
    ($n:literal, $sets:expr) => {{
        let [right, left, above, below, ne, sw, nw, se] = $sets;
        [
            _mm256_slli_epi16::<$n>(right),
            _mm256_srli_epi16::<$n>(left),
            up::<$n>(above),
            down::<$n>(below),
            _mm256_slli_epi16::<$n>(up::<$n>(ne)),
            _mm256_srli_epi16::<$n>(down::<$n>(sw)),
            _mm256_srli_epi16::<$n>(up::<$n>(nw)),
            _mm256_slli_epi16::<$n>(down::<$n>(se)),
        ]
    }};
}

#[target_feature(enable = "avx2")]
#[inline]
fn both(a: [__m256i; 8], b: [__m256i; 8]) -> [__m256i; 8] {
    let mut out = a;
    for i in 0..8 {
        out[i] = _mm256_and_si256(a[i], b[i]);
    }
    out
}

/// `filled` and what of `moved` can be entered.
#[target_feature(enable = "avx2")]
#[inline]
fn fill(filled: [__m256i; 8], ways: &[__m256i; 8], moved: [__m256i; 8]) -> [__m256i; 8] {
    let mut out = filled;
    for i in 0..8 {
        out[i] = _mm256_or_si256(filled[i], _mm256_and_si256(ways[i], moved[i]));
    }
    out
}

impl Rows {
    #[target_feature(enable = "avx2,bmi2")]
    #[inline]
    fn pack(board: &RowsBoard, bits: u128) -> __m256i {
        let four = 4 * board.width;
        let word = |n: u32| {
            let low = if n * four < 128 { (bits >> (n * four)) as u64 } else { 0 };
            _pdep_u64(low, board.four_rows).cast_signed()
        };
        _mm256_setr_epi64x(word(0), word(1), word(2), word(3))
    }

    #[target_feature(enable = "avx2,bmi2")]
    #[inline]
    fn unpack(board: &RowsBoard, set: __m256i) -> u128 {
        let four = 4 * board.width;
        let word = |n: u32, word: i64| {
            let low = u128::from(_pext_u64(word.cast_unsigned(), board.four_rows));
            if n * four < 128 { low << (n * four) } else { 0 }
        };
        word(0, _mm256_extract_epi64::<0>(set))
            | word(1, _mm256_extract_epi64::<1>(set))
            | word(2, _mm256_extract_epi64::<2>(set))
            | word(3, _mm256_extract_epi64::<3>(set))
    }

    #[target_feature(enable = "avx2,bmi2")]
    #[inline]
    fn prepare(board: &RowsBoard, empty: u128) -> Rows {
        let empty = Rows::pack(board, empty);
        let one = [empty; 8];
        let two = both(one, moved!(1, one));
        let four = both(two, moved!(2, two));
        let eight = if board.doublings > 3 { both(four, moved!(4, four)) } else { four };
        Rows { board: *board, empty, ways: [one, two, four, eight] }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn queen_step(&self, from: __m256i) -> __m256i {
        let mut filled = [from; 8];
        filled = fill(filled, &self.ways[0], moved!(1, filled));
        filled = fill(filled, &self.ways[1], moved!(2, filled));
        filled = fill(filled, &self.ways[2], moved!(4, filled));
        if self.board.doublings > 3 {
            filled = fill(filled, &self.ways[3], moved!(8, filled));
        }
        let [a, b, c, d, e, f, g, h] = filled;
        let or = |a, b| _mm256_or_si256(a, b);
        _mm256_and_si256(or(or(or(a, b), or(c, d)), or(or(e, f), or(g, h))), self.empty)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn king_step(&self, from: __m256i) -> __m256i {
        let or = |a, b| _mm256_or_si256(a, b);
        let wide = or(from, or(_mm256_slli_epi16::<1>(from), _mm256_srli_epi16::<1>(from)));
        _mm256_and_si256(or(wide, or(up::<1>(wide), down::<1>(wide))), self.empty)
    }

    #[target_feature(enable = "avx2,popcnt")]
    #[inline]
    fn ones(set: __m256i) -> i32 {
        _popcnt64(_mm256_extract_epi64::<0>(set))
            + _popcnt64(_mm256_extract_epi64::<1>(set))
            + _popcnt64(_mm256_extract_epi64::<2>(set))
            + _popcnt64(_mm256_extract_epi64::<3>(set))
    }
}

// SAFETY of all calls: this module is compiled only where AVX2, BMI2 and POPCNT are part of the target (`mod.rs`), so
// every processor that runs the program has them.
impl<B: Bits> Flood<B> for Rows {
    type Set = __m256i;
    type Board = RowsBoard;

    fn board(size: Size) -> RowsBoard {
        assert!(size.width() <= 16 && size.height() <= 16, "{size} does not fit into 16 rows of 16 squares");
        let width = u32::from(size.width());
        let row = (1_u64 << width) - 1;
        RowsBoard { width, doublings: doublings(size), four_rows: row | row << 16 | row << 32 | row << 48 }
    }

    #[inline(always)]
    fn new(board: &RowsBoard, empty: B) -> Rows {
        // SAFETY: see above.
        unsafe { Rows::prepare(board, empty.widen()) }
    }

    #[inline(always)]
    fn set(&self, bits: B) -> __m256i {
        // SAFETY: see above.
        unsafe { Rows::pack(&self.board, bits.widen()) }
    }

    #[inline(always)]
    fn bits(&self, set: __m256i) -> B {
        // SAFETY: see above.
        B::narrow(unsafe { Rows::unpack(&self.board, set) })
    }

    #[inline(always)]
    fn queen(&self, from: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { self.queen_step(from) }
    }

    #[inline(always)]
    fn king(&self, from: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { self.king_step(from) }
    }

    #[inline(always)]
    fn none() -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_setzero_si256() }
    }
    #[inline(always)]
    fn and(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_and_si256(a, b) }
    }
    #[inline(always)]
    fn or(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn xor(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_xor_si256(a, b) }
    }
    #[inline(always)]
    fn without(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_andnot_si256(b, a) }
    }
    #[inline(always)]
    fn count(set: __m256i) -> i32 {
        // SAFETY: see above.
        unsafe { Rows::ones(set) }
    }
    #[inline(always)]
    fn is_none(set: __m256i) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_testz_si256(set, set) == 1 }
    }
}
