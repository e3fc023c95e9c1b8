//! The header line and the table of sections: docs/formats/atlas.md.

use std::ops::Range;

use otrera_cgt::Outcome;

use crate::{MAX_SIZE, OpenError, guarded_size};

const MAGIC: &str = "otrera atlas ";
const VERSION: u32 = 1;
/// Bytes of the header line with its newline.
const LINE: usize = 96;
const ENTRY: usize = 20;
/// Alignment of sections: a cache line.
const ALIGNMENT: u64 = 64;
/// Bytes of header line, table and checksum.
pub(super) const HEAD: usize = LINE + SECTIONS * ENTRY + 4;
/// Letters of the outcomes in the facts about a value.
pub(super) const OUTCOMES: [(u8, Outcome); 4] =
    [(b'L', Outcome::Left), (b'R', Outcome::Right), (b'N', Outcome::Next), (b'P', Outcome::Previous)];
pub(super) const SECTIONS: usize = Section::Thermographs as usize + 1;

/// The header line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Maximum size of regions.
    pub size: usize,
    /// Maximum size of guarded areas.
    pub guarded: usize,
    /// Maximum number of followers of stored canonical forms.
    pub forms: u64,
    /// Number of different values.
    pub values: u32,
    /// Number of games in the canonical forms.
    pub games: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Graphs,
    Regions,
    Territory,
    Open,
    Guarded,
    Values,
    Forms,
    Thermographs,
}

/// Range and checksum of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) range: Range<u64>,
    pub(super) sum: u32,
}

/// The next offset at which a section may begin.
pub(super) fn aligned(at: u64) -> u64 {
    at.next_multiple_of(ALIGNMENT)
}

impl Header {
    pub(super) fn write(&self, entries: &[Entry; SECTIONS]) -> Vec<u8> {
        let Header { size, guarded, forms, values, games } = self;
        let text =
            format!("{MAGIC}{VERSION}: size {size}, guarded {guarded}, forms {forms}, {values} values, {games} games");
        let mut bytes = format!("{text:<width$}\n", width = LINE - 1).into_bytes();
        debug_assert_eq!(bytes.len(), LINE);
        for Entry { range, sum } in entries {
            bytes.extend(range.start.to_le_bytes());
            bytes.extend((range.end - range.start).to_le_bytes());
            bytes.extend(sum.to_le_bytes());
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads header line and table, and compares all checksums.
    pub(super) fn read(bytes: &[u8]) -> Result<(Header, [Range<usize>; SECTIONS]), OpenError> {
        let text = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(OpenError::Foreign)?;
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let version = std::str::from_utf8(&text[..digits]).ok().and_then(|digits| digits.parse().ok());
        match version {
            Some(VERSION) => {}
            Some(version) => return Err(OpenError::Version(version)),
            None => return Err(OpenError::Foreign),
        }
        let head = bytes.get(..HEAD).ok_or(OpenError::Damaged)?;
        let (content, sum) = head.split_last_chunk::<4>().expect("the head is longer");
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(OpenError::Damaged);
        }
        let line = content.get(MAGIC.len() + digits..LINE).ok_or(OpenError::Inconsistent)?;
        let line = std::str::from_utf8(line).map_err(|_| OpenError::Inconsistent)?;
        let header = Header::parse(line).ok_or(OpenError::Inconsistent)?;
        let mut ranges: [Range<usize>; SECTIONS] = Default::default();
        let mut at = HEAD as u64;
        for (range, entry) in ranges.iter_mut().zip(content[LINE..].chunks_exact(ENTRY)) {
            let word = |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight bytes"));
            let (start, length) = (word(0), word(8));
            let sum = u32::from_le_bytes(entry[16..20].try_into().expect("four bytes"));
            if start != aligned(at) {
                return Err(OpenError::Inconsistent);
            }
            let gap = bytes.get(at as usize..start as usize).ok_or(OpenError::Damaged)?;
            if gap.iter().any(|&byte| byte != 0) {
                return Err(OpenError::Damaged);
            }
            at = start.checked_add(length).ok_or(OpenError::Inconsistent)?;
            let whole = start as usize..usize::try_from(at).map_err(|_| OpenError::Inconsistent)?;
            if crc32fast::hash(bytes.get(whole.clone()).ok_or(OpenError::Damaged)?) != sum {
                return Err(OpenError::Damaged);
            }
            *range = whole;
        }
        if bytes.len() as u64 != at { Err(OpenError::Damaged) } else { Ok((header, ranges)) }
    }

    fn parse(text: &str) -> Option<Header> {
        let mut fields = text.trim_end().strip_prefix(": ")?.split(", ");
        let header = Header {
            size: fields.next()?.strip_prefix("size ")?.parse().ok()?,
            guarded: fields.next()?.strip_prefix("guarded ")?.parse().ok()?,
            forms: fields.next()?.strip_prefix("forms ")?.parse().ok()?,
            values: fields.next()?.strip_suffix(" values")?.parse().ok()?,
            games: fields.next()?.strip_suffix(" games")?.parse().ok()?,
        };
        let is_valid = (1..=MAX_SIZE).contains(&header.size) && header.guarded == guarded_size(header.size);
        (is_valid && fields.next().is_none()).then_some(header)
    }
}
