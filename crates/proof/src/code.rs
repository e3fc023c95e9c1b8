//! Numbers and games as bytes; docs/certificate.md has the grammar.

use std::io::{self, Write};

use otrera_cgt::{CorePart, Dyadic, Parts};

/// Low bits of a number that hold the exponent of its denominator.
const EXPONENT_BITS: u32 = 5;
/// The first word of a number, and of ups with a nimber; games follow.
const NUMBER: u64 = 0;
const CLOSED: u64 = 1;
const FIRST_GAME: u64 = 2;

/// A value as the file has it; games by their number there. The order is the one in which options and cores are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Coded {
    core: u64,
    ups: u64,
    nimber: u64,
    number: u64,
}

impl Coded {
    pub(crate) fn new(parts: Parts) -> Coded {
        let number = parts.number;
        let number = zigzag(number.mantissa()) << EXPONENT_BITS | u64::from(number.exponent());
        let (core, ups, nimber) = match parts.core {
            CorePart::Closed { ups: 0, nimber: 0 } => (NUMBER, 0, 0),
            CorePart::Closed { ups, nimber } => (CLOSED, zigzag(ups.into()), nimber.into()),
            CorePart::Game { index, negated } => (FIRST_GAME + 2 * u64::from(index) + u64::from(negated), 0, 0),
        };
        Coded { core, ups, nimber, number }
    }

    pub(crate) fn write(self, out: &mut impl Write) -> io::Result<()> {
        write_varint(out, self.core)?;
        if self.core == CLOSED {
            write_varint(out, self.ups)?;
            write_varint(out, self.nimber)?;
        }
        write_varint(out, self.number)
    }
}

pub(crate) fn zigzag(n: i64) -> u64 {
    (n << 1 ^ n >> 63) as u64
}

fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

pub(crate) fn write_varint(out: &mut impl Write, mut n: u64) -> io::Result<()> {
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

/// Bytes being read. Every method answers `None` if the bytes stand for nothing, or not in the shortest way.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a> {
    pub(crate) bytes: &'a [u8],
    /// How many have been read.
    pub(crate) at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Bytes<'a> {
        Bytes { bytes, at }
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub(crate) fn varint(&mut self) -> Option<u64> {
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

    pub(crate) fn zigzag(&mut self) -> Option<i64> {
        self.varint().map(unzigzag)
    }

    /// A value that names only games below a number.
    pub(crate) fn value(&mut self, games: usize) -> Option<Parts> {
        let core = match self.varint()? {
            NUMBER => CorePart::Closed { ups: 0, nimber: 0 },
            CLOSED => {
                // A number without a negative is no number of ups.
                let ups = i32::try_from(self.zigzag()?).ok().filter(|&ups| ups > i32::MIN)?;
                CorePart::Closed { ups, nimber: self.varint()?.try_into().ok()? }
            }
            game => {
                let index = u32::try_from((game - FIRST_GAME) / 2).ok().filter(|&index| (index as usize) < games)?;
                CorePart::Game { index, negated: game % 2 == 1 }
            }
        };
        let word = self.varint()?;
        let exponent = (word & ((1 << EXPONENT_BITS) - 1)) as u32;
        Some(Parts { core, number: Dyadic::new(unzigzag(word >> EXPONENT_BITS), exponent)? })
    }
}
