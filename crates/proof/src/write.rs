//! Writing certificates and parts.
//!
//! Claims come in any order, take about sixty bytes each beside their replies until they are written, and are then sorted by
//! their areas and cores. Of several claims about the same areas and core, the strongest is written.

use std::io::{self, Write};

use otrera_board::{Bits, Position, Side};
use otrera_cgt::wire::{Checksummed, EncodedValue, Games, write_varint, write_zigzag};
use otrera_cgt::{Interrupted, Store, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::area::CanonicalArea;
use crate::claim::{Claim, Reply, Situation, core_and_whole};
use crate::header::{Counts, Header, LEAST_SMALL, MOST_SMALL};
use crate::moves::ordered_options;

/// Collects claims and writes them as a certificate, or as a part of one.
pub struct Writer<'s> {
    store: &'s Store,
    /// A part has none.
    root: Option<Position>,
    winner: Side,
    small: u32,
    /// The encoded lists of areas and replies of all claims.
    bytes: Vec<u8>,
    /// Replies to moves in the rest.
    in_rest: Vec<(Value, Reply)>,
    made: Vec<StoredClaim>,
    required: Vec<StoredClaim>,
}

/// A claim without its areas and replies.
#[derive(Clone, Copy)]
struct StoredClaim {
    /// Offset and length of its encoded areas. Its replies follow.
    at: u64,
    length: u32,
    core: Value,
    n: i64,
    /// Number of replies to moves in areas, and length of their encoding.
    replies: u32,
    replies_length: u32,
    /// First of the replies to moves in the rest, and their number.
    in_rest: u32,
    in_rest_count: u32,
}

impl<'s> Writer<'s> {
    /// A certificate that `winner` wins `root`, where areas of at most `small` squares are replaced by their values.
    /// `store` holds the games of the claims.
    ///
    /// # Panics
    /// If `small` is more than 10.
    pub fn new<B: Bits>(store: &'s Store, root: &Position<B>, winner: Side, small: u32) -> Writer<'s> {
        let root = root.resized().expect("every board fits into 128 bits");
        Writer { root: Some(root), ..Writer::part(store, winner, small) }
    }

    /// A part of a certificate. Its claims may rest on claims of other parts.
    ///
    /// # Panics
    /// If `small` is more than 10.
    pub fn part(store: &'s Store, winner: Side, small: u32) -> Writer<'s> {
        assert!(small <= MOST_SMALL, "areas of at most {MOST_SMALL} squares can be known");
        let small = small.max(LEAST_SMALL);
        let (bytes, in_rest, made, required) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Writer { store, root: None, winner, small, bytes, in_rest, made, required }
    }

    /// Adds a claim.
    ///
    /// # Panics
    /// If the winner is to move in it, or it has no area.
    pub fn add(&mut self, claim: &Claim) -> Result<(), Interrupted> {
        let mut stored = self.stored(&claim.situation)?;
        let begin = self.bytes.len();
        for reply in &claim.in_areas {
            write_varint(&mut self.bytes, reply.0).expect("a vector takes all bytes");
        }
        let short = |number: usize| u32::try_from(number).expect("a board has few moves");
        (stored.replies, stored.replies_length) = (short(claim.in_areas.len()), short(self.bytes.len() - begin));
        (stored.in_rest, stored.in_rest_count) = (short(self.in_rest.len()), short(claim.in_rest.len()));
        self.in_rest.extend_from_slice(&claim.in_rest);
        self.made.push(stored);
        Ok(())
    }

    /// Adds a situation, with the loser to move, that another part claims.
    ///
    /// # Panics
    /// If this is no part, the winner is to move in the situation, or it has no area.
    pub fn require(&mut self, situation: &Situation) -> Result<(), Interrupted> {
        assert!(self.root.is_none(), "only a part requires claims");
        let stored = self.stored(situation)?;
        self.required.push(stored);
        Ok(())
    }

    fn stored(&mut self, situation: &Situation) -> Result<StoredClaim, Interrupted> {
        assert_ne!(situation.to_move, self.winner, "claims are about situations with the loser to move");
        assert!(!situation.areas.is_empty(), "without areas every situation is decided");
        let (core, n) = core_and_whole(self.store, situation.rest)?;
        let at = self.bytes.len();
        write_areas(&mut self.bytes, &situation.areas);
        let length = u32::try_from(self.bytes.len() - at).expect("the areas of a board are short");
        let (replies, replies_length, in_rest, in_rest_count) = (0, 0, 0, 0);
        Ok(StoredClaim { at: at as u64, length, core, n, replies, replies_length, in_rest, in_rest_count })
    }

    /// Number of claims added.
    pub fn len(&self) -> usize {
        self.made.len()
    }

    /// Number of required claims added.
    pub fn required(&self) -> usize {
        self.required.len()
    }

    /// Memory of the claims added, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
            + size_of_val::<[(Value, Reply)]>(&self.in_rest)
            + size_of_val::<[StoredClaim]>(&self.made)
            + size_of_val::<[StoredClaim]>(&self.required)
    }

    /// Returns whether no claim was added.
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// Writes the file and returns its number of claims. The same claims in any order give the same bytes.
    pub fn write(mut self, out: &mut impl Write) -> io::Result<u64> {
        let tables = Tables::new(self.store, self.made.iter().chain(&self.required).map(|claim| claim.core));
        let mut made = std::mem::take(&mut self.made);
        let mut required = std::mem::take(&mut self.required);
        let list = |claim: &StoredClaim| &self.bytes[claim.at as usize..][..claim.length as usize];
        let key = |claim: &StoredClaim| tables.number(claim.core);
        for claims in [&mut made, &mut required] {
            claims.sort_unstable_by(|a, b| {
                // The fewer moves the winner has elsewhere, the stronger the claim.
                let strength = |claim: &StoredClaim| if self.winner == Side::Black { claim.n } else { -claim.n };
                let same = || (key(a), strength(a)).cmp(&(key(b), strength(b)));
                list(a)
                    .cmp(list(b))
                    .then_with(same)
                    .then_with(|| self.replies(&tables, a).cmp(&self.replies(&tables, b)))
            });
            claims.dedup_by(|a, b| list(a) == list(b) && key(a) == key(b));
        }
        let lists = |claims: &[StoredClaim]| claims.chunk_by(|a, b| list(a) == list(b)).count();
        let counts = |claims: &[StoredClaim]| Counts { lists: lists(claims), claims: claims.len() as u64 };
        let header = Header {
            winner: self.winner,
            root: self.root,
            small: self.small,
            games: tables.games.len(),
            cores: tables.cores.len(),
            made: counts(&made),
            required: counts(&required),
        };
        let mut out = Checksummed::new(out);
        tables.write(&header, &mut out)?;
        for (claims, has_replies) in [(&made, true), (&required, false)] {
            for claims in claims.chunk_by(|a, b| list(a) == list(b)) {
                out.write_all(list(&claims[0]))?;
                write_varint(&mut out, claims.len() as u64)?;
                for claim in claims {
                    write_varint(&mut out, key(claim))?;
                    write_zigzag(&mut out, claim.n)?;
                    if has_replies {
                        let (in_areas, in_rest) = self.replies(&tables, claim);
                        write_replies(&mut out, claim.replies.into(), in_areas, &in_rest)?;
                    }
                }
            }
        }
        out.write_checksum()?;
        Ok(header.made.claims)
    }

    /// The encoded replies to moves in areas, and those to moves in the rest.
    fn replies(&self, tables: &Tables<'_>, claim: &StoredClaim) -> (&[u8], Vec<u64>) {
        let in_areas = &self.bytes[claim.at as usize + claim.length as usize..][..claim.replies_length as usize];
        let given = &self.in_rest[claim.in_rest as usize..][..claim.in_rest_count as usize];
        let reply =
            |option| given.iter().find(|&&(other, _)| other == option).map_or(Reply::EVIDENT, |&(_, reply)| reply);
        let options = tables.options((claim.core, claim.n), !self.winner);
        (in_areas, options.into_iter().map(|option| reply(option).0).collect())
    }
}

/// Games and cores in the order of a file.
pub(crate) struct Tables<'s> {
    store: &'s Store,
    games: Games<'s>,
    cores: Vec<EncodedValue>,
    numbers: FxHashMap<Value, u64>,
}

