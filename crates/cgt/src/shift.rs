//! The number part of a value: fixed point for arithmetic, packed into 32 bits for storage.
//!
//! `Fixed` is a number scaled by 2^31 in an `i64`: sums and comparisons are single instructions. A value packs it into
//! 32 bits, either a whole number of 31 bits or an odd numerator of 26 bits over 2^1 to 2^31. Boards produce far smaller
//! numbers. A number that does not fit is refused with `Interrupted::OutOfRange`, never rounded.

use crate::{Dyadic, Interrupted};

/// Binary digits after the point of a [`Fixed`].
const POINT: u32 = 31;
/// The number 1.
pub(crate) const WHOLE: Fixed = 1 << POINT;
/// Bits of a packed whole number, with the sign.
const WHOLE_BITS: u32 = 31;
/// Bits of the numerator of a packed fraction, with the sign.
const NUMERATOR_BITS: u32 = 26;
/// Lowest bit of the packed form: 1 for a fraction.
const FRACTION: u32 = 1;
/// Bits of tag and exponent below the numerator of a packed fraction.
const NUMERATOR_SHIFT: u32 = 6;

/// A number times 2^31. Packed numbers stay below 2^61, so the sum or difference of a few cannot overflow.
pub(crate) type Fixed = i64;

/// Converts a number that can be packed.
pub(crate) fn from_dyadic(x: Dyadic) -> Result<Fixed, Interrupted> {
    let room = POINT.checked_sub(x.exponent()).ok_or(Interrupted::OutOfRange)?;
    let fixed = x.mantissa().checked_mul(1 << room).ok_or(Interrupted::OutOfRange)?;
    pack(fixed).map(|_| fixed)
}

/// Converts back, exactly.
pub(crate) fn to_dyadic(x: Fixed) -> Dyadic {
    Dyadic::new(x, POINT).expect("an exponent of 31 is within a Dyadic")
}

/// Half of `x`, or an error if it has no more binary digits.
pub(crate) fn half(x: Fixed) -> Result<Fixed, Interrupted> {
    if x & 1 == 0 { Ok(x >> 1) } else { Err(Interrupted::OutOfRange) }
}

/// Packs a number into the 32 bits of a value.
#[inline]
pub(crate) fn pack(x: Fixed) -> Result<u32, Interrupted> {
    let zeros = x.trailing_zeros();
    if zeros >= POINT {
        let whole = x >> POINT;
        return if fits(whole, WHOLE_BITS) { Ok((whole as u32) << 1) } else { Err(Interrupted::OutOfRange) };
    }
    let numerator = x >> zeros;
    if !fits(numerator, NUMERATOR_BITS) {
        return Err(Interrupted::OutOfRange);
    }
    Ok((numerator as u32) << NUMERATOR_SHIFT | (POINT - zeros) << 1 | FRACTION)
}

#[inline]
pub(crate) fn unpack(bits: u32) -> Fixed {
    if bits & FRACTION == 0 {
        i64::from(bits as i32 >> 1) << POINT
    } else {
        let exponent = bits >> 1 & 31;
        i64::from(bits as i32 >> NUMERATOR_SHIFT) << (POINT - exponent)
    }
}

/// A bound on all numbers in the followers of a tree, relative to the tree's own number.
///
/// Translating a tree translates its followers unseen; the bound guarantees beforehand that all of them will fit, so that
/// options of a value can be listed without errors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach {
    distance: Fixed,
    exponent: u32,
}

impl Reach {
    /// Extends the bound to an option at `number` and its followers.
    pub(crate) fn with(self, number: Fixed, option: Reach) -> Self {
        // One more, because the option of a fraction may lie slightly farther out than the fraction.
        let distance = number.abs() + option.distance + WHOLE;
        Self {
            distance: self.distance.max(distance),
            exponent: self.exponent.max(option.exponent).max(exponent(number)),
        }
    }

    /// Returns whether all followers fit if the tree is at `number`.
    pub(crate) fn allows(self, number: Fixed) -> bool {
        let distance = (self.distance + number.abs()) >> POINT;
        match self.exponent.max(exponent(number)) {
            0 => fits(distance + 1, WHOLE_BITS),
            e => e < NUMERATOR_BITS && fits(distance + 1, NUMERATOR_BITS - e),
        }
    }
}

fn exponent(number: Fixed) -> u32 {
    POINT.saturating_sub(number.trailing_zeros())
}

fn fits(n: i64, bits: u32) -> bool {
    let limit = 1_i64 << (bits - 1);
    // Excludes the lowest two's complement number, so that every packed number has a negative.
    -limit < n && n < limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers_round_trip() {
        for text in ["0", "1", "-1", "1073741823", "-1073741823", "1/2", "-85/16", "33554431/2", "1/2147483648"] {
            let x: Dyadic = text.parse().unwrap();
            let fixed = from_dyadic(x).unwrap();
            assert_eq!(unpack(pack(fixed).unwrap()), fixed, "{text}");
            assert_eq!(to_dyadic(fixed), x);
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        for text in ["1073741824", "-1073741824", "33554433/2", "1/4294967296", "9223372036854775807"] {
            assert_eq!(from_dyadic(text.parse().unwrap()), Err(Interrupted::OutOfRange), "{text}");
        }
        assert_eq!(half(1), Err(Interrupted::OutOfRange));
    }
}
