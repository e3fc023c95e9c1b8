//! Keeping what is known about the strips: docs/strips.md describes the format, and why the bytes do not depend on the
//! order in which threads find games.
//!
//! Reading makes every game again in canonical form, in whatever store it is given; for all boards inside 2 x 11 that
//! is a matter of seconds.

mod read;
mod write;

use otrera_cgt::Interrupted;
use thiserror::Error;

use super::MAX_LENGTH;

const MAGIC: &str = "otrera strips ";
const VERSION: u32 = 1;
/// Longest first line: words and four numbers.
const LONGEST_LINE: usize = 120;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;

/// The first line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Columns of the strip.
    pub length: u32,
    /// Games with options, in the file.
    pub games: u32,
    /// Boards that are worked out.
    pub boards: u32,
}

/// Why a file was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Something else.
    #[error("not a file of `otrera tables strips`")]
    Foreign,
    /// A version we do not know.
    #[error("the file has version {0} of the strips format, and this program reads version {VERSION}")]
    Version(u32),
    /// The checksum is wrong.
    #[error("the file is damaged or cut short: its checksum does not fit")]
    Damaged,
    /// The checksum is right, but the content makes no sense.
    #[error("the file contradicts itself at byte {0}: it was not written by this program")]
    Nonsense(usize),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Header {
    /// The first line of a file, and how many bytes it takes.
    pub fn read(bytes: &[u8]) -> Result<(Header, usize), ReadError> {
        let start = &bytes[..bytes.len().min(LONGEST_LINE)];
        let text = start.strip_prefix(MAGIC.as_bytes()).ok_or(ReadError::Foreign)?;
        let end = text.iter().position(|&byte| byte == b'\n').ok_or(ReadError::Damaged)?;
        let line = std::str::from_utf8(&text[..end]).map_err(|_| ReadError::Foreign)?;
        let (version, rest) = line.split_once(':').ok_or(ReadError::Foreign)?;
        let version = version.parse().map_err(|_| ReadError::Foreign)?;
        if version != VERSION {
            return Err(ReadError::Version(version));
        }
        let header = Header::parse(rest).ok_or(ReadError::Damaged)?;
        Ok((header, MAGIC.len() + end + 1))
    }

    fn parse(text: &str) -> Option<Header> {
        let mut fields = text.split(", ");
        let length = fields.next()?.strip_prefix(" length ")?.parse().ok()?;
        let games = fields.next()?.strip_suffix(" games")?.parse().ok()?;
        let boards = fields.next()?.strip_suffix(" boards")?.parse().ok()?;
        let sensible = fields.next().is_none() && (1..=MAX_LENGTH).contains(&length);
        sensible.then_some(Header { length, games, boards })
    }
}

impl std::fmt::Display for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Header { length, games, boards } = self;
        writeln!(f, "{MAGIC}{VERSION}: length {length}, {games} games, {boards} boards")
    }
}
