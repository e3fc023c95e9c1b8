//! Splitting files into parts, and joining parts to files, by the grammars in docs/formats.
//!
//! A file that an edit has damaged is split as far as its grammar goes; the rest is one item.

use otrera_cgt::wire::ByteReader;
use otrera_papers::strips::{Header, Shapes};

use crate::abridged::ENTRY;
use crate::checksums::{ATLAS_ENTRY, ATLAS_HEAD, ATLAS_LINE, ATLAS_SECTIONS, CHECKSUM};
use crate::checksums::{atlas_section, repair_atlas, repair_last};
use crate::parts::{CLAIMS, Parts, Section};

/// Kinds of files with checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// docs/formats/certificate.md, certificates and parts.
    Certificate,
    /// docs/formats/atlas.md.
    Atlas,
    /// docs/formats/strips.md.
    Strips,
    /// docs/formats/checkpoint.md, [abridged](crate::abridged).
    Checkpoint,
}

/// Sections of an atlas begin at multiples of this.
const ALIGNMENT: usize = 64;
/// Bytes of the records in the first six sections of an atlas.
const RECORDS: [usize; 6] = [4, 16, 1, 4, 4, 16];
/// Columns of the longest strip whose boards are split.
const LONGEST_STRIP: u32 = 4;

impl Format {
    /// Splits a file; `None` if it has no first line.
    pub(crate) fn split(self, bytes: &[u8]) -> Option<Parts> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let mut parts = Parts { line: bytes[..end].to_vec(), sections: Vec::new() };
        let has_checksum = matches!(self, Format::Certificate | Format::Strips);
        let body = &bytes[end + 1..];
        let body = &body[..body.len() - if has_checksum { CHECKSUM.min(body.len()) } else { 0 }];
        parts.sections = match self {
            Format::Certificate => split_certificate(&parts, body),
            Format::Strips => split_strips(bytes, &parts, body),
            Format::Atlas => split_atlas(bytes, &parts),
            Format::Checkpoint => {
                let entries = body.chunks_exact(ENTRY);
                let rest = entries.remainder().to_vec();
                vec![Section::new("", entries.map(<[u8]>::to_vec).collect()), Section::new("", vec![rest])]
            }
        };
        Some(parts)
    }

    /// Joins parts to a file. Its checksums are still to be [repaired](Self::repair).
    pub(crate) fn join(self, parts: &Parts) -> Vec<u8> {
        if self == Format::Atlas {
            return join_atlas(parts);
        }
        let mut bytes = parts.line.clone();
        bytes.push(b'\n');
        bytes.extend(parts.sections.iter().flat_map(Section::bytes));
        if self != Format::Checkpoint {
            bytes.extend([0; CHECKSUM]);
        }
        bytes
    }

    /// Makes all checksums right. An abridged checkpoint has none.
    pub(crate) fn repair(self, bytes: &mut Vec<u8>) {
        match self {
            Format::Certificate | Format::Strips => repair_last(bytes),
            Format::Atlas => repair_atlas(bytes),
            Format::Checkpoint => {}
        }
    }
}

/// Reads items up to `limit`, while `read` finds one.
fn items(from: &mut ByteReader<'_>, limit: u64, read: impl Fn(&mut ByteReader<'_>) -> Option<()>) -> Vec<Vec<u8>> {
    let mut items = Vec::new();
    while (items.len() as u64) < limit && !from.rest().is_empty() {
        let mut next = *from;
        if read(&mut next).is_none() {
            break;
        }
        items.push(next.since(from.offset()).to_vec());
        *from = next;
    }
    items
}

/// The bytes that no grammar has read.
fn rest(from: &ByteReader<'_>) -> Section {
    let rest = from.rest();
    Section::new("", if rest.is_empty() { vec![] } else { vec![rest.to_vec()] })
}

fn value(from: &mut ByteReader<'_>) -> Option<()> {
    from.value(usize::MAX).map(drop)
}

fn game(from: &mut ByteReader<'_>) -> Option<()> {
    let options = from.varint()?.checked_add(from.varint()?)?;
    (0..options).try_for_each(|_| value(from))
}

