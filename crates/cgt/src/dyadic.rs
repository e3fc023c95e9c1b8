//! Dyadic rationals m / 2^e, the numbers of short games.
//!
//! Every short game that is a number is a dyadic rational, and so are all means, temperatures and corner points of
//! thermographs. A `Dyadic` keeps an `i64` mantissa and an exponent, always reduced, so equal numbers have equal
//! fields. Operations that could overflow are `checked_` and return `None`.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

/// Largest exponent of the denominator. With 2^62 the denominator still fits an `i64`, which printing relies on.
const MAX_EXPONENT: u8 = 62;

/// An exact number m / 2^e.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    mantissa: i64,
    exponent: u8,
}

/// Error in the text of a dyadic rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DyadicError {
    /// Digits are missing.
    #[error("expected a whole number or a fraction such as 3/4")]
    NotANumber,
    /// The denominator is not a power of two.
    #[error("not a dyadic fraction: the denominator must be a power of two")]
    NotDyadic,
    /// The number needs more than 64 bits.
    #[error("the number is too large: at most 64 bits are supported")]
    TooLarge,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Self = Self::integer(0);
    /// The number 1.
    pub const ONE: Self = Self::integer(1);
    /// The number -1, the temperature of an integer.
    pub const MINUS_ONE: Self = Self::integer(-1);

    /// The whole number `n`.
    ///
    /// # Panics
    /// For `i64::MIN`, the one number of 64 bits without a negative.
    pub const fn integer(n: i64) -> Self {
        assert!(n != i64::MIN, "i64::MIN has no negative");
        Self { mantissa: n, exponent: 0 }
    }

    /// `mantissa` / 2^`exponent` in lowest terms, or `None` if that needs a denominator beyond 2^62 or a numerator of
    /// -2^63, which has no negative.
    pub fn new(mantissa: i64, exponent: u32) -> Option<Self> {
        if mantissa == 0 {
            return Some(Self::ZERO);
        }
        let common = mantissa.trailing_zeros().min(exponent);
        let exponent = u8::try_from(exponent - common).ok().filter(|&e| e <= MAX_EXPONENT)?;
        (mantissa >> common != i64::MIN).then_some(Self { mantissa: mantissa >> common, exponent })
    }

    /// The numerator in lowest terms.
    pub fn mantissa(self) -> i64 {
        self.mantissa
    }

    /// The e of the denominator 2^e in lowest terms.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// The whole number this is, if it is one.
    pub fn to_integer(self) -> Option<i64> {
        (self.exponent == 0).then_some(self.mantissa)
    }

    /// The nearest float, for drawing.
    pub fn to_f64(self) -> f64 {
        self.mantissa as f64 / (1_u64 << self.exponent) as f64
    }

    /// `self + other`, or `None` on overflow.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.max(other.exponent);
        let sum = self.scaled(exponent) + other.scaled(exponent);
        Self::reduced(sum, exponent)
    }

    /// `self - other`, or `None` on overflow.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(-other)
    }

    /// `self / 2`, or `None` if the denominator would exceed 2^62.
    pub fn checked_half(self) -> Option<Self> {
        Self::new(self.mantissa, u32::from(self.exponent) + 1)
    }

    /// The mantissa over the larger denominator 2^`exponent`. A 64-bit mantissa times 2^62 and one carry stay inside
    /// 127 bits, so sums of two of these cannot overflow.
    fn scaled(self, exponent: u8) -> i128 {
        i128::from(self.mantissa) << (exponent - self.exponent)
    }

    fn reduced(mantissa: i128, exponent: u8) -> Option<Self> {
        let common = mantissa.trailing_zeros().min(u32::from(exponent));
        Self::new(i64::try_from(mantissa >> common).ok()?, u32::from(exponent) - common)
    }
}

impl From<i32> for Dyadic {
    fn from(n: i32) -> Self {
        Self::integer(i64::from(n))
    }
}

impl Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        // Cannot overflow: no mantissa is i64::MIN.
        Self { mantissa: -self.mantissa, ..self }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.mantissa),
            e => write!(f, "{}/{}", self.mantissa, 1_i64 << e),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Dyadic {
    type Err = DyadicError;

    fn from_str(text: &str) -> Result<Self, DyadicError> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let digits = numerator.strip_prefix('-').unwrap_or(numerator);
        for part in [digits, denominator] {
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(DyadicError::NotANumber);
            }
        }
        let mantissa: i64 = numerator.parse().map_err(|_| DyadicError::TooLarge)?;
        let denominator: u64 = denominator.parse().map_err(|_| DyadicError::TooLarge)?;
        if !denominator.is_power_of_two() {
            return Err(DyadicError::NotDyadic);
        }
        Self::new(mantissa, denominator.trailing_zeros()).ok_or(DyadicError::TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_in_lowest_terms() {
        for (text, printed) in
            [("0", "0"), ("-7", "-7"), ("6/8", "3/4"), ("-4/4", "-1"), ("5/1", "5"), ("-85/16", "-85/16")]
        {
            assert_eq!(text.parse::<Dyadic>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn bad_numbers_have_their_error() {
        for (text, error) in [
            ("", DyadicError::NotANumber),
            ("1/", DyadicError::NotANumber),
            ("+1", DyadicError::NotANumber),
            ("1/3", DyadicError::NotDyadic),
            ("1/0", DyadicError::NotDyadic),
            ("99999999999999999999", DyadicError::TooLarge),
            ("-9223372036854775808", DyadicError::TooLarge),
            ("1/9223372036854775808", DyadicError::TooLarge),
        ] {
            assert_eq!(text.parse::<Dyadic>(), Err(error), "{text}");
        }
    }

    #[test]
    fn arithmetic_is_exact_and_checked() {
        let d = |t: &str| t.parse::<Dyadic>().unwrap();
        assert_eq!(d("3/4").checked_add(d("1/4")), Some(Dyadic::ONE));
        assert_eq!(d("1/2").checked_sub(d("3/8")), Some(d("1/8")));
        assert_eq!(d("3").checked_half(), Some(d("3/2")));
        assert_eq!(Dyadic::integer(i64::MAX).checked_add(Dyadic::ONE), None);
        assert_eq!(Dyadic::new(1, 62).unwrap().checked_half(), None);
        assert_eq!(Dyadic::integer(i64::MAX).checked_add(d("1/2")), None);
        assert_eq!(Dyadic::integer(-i64::MAX).checked_sub(Dyadic::ONE), None);
        assert_eq!(Dyadic::new(i64::MIN, 0), None);
        assert_eq!(Dyadic::new(i64::MIN, 1), Some(Dyadic::integer(i64::MIN / 2)));
        assert!(d("-1/2") < d("-3/8") && d("-3/8") < d("0"));
    }
}
