//! The checker: decides whether every claim of a certificate follows from others by one move.
//!
//! A certificate names a position, its winner, and a size S. The checker splits a board into areas, the connected
//! components of its unburnt squares. Dead areas are dropped. Territories and areas of at most S squares are replaced by
//! their combinatorial values, which the checker computes itself; their sum is one game, the *rest*. Larger areas stay
//! boards. So a *situation* is a list of large areas, a rest, and a side to move, and a *claim* says: the winner wins
//! this situation, and every one whose rest is better for the winner by a whole number.
//!
//! A situation is *won* if it is claimed, or if it is *evident*: the winner wins even if each large area is replaced by a
//! lower bound (see `evidence`). With no large area left this is exact. A claim holds for one of two reasons:
//!
//! 1. The winner is to move, and after the move that the claim names the situation is won.
//! 2. The loser is to move, and after each of the loser's moves the situation is won.
//!
//! Finally the root itself must be won. `testdata/line.certificate` has S = 3 and one claim, by reason 1:
//!
//! ```text
//! b . . w   White to move: four squares, one large area, rest 0
//! b w # .   after d1-b1xc1 both areas are dead: no large area, rest 0, Black to move and without a move: evident
//! ```
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
//! Each claim is checked alone, and what it rests on is only looked up. So threads share the work, and have nothing in
//! common but the store of games and the memos about areas. The error reported is that of the first claim that does not
//! hold, on any number of threads. docs/formats/certificate.md proves the bounds.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use otrera_board::areas::{self, Kind};
use otrera_board::{Action, Position, Side};
use otrera_cgt::{Interrupted, Limits, Store, Value};
use thiserror::Error;

use crate::area::CanonicalArea;
use crate::claim::{Situation, WinningMove};
use crate::evidence::Evidence;
use crate::header::VERSION;
use crate::known::KnownAreas;
use crate::read::Certificate;
use crate::source;

/// Longest game written out in an error, in characters.
const LONGEST_GAME: usize = 60;

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

/// Reason why a certificate proves nothing.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum CheckError {
    #[error("the file cannot be read: {0}")]
    File(#[from] io::Error),
    #[error("this is not a certificate")]
    Foreign,
    #[error("this is a certificate of version '{}', and this program reads version {VERSION}", .0.escape_debug())]
    Version(String),
    #[error("the certificate is damaged or cut short")]
    Damaged,
    #[error("the certificate makes no sense: see {0}")]
    Nonsense(String),
    #[error("claim {number} ({situation}) does not hold: {why}")]
    Claim { number: u64, situation: String, why: String },
    #[error("it is not claimed that {winner} wins {root}")]
    Root { winner: Side, root: String },
    /// The limits were reached before the check was complete.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// The reader and all memos together get one part in this many of the memory each, and games get the rest.
const SHARE: usize = 4;
/// Number of memos: of values, territories, and two of the bounds of either side.
const MEMOS: usize = 6;

/// Checks a certificate.
pub fn check(bytes: &[u8], options: &CheckOptions<'_>) -> Result<Verdict, CheckError> {
    let share = options.limits.bytes / SHARE;
    let limits = Limits { bytes: options.limits.bytes - 2 * share, stop: Arc::clone(&options.limits.stop) };
    let store = Store::with_limits(limits);
    let certificate = Certificate::read(bytes, &store, share)?;
    let checker = Checker::new(&certificate, &store, share / MEMOS);
    checker.check_claims(options)?;
    let header = &certificate.header;
    let situation = Situation::of(&header.root, &checker.known)?;
    if !checker.is_won(&situation)? {
        return Err(CheckError::Root { winner: header.winner, root: header.root.to_string() });
    }
    Ok(Verdict { root: header.root, winner: header.winner, small: header.small, claims: header.claims })
}

impl CheckError {
    /// True for files that are no certificates of this version.
    pub(crate) fn is_foreign(&self) -> bool {
        matches!(self, CheckError::Foreign | CheckError::Version(_))
    }
}

/// Checks a certificate in a file, which is mapped into memory.
pub fn check_file(path: &Path, options: &CheckOptions<'_>) -> Result<Verdict, CheckError> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    // Empty files, directories and pipes cannot be mapped.
    if data.len() == 0 || !data.is_file() {
        return Err(CheckError::Foreign);
    }
    check(&source::map(&file)?, options)
}

/// State shared by the threads.
struct Checker<'c, 'b, 's> {
    certificate: &'c Certificate<'b, 's>,
    store: &'s Store,
    winner: Side,
    known: KnownAreas<'s>,
    evidence: Evidence<'s>,
}

impl<'c, 'b, 's> Checker<'c, 'b, 's> {
    fn new(certificate: &'c Certificate<'b, 's>, store: &'s Store, memo: usize) -> Self {
        let known = KnownAreas::new(store, certificate.header.small, memo);
        let evidence = Evidence::new(&known, memo);
        Checker { certificate, store, winner: certificate.header.winner, known, evidence }
    }

