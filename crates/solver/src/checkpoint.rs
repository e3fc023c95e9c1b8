//! The transposition table as a file: docs/formats/checkpoint.md.
//!
//! Every entry holds by itself, so the table can be written while threads change it.
//!
//! Checksums detect damage, not forgery. An entry is taken on trust as long as a search might have written it.

use std::io::{self, Read, Write};
use std::str::FromStr;

use otrera_board::{Bits, Position};
use otrera_cgt::wire::Checksummed;
use thiserror::Error;

use crate::identity::{IdentityError, SearchIdentity};
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::table::{Entry, PREFIXES, TranspositionTable};

const SIGN: &str = "otrera checkpoint ";
const VERSION: &str = "2";
/// Key prefixes between two checksums.
const PREFIXES_IN_BLOCK: usize = 256;
/// Longest header line that is read; that of the largest board has about 400 bytes.
const LONGEST_LINE: usize = 4096;
const ENTRY_BYTES: usize = 16;
/// Limit of the counts in a header, so that a resumed search can add to them without overflow.
const MAX_COUNT: u64 = 1 << 62;

/// The header line of a checkpoint: the search it belongs to, and the work done.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckpointHeader {
    /// Board text of the position.
    pub board: String,
    /// Options of the search.
    pub options: SearchIdentity,
    /// Fingerprint of the atlas.
    pub atlas: u32,
    /// Nodes expanded so far.
    pub expanded: u64,
    /// Children evaluated so far.
    pub evaluated: u64,
    /// Seconds so far.
    pub seconds: f64,
}

/// Reason why a checkpoint cannot be resumed.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences name the fields")]
pub enum ResumeError {
    #[error("the file cannot be read: {0}")]
    File(#[from] io::Error),
    #[error("this is not a checkpoint")]
    Foreign,
    #[error("this is a checkpoint of version '{}', and this program reads version {VERSION}", .0.escape_debug())]
    Version(String),
    #[error("the checkpoint is damaged or cut short")]
    Damaged,
    #[error("the checkpoint has an entry that no search writes")]
    Entry,
    #[error("this is a checkpoint of another position, {0}")]
    Position(String),
    #[error("this is a checkpoint of a search with other options, {0}")]
    Options(SearchIdentity),
    #[error("this checkpoint cannot be used: {0}")]
    Identity(#[from] IdentityError),
    #[error("this is a checkpoint of a search with another atlas")]
    Atlas,
}

impl CheckpointHeader {
    /// The header of a search that has not begun.
    pub fn new<B: Bits>(knowledge: &Knowledge<'_>, options: &Options, position: &Position<B>) -> CheckpointHeader {
        CheckpointHeader {
            board: position.to_string(),
            options: options.into(),
            atlas: knowledge.atlas().fingerprint(),
            expanded: 0,
            evaluated: 0,
            seconds: 0.0,
        }
    }

    /// Fails unless the checkpoint with the header `found` belongs to this search.
    fn check(&self, found: &CheckpointHeader) -> Result<(), ResumeError> {
        match found {
            _ if self.board != found.board => Err(ResumeError::Position(found.board.clone())),
            _ if self.options != found.options => Err(ResumeError::Options(found.options)),
            _ if self.atlas != found.atlas => Err(ResumeError::Atlas),
            _ => Ok(()),
        }
    }

    /// Reads the part of the line after the version.
    fn parse(text: &str) -> Result<CheckpointHeader, ResumeError> {
        fn number<N: FromStr>(text: &str, unit: &str) -> Result<N, ResumeError> {
            text.strip_suffix(unit).and_then(|number| number.parse().ok()).ok_or(ResumeError::Damaged)
        }
        let parts = text.split("; ").collect::<Vec<_>>().try_into().map_err(|_| ResumeError::Damaged)?;
        let [board, options, atlas, expanded, evaluated, seconds]: [&str; 6] = parts;
        let atlas = atlas.strip_prefix("atlas ").and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let header = CheckpointHeader {
            board: board.into(),
            options: options.parse()?,
            atlas: atlas.ok_or(ResumeError::Damaged)?,
            expanded: number(expanded, " nodes")?,
            evaluated: number(evaluated, " evaluated")?,
            seconds: number(seconds, " seconds")?,
        };
        let is_count = |count| count <= MAX_COUNT;
        let is_time = header.seconds.is_finite() && header.seconds >= 0.0;
        let is_sound = is_count(header.expanded) && is_count(header.evaluated) && is_time;
        if is_sound { Ok(header) } else { Err(ResumeError::Damaged) }
    }
}

impl std::fmt::Display for CheckpointHeader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let CheckpointHeader { board, options, atlas, expanded, evaluated, seconds } = self;
        write!(
            f,
            "{SIGN}{VERSION}: {board}; {options}; atlas {atlas:08x}; {expanded} nodes; {evaluated} evaluated; \
             {seconds:.1} seconds"
        )
    }
}

