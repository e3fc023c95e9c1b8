//! The checker: every claim follows from others by one move.
//!
//! The rules are those of docs/certificate.md, "Why a claim holds". Claims are independent of each other: each is
//! looked at alone, and what it rests on is looked up. So threads share the work, with nothing in common but the store of
//! games and what was worked out about areas. The refusal that is reported is the one of the first claim that does not hold, whatever the threads do.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_board::{Position, Side};
use otrera_cgt::{Interrupted, Limits, Store, Value};
use thiserror::Error;

use crate::area::Area;
use crate::claim::{Answer, Situation};
use crate::evidence::Evidence;
use crate::known::Known;
use crate::read::{Certificate, Written};
use crate::source;

/// Longest game that is written out in a refusal, in characters.
const LONGEST_GAME: usize = 60;

/// How to go about it.
#[derive(Clone)]
pub struct Work<'a> {
    /// How many threads share it.
    pub threads: usize,
    /// Memory for games, and the flag that ends the work.
    pub limits: Limits,
    /// Called after each claim, with the number of all claims.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The position.
    pub root: Position,
    /// Who wins it.
    pub winner: Side,
    /// Areas of at most this many squares are replaced by their values.
    pub small: u32,
    /// How many claims were checked.
    pub claims: u64,
}

/// Why a certificate proves nothing.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum Refusal {
    #[error("the file cannot be read: {0}")]
    File(#[from] io::Error),
    #[error("this is not a certificate")]
    Foreign,
    #[error("this is a certificate of version '{}', and this program reads version 2", .0.escape_debug())]
    Version(String),
    #[error("the certificate is damaged or cut short")]
    Damaged,
    #[error("the certificate makes no sense: see {0}")]
    Nonsense(String),
    #[error("claim {number} ({situation}) does not hold: {why}")]
    Claim { number: u64, situation: String, why: String },
    #[error("it is not claimed that {winner} wins {root}")]
    Root { winner: Side, root: String },
    /// The limits were reached before it was known whether the certificate is valid.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Checks a certificate.
pub fn check(bytes: &[u8], work: &Work<'_>) -> Result<Verdict, Refusal> {
    let store = Store::with_limits(work.limits.clone());
    let certificate = Certificate::read(bytes, &store)?;
    let checker = Checker::new(&certificate, &store);
    checker.check_claims(work)?;
    let head = &certificate.head;
    let situation = Situation::of(&head.root, &checker.known)?;
    if !checker.is_won(&situation)? {
        return Err(Refusal::Root { winner: head.winner, root: head.root.to_string() });
    }
    Ok(Verdict { root: head.root, winner: head.winner, small: head.small, claims: head.claims })
}

/// Checks a certificate in a file, which is mapped into memory.
pub fn check_file(path: &Path, work: &Work<'_>) -> Result<Verdict, Refusal> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    // An empty file cannot be mapped, a directory or a pipe neither.
    if data.len() == 0 || !data.is_file() {
        return Err(Refusal::Foreign);
    }
    check(&source::map(&file)?, work)
}

/// What the threads share.
struct Checker<'c, 'b, 's> {
    certificate: &'c Certificate<'b, 's>,
    store: &'s Store,
    winner: Side,
    known: Known<'s>,
    evidence: Evidence<'s>,
}

impl<'c, 'b, 's> Checker<'c, 'b, 's> {
    fn new(certificate: &'c Certificate<'b, 's>, store: &'s Store) -> Self {
        let known = Known::new(store, certificate.head.small);
        let evidence = Evidence::new(&known);
        Checker { certificate, store, winner: certificate.head.winner, known, evidence }
    }

