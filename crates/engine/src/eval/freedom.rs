//! What an amazon's reach is worth: each square of it counts by how near it is and by how many empty squares touch it
//! (Lieberum's α, 2005, section 3). It is asked for every amazon of every position that is evaluated, and was most of
//! the evaluation's time on an open board when it went from square to square.
//!
//! So a position's empty neighbours are counted for all squares at once, a byte for each, and α is one product of bytes:
//! nearness times neighbours, over the squares that are reached. `Plain` does the same square by square, on any processor;
//! `Bytes` has 32 squares in a register where there is AVX2.

use otrera_board::{Bits, Grid, Point};

/// Steps beyond which a square no longer counts: 2^(1-8) of it is left.
pub(super) const FARTHEST: u32 = 8;

/// Squares that a table of bytes has room for.
const MOST: usize = 128;

/// A byte for each square.
#[repr(align(32))]
#[derive(Clone, Copy)]
pub(super) struct Table([u8; MOST]);

/// What is the same for all positions of one size.
pub(super) struct Ground<B: Bits> {
    #[cfg(any(
        test,
        not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))
    ))]
    /// The squares around each square.
    neighbours: Box<[B]>,
    /// 2^(8-d) for each square that is d king steps away on an empty board, by the square that it is away from. A queen's
    /// move of d steps is also d king moves and never fewer, so d needs no flood.
    nearness: Box<[Table]>,
    width: usize,
    not_first_column: B,
    not_last_column: B,
}

impl<B: Bits> Ground<B> {
    pub(super) fn new(grid: &Grid<B>) -> Ground<B> {
        let points = || grid.full().points();
        let apart = |a: Point, b: Point| {
            let (a, b) = (grid.square(a), grid.square(b));
            u32::from(a.col.abs_diff(b.col).max(a.row.abs_diff(b.row)))
        };
        let near = |d: u32| if (1..=FARTHEST).contains(&d) { 1 << (FARTHEST - d) } else { 0 };
        let table = |from: Point| {
            let mut table = Table([0; MOST]);
            points().for_each(|to| table.0[usize::from(to.0)] = near(apart(from, to)));
            table
        };
        let column = |wanted: u8| {
            let is_in = |point: &Point| grid.square(*point).col == wanted;
            points().filter(is_in).fold(B::NONE, |set, point| set | B::bit(point))
        };
        let width = grid.size().width();
        Ground {
            #[cfg(any(
                test,
                not(all(
                    target_arch = "x86_64",
                    target_feature = "avx2",
                    target_feature = "bmi2",
                    target_feature = "popcnt"
                ))
            ))]
            neighbours: points().map(|at| grid.spread(B::bit(at)) & !B::bit(at)).collect(),
            nearness: points().map(table).collect(),
            width: width.into(),
            not_first_column: !column(0),
            not_last_column: !column(width - 1),
        }
    }
}

/// A position's empty squares, ready to be asked.
pub(super) trait Freedom<'a, B: Bits> {
    fn new(ground: &'a Ground<B>, empty: B) -> Self;

    /// α of an amazon that reaches these squares, in units of 2^-7.
    fn alpha(&self, from: Point, reach: B) -> u32;
}

/// Square by square.
#[cfg(any(
    test,
    not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))
))]
pub(super) struct Plain<'a, B: Bits> {
    ground: &'a Ground<B>,
    empty: B,
}

