//! Four numbers in a register of 256 bits.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{MOST_LANES, Vector};

/// Four numbers. Made only where the processor was asked for AVX2 before: that is what makes every call below safe.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) struct Four(__m256i);

/// One intrinsic of numbers.
macro_rules! avx2 {
    ($intrinsic:ident($($argument:expr),*)) => {
        // SAFETY: see `Four`.
        unsafe { $intrinsic($($argument),*) }
    };
}

impl Four {
    /// Whether there are such registers.
    pub(in crate::eval) fn exist() -> bool {
        is_x86_feature_detected!("avx2")
    }

    /// How many bits there are in each byte.
    #[inline(always)]
    fn count_bytes(self) -> __m256i {
        // By halves of bytes, from a table.
        let counts = avx2!(_mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4
        ));
        let half = avx2!(_mm256_set1_epi8(15));
        let low = avx2!(_mm256_and_si256(self.0, half));
        // SAFETY: see `Four`.
        let shifted = unsafe { _mm256_srli_epi16::<4>(self.0) };
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
        // SAFETY: see `Four`; the row is longer than a register.
        Four(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self) -> [u64; MOST_LANES] {
        let mut words = [0; MOST_LANES];
        // SAFETY: see `Four`; the row is longer than a register.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn splat(word: u64) -> Four {
        Four(avx2!(_mm256_set1_epi64x(word.cast_signed())))
    }

    #[inline(always)]
    fn and(self, other: Four) -> Four {
        Four(avx2!(_mm256_and_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Four) -> Four {
        Four(avx2!(_mm256_or_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Four) -> Four {
        Four(avx2!(_mm256_xor_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Four) -> Four {
        Four(avx2!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn up(self, by: Four) -> Four {
        Four(avx2!(_mm256_sllv_epi64(self.0, by.0)))
    }
    #[inline(always)]
    fn down(self, by: Four) -> Four {
        Four(avx2!(_mm256_srlv_epi64(self.0, by.0)))
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
    fn plus(self, other: Four) -> Four {
        Four(avx2!(_mm256_add_epi64(self.0, other.0)))
    }
    #[inline(always)]
    fn twice<const BY: u32>(self) -> Four {
        // A shift that is known becomes an instruction with the number in it.
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