    fn check_claims(&self, work: &Work<'_>) -> Result<(), Refusal> {
        let next = AtomicUsize::new(0);
        let failed: Mutex<Option<(usize, Refusal)>> = Mutex::new(None);
        let worker = || {
            loop {
                // Parts are handed out in order and finished once begun, so the first that fails is found.
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= self.certificate.parts() {
                    return;
                }
                if let Err(refusal) = self.check_part(part, work) {
                    next.fetch_max(self.certificate.parts(), Ordering::Relaxed);
                    let mut first = failed.lock().expect("no worker panics with the lock");
                    if first.as_ref().is_none_or(|&(before, _)| part < before) {
                        *first = Some((part, refusal));
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..work.threads.max(1) {
                scope.spawn(worker);
            }
        });
        let first = failed.into_inner().expect("no worker panics with the lock");
        first.map_or(Ok(()), |(_, refusal)| Err(refusal))
    }

    fn check_part(&self, part: usize, work: &Work<'_>) -> Result<(), Refusal> {
        for (areas, written) in self.certificate.part(part) {
            self.store.check_limits(0)?;
            self.check_claim(areas, &written)?;
            (work.progress)(self.certificate.head.claims);
        }
        Ok(())
    }

    fn check_claim(&self, areas: Vec<Area>, written: &Written) -> Result<(), Refusal> {
        let (situation, answer) = self.certificate.claim(areas, written)?;
        let refuse = |checker: &Self, why: String| {
            Err(Refusal::Claim { number: written.number, situation: checker.describe(&situation), why })
        };
        if !self.is_in_form(&situation.areas)? {
            return refuse(self, "its areas are not large, or not in the form and order that certificates have".into());
        }
        if self.evidence.is_evident(&situation, self.winner)? {
            return Ok(());
        }
        if situation.to_move == self.winner {
            let (name, next) = match answer {
                None => return refuse(self, "it is not evident, and there is no answer".into()),
                Some(Answer::InArea { index, play }) => {
                    let position = situation.areas[index].position(situation.to_move);
                    match position.check(play) {
                        Err(error) => return refuse(self, format!("illegal move {play}: {error}")),
                        Ok(action) => (play.to_string(), self.after_move(&situation, index, position, action)?),
                    }
                }
                Some(Answer::InRest(option)) => {
                    let name = format!("the move in the rest to {}", self.game(option));
                    if !self.options(&situation).contains(&option) {
                        return refuse(self, format!("{name} is not one of the canonical options"));
                    }
                    (name, self.after_option(&situation, option))
                }
            };
            return match self.is_won(&next)? {
                true => Ok(()),
                false => refuse(self, format!("after {name} nothing is claimed about {}", self.describe(&next))),
            };
        }
        for (index, area) in situation.areas.iter().enumerate() {
            // Equal areas stand side by side, and what holds for one holds for the other.
            if index > 0 && situation.areas[index - 1] == *area {
                continue;
            }
            let position = area.position(situation.to_move);
            for action in position.actions() {
                let next = self.after_move(&situation, index, position, action)?;
                if !self.is_won(&next)? {
                    let play = position.name(action);
                    return refuse(
                        self,
                        format!("after {play} in {area} nothing is claimed about {}", self.describe(&next)),
                    );
                }
            }
        }
        for option in self.options(&situation) {
            let next = self.after_option(&situation, option);
            if !self.is_won(&next)? {
                let (option, next) = (self.game(option), self.describe(&next));
                return refuse(self, format!("after the move in the rest to {option} nothing is claimed about {next}"));
            }
        }
        Ok(())
    }

    /// Whether the winner wins, as is evident or claimed.
    fn is_won(&self, situation: &Situation) -> Result<bool, Refusal> {
        Ok(self.certificate.claims(situation)? || self.evidence.is_evident(situation, self.winner)?)
    }

    /// Whether areas are as a position's areas would be: large, each in its orientation, in order, without opposite pairs.
    fn is_in_form(&self, areas: &[Area]) -> Result<bool, Refusal> {
        for area in areas {
            let position = area.position(self.winner);
            let parts: Vec<_> = otrera_board::areas::basic(&position);
            let whole = parts.len() == 1
                && parts[0].kind == otrera_board::areas::Kind::Active
                && position.unburnt().count_ones() > self.certificate.head.small;
            if !whole || Area::whole(&position).0 != *area {
                return Ok(false);
            }
        }
        Ok(Situation::new(areas.to_vec(), self.store.zero(), self.winner).areas == areas)
    }

    /// The situation after a move in one of the areas.
    fn after_move(
        &self,
        situation: &Situation,
        index: usize,
        mut position: Position,
        action: otrera_board::Action,
    ) -> Result<Situation, Refusal> {
        position.play_unchecked(action);
        let (mut areas, more) = self.known.split(&position)?;
        areas.extend(situation.areas.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, area)| area));
        Ok(Situation::new(areas, self.store.add(situation.rest, more)?, !situation.to_move))
    }

    /// The situation after a move in the rest.
    fn after_option(&self, situation: &Situation, option: Value) -> Situation {
        Situation { areas: situation.areas.clone(), rest: option, to_move: !situation.to_move }
    }

    /// The canonical options of the rest, for the side to move.
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
