//! Reading encoded integers, numbers and values.

use super::unzigzag;
use super::value::{CLOSED, EXPONENT_BITS, FIRST_GAME, NUMBER};
use crate::{CorePart, Dyadic, Parts};

/// Bound on ups and nimbers in files. Areas have far smaller ones, and games with large ones take long to compare.
const MOST: u32 = 1 << 10;

/// A slice of bytes and a position in it. Every method returns `None` at the end of the slice, and for bytes that
/// encode nothing. An integer has one encoding: one with more bytes than needed is refused.
#[derive(Clone, Copy, Debug)]
pub struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// Reads `bytes` from offset `at` on.
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Offset of the next byte.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The bytes not yet read.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The bytes read since an earlier offset.
    pub fn since(&self, start: usize) -> &'a [u8] {
        &self.bytes[start..self.at]
    }

    /// Reads `count` bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..count)?;
        self.at += count;
        Some(taken)
    }

    /// Reads a byte.
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// Reads an unsigned integer of at most 64 bits.
    #[inline]
    pub fn varint(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
                return None;
            }
            n |= bits << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    /// Reads an unsigned integer below `limit`.
    pub fn below(&mut self, limit: usize) -> Option<usize> {
        self.varint()?.try_into().ok().filter(|&n| n < limit)
    }

    /// Reads a signed integer.
    pub fn zigzag(&mut self) -> Option<i64> {
        self.varint().map(unzigzag)
    }

    /// Reads a number in lowest terms.
    pub fn number(&mut self) -> Option<Dyadic> {
        let word = self.varint()?;
        let exponent = (word & ((1 << EXPONENT_BITS) - 1)) as u32;
        Dyadic::new(unzigzag(word >> EXPONENT_BITS), exponent).filter(|number| number.exponent() == exponent)
    }

    /// Reads a value whose game, if it has one, is among the first `games` of its list.
    pub fn value(&mut self, games: usize) -> Option<Parts> {
        let core = match self.varint()? {
            NUMBER => CorePart::Closed { ups: 0, nimber: 0 },
            CLOSED => {
                let ups = i32::try_from(self.zigzag()?).ok().filter(|ups| ups.unsigned_abs() < MOST)?;
                let nimber = self.varint()?.try_into().ok().filter(|&nimber| nimber < MOST)?;
                // A number has an encoding of its own.
                (ups != 0 || nimber != 0).then_some(CorePart::Closed { ups, nimber })?
            }
            game => {
                let index = u32::try_from((game - FIRST_GAME) / 2).ok().filter(|&index| (index as usize) < games)?;
                CorePart::Game { index, negated: game % 2 == 1 }
            }
        };
        Some(Parts { core, number: self.number()? })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EncodedValue, write_zigzag};
    use super::*;

    #[test]
    fn integers_round_trip() {
        for n in [0, 1, -1, 63, -64, 64, 1 << 30, i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            write_zigzag(&mut bytes, n).unwrap();
            let mut reader = ByteReader::new(&bytes, 0);
            assert_eq!(reader.zigzag(), Some(n));
            assert!(reader.rest().is_empty() && reader.varint().is_none());
        }
        assert_eq!(ByteReader::new(&[0xff; 9], 0).varint(), None, "cut short");
        let long = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2];
        assert_eq!(ByteReader::new(&long, 0).varint(), None, "65 bits");
        assert_eq!(ByteReader::new(&[0x81, 0], 0).varint(), None, "a byte more than needed");
    }

    #[test]
    fn values_round_trip() {
        let number = Dyadic::new(-7, 3).unwrap();
        for core in [
            CorePart::Closed { ups: 0, nimber: 0 },
            CorePart::Closed { ups: -3, nimber: 2 },
            CorePart::Game { index: 0, negated: true },
            CorePart::Game { index: 300_000, negated: false },
        ] {
            let parts = Parts { core, number };
            let mut bytes = Vec::new();
            EncodedValue::new(parts).write(&mut bytes).unwrap();
            assert_eq!(ByteReader::new(&bytes, 0).value(300_001), Some(parts));
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        assert_eq!(ByteReader::new(&[4, 0], 0).value(1), None, "game 1 of 1");
        assert_eq!(ByteReader::new(&[1, 0, 0, 0], 0).value(0), None, "no ups and no nimber: a number");
        assert_eq!(ByteReader::new(&[0x81, 1], 0).number(), None, "2/2");
        assert_eq!(ByteReader::new(&[1], 0).number(), None, "0/2");
        assert_eq!(ByteReader::new(&[1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0], 0).value(0), None, "-2^31 ups");
    }
}
