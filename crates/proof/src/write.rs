//! Writing certificates.
//!
//! Claims come in any order, and are kept in about sixty bytes each until they are written, sorted by their areas and
//! cores. If there are several claims about the same areas and core with the same side to move, the one that
//! says most is written.

use std::io::{self, Write};

use otrera_board::{Bits, Position, Side, Square};
use otrera_cgt::{Interrupted, Store, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claim::{Answer, Claim, core};
use crate::code::{Coded, write_varint, zigzag};
use crate::games::Games;

/// The version of the format.
pub(crate) const VERSION: &str = "2";
/// How an answer begins: there is none, it is in the rest, it is in the area with this number and later ones.
pub(crate) const NO_ANSWER: u64 = 0;
pub(crate) const IN_REST: u64 = 1;
pub(crate) const IN_FIRST_AREA: u64 = 2;

/// Collects claims and writes them as a certificate.
pub struct Writer<'s> {
    store: &'s Store,
    root: Position,
    winner: Side,
    small: u32,
    /// The lists of areas of all claims, as they will be written.
    areas: Vec<u8>,
    kept: Vec<Kept>,
}

/// A claim without its areas.
#[derive(Clone, Copy)]
struct Kept {
    /// Where its areas begin, and how many bytes they have.
    at: u64,
    length: u32,
    winner_moves: bool,
    core: Value,
    n: i64,
    answer: Word,
}

/// An answer, in little room.
#[derive(Clone, Copy)]
enum Word {
    None,
    Rest(Value),
    /// Which area; the numbers of the squares, row by row from a1.
    Area(u8, [u8; 3]),
}

impl<'s> Writer<'s> {
    /// A certificate that `winner` wins `root`, where areas of at most `small` squares are replaced by their values. The
    /// store is the one of the games in the claims.
    pub fn new<B: Bits>(store: &'s Store, root: &Position<B>, winner: Side, small: u32) -> Writer<'s> {
        let root = root.resized().expect("every board fits into 128 bits");
        Writer { store, root, winner, small, areas: Vec::new(), kept: Vec::new() }
    }

    /// Takes a claim.
    pub fn add(&mut self, claim: &Claim) -> Result<(), Interrupted> {
        let situation = &claim.situation;
        let (core, n) = core(self.store, situation.rest)?;
        let at = self.areas.len();
        write_list(&mut self.areas, situation.areas.iter().map(|area| area.bytes()));
        let answer = match claim.answer {
            None => Word::None,
            Some(Answer::InRest(option)) => Word::Rest(option),
            Some(Answer::InArea { index, play }) => {
                let width = situation.areas[index].size().width();
                let point = |square: Square| square.row * width + square.col;
                let index = u8::try_from(index).expect("a board has at most 128 areas");
                Word::Area(index, [play.from, play.to, play.arrow].map(point))
            }
        };
        self.kept.push(Kept {
            at: at as u64,
            length: u32::try_from(self.areas.len() - at).expect("the areas of a board are short"),
            winner_moves: situation.to_move == self.winner,
            core,
            n,
            answer,
        });
        Ok(())
    }

    /// How many claims it has taken.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether it has taken none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Writes the certificate. The same claims in any order give the same bytes. Returns how many claims are in it.
    pub fn write(mut self, out: &mut impl Write) -> io::Result<u64> {
        let cores: FxHashSet<Value> = self.kept.iter().map(|kept| kept.core).collect();
        let answers = self.kept.iter().filter_map(|kept| match kept.answer {
            Word::Rest(option) => Some(option),
            _ => None,
        });
        let games = Games::new(self.store, cores.iter().copied().chain(answers));
        let mut cores: Vec<(Coded, Value)> = cores.into_iter().map(|core| (games.code(core), core)).collect();
        cores.sort_unstable_by_key(|&(code, _)| code);
        let numbers: FxHashMap<Value, u64> = (0..).zip(&cores).map(|(i, &(_, core))| (core, i)).collect();

        let areas = std::mem::take(&mut self.areas);
        let list = |kept: &Kept| &areas[kept.at as usize..][..kept.length as usize];
        let key = |kept: &Kept| 2 * numbers[&kept.core] + u64::from(!kept.winner_moves);
        // The fewer moves the winner has elsewhere, the more a claim says.
        let gift = |kept: &Kept| if self.winner == Side::Black { kept.n } else { -kept.n };
        let order = |kept: &Kept| match kept.answer {
            Word::None => (NO_ANSWER, None, [0; 3]),
            Word::Rest(option) => (IN_REST, Some(games.code(option)), [0; 3]),
            Word::Area(index, squares) => (IN_FIRST_AREA + u64::from(index), None, squares),
        };
        self.kept.sort_unstable_by(|a, b| {
            let same_list = || (key(a), gift(a)).cmp(&(key(b), gift(b))).then_with(|| order(a).cmp(&order(b)));
            list(a).cmp(list(b)).then_with(same_list)
        });
        self.kept.dedup_by(|a, b| list(a) == list(b) && key(a) == key(b));

        let lists = || self.kept.chunk_by(|a, b| list(a) == list(b));
        let head = Head {
            winner: self.winner,
            root: self.root,
            small: self.small,
            games: games.len(),
            cores: cores.len(),
            lists: lists().count(),
            claims: self.kept.len() as u64,
        };
        let mut out = Summed { out, sum: crc32fast::Hasher::new() };
        writeln!(out, "{head}")?;
        games.write(&mut out)?;
        for (core, _) in &cores {
            core.write(&mut out)?;
        }
        for claims in lists() {
            out.write_all(list(&claims[0]))?;
            write_varint(&mut out, claims.len() as u64)?;
            for kept in claims {
                write_varint(&mut out, key(kept))?;
                write_varint(&mut out, zigzag(kept.n))?;
                match kept.answer {
                    // The loser's moves are all gone through; none is named.
                    _ if !kept.winner_moves => {}
                    Word::None => write_varint(&mut out, NO_ANSWER)?,
                    Word::Rest(option) => {
                        write_varint(&mut out, IN_REST)?;
                        games.code(option).write(&mut out)?;
                    }
                    Word::Area(index, squares) => {
                        write_varint(&mut out, IN_FIRST_AREA + u64::from(index))?;
                        out.write_all(&squares)?;
                    }
                }
            }
        }
        let Summed { out, sum } = out;
        out.write_all(&sum.finalize().to_le_bytes())?;
        Ok(head.claims)
    }
}

/// A list of areas as it is written.
pub(crate) fn write_list<'a>(out: &mut Vec<u8>, areas: impl ExactSizeIterator<Item = &'a [u8]>) {
    write_varint(out, areas.len() as u64).expect("a vector takes all bytes");
    for area in areas {
        out.extend_from_slice(area);
    }
}

/// The first line.
pub(crate) struct Head {
    pub(crate) winner: Side,
    pub(crate) root: Position,
    pub(crate) small: u32,
    pub(crate) games: usize,
    pub(crate) cores: usize,
    pub(crate) lists: usize,
    pub(crate) claims: u64,
}

/// What is written also goes into a checksum.
struct Summed<'a, W> {
    out: &'a mut W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Head { winner, root, small, games, cores, lists, claims } = self;
        write!(
            f,
            "otrera certificate {VERSION}: {winner} wins {root}, areas of {small} squares known, \
             {games} games, {cores} cores, {lists} lists, {claims} claims",
            winner = winner.name()
        )
    }
}
