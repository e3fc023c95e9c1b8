//! Reading certificates, and finding claims in them.
//!
//! A certificate is read once from end to end: the checksum, the form of everything, and the order of the claims. What
//! stays in memory besides the bytes are the games, the cores, and where every fourth list of areas begins. A look-up
//! is a search by halves among these, and then a walk through at most four lists, with the full list of areas
//! compared: there are no hashes of areas that could collide.

use otrera_board::{Bits as _, Move, Point, Position, Setup, Side};
use otrera_cgt::{Store, Value};
use rustc_hash::FxHashMap;

use crate::area::Area;
use crate::check::Refusal;
use crate::claim::{Answer, Situation, core};
use crate::code::Bytes;
use crate::write::{Head, IN_FIRST_AREA, IN_REST, NO_ANSWER, VERSION, write_list};

/// Bytes of the checksum.
const CHECKSUM: usize = 4;
/// Longest first line. A board text has two bytes a square and the rest is a few words and numbers.
const LONGEST_HEAD: usize = 1000;
/// Characters of a version that are repeated in a message.
const LONGEST_VERSION: usize = 20;
/// Lists of areas from one mark to the next: 16 bytes of memory each, against bytes to walk through in a look-up.
const STRIDE: usize = 4;

/// A certificate that is well formed. What it claims may be wrong.
pub(crate) struct Certificate<'b, 's> {
    pub(crate) head: Head,
    store: &'s Store,
    /// All but the checksum.
    bytes: &'b [u8],
    games: Vec<Value>,
    cores: Vec<Value>,
    numbers: FxHashMap<Value, u64>,
    marks: Vec<Mark>,
}

/// Where a list of areas begins.
struct Mark {
    at: usize,
    /// Claims before.
    claims: u64,
}

/// A list of areas and where its claims are.
struct List<'b> {
    /// The list as it is written.
    areas: &'b [u8],
    /// How many claims follow.
    claims: u64,
}

/// A claim as it is written.
pub(crate) struct Written {
    /// Counted from 1.
    pub(crate) number: u64,
    key: u64,
    n: i64,
    /// The side to move is the winner.
    pub(crate) winner_moves: bool,
    answer: Option<WrittenAnswer>,
}

enum WrittenAnswer {
    Rest(otrera_cgt::Parts),
    Area { index: usize, squares: [u8; 3] },
}

impl<'b, 's> Certificate<'b, 's> {
    pub(crate) fn read(bytes: &'b [u8], store: &'s Store) -> Result<Certificate<'b, 's>, Refusal> {
        let line = first_line(bytes)?;
        let end = bytes.len().checked_sub(CHECKSUM).filter(|&end| end > line.len()).ok_or(Refusal::Damaged)?;
        let (bytes, sum) = bytes.split_at(end);
        if crc32fast::hash(bytes).to_le_bytes() != sum {
            return Err(Refusal::Damaged);
        }
        // What is not written as it would be written is not ours.
        let head = parse_head(line).filter(|head| head.to_string() == line);
        let head = head.ok_or_else(|| Refusal::Nonsense("the first line".into()))?;
        let mut certificate = Certificate {
            head,
            store,
            bytes,
            games: Vec::new(),
            cores: Vec::new(),
            numbers: FxHashMap::default(),
            marks: Vec::new(),
        };
        let mut from = Bytes::new(bytes, line.len() + 1);
        certificate.read_games(&mut from)?;
        certificate.read_cores(&mut from)?;
        certificate.walk_lists(&mut from)?;
        Ok(certificate)
    }

