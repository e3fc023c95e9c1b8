//! Numbers side by side: what a processor has registers for.
//!
//! The evaluation is written once, for any [`Vector`]: [`One`] is a number by itself, on any processor; `avx2` has four of
//! them in a register, `avx512` eight. Which is used is asked of the processor when the program runs, and the results are
//! the same to the bit.
//!
//! Everything is `#[inline(always)]` up to the one function for each kind of register that is compiled for it
//! ([`Evaluator`](super::Evaluator) has them): that is how these operations become single instructions.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;

/// Most numbers that a vector has.
pub(super) const MOST_LANES: usize = 8;

/// So many 64-bit words, each in a lane of its own.
pub(super) trait Vector: Copy {
    /// How many, at most [`MOST_LANES`].
    const LANES: usize;

    /// The first words of a row.
    fn load(words: &[u64; MOST_LANES]) -> Self;
    /// The words, with zeros behind them.
    fn store(self) -> [u64; MOST_LANES];
    /// The same word in every lane.
    fn splat(word: u64) -> Self;

    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in one of them or both.
    fn or(self, other: Self) -> Self;
    /// Bits in just one of them.
    fn xor(self, other: Self) -> Self;
    /// Bits that the other one does not have.
    fn without(self, other: Self) -> Self;
    /// Bits of the first, and of the others those in both.
    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        self.or(a.and(b))
    }
    /// Bits in any of three.
    #[inline(always)]
    fn or_three(self, a: Self, b: Self) -> Self {
        self.or(a.or(b))
    }

    /// Bits moved up by as many places as the other one's lanes say; those that are moved by 64 or more are gone.
    fn up(self, by: Self) -> Self;
    /// Bits moved down.
    fn down(self, by: Self) -> Self;
    /// What [`up`](Self::up) makes of a word that has another one below it, where `rest` is 64 less `by`, which is less than 64.
    #[inline(always)]
    fn up_over(self, below: Self, by: Self, rest: Self) -> Self {
        self.up(by).or(below.down(rest))
    }
    /// What [`down`](Self::down) makes of a word that has another one above it.
    #[inline(always)]
    fn down_under(self, above: Self, by: Self, rest: Self) -> Self {
        self.down(by).or(above.up(rest))
    }

    /// The lowest bit of each lane and all above it.
    fn lowest_up(self) -> Self;
    /// The highest bit of each lane and all below it.
    fn highest_down(self) -> Self;
    /// What there is in lanes in which the other one has nothing.
    fn where_none(self, other: Self) -> Self;

    /// Numbers added.
    fn plus(self, other: Self) -> Self;
    /// Numbers times 2^`BY`.
    fn twice<const BY: u32>(self) -> Self;
    /// How many bits there are in each lane.
    fn count(self) -> Self;
    /// How many bits there are in each lane of two.
    #[inline(always)]
    fn count_two(self, other: Self) -> Self {
        self.count().plus(other.count())
    }
    /// Whether there is no bit in any lane.
    fn is_none(self) -> bool;
}

/// One number, in ordinary arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct One(u64);

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

    #[inline(always)]
    fn and(self, other: One) -> One {
        One(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: One) -> One {
        One(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: One) -> One {
        One(self.0 ^ other.0)
    }
    #[inline(always)]
    fn without(self, other: One) -> One {
        One(self.0 & !other.0)
    }

    #[inline(always)]
    fn up(self, by: One) -> One {
        One(self.0.checked_shl(by.0 as u32).unwrap_or(0))
    }
    #[inline(always)]
    fn down(self, by: One) -> One {
        One(self.0.checked_shr(by.0 as u32).unwrap_or(0))
    }

    #[inline(always)]
    fn lowest_up(self) -> One {
        One(self.0 | self.0.wrapping_neg())
    }
    #[inline(always)]
    fn highest_down(self) -> One {
        One(u64::MAX.checked_shr(self.0.leading_zeros()).unwrap_or(0))
    }
    #[inline(always)]
    fn where_none(self, other: One) -> One {
        if other.0 == 0 { self } else { One(0) }
    }

    #[inline(always)]
    fn plus(self, other: One) -> One {
        One(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn twice<const BY: u32>(self) -> One {
        One(self.0 << BY)
    }
    #[inline(always)]
    fn count(self) -> One {
        One(self.0.count_ones().into())
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        self.0 == 0
    }
}
