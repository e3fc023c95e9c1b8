//! Four words in a 256-bit register.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{MOST_LANES, Vector};

/// Four words. Made only after `Four::exists` returned true, so AVX2, BMI1 and POPCNT are present; every intrinsic below is
/// AVX2 or older.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) struct Four(__m256i);

/// Calls one intrinsic.
macro_rules! avx2 {
    ($intrinsic:ident$(::<$number:literal>)?($($argument:expr),*)) => {
        // SAFETY: a `Four` exists only where the processor has AVX2.
        unsafe { $intrinsic$(::<$number>)?($($argument),*) }
    };
}

impl Four {
    /// Number of set bits of each byte, by a table of half-bytes.
    #[inline(always)]
    fn count_bytes(self) -> __m256i {
        let counts = avx2!(_mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4
        ));
        let half = avx2!(_mm256_set1_epi8(15));
        let low = avx2!(_mm256_and_si256(self.0, half));
        let shifted = avx2!(_mm256_srli_epi16::<4>(self.0));
        let high = avx2!(_mm256_and_si256(shifted, half));
        let (low, high) = (avx2!(_mm256_shuffle_epi8(counts, low)), avx2!(_mm256_shuffle_epi8(counts, high)));
        avx2!(_mm256_add_epi8(low, high))
    }

    #[inline(always)]
    fn sum_bytes(bytes: __m256i) -> Four {
        let zero = avx2!(_mm256_setzero_si256());
        Four(avx2!(_mm256_sad_epu8(bytes, zero)))
    }
}

impl Vector for Four {
    const LANES: usize = 4;

    #[inline(always)]
    fn load(words: &[u64; MOST_LANES]) -> Four {
        // SAFETY: AVX2 as for every `Four`; `words` is longer than a register, and the load need not be aligned.
        Four(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self) -> [u64; MOST_LANES] {
        let mut words = [0; MOST_LANES];
        // SAFETY: AVX2 as for every `Four`; `words` is longer than a register, and the store need not be aligned.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn splat(word: u64) -> Four {
        Four(avx2!(_mm256_set1_epi64x(word.cast_signed())))
    }

    intrinsics! { Four:
        and(self, other) = _mm256_and_si256(self, other);
        or(self, other) = _mm256_or_si256(self, other);
        xor(self, other) = _mm256_xor_si256(self, other);
        without(self, other) = _mm256_andnot_si256(other, self);
        up(self, by) = _mm256_sllv_epi64(self, by);
        down(self, by) = _mm256_srlv_epi64(self, by);
        plus(self, other) = _mm256_add_epi64(self, other);
    }

    #[inline(always)]
    fn lowest_up(self) -> Four {
        let zero = avx2!(_mm256_setzero_si256());
        self.or(Four(avx2!(_mm256_sub_epi64(zero, self.0))))
    }
    #[inline(always)]
    fn highest_down(self) -> Four {
        let mut filled = self;
        for by in [1, 2, 4, 8, 16, 32] {
            filled = filled.or(filled.down(Four::splat(by)));
        }
        filled
    }
    #[inline(always)]
    fn where_none(self, other: Four) -> Four {
        let zero = avx2!(_mm256_setzero_si256());
        self.and(Four(avx2!(_mm256_cmpeq_epi64(other.0, zero))))
    }

    #[inline(always)]
    fn scaled<const BY: u32>(self) -> Four {
        // The compiler turns a constant shift into an instruction with an immediate operand.
        self.up(Four::splat(BY.into()))
    }
    #[inline(always)]
    fn count(self) -> Four {
        Four::sum_bytes(self.count_bytes())
    }
    #[inline(always)]
    fn count_two(self, other: Four) -> Four {
        Four::sum_bytes(avx2!(_mm256_add_epi8(self.count_bytes(), other.count_bytes())))
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        avx2!(_mm256_testz_si256(self.0, self.0)) == 1
    }
}