    fn read_games(&mut self, from: &mut Bytes<'b>) -> Result<(), Refusal> {
        for number in 0..self.head.games {
            let wrong = || Refusal::Nonsense(format!("game {number}"));
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

    fn read_cores(&mut self, from: &mut Bytes<'b>) -> Result<(), Refusal> {
        for number in 0..self.head.cores {
            let wrong = || Refusal::Nonsense(format!("core {number}"));
            let parts = from.value(self.games.len()).ok_or_else(wrong)?;
            let value = self.store.assemble(parts, &self.games)?;
            if core(self.store, value)?.1 != 0 || self.numbers.insert(value, number as u64).is_some() {
                return Err(wrong());
            }
            self.cores.push(value);
        }
        Ok(())
    }

    /// Goes through all claims without asking whether they hold.
    fn walk_lists(&mut self, from: &mut Bytes<'b>) -> Result<(), Refusal> {
        let (mut claims, mut before): (u64, &[u8]) = (0, &[]);
        for number in 0..self.head.lists {
            if number % STRIDE == 0 {
                self.marks.push(Mark { at: from.at, claims });
            }
            let wrong = |what: &str| Refusal::Nonsense(format!("list {} of areas{what}", number + 1));
            let list = read_list(from).ok_or_else(|| wrong(""))?;
            // The shortest list is a byte, so the first is after the empty one.
            if list.areas <= before {
                return Err(wrong(", which is out of order"));
            }
            before = list.areas;
            let mut last = None;
            for _ in 0..list.claims {
                claims += 1;
                let wrong = |what: &str| Refusal::Nonsense(format!("claim {claims}{what}"));
                let claim = self.read_claim(from, claims).ok_or_else(|| wrong(""))?;
                if last.is_some_and(|last| claim.key <= last) {
                    return Err(wrong(", which is out of order"));
                }
                last = Some(claim.key);
            }
        }
        match from.rest().is_empty() && claims == self.head.claims {
            true => Ok(()),
            false => Err(Refusal::Nonsense("the number of claims".into())),
        }
    }

    /// How many parts there are to check.
    pub(crate) fn parts(&self) -> usize {
        self.marks.len()
    }

    /// All claims of a part, each with its list of areas.
    pub(crate) fn part(&self, number: usize) -> Vec<(Vec<Area>, Written)> {
        let mark = &self.marks[number];
        let mut from = Bytes::new(self.bytes, mark.at);
        let lists = STRIDE.min(self.head.lists - number * STRIDE);
        let known = "it was read before";
        let (mut claims, mut count) = (Vec::new(), mark.claims);
        for _ in 0..lists {
            let list = read_list(&mut from).expect(known);
            let areas = read_areas(&mut Bytes::new(list.areas, 0)).expect(known);
            for _ in 0..list.claims {
                count += 1;
                claims.push((areas.clone(), self.read_claim(&mut from, count).expect(known)));
            }
        }
        claims
    }

    /// The situation of a claim, and the answer to it.
    pub(crate) fn claim(&self, areas: Vec<Area>, written: &Written) -> Result<(Situation, Option<Answer>), Refusal> {
        let core = self.cores[(written.key / 2) as usize];
        let rest = self.store.add(core, self.store.integer(written.n)?)?;
        let to_move = if written.winner_moves { self.head.winner } else { !self.head.winner };
        let answer = match written.answer {
            None => None,
            Some(WrittenAnswer::Rest(parts)) => Some(Answer::InRest(self.store.assemble(parts, &self.games)?)),
            Some(WrittenAnswer::Area { index, squares }) => {
                let size = areas
                    .get(index)
                    .map(Area::size)
                    .filter(|size| squares.iter().all(|&square| u32::from(square) < size.area()));
                let wrong = || Refusal::Nonsense(format!("the answer of claim {}", written.number));
                let grid = u128::grid(size.ok_or_else(wrong)?).expect("every board fits into 128 bits");
                let [from, to, arrow] = squares.map(|square| grid.square(Point(square)));
                Some(Answer::InArea { index, play: Move { from, to, arrow } })
            }
        };
        Ok((Situation { areas, rest, to_move }, answer))
    }

    /// Whether the situation, or one that is worse for the winner by a whole number, is claimed to be won.
    pub(crate) fn claims(&self, situation: &Situation) -> Result<bool, Refusal> {
        let (core, n) = core(self.store, situation.rest)?;
        let Some(core) = self.numbers.get(&core) else { return Ok(false) };
        let wanted = 2 * core + u64::from(situation.to_move != self.head.winner);
        let mut areas = Vec::new();
        write_list(&mut areas, situation.areas.iter().map(Area::bytes));

        let known = "it was read before";
        let list_at = |at| read_list(&mut Bytes::new(self.bytes, at)).expect(known);
        let Some(mark) = self.marks.partition_point(|mark| list_at(mark.at).areas <= &areas[..]).checked_sub(1) else {
            return Ok(false);
        };
        let mut from = Bytes::new(self.bytes, self.marks[mark].at);
        for _ in 0..STRIDE.min(self.head.lists - mark * STRIDE) {
            let list = read_list(&mut from).expect(known);
            let here = list.areas == areas;
            for _ in 0..list.claims {
                let claim = self.read_claim(&mut from, 0).expect(known);
                if here && claim.key == wanted {
                    return Ok(match self.head.winner {
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

    fn read_claim(&self, from: &mut Bytes<'b>, number: u64) -> Option<Written> {
        let key = from.varint().filter(|key| key / 2 < self.cores.len() as u64)?;
        let n = from.zigzag()?;
        let winner_moves = key % 2 == 0;
        let answer = match winner_moves.then(|| from.varint()) {
            None => None,
            Some(tag) => match tag? {
                NO_ANSWER => None,
                IN_REST => Some(WrittenAnswer::Rest(from.value(self.games.len())?)),
                area => {
                    let index = usize::try_from(area - IN_FIRST_AREA).ok()?;
                    Some(WrittenAnswer::Area { index, squares: [from.byte()?, from.byte()?, from.byte()?] })
                }
            },
        };
        Some(Written { number, key, n, winner_moves, answer })
    }
}

/// How every certificate begins.
const SIGN: &str = "otrera certificate ";

/// The first line, of a certificate of this version.
fn first_line(bytes: &[u8]) -> Result<&str, Refusal> {
    if !bytes.starts_with(SIGN.as_bytes()) {
        return Err(Refusal::Foreign);
    }
    let end = bytes.iter().take(LONGEST_HEAD).position(|&byte| byte == b'\n').ok_or(Refusal::Damaged)?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|_| Refusal::Damaged)?;
    let (version, _) = line[SIGN.len()..].split_once(": ").ok_or(Refusal::Damaged)?;
    match version == VERSION {
        true => Ok(line),
        false => Err(Refusal::Version(version.chars().take(LONGEST_VERSION).collect())),
    }
}

fn parse_head(line: &str) -> Option<Head> {
    let (_, text) = line.split_once(": ")?;
    let (winner, text) = text.split_once(" wins ")?;
    let (board, text) = text.split_once(", areas of ")?;
    let (small, text) = text.split_once(" squares known, ")?;
    let (games, text) = text.split_once(" games, ")?;
    let (cores, text) = text.split_once(" cores, ")?;
    let (lists, text) = text.split_once(" lists, ")?;
    let claims = text.strip_suffix(" claims")?;
    let root: Position = board.parse::<Setup>().ok()?.position().ok()?;
    Some(Head {
        winner: Side::BOTH.into_iter().find(|side| side.name() == winner)?,
        root,
        small: small.parse().ok()?,
        games: games.parse().ok()?,
        cores: cores.parse().ok()?,
        lists: lists.parse().ok()?,
        claims: claims.parse().ok()?,
    })
}

/// The next list of areas and the number of its claims.
fn read_list<'b>(from: &mut Bytes<'b>) -> Option<List<'b>> {
    let begin = from.at;
    for _ in 0..from.varint()? {
        from.at += Area::read(from.rest())?.bytes().len();
    }
    let areas = &from.bytes[begin..from.at];
    Some(List { areas, claims: from.varint().filter(|&claims| claims > 0)? })
}

fn read_areas(from: &mut Bytes<'_>) -> Option<Vec<Area>> {
    let count = from.varint()?;
    let mut areas = Vec::new();
    for _ in 0..count {
        let area = Area::read(from.rest())?;
        from.at += area.bytes().len();
        areas.push(area);
    }
    Some(areas)
}
