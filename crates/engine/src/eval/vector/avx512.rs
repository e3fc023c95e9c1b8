//! Eight numbers in a register of 512 bits.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{MOST_LANES, Vector};

/// Eight numbers. Made only where the processor was asked for the instructions before: that is what makes every call below
/// safe.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) struct Eight(__m512i);

/// One intrinsic of numbers.
macro_rules! avx512 {
    ($intrinsic:ident$(::<$number:literal>)?($($argument:expr),*)) => {
        // SAFETY: see `Eight`.
        unsafe { $intrinsic$(::<$number>)?($($argument),*) }
    };
}

impl Eight {
    /// Whether there are such registers, and instructions to count bits and zeros and to shift two words as one.
    pub(in crate::eval) fn exist() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
    }
}

impl Vector for Eight {
    const LANES: usize = 8;

    #[inline(always)]
    fn load(words: &[u64; MOST_LANES]) -> Eight {
        // SAFETY: see `Eight`; the row is as long as a register.
        Eight(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self) -> [u64; MOST_LANES] {
        let mut words = [0; MOST_LANES];
        // SAFETY: see `Eight`; the row is as long as a register.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn splat(word: u64) -> Eight {
        Eight(avx512!(_mm512_set1_epi64(word.cast_signed())))
    }

    #[inline(always)]
    fn and(self, other: Eight) -> Eight {
        Eight(avx512!(_mm512_and_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Eight) -> Eight {
        Eight(avx512!(_mm512_or_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Eight) -> Eight {
        Eight(avx512!(_mm512_xor_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Eight) -> Eight {
        Eight(avx512!(_mm512_andnot_si512(other.0, self.0)))
    }
    // Tables of three bits, the first one's the highest.
    #[inline(always)]
    fn or_both(self, a: Eight, b: Eight) -> Eight {
        Eight(avx512!(_mm512_ternarylogic_epi64::<0b1111_1000>(self.0, a.0, b.0)))
    }
    #[inline(always)]
    fn or_three(self, a: Eight, b: Eight) -> Eight {
        Eight(avx512!(_mm512_ternarylogic_epi64::<0b1111_1110>(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn up(self, by: Eight) -> Eight {
        Eight(avx512!(_mm512_sllv_epi64(self.0, by.0)))
    }
    #[inline(always)]
    fn down(self, by: Eight) -> Eight {
        Eight(avx512!(_mm512_srlv_epi64(self.0, by.0)))
    }
    #[inline(always)]
    fn up_over(self, below: Eight, by: Eight, _: Eight) -> Eight {
        Eight(avx512!(_mm512_shldv_epi64(self.0, below.0, by.0)))
    }
    #[inline(always)]
    fn down_under(self, above: Eight, by: Eight, _: Eight) -> Eight {
        Eight(avx512!(_mm512_shrdv_epi64(self.0, above.0, by.0)))
    }

    #[inline(always)]
    fn lowest_up(self) -> Eight {
        let zero = avx512!(_mm512_setzero_si512());
        self.or(Eight(avx512!(_mm512_sub_epi64(zero, self.0))))
    }
    #[inline(always)]
    fn highest_down(self) -> Eight {
        let above = avx512!(_mm512_lzcnt_epi64(self.0));
        Eight::splat(u64::MAX).down(Eight(above))
    }
    #[inline(always)]
    fn where_none(self, other: Eight) -> Eight {
        let none = avx512!(_mm512_testn_epi64_mask(other.0, other.0));
        Eight(avx512!(_mm512_maskz_mov_epi64(none, self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Eight) -> Eight {
        Eight(avx512!(_mm512_add_epi64(self.0, other.0)))
    }
    #[inline(always)]
    fn twice<const BY: u32>(self) -> Eight {
        // SAFETY: see `Eight`.
        Eight(unsafe { _mm512_slli_epi64::<BY>(self.0) })
    }
    #[inline(always)]
    fn count(self) -> Eight {
        Eight(avx512!(_mm512_popcnt_epi64(self.0)))
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        avx512!(_mm512_test_epi64_mask(self.0, self.0)) == 0
    }
}
