//! Reading certificates, and finding claims in them.
//!
//! A certificate is read once from end to end, which checks its checksum, its grammar and the order of its claims. The
//! games, the cores and the offset of every fourth list of areas stay in memory. A look-up is a binary search among
//! these offsets, then a walk through at most four lists. It compares full lists of areas: no hash can collide.

use otrera_board::{Bits as _, Move, Point, Position, Setup, Side};
use otrera_cgt::wire::ByteReader;
use otrera_cgt::{Parts, Store, Value};
use rustc_hash::FxHashMap;

use crate::area::CanonicalArea;
use crate::check::CheckError;
use crate::claim::{Situation, WinningMove, core_and_whole};
use crate::write::{Header, IN_FIRST_AREA, IN_REST, NO_MOVE, VERSION, write_areas};

/// Length of the checksum, in bytes.
const CHECKSUM: usize = 4;
/// Longest first line, in bytes. A board text has two bytes a square; the rest is a few words and numbers.
const LONGEST_HEADER: usize = 1000;
/// Longest version quoted in an error, in characters.
const LONGEST_VERSION: usize = 20;
/// Lists of areas for each entry of the index: trades 16 bytes of memory for bytes to walk through in a look-up.
const STRIDE: usize = 4;

/// A certificate that is well formed. Its claims may be wrong.
pub(crate) struct Certificate<'b, 's> {
    pub(crate) header: Header,
    store: &'s Store,
    /// All but the checksum.
    bytes: &'b [u8],
    games: Vec<Value>,
    cores: Vec<Value>,
    core_numbers: FxHashMap<Value, u64>,
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
    /// True if the winner is to move.
    winner_moves: bool,
    winning_move: Option<EncodedMove>,
}

enum EncodedMove {
    InRest(Parts),
    InArea { index: usize, squares: [u8; 3] },
}

impl<'b, 's> Certificate<'b, 's> {
    pub(crate) fn read(bytes: &'b [u8], store: &'s Store) -> Result<Certificate<'b, 's>, CheckError> {
        let line = first_line(bytes)?;
        let end = bytes.len().checked_sub(CHECKSUM).filter(|&end| end > line.len()).ok_or(CheckError::Damaged)?;
        let (bytes, sum) = bytes.split_at(end);
        if crc32fast::hash(bytes).to_le_bytes() != sum {
            return Err(CheckError::Damaged);
        }
        // A header has one spelling.
        let header = parse_header(line).filter(|header| header.to_string() == line);
        let header = header.ok_or_else(|| CheckError::Nonsense("the first line".into()))?;
        let mut certificate = Certificate {
            header,
            store,
            bytes,
            games: Vec::new(),
            cores: Vec::new(),
            core_numbers: FxHashMap::default(),
            index: Vec::new(),
        };
        let mut from = ByteReader::new(bytes, line.len() + 1);
        certificate.read_games(&mut from)?;
        certificate.read_cores(&mut from)?;
        certificate.read_lists(&mut from)?;
        Ok(certificate)
    }

    fn read_games(&mut self, from: &mut ByteReader<'b>) -> Result<(), CheckError> {
        for number in 0..self.header.games {
            let wrong = || CheckError::Nonsense(format!("game {number}"));
            let mut options = || {
                let (left, right) = (from.varint()?, from.varint()?);
                let mut list = |count| (0..count).map(|_| from.value(number)).collect::<Option<Vec<_>>>();
                Some([list(left)?, list(right)?])
            };
            let [left, right] = options().ok_or_else(wrong)?.map(|parts| {
                let values = parts.into_iter().map(|parts| self.store.assemble(parts, &self.games));
                values.collect::<Result<Vec<Value>, _>>()
            });
            let game = self.store.game(&left?, &right?)?;
            self.games.push(game);
        }
        Ok(())
    }

    fn read_cores(&mut self, from: &mut ByteReader<'b>) -> Result<(), CheckError> {
        for number in 0..self.header.cores {
            let wrong = || CheckError::Nonsense(format!("core {number}"));
            let parts = from.value(self.games.len()).ok_or_else(wrong)?;
            let value = self.store.assemble(parts, &self.games)?;
            if core_and_whole(self.store, value)?.1 != 0 || self.core_numbers.insert(value, number as u64).is_some() {
                return Err(wrong());
            }
            self.cores.push(value);
        }
        Ok(())
    }

