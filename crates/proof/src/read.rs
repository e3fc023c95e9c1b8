//! Reading certificates, and finding claims in them.
//!
//! A certificate is read once from end to end, which checks its checksum, its grammar and the order of its claims. The
//! games, the cores and the offset of every fourth list of areas stay in memory. A look-up is a binary search among
//! these offsets, then a walk through at most four lists. It compares full lists of areas: no hash can collide.
//!
//! A hostile file may have the right checksum. So counts are believed only as far as bytes follow, the areas of a list
//! have together no more squares than the board, and memory is counted.

use otrera_board::{Move, Side};
use otrera_cgt::wire::ByteReader;
use otrera_cgt::{Interrupted, Parts, Store};

use crate::area::CanonicalArea;
use crate::check::CheckError;
use crate::claim::{Situation, WinningMove, core_and_whole};
use crate::header::Header;
use crate::values::{MOST, Values};
use crate::write::{IN_FIRST_AREA, IN_REST, write_areas};

/// Length of the checksum, in bytes.
const CHECKSUM: usize = 4;
/// Lists of areas for each entry of the index: trades 16 bytes of memory for bytes to walk through in a look-up.
const STRIDE: usize = 4;
/// Message of a panic when a certificate that was well formed is not.
const READ_BEFORE: &str = "the certificate was read before";

/// A certificate that is well formed. Its claims may be wrong, and its areas may not be in their one form.
pub(crate) struct Certificate<'b, 's> {
    pub(crate) header: Header,
    store: &'s Store,
    /// All but the checksum.
    bytes: &'b [u8],
    values: Values<'s>,
    index: Vec<IndexEntry>,
}

/// Offset of a list of areas.
struct IndexEntry {
    at: usize,
    /// Number of claims before it.
    claims: u64,
}

/// A list of areas, read up to its claims.
struct List<'b> {
    /// The encoded list.
    areas: &'b [u8],
    /// Number of claims that follow.
    claims: u64,
}

/// A claim as encoded in the file.
pub(crate) struct EncodedClaim {
    /// Counted from 1.
    pub(crate) number: u64,
    key: u64,
    n: i64,
    /// The winning move, if the winner is to move.
    answer: Option<EncodedMove>,
}

enum EncodedMove {
    InRest(Parts),
    InArea { index: usize, squares: [u8; 3] },
}

