//! Checking certificates and parts of certificates.
//!
//! A certificate names a position, its winner, and a size S. The checker splits a board into areas, the connected
//! components of its unburnt squares. Dead areas are dropped. Territories and areas of at most S squares are replaced by
//! their combinatorial values, which the checker computes itself; their sum is one game, the *rest*. Larger areas stay
//! boards. So a *situation* is a list of large areas, a rest, and a side to move, and a *claim* says: the winner wins
//! this situation with the loser to move, and every one whose rest is better for the winner by a whole number.
//!
//! A situation with the loser to move is *won* if it is claimed, or if it is *evident*: the winner wins even if each large
//! area is replaced by a lower bound (see `evidence`). With no large area left this is exact. A claim holds if after each of
//! the loser's moves the situation is evident, or the reply that the claim names leads to a situation that is won.
//!
//! Finally the root itself must be won, or a move of the winner must lead to a situation that is won. A *part* has no root,
//! and lists claims of other parts that it rests on; `link` puts parts together.
//!
//! **No claim rests on itself**, however long the chain of claims, because every step makes a situation smaller:
//!
//! * A move in a large area burns a square, so fewer squares lie in large areas.
//! * A move in the rest leaves the areas alone and leads to a simpler core. The rest is a core plus a whole number n, and
//!   its canonical options are the options of the core, each plus n. A claim that is looked up with a worse n has the
//!   same core.
//! * Only a rest that is itself a whole number n has no simpler core. Say Black is the winner. White can move in n only
//!   if n < 0, and Black then has to move with a rest of n + 1 <= 0, where Black has no move. A claim with a worse n
//!   has none either. So the next move is in an area.
//!
//! Each claim is checked alone, and the claims that it rests on are only looked up. So threads share the work, and have
//! nothing in common but the store of games and the memos about areas. The error reported is that of the first claim that
//! does not hold, on any number of threads. docs/formats/certificate.md proves the bounds.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use otrera_board::{Position, Side};
use otrera_cgt::{Limits, Store};
use sha2::{Digest as _, Sha256};

use crate::checker::Checker;
use crate::error::CheckError;
use crate::header::PART;
use crate::read::Certificate;
use crate::source;
use crate::sums::Sums;

/// Options of a check.
#[derive(Clone)]
pub struct CheckOptions<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Memory for everything but the bytes of the certificate, and the flag that cancels the check.
    pub limits: Limits,
    /// Called after each claim, with the number of all claims.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// The statement that a valid certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The position.
    pub root: Position,
    /// Its winner.
    pub winner: Side,
    /// Areas of at most this many squares are replaced by their values.
    pub small: u32,
    /// Number of claims checked.
    pub claims: u64,
}

/// The statement that a part proves: all its claims hold if all its required claims do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartVerdict {
    /// The side that wins the situations of all claims.
    pub winner: Side,
    /// Areas of at most this many squares are replaced by their values.
    pub small: u32,
    /// Number of claims checked.
    pub claims: u64,
    /// Number of claims of other parts that they rest on.
    pub required: u64,
    /// SHA-256 of the file.
    pub digest: ContentHash,
}

/// SHA-256 of a file. `sha256sum` prints the same digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub [u8; 32]);

impl ContentHash {
    /// The hash of the bytes of a file.
    pub fn of(bytes: &[u8]) -> ContentHash {
        ContentHash(Sha256::digest(bytes).into())
    }
}

/// 64 hexadecimal digits.
impl std::fmt::Display for ContentHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

/// The reader and all memos together get one part in this many of the memory each, and games get the rest.
const SHARE: usize = 4;
/// Number of memos: of values, territories, and three of the bounds of either side.
const MEMOS: usize = 8;

/// Memory of a check, in bytes, and the store for its games.
pub(crate) struct Room {
    pub(crate) reader: usize,
    pub(crate) memo: usize,
    pub(crate) store: Store,
}

impl Room {
    pub(crate) fn new(limits: &Limits) -> Room {
        let share = limits.bytes / SHARE;
        let rest = Limits { bytes: limits.bytes - 2 * share, stop: Arc::clone(&limits.stop) };
        Room { reader: share, memo: share / MEMOS, store: Store::with_limits(rest) }
    }
}

/// Checks a certificate.
pub fn check(bytes: &[u8], options: &CheckOptions<'_>) -> Result<Verdict, CheckError> {
    let room = Room::new(&options.limits);
    let certificate = Certificate::read(bytes, &room.store, room.reader)?;
    let header = &certificate.header;
    let root = header.root.ok_or(CheckError::Kind { is_part: true })?;
    let sums = Sums::new(&room.store, header.winner, header.small, room.memo);
    let checker = Checker { certificate: &certificate, sums };
    checker.check_claims(options)?;
    let situation = checker.sums.situation(&root)?;
    if !checker.is_root_won(&situation)? {
        return Err(CheckError::Root { winner: header.winner, root: root.to_string() });
    }
    Ok(Verdict { root, winner: header.winner, small: header.small, claims: header.made.claims })
}

/// Checks a certificate in a file, which is mapped into memory.
pub fn check_file(path: &Path, options: &CheckOptions<'_>) -> Result<Verdict, CheckError> {
    check(&mapped(path)?, options)
}

/// Checks a part alone: its claims follow from each other and from its required claims.
pub fn check_part(bytes: &[u8], options: &CheckOptions<'_>) -> Result<PartVerdict, CheckError> {
    let room = Room::new(&options.limits);
    let part = Certificate::read(bytes, &room.store, room.reader)?;
    let header = &part.header;
    if header.root.is_some() {
        return Err(CheckError::Kind { is_part: false });
    }
    let sums = Sums::new(&room.store, header.winner, header.small, room.memo);
    let checker = Checker { certificate: &part, sums };
    checker.check_required()?;
    checker.check_claims(options)?;
    Ok(PartVerdict {
        winner: header.winner,
        small: header.small,
        claims: header.made.claims,
        required: header.required.claims,
        digest: ContentHash::of(bytes),
    })
}

/// Checks a part in a file, which is mapped into memory.
pub fn check_part_file(path: &Path, options: &CheckOptions<'_>) -> Result<PartVerdict, CheckError> {
    check_part(&mapped(path)?, options)
}

/// Returns whether a file begins like a part of a certificate, of any version.
pub fn is_part(path: &Path) -> Result<bool, CheckError> {
    let mut begin = Vec::new();
    File::open(path)?.take(PART.len() as u64).read_to_end(&mut begin)?;
    Ok(begin == PART.as_bytes())
}

/// The bytes of a certificate or part.
pub(crate) fn mapped(path: &Path) -> Result<memmap2::Mmap, CheckError> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    // Empty files, directories and pipes cannot be mapped.
    if data.len() == 0 || !data.is_file() {
        return Err(CheckError::Foreign);
    }
    Ok(source::map(&file)?)
}
