//! Eight words in a 512-bit register.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{MOST_LANES, Vector};

/// Eight words. Made only after `Eight::exists` returned true, so AVX512F, AVX512CD, AVX512DQ, AVX512VL, AVX512VBMI2,
/// AVX512VPOPCNTDQ, BMI1 and POPCNT are present; no intrinsic below needs any other feature.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) struct Eight(__m512i);

/// Calls one intrinsic.
macro_rules! avx512 {
    ($intrinsic:ident($($argument:expr),*)) => {
        // SAFETY: an `Eight` exists only where the processor has the AVX-512 features that its documentation names.
        unsafe { $intrinsic($($argument),*) }
    };
}

impl Vector for Eight {
    const LANES: usize = 8;

    #[inline(always)]
    fn load(words: &[u64; MOST_LANES]) -> Eight {
        // SAFETY: AVX512F as for every `Eight`; `words` is as long as a register, and the load need not be aligned.
        Eight(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self) -> [u64; MOST_LANES] {
        let mut words = [0; MOST_LANES];
        // SAFETY: AVX512F as for every `Eight`; `words` is as long as a register, and the store need not be aligned.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn splat(word: u64) -> Eight {
        Eight(avx512!(_mm512_set1_epi64(word.cast_signed())))
    }

    // The numbers of `ternarylogic` are truth tables of three bits, with the first operand's bit the highest.
    intrinsics! { Eight:
        and(self, other) = _mm512_and_si512(self, other);
        or(self, other) = _mm512_or_si512(self, other);
        xor(self, other) = _mm512_xor_si512(self, other);
        without(self, other) = _mm512_andnot_si512(other, self);
        or_both(self, a, b) = _mm512_ternarylogic_epi64::<0b1111_1000>(self, a, b);
        or_three(self, a, b) = _mm512_ternarylogic_epi64::<0b1111_1110>(self, a, b);
        up(self, by) = _mm512_sllv_epi64(self, by);
        down(self, by) = _mm512_srlv_epi64(self, by);
        up_over(self, below, by, _rest) = _mm512_shldv_epi64(self, below, by);
        down_under(self, above, by, _rest) = _mm512_shrdv_epi64(self, above, by);
        plus(self, other) = _mm512_add_epi64(self, other);
        count(self) = _mm512_popcnt_epi64(self);
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
    fn scaled<const BY: u32>(self) -> Eight {
        // SAFETY: AVX512F as for every `Eight`.
        Eight(unsafe { _mm512_slli_epi64::<BY>(self.0) })
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        avx512!(_mm512_test_epi64_mask(self.0, self.0)) == 0
    }
}
