//! Byte encoding of values, for files that keep games outside of a [`Store`](crate::Store).
//!
//! docs/formats/strips.md has the grammar of integers, numbers, values and games. Certificates, strips and the atlas
//! share it; the rest of each format belongs to its own crate.
//!
//! ```
//! use otrera_cgt::Store;
//! use otrera_cgt::wire::{ByteReader, Games};
//!
//! let store = Store::new();
//! let hot = store.parse("5+{2|0}")?;
//! let games = Games::new(&store, [hot]);
//! let mut bytes = Vec::new();
//! games.encode(hot).write(&mut bytes)?;
//! // Game 0 is +-1, whose stops lie evenly around 0. The number to add is 6, zigzag 12, times 32.
//! assert_eq!(bytes, [2, 0x80, 3]);
//! let parts = ByteReader::new(&bytes, 0).value(games.len()).unwrap();
//! assert_eq!(parts.number.to_integer(), Some(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod games;
mod reader;
mod value;

use std::io::{self, Write};

pub use games::Games;
pub use reader::ByteReader;
pub use value::{EncodedOptions, EncodedValue, Listed, write_number};

/// Writes an unsigned integer: seven bits a byte, the lowest first, all bytes but the last with their high bit set.
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

/// Writes a signed integer as a varint: 0, -1, 1, -2, 2 ... are 0, 1, 2, 3, 4 ...
pub fn write_zigzag(out: &mut impl Write, n: i64) -> io::Result<()> {
    write_varint(out, zigzag(n))
}

fn zigzag(n: i64) -> u64 {
    (n << 1 ^ n >> 63) as u64
}

fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

/// A writer that keeps the CRC-32 of everything it passes on.
pub struct Checksummed<W> {
    out: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Checksummed<W> {
    /// Wraps a writer.
    pub fn new(out: W) -> Self {
        Self { out, sum: crc32fast::Hasher::new() }
    }

    /// Writes the checksum of all bytes since the last checksum, lowest byte first.
    pub fn write_checksum(&mut self) -> io::Result<()> {
        let sum = std::mem::take(&mut self.sum).finalize();
        self.out.write_all(&sum.to_le_bytes())
    }
}

impl<W: Write> Write for Checksummed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