impl<'b, 's> Certificate<'b, 's> {
    /// Reads a certificate. Its games go to `store`, and everything else takes at most `memory` bytes.
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
        let mut certificate = Certificate { header, store, bytes, values, index: Vec::new() };
        certificate.read_lists(&mut from, room)?;
        certificate.values.check_used()?;
        Ok(certificate)
    }

    /// Reads all lists once, without checking whether their claims hold.
    fn read_lists(
        &mut self,
        from: &mut ByteReader<'b>,
        room: impl Fn(usize) -> Result<(), Interrupted>,
    ) -> Result<(), CheckError> {
        let (mut claims, mut before): (u64, &[u8]) = (0, &[]);
        let most = self.header.root.unburnt().count_ones();
        for number in 0..self.header.lists {
            if number % STRIDE == 0 {
                self.index.push(IndexEntry { at: from.offset(), claims });
                room(self.values.bytes() + self.index.capacity() * size_of::<IndexEntry>())?;
            }
            let wrong = |what: &str| CheckError::Nonsense(format!("list {} of areas{what}", number + 1));
            let list = read_list(from, most).ok_or_else(|| wrong(""))?;
            // No list is empty, so the first passes.
            if list.areas <= before {
                return Err(wrong(", which is out of order"));
            }
            before = list.areas;
            let areas = read_areas(list.areas);
            let mut last = None;
            for _ in 0..list.claims {
                claims += 1;
                let wrong = |what: &str| CheckError::Nonsense(format!("claim {claims}{what}"));
                let claim = self.read_claim(from, claims).ok_or_else(|| wrong(""))?;
                if last.is_some_and(|last| claim.key <= last) {
                    return Err(wrong(", which is out of order"));
                }
                last = Some(claim.key);
                self.check_answer(&claim, &areas)?.then_some(()).ok_or_else(|| wrong(", whose answer is none"))?;
                self.values.mark_core((claim.key / 2) as usize);
            }
        }
        match from.rest().is_empty() && claims == self.header.claims {
            true => Ok(()),
            false => Err(CheckError::Nonsense("the number of claims".into())),
        }
    }

    /// Returns whether the answer of a claim is well formed, and notes the game that it uses.
    fn check_answer(&mut self, claim: &EncodedClaim, areas: &[CanonicalArea]) -> Result<bool, Interrupted> {
        Ok(match claim.answer {
            None => true,
            Some(EncodedMove::InRest(parts)) => {
                self.values.mark(parts);
                self.values.value(parts)?.is_some()
            }
            Some(EncodedMove::InArea { index, squares }) => areas.get(index).is_some_and(|area| {
                // Of equal areas, which are neighbours, the first is named.
                let is_first = index == 0 || areas[index - 1] != *area;
                is_first && squares.iter().all(|&square| u32::from(square) < area.size().area())
            }),
        })
    }

    /// Number of parts. Threads check one part at a time.
    pub(crate) fn parts(&self) -> usize {
        self.index.len()
    }

    /// The lists of a part.
    pub(crate) fn part(&self, number: usize) -> PartReader<'_, 'b, 's> {
        let IndexEntry { at, claims } = self.index[number];
        let lists = number * STRIDE..((number + 1) * STRIDE).min(self.header.lists);
        PartReader { certificate: self, from: ByteReader::new(self.bytes, at), lists, claims }
    }

    /// Decodes a claim: its situation, and its answer if the winner is to move.
    pub(crate) fn claim(
        &self,
        areas: &[CanonicalArea],
        encoded: &EncodedClaim,
    ) -> Result<(Situation, Option<WinningMove>), Interrupted> {
        let core = self.values.cores()[(encoded.key / 2) as usize];
        let rest = self.store.add(core, self.store.integer(encoded.n)?)?;
        let to_move = if encoded.answer.is_some() { self.header.winner } else { !self.header.winner };
        let answer = match encoded.answer {
            None => None,
            Some(EncodedMove::InRest(parts)) => {
                Some(WinningMove::InRest(self.values.value(parts)?.expect(READ_BEFORE)))
            }
            Some(EncodedMove::InArea { index, squares }) => {
                let [from, to, arrow] = squares.map(|number| areas[index].square(number).expect(READ_BEFORE));
                Some(WinningMove::InArea { index, play: Move { from, to, arrow } })
            }
        };
        Ok((Situation { areas: areas.to_vec(), rest, to_move }, answer))
    }

    /// Returns whether there is a claim about the situation, or about one whose rest is worse by a whole number.
    pub(crate) fn claims(&self, situation: &Situation) -> Result<bool, CheckError> {
        let (core, n) = core_and_whole(self.store, situation.rest)?;
        let Some(core) = self.values.core_number(core) else { return Ok(false) };
        let wanted = 2 * core + u64::from(situation.to_move != self.header.winner);
        let mut areas = Vec::new();
        write_areas(&mut areas, situation.areas.iter().map(CanonicalArea::bytes));

        let list_at = |at| read_list(&mut ByteReader::new(self.bytes, at), u32::MAX).expect(READ_BEFORE);
        let Some(entry) = self.index.partition_point(|entry| list_at(entry.at).areas <= &areas[..]).checked_sub(1)
        else {
            return Ok(false);
        };
        let mut from = ByteReader::new(self.bytes, self.index[entry].at);
        for _ in 0..STRIDE.min(self.header.lists - entry * STRIDE) {
            let list = read_list(&mut from, u32::MAX).expect(READ_BEFORE);
            let here = list.areas == areas;
            for _ in 0..list.claims {
                let claim = self.read_claim(&mut from, 0).expect(READ_BEFORE);
                if here && claim.key >= wanted {
                    let covers = match self.header.winner {
                        Side::Black => n >= claim.n,
                        Side::White => n <= claim.n,
                    };
                    return Ok(claim.key == wanted && covers);
                }
            }
            if list.areas >= &areas[..] {
                break;
            }
        }
        Ok(false)
    }

    fn read_claim(&self, from: &mut ByteReader<'b>, number: u64) -> Option<EncodedClaim> {
        let (games, cores) = self.values.counts();
        let key = from.varint().filter(|key| key / 2 < cores as u64)?;
        let n = from.zigzag().filter(|n| n.unsigned_abs() < MOST.unsigned_abs())?;
        let answer = match key % 2 == 0 {
            false => None,
            true => Some(match from.varint()? {
                IN_REST => EncodedMove::InRest(from.value(games)?),
                area => {
                    let index = usize::try_from(area - IN_FIRST_AREA).ok()?;
                    EncodedMove::InArea { index, squares: [from.byte()?, from.byte()?, from.byte()?] }
                }
            }),
        };
        Some(EncodedClaim { number, key, n, answer })
    }
}

/// A walk through the lists of a part and their claims.
pub(crate) struct PartReader<'c, 'b, 's> {
    certificate: &'c Certificate<'b, 's>,
    from: ByteReader<'b>,
    lists: std::ops::Range<usize>,
    /// Number of claims before the next one.
    claims: u64,
}

impl PartReader<'_, '_, '_> {
    /// The next list: its number from 1, its areas, and how many claims follow. All claims of the list before must have
    /// been read.
    pub(crate) fn list(&mut self) -> Option<(usize, Vec<CanonicalArea>, u64)> {
        let number = self.lists.next()?;
        let list = read_list(&mut self.from, u32::MAX).expect(READ_BEFORE);
        Some((number + 1, read_areas(list.areas), list.claims))
    }

    /// The next claim of the list.
    pub(crate) fn claim(&mut self) -> EncodedClaim {
        self.claims += 1;
        self.certificate.read_claim(&mut self.from, self.claims).expect(READ_BEFORE)
    }
}

/// Reads a list of areas with at most `most` unburnt squares, and the number of its claims.
fn read_list<'b>(from: &mut ByteReader<'b>, most: u32) -> Option<List<'b>> {
    let begin = from.offset();
    let mut left = most;
    for _ in 0..from.varint().filter(|&areas| areas > 0)? {
        left = left.checked_sub(read_area(from)?.unburnt().max(1))?;
    }
    let areas = from.since(begin);
    Some(List { areas, claims: from.varint().filter(|&claims| claims > 0)? })
}

/// The areas of an encoded list.
fn read_areas(list: &[u8]) -> Vec<CanonicalArea> {
    let mut from = ByteReader::new(list, 0);
    let count = from.varint().expect(READ_BEFORE);
    (0..count).map(|_| read_area(&mut from).expect(READ_BEFORE)).collect()
}

fn read_area(from: &mut ByteReader<'_>) -> Option<CanonicalArea> {
    let area = CanonicalArea::read(from.rest())?;
    from.take(area.bytes().len())?;
    Some(area)
}
