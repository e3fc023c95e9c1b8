//! Reading certificates and parts, and finding claims in them.
//!
//! A file is read once from end to end, which checks its checksum, its grammar and the order of its claims. The games, the
//! cores and the offset of every list of areas stay in memory. A look-up is a binary search among these offsets. It compares
//! full lists of areas: no hash can collide.
//!
//! A hostile file may have the right checksum. So counts are believed only as far as bytes follow, the areas of a list
//! have together no more squares than a board, and memory is counted.

use otrera_board::{Side, Size};
use otrera_cgt::wire::ByteReader;
use otrera_cgt::{Interrupted, Store, Value};

use crate::area::CanonicalArea;
use crate::claim::{Situation, core_and_whole};
use crate::error::CheckError;
use crate::header::{Counts, Header};
use crate::moves::ordered_options;
use crate::values::{MOST, Values};
use crate::write::write_areas;

/// Length of the checksum, in bytes.
const CHECKSUM: usize = 4;
/// Message of a panic when a certificate that was well formed is not.
const READ_BEFORE: &str = "the certificate was read before";

/// A certificate or part that is well formed. Its claims may be wrong, and its areas may not be in their one form.
pub(crate) struct Certificate<'b, 's> {
    pub(crate) header: Header,
    store: &'s Store,
    /// All but the checksum.
    bytes: &'b [u8],
    values: Values<'s>,
    made: Vec<IndexEntry>,
    required: Vec<IndexEntry>,
}

/// The lists of a file: of the claims that it makes, and of those that it rests on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Made,
    Required,
}

/// Offset of a list of areas.
struct IndexEntry {
    at: usize,
    /// Number of claims before it.
    claims: u64,
}

/// A list of areas and its claims.
pub(crate) struct List<'b> {
    /// The encoded list.
    pub(crate) areas: &'b [u8],
    pub(crate) claims: Vec<EncodedClaim<'b>>,
}

/// A claim as encoded in the file.
#[derive(Clone, Copy)]
pub(crate) struct EncodedClaim<'b> {
    /// Counted from 1.
    pub(crate) number: u64,
    /// Number of the core.
    core: usize,
    pub(crate) n: i64,
    pub(crate) replies: Replies<'b>,
}

/// Replies as encoded in the file; a required claim has none.
#[derive(Clone, Copy)]
pub(crate) struct Replies<'b> {
    pub(crate) count: u64,
    pub(crate) bytes: &'b [u8],
}

impl Iterator for Replies<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.count = self.count.checked_sub(1)?;
        let mut from = ByteReader::new(self.bytes, 0);
        let reply = from.varint().expect(READ_BEFORE);
        self.bytes = from.rest();
        Some(reply)
    }
}

impl<'b, 's> Certificate<'b, 's> {
    /// Reads a file. Its games go to `store`, and everything else takes at most `memory` bytes.
    pub(crate) fn read(bytes: &'b [u8], store: &'s Store, memory: usize) -> Result<Certificate<'b, 's>, CheckError> {
        let (bytes, sum) = bytes.split_at(bytes.len().saturating_sub(CHECKSUM));
        let (header, at) = match crc32fast::hash(bytes).to_le_bytes() == sum {
            true => Header::read(bytes)?,
            // A file of another kind or version is named as that.
            false => {
                return Err(Header::read(bytes).err().filter(CheckError::is_foreign).unwrap_or(CheckError::Damaged));
            }
        };
        let mut from = ByteReader::new(bytes, at);
        let mut values = Values::new(store);
        let room = |used: usize| if used <= memory { store.check_limits(0) } else { Err(Interrupted::OutOfMemory) };
        values.read_games(&mut from, header.games, room)?;
        values.read_cores(&mut from, header.cores, room)?;
        let mut certificate = Certificate { header, store, bytes, values, made: Vec::new(), required: Vec::new() };
        for section in [Section::Made, Section::Required] {
            certificate.read_section(&mut from, section, room)?;
        }
        if !from.rest().is_empty() {
            return Err(CheckError::Nonsense("the bytes after the last list".into()));
        }
        certificate.values.check_used()?;
        Ok(certificate)
    }

    /// Reads all lists of a section once, without checking whether their claims hold.
    fn read_section(
        &mut self,
        from: &mut ByteReader<'b>,
        section: Section,
        room: impl Fn(usize) -> Result<(), Interrupted>,
    ) -> Result<(), CheckError> {
        let (kind, all) = match section {
            Section::Made => ("", self.header.made),
            Section::Required => ("required ", self.header.required),
        };
        let (mut claims, mut before): (u64, &[u8]) = (0, &[]);
        for number in 0..all.lists {
            let entry = IndexEntry { at: from.offset(), claims };
            match section {
                Section::Made => &mut self.made,
                Section::Required => &mut self.required,
            }
            .push(entry);
            room(self.bytes_in_memory())?;
            let wrong = |what: &str| CheckError::Nonsense(format!("{kind}list {} of areas{what}", number + 1));
            let (areas, count) = read_areas_and_count(from).ok_or_else(|| wrong(""))?;
            // No list is empty, so the first passes.
            if areas <= before {
                return Err(wrong(", which is out of order"));
            }
            before = areas;
            let mut last = None;
            for _ in 0..count {
                claims += 1;
                let wrong = |what: &str| CheckError::Nonsense(format!("{kind}claim {claims}{what}"));
                let claim = self.read_claim(from, section, claims).ok_or_else(|| wrong(""))?;
                if last.is_some_and(|last| claim.core <= last) {
                    return Err(wrong(", which is out of order"));
                }
                last = Some(claim.core);
                self.values.mark_core(claim.core);
            }
        }
        let Counts { claims: expected, .. } = all;
        if claims == expected { Ok(()) } else { Err(CheckError::Nonsense(format!("the number of {kind}claims"))) }
    }

