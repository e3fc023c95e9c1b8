//! SIMD vectors of 64-bit words.
//!
//! The evaluation is written once, for any [`Vector`]. [`One`] is a single word and runs on every processor; `avx2` holds four
//! words in a register, `avx512` eight. `Backend` picks one when the program runs. All give the same bits.
//!
//! Every function is `#[inline(always)]`, up to one function per register type that is compiled for its CPU features
//! (`backend`). Only there do these operations become single instructions.

/// Defines methods of [`Vector`] that are one intrinsic each.
#[cfg(target_arch = "x86_64")]
macro_rules! intrinsics {
    ($vector:ident: $($method:ident($this:ident $(, $other:ident)*) =
        $intrinsic:ident$(::<$number:literal>)?($($operand:ident),+);)+) => {$(
        #[inline(always)]
        fn $method($this $(, $other: $vector)*) -> $vector {
            // SAFETY: a vector exists only where `exists` found the CPU features of its type.
            $vector(unsafe { $intrinsic$(::<$number>)?($($operand.0),+) })
        }
    )+};
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;

/// Largest number of lanes of any vector.
pub(super) const MOST_LANES: usize = 8;

/// [`LANES`](Self::LANES) 64-bit words, one per lane.
pub(super) trait Vector: Copy {
    /// Number of lanes, at most [`MOST_LANES`].
    const LANES: usize;

    /// Loads the first `LANES` words.
    fn load(words: &[u64; MOST_LANES]) -> Self;
    /// The words of all lanes, followed by zeros.
    fn store(self) -> [u64; MOST_LANES];
    /// Copies `word` to every lane.
    fn splat(word: u64) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Bits of `self` that `other` lacks.
    fn without(self, other: Self) -> Self;
    /// `self | (a & b)`.
    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        self.or(a.and(b))
    }
    /// `self | a | b`.
    #[inline(always)]
    fn or_three(self, a: Self, b: Self) -> Self {
        self.or(a.or(b))
    }

    /// Shifts each lane left by the same lane of `by`; a shift by 64 or more gives 0.
    fn up(self, by: Self) -> Self;
    /// Shifts each lane right, by the same rule.
    fn down(self, by: Self) -> Self;
    /// High word of a 128-bit left shift by `by`, with `below` as the low word. `by` is below 64 and `rest` is 64 - `by`.
    #[inline(always)]
    fn up_over(self, below: Self, by: Self, rest: Self) -> Self {
        self.up(by).or(below.down(rest))
    }
    /// Low word of a 128-bit right shift, with `above` as the high word.
    #[inline(always)]
    fn down_under(self, above: Self, by: Self, rest: Self) -> Self {
        self.down(by).or(above.up(rest))
    }

    /// Lowest set bit of each lane.
    #[inline(always)]
    fn lowest(self) -> Self {
        self.without(self.plus(Self::splat(u64::MAX)))
    }
    /// Lowest set bit of each lane and all bits above it.
    fn lowest_up(self) -> Self;
    /// Highest set bit of each lane and all bits below it.
    fn highest_down(self) -> Self;
    /// Keeps the lanes in which `other` is 0, and clears the rest.
    fn where_none(self, other: Self) -> Self;

    /// Sum of each lane.
    fn plus(self, other: Self) -> Self;
    /// Multiplies each lane by 2^`BY`.
    fn scaled<const BY: u32>(self) -> Self;
    /// Number of set bits of each lane.
    fn count(self) -> Self;
    /// Number of set bits of each lane of both vectors.
    #[inline(always)]
    fn count_two(self, other: Self) -> Self {
        self.count().plus(other.count())
    }
    /// True if every lane is 0.
    fn is_none(self) -> bool;
}

/// One word, in ordinary arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct One(u64);

/// Defines methods of [`Vector`] for [`One`] that are one expression each.
macro_rules! words {
    ($($method:ident($this:ident $(, $other:ident)?) = $word:expr;)+) => {$(
        #[inline(always)]
        fn $method($this $(, $other: One)?) -> One {
            One($word)
        }
    )+};
}

impl Vector for One {
    const LANES: usize = 1;

    #[inline(always)]
    fn load(words: &[u64; MOST_LANES]) -> One {
        One(words[0])
    }
    #[inline(always)]
    fn store(self) -> [u64; MOST_LANES] {
        [self.0, 0, 0, 0, 0, 0, 0, 0]
    }
    #[inline(always)]
    fn splat(word: u64) -> One {
        One(word)
    }

    words! {
        and(self, other) = self.0 & other.0;
        or(self, other) = self.0 | other.0;
        xor(self, other) = self.0 ^ other.0;
        without(self, other) = self.0 & !other.0;
        up(self, by) = self.0.checked_shl(by.0 as u32).unwrap_or(0);
        down(self, by) = self.0.checked_shr(by.0 as u32).unwrap_or(0);
        lowest_up(self) = self.0 | self.0.wrapping_neg();
        highest_down(self) = u64::MAX.checked_shr(self.0.leading_zeros()).unwrap_or(0);
        where_none(self, other) = if other.0 == 0 { self.0 } else { 0 };
        plus(self, other) = self.0.wrapping_add(other.0);
        count(self) = self.0.count_ones().into();
    }

    #[inline(always)]
    fn scaled<const BY: u32>(self) -> One {
        One(self.0 << BY)
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        self.0 == 0
    }
}