impl<'s> Tables<'s> {
    pub(crate) fn new(store: &'s Store, cores: impl Iterator<Item = Value>) -> Tables<'s> {
        let cores: FxHashSet<Value> = cores.collect();
        let games = Games::new(store, cores.iter().copied());
        let mut cores: Vec<(EncodedValue, Value)> = cores.into_iter().map(|core| (games.encode(core), core)).collect();
        cores.sort_unstable_by_key(|&(code, _)| code);
        let numbers = (0..).zip(&cores).map(|(number, &(_, core))| (core, number)).collect();
        Tables { store, games, cores: cores.into_iter().map(|(code, _)| code).collect(), numbers }
    }

    /// Numbers of games and cores.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.games.len(), self.cores.len())
    }

    /// Number of a core.
    pub(crate) fn number(&self, core: Value) -> u64 {
        self.numbers[&core]
    }

    /// The options of a rest in the order of the file.
    pub(crate) fn options(&self, rest: (Value, i64), side: Side) -> Vec<Value> {
        ordered_options(self.store, rest, side, |option| self.games.encode(option))
            .expect("adding a number adds no game")
    }

    /// Writes the first line, the games and the cores.
    pub(crate) fn write(&self, header: &Header, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{header}")?;
        self.games.write(out)?;
        self.cores.iter().try_for_each(|core| core.write(out))
    }
}

/// Writes the replies of a claim: `count` encoded ones to moves in areas, then those to moves in the rest.
pub(crate) fn write_replies(out: &mut impl Write, count: u64, in_areas: &[u8], in_rest: &[u64]) -> io::Result<()> {
    write_varint(out, count + in_rest.len() as u64)?;
    out.write_all(in_areas)?;
    in_rest.iter().try_for_each(|&reply| write_varint(out, reply))
}

/// Encodes a list of areas.
pub(crate) fn write_areas(out: &mut Vec<u8>, areas: &[CanonicalArea]) {
    write_varint(out, areas.len() as u64).expect("a vector takes all bytes");
    for area in areas {
        out.extend_from_slice(area.bytes());
    }
}