    /// Memory in use, in bytes.
    pub(crate) fn bytes_in_memory(&self) -> usize {
        self.values.bytes() + (self.made.capacity() + self.required.capacity()) * size_of::<IndexEntry>()
    }

    fn index(&self, section: Section) -> &[IndexEntry] {
        match section {
            Section::Made => &self.made,
            Section::Required => &self.required,
        }
    }

    /// Number of lists.
    pub(crate) fn lists(&self, section: Section) -> usize {
        self.index(section).len()
    }

    /// A list with its claims.
    pub(crate) fn list(&self, section: Section, number: usize) -> List<'b> {
        let IndexEntry { at, claims } = self.index(section)[number];
        let mut from = ByteReader::new(self.bytes, at);
        let (areas, count) = read_areas_and_count(&mut from).expect(READ_BEFORE);
        let claim = |number| self.read_claim(&mut from, section, claims + number + 1).expect(READ_BEFORE);
        List { areas, claims: (0..count).map(claim).collect() }
    }

    /// The core of a claim.
    pub(crate) fn core(&self, claim: &EncodedClaim<'_>) -> Value {
        self.values.cores()[claim.core]
    }

    /// The situation of a claim: the loser is to move.
    pub(crate) fn situation(
        &self,
        areas: &[CanonicalArea],
        claim: &EncodedClaim<'_>,
    ) -> Result<Situation, Interrupted> {
        let rest = self.store.add(self.core(claim), self.store.integer(claim.n)?)?;
        Ok(Situation { areas: areas.to_vec(), rest, to_move: !self.header.winner })
    }

    /// The loser's moves in the rest of a claim, in the order of the replies to them.
    pub(crate) fn options(&self, claim: &EncodedClaim<'_>) -> Result<Vec<Value>, Interrupted> {
        let rest = (self.core(claim), claim.n);
        ordered_options(self.store, rest, !self.header.winner, |option| self.values.encode(option))
    }

    /// Returns whether there is a claim, made or required, about the situation, or about one whose rest is worse by a whole
    /// number.
    pub(crate) fn claims(&self, situation: &Situation) -> Result<bool, CheckError> {
        if situation.to_move == self.header.winner {
            return Ok(false);
        }
        let (core, n) = core_and_whole(self.store, situation.rest)?;
        let Some(core) = self.values.core_number(core) else { return Ok(false) };
        let mut areas = Vec::new();
        write_areas(&mut areas, &situation.areas);
        let covers = |section| {
            let claimed = self.claimed(section, &areas, core);
            claimed.is_some_and(|claimed| is_covered(self.header.winner, claimed, n))
        };
        Ok(covers(Section::Made) || covers(Section::Required))
    }

    /// The n of the claim about these areas and this core.
    fn claimed(&self, section: Section, areas: &[u8], core: usize) -> Option<i64> {
        let list_at = |entry: &IndexEntry| {
            let mut from = ByteReader::new(self.bytes, entry.at);
            (read_areas_and_count(&mut from).expect(READ_BEFORE), from)
        };
        let found = self.index(section).binary_search_by(|entry| list_at(entry).0.0.cmp(areas)).ok()?;
        let ((_, claims), mut from) = list_at(&self.index(section)[found]);
        for _ in 0..claims {
            let claim = self.read_claim(&mut from, section, 0).expect(READ_BEFORE);
            if claim.core >= core {
                return (claim.core == core).then_some(claim.n);
            }
        }
        None
    }

    fn read_claim(&self, from: &mut ByteReader<'b>, section: Section, number: u64) -> Option<EncodedClaim<'b>> {
        let core = from.below(self.values.cores().len())?;
        let n = from.zigzag().filter(|n| n.unsigned_abs() < MOST.unsigned_abs())?;
        let mut replies = Replies { count: 0, bytes: &[] };
        if section == Section::Made {
            replies.count = from.varint()?;
            let begin = from.offset();
            for _ in 0..replies.count {
                from.varint()?;
            }
            replies.bytes = from.since(begin);
        }
        Some(EncodedClaim { number, core, n, replies })
    }
}

/// Returns whether a claim with n = `claimed` says something about n.
pub(crate) fn is_covered(winner: Side, claimed: i64, n: i64) -> bool {
    match winner {
        Side::Black => n >= claimed,
        Side::White => n <= claimed,
    }
}

/// Reads a list of areas, and the number of its claims.
fn read_areas_and_count<'b>(from: &mut ByteReader<'b>) -> Option<(&'b [u8], u64)> {
    let begin = from.offset();
    let mut left = Size::MAX_SQUARES as u32;
    for _ in 0..from.varint().filter(|&areas| areas > 0)? {
        left = left.checked_sub(read_area(from)?.unburnt().max(1))?;
    }
    let areas = from.since(begin);
    Some((areas, from.varint().filter(|&claims| claims > 0)?))
}

/// The areas of an encoded list.
pub(crate) fn read_areas(list: &[u8]) -> Vec<CanonicalArea> {
    let mut from = ByteReader::new(list, 0);
    let count = from.varint().expect(READ_BEFORE);
    (0..count).map(|_| read_area(&mut from).expect(READ_BEFORE)).collect()
}

fn read_area(from: &mut ByteReader<'_>) -> Option<CanonicalArea> {
    let area = CanonicalArea::read(from.rest())?;
    from.take(area.bytes().len())?;
    Some(area)
}
