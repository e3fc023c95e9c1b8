//! The table of a search as a file: docs/checkpoint.md.
//!
//! Every entry stands for itself, whatever else is in the table, so the table can be written while threads change it.

use std::io::{self, Read, Write};

use otrera_board::Position;
use thiserror::Error;

use crate::options::Options;
use crate::situation::Book;
use crate::table::{SHELVES, Table};

const SIGN: &str = "otrera checkpoint ";
const VERSION: &str = "1";
/// Shelves between two checksums.
const SHELVES_IN_BLOCK: usize = 256;
/// Longest first line that is read; that of a board of 64 squares has about 300 bytes.
const LONGEST_LINE: usize = 4096;
/// Bytes of an entry.
pub(crate) const ENTRY_BYTES: usize = 16;

/// The first line of a checkpoint: what was searched, and how far.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The position.
    pub board: String,
    /// What the search used.
    pub options: String,
    /// The atlas it used.
    pub atlas: u32,
    /// Nodes whose children were made so far.
    pub expanded: u64,
    /// Children that were looked at so far.
    pub evaluated: u64,
    /// Seconds so far.
    pub seconds: f64,
}

/// Why a search does not go on from a file.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum ResumeError {
    #[error("the file cannot be read: {0}")]
    File(#[from] io::Error),
    #[error("this is not a checkpoint")]
    Foreign,
    #[error("this is a checkpoint of version '{}', and this program reads version {VERSION}", .0.escape_debug())]
    Version(String),
    #[error("the checkpoint is damaged or cut short")]
    Damaged,
    #[error("this is a checkpoint of another position, {0}")]
    Position(String),
    #[error("this is a checkpoint of a search with other options, {0}")]
    Options(String),
    #[error("this is a checkpoint of a search with another atlas")]
    Atlas,
}

impl Head {
    /// The head of a search that has not begun.
    pub fn new(book: &Book<'_>, options: &Options, position: &Position<u64>) -> Head {
        // These three do not change what an entry means.
        let options = format!("{:?}", Options { memory: 0, threads: 0, nodes: 0, ..*options });
        Head {
            board: position.to_string(),
            options: options.replace(", memory: 0, threads: 0, nodes: 0", ""),
            atlas: book.atlas().fingerprint(),
            expanded: 0,
            evaluated: 0,
            seconds: 0.0,
        }
    }

    /// Fails unless the search can go on from a checkpoint with another head.
    fn check(&self, other: &Head) -> Result<(), ResumeError> {
        match other {
            _ if self.board != other.board => Err(ResumeError::Position(other.board.clone())),
            _ if self.options != other.options => Err(ResumeError::Options(other.options.clone())),
            _ if self.atlas != other.atlas => Err(ResumeError::Atlas),
            _ => Ok(()),
        }
    }

    fn parse(line: &str) -> Option<Head> {
        let [board, options, atlas, expanded, evaluated, seconds] =
            line.split("; ").collect::<Vec<_>>().try_into().ok()?;
        let number = |text: &str, unit: &str| text.strip_suffix(unit)?.parse().ok();
        Some(Head {
            board: board.into(),
            options: options.into(),
            atlas: u32::from_str_radix(atlas.strip_prefix("atlas ")?, 16).ok()?,
            expanded: number(expanded, " nodes")?,
            evaluated: number(evaluated, " evaluated")?,
            seconds: seconds.strip_suffix(" seconds")?.parse().ok()?,
        })
    }
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Head { board, options, atlas, expanded, evaluated, seconds } = self;
        write!(
            f,
            "{SIGN}{VERSION}: {board}; {options}; atlas {atlas:08x}; {expanded} nodes; {evaluated} evaluated; \
             {seconds:.1} seconds"
        )
    }
}

/// Writes a table. Returns how many entries it wrote.
pub(crate) fn write(table: &Table, head: &Head, out: &mut impl Write) -> io::Result<u64> {
    let mut out = Summed { inner: out, sum: crc32fast::Hasher::new() };
    out.put(format!("{head}\n").as_bytes())?;
    out.put_sum()?;
    let (mut entries, mut bytes) = (0_u64, Vec::new());
    for shelf in 0..SHELVES {
        bytes.clear();
        table.for_each_on_shelf(shelf, |tag, word| bytes.extend([tag, word].map(u64::to_le_bytes).as_flattened()));
        let count = bytes.len() / ENTRY_BYTES;
        entries += count as u64;
        out.put(&(count as u32).to_le_bytes())?;
        out.put(&bytes)?;
        if (shelf + 1).is_multiple_of(SHELVES_IN_BLOCK) {
            out.put_sum()?;
        }
    }
    out.put(&entries.to_le_bytes())?;
    out.put_sum()?;
    Ok(entries)
}

/// Reads a table, made by a search like the one of `head`. `make_room` is called with the number of entries before the
/// first comes, as far as the length of the file tells, and gives the table to put them into.
pub(crate) fn read<'t>(
    from: &mut impl Read,
    length: u64,
    head: &Head,
    make_room: impl FnOnce(usize) -> &'t mut Table,
) -> Result<Head, ResumeError> {
    let mut from = Summed { inner: from, sum: crc32fast::Hasher::new() };
    let found = from.head()?;
    head.check(&found)?;
    let table = make_room(usize::try_from(length / ENTRY_BYTES as u64).unwrap_or(usize::MAX));
    let mut entries = 0_u64;
    for shelf in 0..SHELVES {
        let count = u32::from_le_bytes(from.array()?);
        entries += u64::from(count);
        for _ in 0..count {
            let entry = u128::from_le_bytes(from.array()?);
            table.insert(shelf, entry as u64, (entry >> 64) as u64);
        }
        if (shelf + 1).is_multiple_of(SHELVES_IN_BLOCK) {
            from.check_sum()?;
        }
    }
    let written = u64::from_le_bytes(from.array()?);
    from.check_sum()?;
    let is_end = from.inner.read(&mut [0])? == 0;
    if written == entries && is_end { Ok(found) } else { Err(ResumeError::Damaged) }
}

