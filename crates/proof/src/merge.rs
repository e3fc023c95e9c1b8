//! Merging parts to one certificate.
//!
//! The lists of all parts are in the same order, so one walk through all parts at once meets equal lists together. Of
//! several claims about the same areas and core, the strongest is kept. Required claims vanish: in linked parts, each is made
//! by one of the parts or is evident. Cores get new numbers, and replies to moves in the rest a new order.
//!
//! Claims are copied as they are, without a check: the certificate has to be checked like any other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::io::Write;
use std::path::Path;

use otrera_board::{Position, Side};
use otrera_cgt::wire::{ByteReader, Checksummed, write_varint, write_zigzag};
use otrera_cgt::{Limits, Value};

use crate::check::{Room, mapped};
use crate::error::CheckError;
use crate::header::{Counts, Header};
use crate::read::{Certificate, EncodedClaim, Section};
use crate::write::{Tables, write_replies};

/// Merges parts that are files, which are mapped into memory.
pub fn merge_files<P: AsRef<Path>>(
    root: &Position,
    winner: Side,
    parts: &[P],
    limits: &Limits,
    out: &mut impl Write,
) -> Result<u64, CheckError> {
    let maps = parts.iter().map(|path| mapped(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
    merge(root, winner, &maps.iter().map(|map| &map[..]).collect::<Vec<_>>(), limits, out)
}

/// Writes one certificate that `winner` wins `root`, with the claims of all parts, and returns their number. All parts must
/// be about this winner and the same size of known areas.
pub fn merge(
    root: &Position,
    winner: Side,
    parts: &[&[u8]],
    limits: &Limits,
    out: &mut impl Write,
) -> Result<u64, CheckError> {
    let room = Room::new(limits);
    let mut read: Vec<Certificate<'_, '_>> = Vec::new();
    let mut left = room.reader;
    for (number, bytes) in (1..).zip(parts) {
        let part = Certificate::read(bytes, &room.store, left)?;
        if part.header.root.is_some() {
            return Err(CheckError::Kind { is_part: false });
        }
        if part.header.winner != winner || read.first().is_some_and(|first| first.header.small != part.header.small) {
            return Err(CheckError::Mixed { part: number });
        }
        left = left.saturating_sub(part.bytes_in_memory());
        read.push(part);
    }
    let small = read.first().map(|part| part.header.small);
    let small = small.ok_or_else(|| CheckError::Root { winner, root: root.to_string() })?;
    let mut cores: Vec<Value> = Vec::new();
    for part in &read {
        for list in 0..part.lists(Section::Made) {
            cores.extend(part.list(Section::Made, list).claims.iter().map(|claim| part.core(claim)));
        }
        cores.sort_unstable();
        cores.dedup();
    }
    let merged = Merged { parts: &read, winner, tables: Tables::new(&room.store, cores.into_iter()) };
    let mut made = Counts::default();
    merged.for_each_list(|_, claims| {
        made.lists += 1;
        made.claims += claims.len() as u64;
        Ok(())
    })?;
    let (games, cores) = merged.tables.counts();
    let header = Header { winner, root: Some(*root), small, games, cores, made, required: Counts::default() };
    let mut out = Checksummed::new(out);
    merged.tables.write(&header, &mut out)?;
    merged.for_each_list(|areas, claims| {
        out.write_all(areas)?;
        write_varint(&mut out, claims.len() as u64)?;
        for (&core, claim) in claims {
            write_varint(&mut out, core)?;
            write_zigzag(&mut out, claim.n)?;
            write_replies(&mut out, claim.in_areas_count, &claim.in_areas, &claim.in_rest)?;
        }
        Ok(())
    })?;
    out.write_checksum()?;
    Ok(made.claims)
}

/// Parts, and the tables of the certificate that they become.
struct Merged<'p, 'b, 's> {
    parts: &'p [Certificate<'b, 's>],
    winner: Side,
    tables: Tables<'s>,
}

/// A claim with its replies as the certificate has them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct MergedClaim {
    /// Less is stronger.
    strength: i64,
    n: i64,
    in_areas_count: u64,
    in_areas: Vec<u8>,
    in_rest: Vec<u64>,
}

impl Merged<'_, '_, '_> {
    /// Calls `visit` with each list of areas and its claims by number of their core.
    fn for_each_list(
        &self,
        mut visit: impl FnMut(&[u8], &BTreeMap<u64, MergedClaim>) -> Result<(), CheckError>,
    ) -> Result<(), CheckError> {
        let next = |part: usize, number: usize| {
            let lists = self.parts[part].lists(Section::Made);
            (number < lists).then(|| Reverse((self.parts[part].list(Section::Made, number).areas, part, number)))
        };
        let mut heads: BinaryHeap<_> = (0..self.parts.len()).filter_map(|part| next(part, 0)).collect();
        while let Some(&Reverse((areas, ..))) = heads.peek() {
            let mut claims: BTreeMap<u64, MergedClaim> = BTreeMap::new();
            while let Some(&Reverse((same, part, number))) = heads.peek()
                && same == areas
            {
                heads.pop();
                heads.extend(next(part, number + 1));
                for claim in self.parts[part].list(Section::Made, number).claims {
                    let core = self.tables.number(self.parts[part].core(&claim));
                    let claim = self.claim(part, &claim)?;
                    if claims.get(&core).is_none_or(|known| claim < *known) {
                        claims.insert(core, claim);
                    }
                }
            }
            visit(areas, &claims)?;
        }
        Ok(())
    }

    fn claim(&self, part: usize, claim: &EncodedClaim<'_>) -> Result<MergedClaim, CheckError> {
        let part = &self.parts[part];
        let before = part.options(claim)?;
        let wrong = || CheckError::Nonsense(format!("claim {}, which has too few replies", claim.number));
        let in_areas_count = claim.replies.count.checked_sub(before.len() as u64).ok_or_else(wrong)?;
        let mut from = ByteReader::new(claim.replies.bytes, 0);
        for _ in 0..in_areas_count {
            from.varint().ok_or_else(wrong)?;
        }
        let in_areas = from.since(0).to_vec();
        let replies: BTreeMap<Value, u64> =
            before.iter().map(|&option| Some((option, from.varint()?))).collect::<Option<_>>().ok_or_else(wrong)?;
        let after = self.tables.options((part.core(claim), claim.n), !self.winner);
        let in_rest = after.iter().map(|option| replies[option]).collect();
        let strength = if self.winner == Side::Black { claim.n } else { -claim.n };
        Ok(MergedClaim { strength, n: claim.n, in_areas_count, in_areas, in_rest })
    }
}