#[cfg(any(
    test,
    not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))
))]
impl<'a, B: Bits> Freedom<'a, B> for Plain<'a, B> {
    fn new(ground: &'a Ground<B>, empty: B) -> Plain<'a, B> {
        Plain { ground, empty }
    }

    fn alpha(&self, from: Point, reach: B) -> u32 {
        let nearness = &self.ground.nearness[usize::from(from.0)].0;
        let worth = |to: usize| u32::from(nearness[to]) * (self.ground.neighbours[to] & self.empty).count();
        reach.points().map(|to| worth(to.0.into())).sum()
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
pub(super) use registers::Bytes;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
mod registers {
    #![allow(unsafe_code)]

    use std::arch::x86_64::*;

    use super::{Bits, Freedom, Ground, MOST, Point, Table};

    /// Squares in a register, and registers for all.
    const LANES: usize = 32;
    const REGISTERS: usize = MOST / LANES;
    /// Zeros around the squares, so that a row up and a row down are there for all of them: rows have at most 26.
    const MARGIN: usize = LANES;

    /// 32 squares at a time.
    pub(in crate::eval) struct Bytes<'a, B: Bits> {
        ground: &'a Ground<B>,
        /// Empty squares around each square.
        around: [__m256i; REGISTERS],
    }

    /// All ones in the byte of each square of the set.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn expand(set: u32) -> __m256i {
        let spread = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(set.cast_signed()), spread);
        _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit)
    }

    /// The n-th 32 squares of a set.
    #[inline(always)]
    fn part<B: Bits>(set: B, n: usize) -> u32 {
        (set.widen() >> (LANES * n)) as u32
    }

    impl<'a, B: Bits> Bytes<'a, B> {
        /// Registers that a word needs.
        const USED: usize = B::CAPACITY as usize / LANES;

        #[target_feature(enable = "avx2")]
        #[inline]
        fn count(ground: &'a Ground<B>, empty: B) -> Bytes<'a, B> {
            let after_empty = (empty & ground.not_last_column) << 1;
            let before_empty = (empty & ground.not_first_column) >> 1;
            // Three in a row, counted as less than nothing since a square of a set is a byte of -1.
            let mut rows = [0_i8; MARGIN + MOST + MARGIN];
            let mut center = [_mm256_setzero_si256(); REGISTERS];
            for n in 0..Self::USED {
                center[n] = expand(part(empty, n));
                let sides = _mm256_add_epi8(expand(part(after_empty, n)), expand(part(before_empty, n)));
                let at = rows[MARGIN + LANES * n..][..LANES].as_mut_ptr();
                // SAFETY: `at` points to 32 bytes of our own.
                unsafe { _mm256_storeu_si256(at.cast(), _mm256_add_epi8(center[n], sides)) };
            }
            let load = |at: usize| {
                let bytes = &rows[at..][..LANES];
                // SAFETY: `bytes` are 32 bytes.
                unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
            };
            let mut around = center;
            for n in 0..Self::USED {
                let at = MARGIN + LANES * n;
                let others = _mm256_add_epi8(load(at - ground.width), load(at + ground.width));
                // The square itself is no neighbour.
                around[n] = _mm256_sub_epi8(center[n], _mm256_add_epi8(others, load(at)));
            }
            Bytes { ground, around }
        }

        #[target_feature(enable = "avx2")]
        #[inline]
        fn sum(&self, nearness: &Table, reach: B) -> u32 {
            let mut sums = _mm256_setzero_si256();
            for n in 0..Self::USED {
                let bytes = &nearness.0[LANES * n..][..LANES];
                // SAFETY: `bytes` are 32 bytes.
                let near = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
                let reached = _mm256_and_si256(near, expand(part(reach, n)));
                // At most 128 * 8 for a square: sums of eight squares stay within 16 bits.
                sums = _mm256_add_epi16(sums, _mm256_maddubs_epi16(reached, self.around[n]));
            }
            let pairs = _mm256_madd_epi16(sums, _mm256_set1_epi16(1));
            let half = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256::<1>(pairs));
            let quarter = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
            (_mm_cvtsi128_si32(quarter) + _mm_extract_epi32::<1>(quarter)).cast_unsigned()
        }
    }

    // SAFETY of both calls: this module is compiled only where AVX2 is part of the target, so every processor that runs the
    // program has it.
    impl<'a, B: Bits> Freedom<'a, B> for Bytes<'a, B> {
        #[inline(always)]
        fn new(ground: &'a Ground<B>, empty: B) -> Bytes<'a, B> {
            // SAFETY: see above.
            unsafe { Bytes::count(ground, empty) }
        }

        #[inline(always)]
        fn alpha(&self, from: Point, reach: B) -> u32 {
            // SAFETY: see above.
            unsafe { self.sum(&self.ground.nearness[usize::from(from.0)], reach) }
        }
    }
}