/// What is written or read also goes into a checksum.
struct Summed<'a, T> {
    inner: &'a mut T,
    sum: crc32fast::Hasher,
}

impl<W: Write> Summed<'_, W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    /// The checksum of all since the last.
    fn put_sum(&mut self) -> io::Result<()> {
        let sum = std::mem::take(&mut self.sum).finalize();
        self.inner.write_all(&sum.to_le_bytes())
    }
}

impl<R: Read> Summed<'_, R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ResumeError> {
        self.inner.read_exact(bytes).map_err(cut_short)?;
        self.sum.update(bytes);
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ResumeError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn check_sum(&mut self) -> Result<(), ResumeError> {
        let sum = std::mem::take(&mut self.sum).finalize();
        let mut bytes = [0; 4];
        self.inner.read_exact(&mut bytes).map_err(cut_short)?;
        if u32::from_le_bytes(bytes) == sum { Ok(()) } else { Err(ResumeError::Damaged) }
    }

    /// The first line and its checksum.
    fn head(&mut self) -> Result<Head, ResumeError> {
        let mut line = Vec::new();
        loop {
            let mut byte = [0];
            if self.inner.read(&mut byte)? == 0 || byte == *b"\n" || line.len() == LONGEST_LINE {
                break;
            }
            line.push(byte[0]);
        }
        self.sum.update(&line);
        self.sum.update(b"\n");
        let text = line.strip_prefix(SIGN.as_bytes()).ok_or(ResumeError::Foreign)?;
        let text = std::str::from_utf8(text).map_err(|_| ResumeError::Damaged)?;
        let (version, text) = text.split_once(": ").ok_or(ResumeError::Damaged)?;
        if version != VERSION {
            return Err(ResumeError::Version(version.chars().take(20).collect()));
        }
        let head = Head::parse(text);
        self.check_sum()?;
        head.ok_or(ResumeError::Damaged)
    }
}

fn cut_short(error: io::Error) -> ResumeError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ResumeError::Damaged,
        _ => ResumeError::File(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::SEGMENT_BYTES;

    fn head() -> Head {
        let (board, options) = ("b../..w w".into(), "all".into());
        Head { board, options, atlas: 0xabcd, expanded: 12, evaluated: 345, seconds: 6.5 }
    }

    fn key(n: u64) -> u128 {
        u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn written() -> (Table, Vec<u8>) {
        let table = Table::new(SEGMENT_BYTES);
        (1..=3000).for_each(|n| table.update(key(n), |entry| entry.phi = n as u32));
        let mut bytes = Vec::new();
        assert_eq!(write(&table, &head(), &mut bytes).unwrap(), table.used() as u64);
        (table, bytes)
    }

    fn again(bytes: &[u8], head: &Head) -> Result<(Head, Table), ResumeError> {
        let mut table = Table::new(2 * SEGMENT_BYTES);
        let found = read(&mut &bytes[..], bytes.len() as u64, head, |_| &mut table)?;
        Ok((found, table))
    }

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let (table, bytes) = written();
        let expected = Head { expanded: 0, evaluated: 0, seconds: 0.0, ..head() };
        let (found, read) = again(&bytes, &expected).unwrap();
        assert_eq!(found, head());
        assert!((1..=3000).all(|n| read.get(key(n)) == table.get(key(n))));
        assert_eq!(read.used(), table.used());
    }

    #[test]
    fn every_damage_is_noticed() {
        let (_, bytes) = written();
        let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        // All of the line, and some of the rest: there are too many bytes for all of them.
        for at in (0..=line).chain((line..bytes.len()).step_by(1117)).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(again(&damaged, &head()).is_err(), "bit {} of byte {at}", at % 8);
            assert!(again(&bytes[..at], &head()).is_err(), "{at} bytes");
        }
        let longer = [&bytes[..], b"\0"].concat();
        assert!(matches!(again(&longer, &head()), Err(ResumeError::Damaged)));
    }

    #[test]
    fn checkpoints_of_other_searches_are_refused() {
        let (_, bytes) = written();
        let refused = |other: Head| again(&bytes, &other).map(|_| ()).unwrap_err().to_string();
        for (other, sentence) in [
            (Head { board: "b w".into(), ..head() }, "this is a checkpoint of another position, b../..w w"),
            (Head { options: "none".into(), ..head() }, "this is a checkpoint of a search with other options, all"),
            (Head { atlas: 1, ..head() }, "this is a checkpoint of a search with another atlas"),
        ] {
            assert_eq!(refused(other), sentence);
        }
        for (bytes, sentence) in [
            (&b""[..], "this is not a checkpoint"),
            (b"otrera certificate 1: black wins", "this is not a checkpoint"),
            (
                b"otrera checkpoint 7: something else\n",
                "this is a checkpoint of version '7', and this program reads version 1",
            ),
            (b"otrera checkpoint 1: something else\n", "the checkpoint is damaged or cut short"),
        ] {
            assert_eq!(again(bytes, &head()).map(|_| ()).unwrap_err().to_string(), sentence);
        }
    }
}