    fn check_claims(&self, options: &CheckOptions<'_>) -> Result<(), CheckError> {
        let next = AtomicUsize::new(0);
        let failed: Mutex<Option<(usize, CheckError)>> = Mutex::new(None);
        let worker = || {
            loop {
                // Parts are handed out in order and finished once begun, so the first that fails is found.
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= self.certificate.parts() {
                    return;
                }
                if let Err(error) = self.check_part(part, options) {
                    next.fetch_max(self.certificate.parts(), Ordering::Relaxed);
                    let mut first = failed.lock().expect("no worker panics with the lock");
                    if first.as_ref().is_none_or(|&(before, _)| part < before) {
                        *first = Some((part, error));
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..options.threads.max(1) {
                scope.spawn(worker);
            }
        });
        let first = failed.into_inner().expect("no worker panics with the lock");
        first.map_or(Ok(()), |(_, error)| Err(error))
    }

    fn check_part(&self, part: usize, options: &CheckOptions<'_>) -> Result<(), CheckError> {
        let mut part = self.certificate.part(part);
        while let Some((number, areas, claims)) = part.list() {
            if !self.is_canonical(&areas) {
                return Err(CheckError::Nonsense(format!("list {number} of areas, which is not in its one form")));
            }
            for _ in 0..claims {
                self.store.check_limits(0)?;
                let encoded = part.claim();
                let (situation, answer) = self.certificate.claim(&areas, &encoded)?;
                if let Some(why) = self.objection(&situation, answer)? {
                    let situation = self.describe(&situation);
                    return Err(CheckError::Claim { number: encoded.number, situation, why });
                }
                (options.progress)(self.certificate.header.claims);
            }
        }
        Ok(())
    }

    /// The reason why a claim does not hold; `None` if it holds.
    fn objection(&self, situation: &Situation, answer: Option<WinningMove>) -> Result<Option<String>, CheckError> {
        let (name, next) = match answer {
            None => return self.objection_to_all_moves(situation),
            Some(WinningMove::InArea { index, play }) => {
                let position = situation.areas[index].position(situation.to_move);
                match position.check(play) {
                    Err(error) => return Ok(Some(format!("illegal move {play}: {error}"))),
                    Ok(action) => (play.to_string(), self.after_move(situation, index, position, action)?),
                }
            }
            Some(WinningMove::InRest(option)) => {
                let name = format!("the move in the rest to {}", self.game(option));
                if !self.options(situation).contains(&option) {
                    return Ok(Some(format!("{name} is not one of the canonical options")));
                }
                (name, self.after_option(situation, option))
            }
        };
        self.objection_after(&next, || name)
    }

    /// The loser is to move: the first move after which nothing is claimed.
    fn objection_to_all_moves(&self, situation: &Situation) -> Result<Option<String>, CheckError> {
        for (index, area) in situation.areas.iter().enumerate() {
            // Equal areas are neighbours, and have the same moves.
            if index > 0 && situation.areas[index - 1] == *area {
                continue;
            }
            let position = area.position(situation.to_move);
            for action in position.actions() {
                let next = self.after_move(situation, index, position, action)?;
                let name = || format!("{} in {area}", position.name(action));
                if let Some(why) = self.objection_after(&next, name)? {
                    return Ok(Some(why));
                }
            }
        }
        for option in self.options(situation) {
            let name = || format!("the move in the rest to {}", self.game(option));
            if let Some(why) = self.objection_after(&self.after_option(situation, option), name)? {
                return Ok(Some(why));
            }
        }
        Ok(None)
    }

    fn objection_after(&self, next: &Situation, name: impl FnOnce() -> String) -> Result<Option<String>, CheckError> {
        let is_won = self.is_won(next)?;
        Ok((!is_won).then(|| format!("after {} nothing is claimed about {}", name(), self.describe(next))))
    }

    /// Returns whether a situation is claimed to be won, or evident.
    fn is_won(&self, situation: &Situation) -> Result<bool, CheckError> {
        Ok(self.certificate.claims(situation)? || self.evidence.is_evident(situation, self.winner)?)
    }

    /// Returns whether areas are those of a position: large, canonical, in order, without opposite pairs.
    fn is_canonical(&self, areas: &[CanonicalArea]) -> bool {
        let is_whole = |area: &CanonicalArea| {
            let position = area.position(self.winner);
            let parts: Vec<_> = areas::basic(&position);
            let is_large = position.unburnt().count_ones() > self.certificate.header.small;
            let whole = parts.len() == 1 && parts[0].kind == Kind::Active && is_large;
            whole && CanonicalArea::whole(&position).0 == *area
        };
        areas.iter().all(is_whole) && Situation::new(areas.to_vec(), self.store.zero(), self.winner).areas == areas
    }

    /// The situation after a move in one of the areas.
    fn after_move(
        &self,
        situation: &Situation,
        index: usize,
        mut position: Position,
        action: Action,
    ) -> Result<Situation, CheckError> {
        position.play_unchecked(action);
        let (mut areas, more) = self.known.split(&position)?;
        areas.extend(situation.areas.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, area)| area));
        Ok(Situation::new(areas, self.store.add(situation.rest, more)?, !situation.to_move))
    }

    /// The situation after a move in the rest.
    fn after_option(&self, situation: &Situation, option: Value) -> Situation {
        Situation { areas: situation.areas.clone(), rest: option, to_move: !situation.to_move }
    }

    /// The canonical options of the rest for the side to move.
    fn options(&self, situation: &Situation) -> Vec<Value> {
        match situation.to_move {
            Side::Black => self.store.left_options(situation.rest).collect(),
            Side::White => self.store.right_options(situation.rest).collect(),
        }
    }

    fn describe(&self, situation: &Situation) -> String {
        let areas = situation.areas.iter().map(|area| format!("{area} + "));
        format!("{}{}, {} to move", areas.collect::<String>(), self.game(situation.rest), situation.to_move)
    }

    fn game(&self, game: Value) -> String {
        self.store.display_limited(game, LONGEST_GAME).to_string()
    }
}
