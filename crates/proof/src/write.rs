//! Writing certificates.
//!
//! Claims come in any order, take about sixty bytes each until they are written, and are then sorted by their areas and
//! cores. Of several claims about the same areas, core and side to move, the strongest is written.

use std::io::{self, Write};

use otrera_board::{Bits, Position, Side};
use otrera_cgt::wire::{Checksummed, EncodedValue, Games, write_varint, write_zigzag};
use otrera_cgt::{Interrupted, Store, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claim::{Claim, WinningMove, core_and_whole};
use crate::header::{Header, LEAST_SMALL, MOST_SMALL};

/// First integer of an answer: in the rest, in area 0; further areas follow.
pub(crate) const IN_REST: u64 = 0;
pub(crate) const IN_FIRST_AREA: u64 = 1;

/// Collects claims and writes them as a certificate.
pub struct Writer<'s> {
    store: &'s Store,
    root: Position,
    winner: Side,
    small: u32,
    /// The encoded lists of areas of all claims.
    areas: Vec<u8>,
    claims: Vec<StoredClaim>,
}

/// A claim without its areas.
#[derive(Clone, Copy)]
struct StoredClaim {
    /// Offset and length of its encoded areas.
    at: u64,
    length: u32,
    winner_moves: bool,
    core: Value,
    n: i64,
    winning_move: StoredMove,
}

/// A winning move in few bytes.
#[derive(Clone, Copy)]
enum StoredMove {
    None,
    Rest(Value),
    /// Index of the area; squares in reading order.
    Area(u8, [u8; 3]),
}

impl StoredMove {
    fn write(self, games: &Games<'_>, out: &mut impl Write) -> io::Result<()> {
        match self {
            StoredMove::None => Ok(()),
            StoredMove::Rest(option) => {
                write_varint(out, IN_REST)?;
                games.encode(option).write(out)
            }
            StoredMove::Area(index, squares) => {
                write_varint(out, IN_FIRST_AREA + u64::from(index))?;
                out.write_all(&squares)
            }
        }
    }
}

impl<'s> Writer<'s> {
    /// A certificate that `winner` wins `root`, where areas of at most `small` squares are replaced by their values.
    /// `store` holds the games of the claims.
    ///
    /// # Panics
    /// If `small` is more than 10.
    pub fn new<B: Bits>(store: &'s Store, root: &Position<B>, winner: Side, small: u32) -> Writer<'s> {
        let root = root.resized().expect("every board fits into 128 bits");
        assert!(small <= MOST_SMALL, "areas of at most {MOST_SMALL} squares can be known");
        let small = small.max(LEAST_SMALL);
        Writer { store, root, winner, small, areas: Vec::new(), claims: Vec::new() }
    }

    /// Adds a claim.
    ///
    /// # Panics
    /// If the winner is to move and the claim names no move, or the loser is to move and it names one.
    pub fn add(&mut self, claim: &Claim) -> Result<(), Interrupted> {
        let situation = &claim.situation;
        let winner_moves = situation.to_move == self.winner;
        assert_eq!(claim.winning_move.is_some(), winner_moves, "a claim has an answer if the winner is to move");
        let (core, n) = core_and_whole(self.store, situation.rest)?;
        let at = self.areas.len();
        write_areas(&mut self.areas, situation.areas.iter().map(|area| area.bytes()));
        let winning_move = match claim.winning_move {
            None => StoredMove::None,
            Some(WinningMove::InRest(option)) => StoredMove::Rest(option),
            Some(WinningMove::InArea { index, play }) => {
                let area = situation.areas[index];
                // Equal areas have the same moves, and the first of them is named.
                let index = situation.areas.iter().position(|&other| other == area).expect("the area is listed");
                let index = u8::try_from(index).expect("a board has at most 128 areas");
                StoredMove::Area(index, [play.from, play.to, play.arrow].map(|square| area.number(square)))
            }
        };
        self.claims.push(StoredClaim {
            at: at as u64,
            length: u32::try_from(self.areas.len() - at).expect("the areas of a board are short"),
            winner_moves,
            core,
            n,
            winning_move,
        });
        Ok(())
    }

    /// Number of claims added.
    pub fn len(&self) -> usize {
        self.claims.len()
    }

    /// Memory of the claims added, in bytes.
    pub fn bytes(&self) -> usize {
        self.areas.len() + size_of_val::<[StoredClaim]>(&self.claims)
    }

    /// Returns whether no claim was added.
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// Writes the certificate and returns its number of claims. The same claims in any order give the same bytes.
    pub fn write(mut self, out: &mut impl Write) -> io::Result<u64> {
        let cores: FxHashSet<Value> = self.claims.iter().map(|claim| claim.core).collect();
        let options = self.claims.iter().filter_map(|claim| match claim.winning_move {
            StoredMove::Rest(option) => Some(option),
            _ => None,
        });
        let games = Games::new(self.store, cores.iter().copied().chain(options));
        let mut cores: Vec<(EncodedValue, Value)> = cores.into_iter().map(|core| (games.encode(core), core)).collect();
        cores.sort_unstable_by_key(|&(code, _)| code);
        let numbers: FxHashMap<Value, u64> = (0..).zip(&cores).map(|(i, &(_, core))| (core, i)).collect();

        let areas = std::mem::take(&mut self.areas);
        let list = |claim: &StoredClaim| &areas[claim.at as usize..][..claim.length as usize];
        let key = |claim: &StoredClaim| 2 * numbers[&claim.core] + u64::from(!claim.winner_moves);
        // The fewer moves the winner has elsewhere, the stronger the claim.
        let advantage = |claim: &StoredClaim| if self.winner == Side::Black { claim.n } else { -claim.n };
        let order = |claim: &StoredClaim| match claim.winning_move {
            StoredMove::None => (None, None, [0; 3]),
            StoredMove::Rest(option) => (Some(IN_REST), Some(games.encode(option)), [0; 3]),
            StoredMove::Area(index, squares) => (Some(IN_FIRST_AREA + u64::from(index)), None, squares),
        };
        self.claims.sort_unstable_by(|a, b| {
            let same_list =
                || (key(a), advantage(a)).cmp(&(key(b), advantage(b))).then_with(|| order(a).cmp(&order(b)));
            list(a).cmp(list(b)).then_with(same_list)
        });
        self.claims.dedup_by(|a, b| list(a) == list(b) && key(a) == key(b));

        let lists = || self.claims.chunk_by(|a, b| list(a) == list(b));
        let header = Header {
            winner: self.winner,
            root: self.root,
            small: self.small,
            games: games.len(),
            cores: cores.len(),
            lists: lists().count(),
            claims: self.claims.len() as u64,
        };
        let mut out = Checksummed::new(out);
        writeln!(out, "{header}")?;
        games.write(&mut out)?;
        for (core, _) in &cores {
            core.write(&mut out)?;
        }
        for claims in lists() {
            out.write_all(list(&claims[0]))?;
            write_varint(&mut out, claims.len() as u64)?;
            for claim in claims {
                write_varint(&mut out, key(claim))?;
                write_zigzag(&mut out, claim.n)?;
                claim.winning_move.write(&games, &mut out)?;
            }
        }
        out.write_checksum()?;
        Ok(header.claims)
    }
}

/// Encodes a list of areas.
pub(crate) fn write_areas<'a>(out: &mut Vec<u8>, areas: impl ExactSizeIterator<Item = &'a [u8]>) {
    write_varint(out, areas.len() as u64).expect("a vector takes all bytes");
    for area in areas {
        out.extend_from_slice(area);
    }
}
