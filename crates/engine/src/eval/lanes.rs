//! Floods of boards of up to 64 squares with AVX2: a register holds one set four times, once for each direction, and
//! shifts each copy by its own distance.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use otrera_board::{Bits, Size};

use super::flood::{Flood, MOST_DOUBLINGS, Steps};

/// One position's empty squares, for boards of up to 64 squares.
pub(super) struct Lanes {
    empty: u64,
    doublings: usize,
    /// Distances of one step.
    shift: __m256i,
    /// Where a move by 1, 2, 4, ... steps can end, a lane for each direction.
    fore: [__m256i; MOST_DOUBLINGS],
    back: [__m256i; MOST_DOUBLINGS],
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(lanes: [u64; 4]) -> __m256i {
    let [a, b, c, d] = lanes.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

/// All four lanes in one.
#[target_feature(enable = "avx2")]
#[inline]
fn join(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    (_mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half)).cast_unsigned()
}

impl Lanes {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn prepare(board: &Steps<u64>, empty: u64) -> Lanes {
        let wide = _mm256_set1_epi64x(empty.cast_signed());
        let shift = load(board.shift.map(u64::from));
        let mut by = shift;
        let mut fore = [_mm256_and_si256(wide, load(board.fore)); MOST_DOUBLINGS];
        let mut back = [_mm256_and_si256(wide, load(board.back)); MOST_DOUBLINGS];
        for step in 1..board.doublings {
            fore[step] = _mm256_and_si256(fore[step - 1], _mm256_sllv_epi64(fore[step - 1], by));
            back[step] = _mm256_and_si256(back[step - 1], _mm256_srlv_epi64(back[step - 1], by));
            by = _mm256_add_epi64(by, by);
        }
        Lanes { empty, doublings: board.doublings, shift, fore, back }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn queen_step(&self, from: u64) -> u64 {
        let wide = _mm256_set1_epi64x(from.cast_signed());
        let (mut fore, mut back) = (wide, wide);
        let mut by = self.shift;
        for step in 0..self.doublings {
            fore = _mm256_or_si256(fore, _mm256_and_si256(self.fore[step], _mm256_sllv_epi64(fore, by)));
            back = _mm256_or_si256(back, _mm256_and_si256(self.back[step], _mm256_srlv_epi64(back, by)));
            by = _mm256_add_epi64(by, by);
        }
        join(_mm256_or_si256(fore, back)) & self.empty
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn king_step(&self, from: u64) -> u64 {
        let wide = _mm256_set1_epi64x(from.cast_signed());
        let fore = _mm256_and_si256(self.fore[0], _mm256_sllv_epi64(wide, self.shift));
        let back = _mm256_and_si256(self.back[0], _mm256_srlv_epi64(wide, self.shift));
        join(_mm256_or_si256(fore, back)) | from & self.empty
    }
}

// SAFETY of all three calls: this module is compiled only where AVX2 is part of the target (`mod.rs`), so every
// processor that runs the program has it.
impl<B: Bits> Flood<B> for Lanes {
    type Set = u64;
    type Board = Steps<u64>;

    fn board(size: Size) -> Steps<u64> {
        Steps::new(size)
    }

    #[inline(always)]
    fn new(board: &Steps<u64>, empty: B) -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes::prepare(board, empty.widen() as u64) }
    }

    #[inline(always)]
    fn set(&self, bits: B) -> u64 {
        bits.widen() as u64
    }

    #[inline(always)]
    fn bits(&self, set: u64) -> B {
        B::narrow(set.into())
    }

    #[inline(always)]
    fn queen(&self, from: u64) -> u64 {
        // SAFETY: see above.
        unsafe { self.queen_step(from) }
    }

    #[inline(always)]
    fn king(&self, from: u64) -> u64 {
        // SAFETY: see above.
        unsafe { self.king_step(from) }
    }

    #[inline(always)]
    fn none() -> u64 {
        0
    }
    #[inline(always)]
    fn and(a: u64, b: u64) -> u64 {
        a & b
    }
    #[inline(always)]
    fn or(a: u64, b: u64) -> u64 {
        a | b
    }
    #[inline(always)]
    fn xor(a: u64, b: u64) -> u64 {
        a ^ b
    }
    #[inline(always)]
    fn without(a: u64, b: u64) -> u64 {
        a & !b
    }
    #[inline(always)]
    fn count(set: u64) -> i32 {
        set.count_ones() as i32
    }
    #[inline(always)]
    fn is_none(set: u64) -> bool {
        set == 0
    }
}