fn split_certificate(parts: &Parts, body: &[u8]) -> Vec<Section> {
    let mut from = ByteReader::new(body, 0);
    let count = |unit| parts.number(unit).unwrap_or(0);
    let games = Section::new("games", items(&mut from, count("games"), game));
    let cores = Section::new("cores", items(&mut from, count("cores"), value));
    let mut sections = vec![games, cores];
    for (unit, has_replies) in [("lists", true), ("required lists", false)] {
        let limit = count(unit);
        let mut read = 0;
        while read < limit
            && let Some(section) = list(&mut from, has_replies)
        {
            sections.push(section);
            read += 1;
        }
    }
    sections.push(rest(&from));
    sections
}

/// A list of a certificate as a section of claims.
fn list(from: &mut ByteReader<'_>, has_replies: bool) -> Option<Section> {
    let mut next = *from;
    for _ in 0..next.varint()? {
        let squares = usize::from(next.byte()?) * usize::from(next.byte()?);
        next.take(squares.div_ceil(4))?;
    }
    let head = next.since(from.offset()).to_vec();
    let claims = next.varint()?;
    let items = items(&mut next, claims, |from| claim(from, has_replies));
    if items.len() as u64 != claims {
        return None;
    }
    *from = next;
    Some(Section { unit: CLAIMS, head: Some(head), items })
}

fn claim(from: &mut ByteReader<'_>, has_replies: bool) -> Option<()> {
    let (_, _) = (from.varint()?, from.varint()?);
    if has_replies {
        for _ in 0..from.varint()? {
            from.varint()?;
        }
    }
    Some(())
}

fn split_strips(bytes: &[u8], parts: &Parts, body: &[u8]) -> Vec<Section> {
    let mut from = ByteReader::new(body, 0);
    let mut sections = vec![Section::new("games", items(&mut from, parts.number("games").unwrap_or(0), game))];
    if let Ok((header, _)) = Header::read(bytes)
        && header.length <= LONGEST_STRIP
    {
        sections.push(Section::new("boards", boards(&mut from, &Shapes::new(header.length))));
    }
    sections.push(rest(&from));
    sections
}

/// Reads boards of strips up to the end.
fn boards(from: &mut ByteReader<'_>, shapes: &Shapes) -> Vec<Vec<u8>> {
    let (mut boards, mut shape) = (Vec::new(), 0);
    while !from.rest().is_empty() && shape < shapes.len() {
        let mut next = *from;
        let mut board = || {
            shape += next.below(shapes.len() - shape)?;
            (0..shapes.pattern(shape).count_ones()).try_for_each(|_| next.varint().map(drop))?;
            (0..shapes.positions(shape)).try_for_each(|_| value(&mut next))
        };
        if board().is_none() {
            break;
        }
        shape += 1;
        boards.push(next.since(from.offset()).to_vec());
        *from = next;
    }
    boards
}

fn split_atlas(bytes: &[u8], parts: &Parts) -> Vec<Section> {
    let section = |number: usize| atlas_section(bytes, ATLAS_LINE + number * ATLAS_ENTRY).unwrap_or_default();
    let records = RECORDS.iter().enumerate().map(|(number, &length)| {
        let unit = if number == 5 { "values" } else { "" };
        Section::new(unit, section(number).chunks(length).map(<[u8]>::to_vec).collect())
    });
    let mut forms = ByteReader::new(section(6), 0);
    let games = items(&mut forms, parts.number("games").unwrap_or(0), game);
    // The values after the games are one item: the records have their offsets.
    let forms = Section::new("games", games.into_iter().chain(rest(&forms).items).collect());
    let mut walls = ByteReader::new(section(7), 0);
    let found = items(&mut walls, u64::MAX, |from| {
        let corners = from.varint()?;
        (0..corners.checked_mul(2)?).try_for_each(|_| from.number().map(drop))
    });
    let walls = Section::new("", found.into_iter().chain(rest(&walls).items).collect());
    records.chain([forms, walls]).collect()
}

fn join_atlas(parts: &Parts) -> Vec<u8> {
    let mut bytes = parts.line.clone();
    bytes.resize(ATLAS_LINE - 1, b' ');
    bytes.push(b'\n');
    bytes.resize(ATLAS_HEAD + CHECKSUM, 0);
    for number in 0..ATLAS_SECTIONS {
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
        let section = parts.sections.get(number).map(Section::bytes).unwrap_or_default();
        let at = ATLAS_LINE + number * ATLAS_ENTRY;
        let start = bytes.len() as u64;
        bytes[at..at + 8].copy_from_slice(&start.to_le_bytes());
        bytes[at + 8..at + 16].copy_from_slice(&(section.len() as u64).to_le_bytes());
        bytes.extend(section);
    }
    bytes
}