/// Writes a table. Returns the number of entries written.
pub(crate) fn write(table: &TranspositionTable, header: &CheckpointHeader, out: &mut impl Write) -> io::Result<u64> {
    let mut out = Checksummed::new(out);
    writeln!(out, "{header}")?;
    out.write_checksum()?;
    let (mut entries, mut bytes) = (0_u64, Vec::new());
    for prefix in 0..PREFIXES {
        bytes.clear();
        table.for_each_with_prefix(prefix, |tag, word| bytes.extend([tag, word].map(u64::to_le_bytes).as_flattened()));
        let count = bytes.len() / ENTRY_BYTES;
        entries += count as u64;
        out.write_all(&(count as u32).to_le_bytes())?;
        out.write_all(&bytes)?;
        if (prefix + 1).is_multiple_of(PREFIXES_IN_BLOCK) {
            out.write_checksum()?;
        }
    }
    out.write_all(&entries.to_le_bytes())?;
    out.write_checksum()?;
    Ok(entries)
}

/// Reads a table that belongs to the same search as `header`. `make_room` gets the number of entries, estimated from the
/// length of the file, and returns the table to fill.
pub(crate) fn read<'t>(
    from: &mut impl Read,
    length: u64,
    header: &CheckpointHeader,
    make_room: impl FnOnce(usize) -> &'t mut TranspositionTable,
) -> Result<CheckpointHeader, ResumeError> {
    let mut from = SummedReader { inner: from, sum: crc32fast::Hasher::new() };
    let found = from.header()?;
    header.check(&found)?;
    let table = make_room(usize::try_from(length / ENTRY_BYTES as u64).unwrap_or(usize::MAX));
    let (mut entries, mut is_plausible) = (0_u64, true);
    for prefix in 0..PREFIXES {
        let count = u32::from_le_bytes(from.array()?);
        entries += u64::from(count);
        for _ in 0..count {
            let entry = u128::from_le_bytes(from.array()?);
            let (tag, word) = (entry as u64, (entry >> 64) as u64);
            is_plausible &= Entry::is_plausible(word);
            table.insert(prefix, tag, word);
        }
        if (prefix + 1).is_multiple_of(PREFIXES_IN_BLOCK) {
            from.check_sum()?;
            // After the checksum: damage is more likely than forgery.
            if !is_plausible {
                return Err(ResumeError::Entry);
            }
        }
    }
    let written = u64::from_le_bytes(from.array()?);
    from.check_sum()?;
    let is_end = from.inner.read(&mut [0])? == 0;
    if written == entries && is_end { Ok(found) } else { Err(ResumeError::Damaged) }
}

/// A reader that computes a checksum of its bytes.
struct SummedReader<'a, R> {
    inner: &'a mut R,
    sum: crc32fast::Hasher,
}

impl<R: Read> SummedReader<'_, R> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], ResumeError> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes).map_err(cut_short)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    fn check_sum(&mut self) -> Result<(), ResumeError> {
        let sum = std::mem::take(&mut self.sum).finalize();
        let written = u32::from_le_bytes(self.array()?);
        self.sum.reset();
        if written == sum { Ok(()) } else { Err(ResumeError::Damaged) }
    }

    /// Reads the header line and its checksum.
    fn header(&mut self) -> Result<CheckpointHeader, ResumeError> {
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
        self.check_sum()?;
        CheckpointHeader::parse(text)
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
    use crate::numbers::Numbers;
    use crate::table::SEGMENT_BYTES;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let (board, options) = ("b../..w w".into(), (&Options::BARE).into());
        let header = CheckpointHeader { board, options, atlas: 0xabcd, expanded: 12, evaluated: 345, seconds: 6.5 };
        let key = |n: u64| u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let [table, mut copy] = [1, 2].map(|segments| TranspositionTable::new(segments * SEGMENT_BYTES));
        let numbers = |n: u64| Numbers { proof: n as u32, disproof: 3001 - n as u32 };
        (1..=3000).for_each(|n| table.update(key(n), |entry| entry.numbers = numbers(n)));
        let mut bytes = Vec::new();
        assert_eq!(write(&table, &header, &mut bytes).unwrap(), table.used() as u64);
        let expected = CheckpointHeader { expanded: 0, evaluated: 0, seconds: 0.0, ..header.clone() };
        let found = read(&mut &bytes[..], bytes.len() as u64, &expected, |_| &mut copy).unwrap();
        assert_eq!(found, header);
        assert!((1..=3000).all(|n| copy.get(key(n)) == table.get(key(n))));
        assert_eq!(copy.used(), table.used());
    }
}
