//! Numbers and values as bytes.

use std::io::{self, Write};

use otrera_cgt::{CorePart, Dyadic, Parts};

/// Low bits of a number that hold the exponent of its denominator.
const EXPONENT_BITS: u32 = 5;
/// The core of a number, and of ups with a nimber; games follow.
const NUMBER: u64 = 0;
const CLOSED: u64 = 1;
const FIRST_GAME: u64 = 2;

/// A value as the file has it; games by their number there. The order is the one in which options are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coded {
    core: u64,
    ups: u64,
    nimber: u64,
    number: u64,
}

impl Coded {
    pub fn new(parts: Parts) -> Coded {
        let number = number_word(parts.number);
        let (core, ups, nimber) = match parts.core {
            CorePart::Closed { ups: 0, nimber: 0 } => (NUMBER, 0, 0),
            CorePart::Closed { ups, nimber } => (CLOSED, zigzag(ups.into()), nimber.into()),
            CorePart::Game { index, negated } => (FIRST_GAME + 2 * u64::from(index) + u64::from(negated), 0, 0),
        };
        Coded { core, ups, nimber, number }
    }

    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        write_varint(out, self.core)?;
        if self.core == CLOSED {
            write_varint(out, self.ups)?;
            write_varint(out, self.nimber)?;
        }
        write_varint(out, self.number)
    }

    /// `None` if the bytes stand for nothing.
    pub fn read(from: &mut Bytes<'_>) -> Option<Parts> {
        let core = match from.varint()? {
            NUMBER => CorePart::Closed { ups: 0, nimber: 0 },
            CLOSED => {
                let ups = i32::try_from(unzigzag(from.varint()?)).ok()?;
                CorePart::Closed { ups, nimber: from.varint()?.try_into().ok()? }
            }
            game => {
                let index = u32::try_from((game - FIRST_GAME) / 2).ok()?;
                CorePart::Game { index, negated: game % 2 == 1 }
            }
        };
        Some(Parts { core, number: from.number()? })
    }
}

fn number_word(number: Dyadic) -> u64 {
    zigzag(number.mantissa()) << EXPONENT_BITS | u64::from(number.exponent())
}

pub fn write_number(out: &mut impl Write, number: Dyadic) -> io::Result<()> {
    write_varint(out, number_word(number))
}

fn zigzag(n: i64) -> u64 {
    (n << 1 ^ n >> 63) as u64
}

fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

pub fn write_varint(out: &mut impl Write, mut n: u64) -> io::Result<()> {
    let (mut bytes, mut length) = ([0; 10], 0);
    loop {
        let more = n >= 0x80;
        bytes[length] = n as u8 & 0x7f | u8::from(more) << 7;
        length += 1;
        n >>= 7;
        if !more {
            return out.write_all(&bytes[..length]);
        }
    }
}

/// Bytes being read.
pub struct Bytes<'a> {
    bytes: &'a [u8],
    /// How many have been read.
    pub at: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Bytes<'a> {
        Bytes { bytes, at }
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The next number; `None` at the end, or if it needs more than 64 bits.
    #[inline]
    pub fn varint(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            n |= bits << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    /// The next fraction; `None` if the bytes stand for none.
    pub fn number(&mut self) -> Option<Dyadic> {
        let word = self.varint()?;
        let exponent = (word & ((1 << EXPONENT_BITS) - 1)) as u32;
        Dyadic::new(unzigzag(word >> EXPONENT_BITS), exponent)
    }

    /// The next number, if it is below a limit.
    pub fn below(&mut self, limit: usize) -> Option<usize> {
        self.varint()?.try_into().ok().filter(|&n| n < limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for n in [0, 1, -1, 63, -64, 64, 1 << 30, i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            write_varint(&mut bytes, zigzag(n)).unwrap();
            let mut reader = Bytes::new(&bytes, 0);
            assert_eq!(reader.varint().map(unzigzag), Some(n));
            assert!(reader.is_at_end() && reader.varint().is_none());
        }
        assert_eq!(Bytes::new(&[0xff; 9], 0).varint(), None, "cut short");
        assert_eq!(Bytes::new(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2], 0).varint(), None, "65 bits");
    }

    #[test]
    fn values_come_back() {
        let number = Dyadic::new(-7, 3).unwrap();
        for core in [
            CorePart::Closed { ups: 0, nimber: 0 },
            CorePart::Closed { ups: -3, nimber: 2 },
            CorePart::Game { index: 0, negated: true },
            CorePart::Game { index: 300_000, negated: false },
        ] {
            let parts = Parts { core, number };
            let mut bytes = Vec::new();
            Coded::new(parts).write(&mut bytes).unwrap();
            assert_eq!(Coded::read(&mut Bytes::new(&bytes, 0)), Some(parts));
        }
    }
}
