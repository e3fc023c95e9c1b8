//! Zobrist keys. A key is a fixed function of the piece and its square, not a random number, so hashes are the same in
//! every program and on every machine and may be stored.

use crate::side::Side;
use crate::square::{Size, Square};

/// The increment of SplitMix64: 2^64 divided by the golden ratio.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64 (Steele, Lea & Flood 2014): a bijection of `u64` in which every input bit
/// changes each output bit with probability close to one half.
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn key(kind: u64, a: u8, b: u8) -> u64 {
    let z = kind << 16 | (a as u64) << 8 | b as u64;
    mix(mix(z.wrapping_add(GOLDEN)).wrapping_add(GOLDEN))
}

pub(crate) const WHITE_TO_MOVE: u64 = key(4, 0, 0);

pub(crate) const fn size(size: Size) -> u64 {
    key(3, size.width(), size.height())
}

pub(crate) const fn amazon(side: Side, square: Square) -> u64 {
    key(side as u64, square.col, square.row)
}

pub(crate) const fn burnt(square: Square) -> u64 {
    key(2, square.col, square.row)
}