    /// Reads all lists once, without checking whether their claims hold.
    fn read_lists(&mut self, from: &mut ByteReader<'b>) -> Result<(), CheckError> {
        let (mut claims, mut before): (u64, &[u8]) = (0, &[]);
        for number in 0..self.header.lists {
            if number % STRIDE == 0 {
                self.index.push(IndexEntry { at: from.offset(), claims });
            }
            let wrong = |what: &str| CheckError::Nonsense(format!("list {} of areas{what}", number + 1));
            let list = read_list(from).ok_or_else(|| wrong(""))?;
            // No list is empty, so the first passes.
            if list.areas <= before {
                return Err(wrong(", which is out of order"));
            }
            before = list.areas;
            let mut last = None;
            for _ in 0..list.claims {
                claims += 1;
                let wrong = |what: &str| CheckError::Nonsense(format!("claim {claims}{what}"));
                let claim = self.read_claim(from, claims).ok_or_else(|| wrong(""))?;
                if last.is_some_and(|last| claim.key <= last) {
                    return Err(wrong(", which is out of order"));
                }
                last = Some(claim.key);
            }
        }
        match from.rest().is_empty() && claims == self.header.claims {
            true => Ok(()),
            false => Err(CheckError::Nonsense("the number of claims".into())),
        }
    }

    /// Number of parts. Threads check one part at a time.
    pub(crate) fn parts(&self) -> usize {
        self.index.len()
    }

    /// The claims of a part, each with its list of areas.
    pub(crate) fn part(&self, number: usize) -> Vec<(Vec<CanonicalArea>, EncodedClaim)> {
        let entry = &self.index[number];
        let mut from = ByteReader::new(self.bytes, entry.at);
        let lists = STRIDE.min(self.header.lists - number * STRIDE);
        let known = "the certificate was read before";
        let (mut claims, mut count) = (Vec::new(), entry.claims);
        for _ in 0..lists {
            let list = read_list(&mut from).expect(known);
            let areas = read_areas(&mut ByteReader::new(list.areas, 0)).expect(known);
            for _ in 0..list.claims {
                count += 1;
                claims.push((areas.clone(), self.read_claim(&mut from, count).expect(known)));
            }
        }
        claims
    }

    /// Decodes a claim.
    pub(crate) fn claim(
        &self,
        areas: Vec<CanonicalArea>,
        encoded: &EncodedClaim,
    ) -> Result<(Situation, Option<WinningMove>), CheckError> {
        let core = self.cores[(encoded.key / 2) as usize];
        let rest = self.store.add(core, self.store.integer(encoded.n)?)?;
        let to_move = if encoded.winner_moves { self.header.winner } else { !self.header.winner };
        let winning_move = match encoded.winning_move {
            None => None,
            Some(EncodedMove::InRest(parts)) => Some(WinningMove::InRest(self.store.assemble(parts, &self.games)?)),
            Some(EncodedMove::InArea { index, squares }) => {
                let size = areas
                    .get(index)
                    .map(CanonicalArea::size)
                    .filter(|size| squares.iter().all(|&square| u32::from(square) < size.area()));
                let wrong = || CheckError::Nonsense(format!("the winning move of claim {}", encoded.number));
                let grid = u128::grid(size.ok_or_else(wrong)?).expect("every board fits into 128 bits");
                let [from, to, arrow] = squares.map(|square| grid.square(Point(square)));
                Some(WinningMove::InArea { index, play: Move { from, to, arrow } })
            }
        };
        Ok((Situation { areas, rest, to_move }, winning_move))
    }

