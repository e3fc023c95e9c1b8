//! The strips file: docs/formats/strips.md describes the format, and why the bytes do not depend on the order in which
//! threads find games. Reading brings every game into canonical form again, which takes seconds for 2 x 11.

mod read;
mod write;

use otrera_cgt::Interrupted;
use thiserror::Error;

use super::MAX_LENGTH;

const MAGIC: &str = "otrera strips ";
const VERSION: u32 = 1;
const LONGEST_LINE: usize = 120;
const CHECKSUM: usize = 4;

/// The header line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Columns of the strip.
    pub length: u32,
    /// Games with options, in the file.
    pub games: u32,
    /// Boards that are done.
    pub boards: u32,
}

/// Error: a strips file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The file does not begin like a strips file.
    #[error("this is not a strips file")]
    Foreign,
    /// Unknown version.
    #[error("the file has version {0} of the strips format, and this program reads version {VERSION}")]
    Version(u32),
    /// The checksum is wrong.
    #[error("the file is damaged or cut short: its checksum does not match")]
    Damaged,
    /// The checksum is right, but the content at this byte is inconsistent.
    #[error("the file is inconsistent at byte {0}: it was not written by this program")]
    Inconsistent(usize),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Header {
    /// Reads the header line, and returns it with its length.
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
        let is_valid = fields.next().is_none() && (1..=MAX_LENGTH).contains(&length);
        is_valid.then_some(Header { length, games, boards })
    }
}

impl std::fmt::Display for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Header { length, games, boards } = self;
        writeln!(f, "{MAGIC}{VERSION}: length {length}, {games} games, {boards} boards")
    }
}