    /// Returns whether there is a claim about the situation, or about one whose rest is worse by a whole number.
    pub(crate) fn claims(&self, situation: &Situation) -> Result<bool, CheckError> {
        let (core, n) = core_and_whole(self.store, situation.rest)?;
        let Some(core) = self.core_numbers.get(&core) else { return Ok(false) };
        let wanted = 2 * core + u64::from(situation.to_move != self.header.winner);
        let mut areas = Vec::new();
        write_areas(&mut areas, situation.areas.iter().map(CanonicalArea::bytes));

        let known = "the certificate was read before";
        let list_at = |at| read_list(&mut ByteReader::new(self.bytes, at)).expect(known);
        let Some(entry) = self.index.partition_point(|entry| list_at(entry.at).areas <= &areas[..]).checked_sub(1)
        else {
            return Ok(false);
        };
        let mut from = ByteReader::new(self.bytes, self.index[entry].at);
        for _ in 0..STRIDE.min(self.header.lists - entry * STRIDE) {
            let list = read_list(&mut from).expect(known);
            let here = list.areas == areas;
            for _ in 0..list.claims {
                let claim = self.read_claim(&mut from, 0).expect(known);
                if here && claim.key == wanted {
                    return Ok(match self.header.winner {
                        Side::Black => n >= claim.n,
                        Side::White => n <= claim.n,
                    });
                }
            }
            if list.areas >= &areas[..] {
                break;
            }
        }
        Ok(false)
    }

    fn read_claim(&self, from: &mut ByteReader<'b>, number: u64) -> Option<EncodedClaim> {
        let key = from.varint().filter(|key| key / 2 < self.cores.len() as u64)?;
        let n = from.zigzag()?;
        let winner_moves = key % 2 == 0;
        let winning_move = match winner_moves.then(|| from.varint()) {
            None => None,
            Some(tag) => match tag? {
                NO_MOVE => None,
                IN_REST => Some(EncodedMove::InRest(from.value(self.games.len())?)),
                area => {
                    let index = usize::try_from(area - IN_FIRST_AREA).ok()?;
                    Some(EncodedMove::InArea { index, squares: [from.byte()?, from.byte()?, from.byte()?] })
                }
            },
        };
        Some(EncodedClaim { number, key, n, winner_moves, winning_move })
    }
}

/// First bytes of every certificate.
const SIGN: &str = "otrera certificate ";

/// The first line of a certificate of this version.
fn first_line(bytes: &[u8]) -> Result<&str, CheckError> {
    if !bytes.starts_with(SIGN.as_bytes()) {
        return Err(CheckError::Foreign);
    }
    let end = bytes.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n').ok_or(CheckError::Damaged)?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|_| CheckError::Damaged)?;
    let (version, _) = line[SIGN.len()..].split_once(": ").ok_or(CheckError::Damaged)?;
    match version == VERSION {
        true => Ok(line),
        false => Err(CheckError::Version(version.chars().take(LONGEST_VERSION).collect())),
    }
}

fn parse_header(line: &str) -> Option<Header> {
    let (_, text) = line.split_once(": ")?;
    let (winner, text) = text.split_once(" wins ")?;
    let (board, text) = text.split_once(", areas of ")?;
    let (small, text) = text.split_once(" squares known, ")?;
    let (games, text) = text.split_once(" games, ")?;
    let (cores, text) = text.split_once(" cores, ")?;
    let (lists, text) = text.split_once(" lists, ")?;
    let claims = text.strip_suffix(" claims")?;
    let root: Position = board.parse::<Setup>().ok()?.position().ok()?;
    Some(Header {
        winner: Side::BOTH.into_iter().find(|side| side.name() == winner)?,
        root,
        small: small.parse().ok()?,
        games: games.parse().ok()?,
        cores: cores.parse().ok()?,
        lists: lists.parse().ok()?,
        claims: claims.parse().ok()?,
    })
}

/// Reads a list of areas and the number of its claims.
fn read_list<'b>(from: &mut ByteReader<'b>) -> Option<List<'b>> {
    let begin = from.offset();
    for _ in 0..from.varint()? {
        read_area(from)?;
    }
    let areas = from.since(begin);
    Some(List { areas, claims: from.varint().filter(|&claims| claims > 0)? })
}

fn read_areas(from: &mut ByteReader<'_>) -> Option<Vec<CanonicalArea>> {
    (0..from.varint()?).map(|_| read_area(from)).collect()
}

fn read_area(from: &mut ByteReader<'_>) -> Option<CanonicalArea> {
    let area = CanonicalArea::read(from.rest())?;
    from.take(area.bytes().len())?;
    Some(area)
}
