//! The checker: decides whether every claim of a file holds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::check::CheckOptions;
use crate::claim::{Reply, Situation};
use crate::error::CheckError;
use crate::moves::{distinct, options, ordered_actions};
use crate::read::{Certificate, EncodedClaim, Section, read_areas};
use crate::sums::{Sums, after_option};

/// State shared by the threads.
pub(crate) struct Checker<'c, 'b, 's> {
    pub(crate) certificate: &'c Certificate<'b, 's>,
    pub(crate) sums: Sums<'s>,
}

impl Checker<'_, '_, '_> {
    /// Checks all claims. The error is that of the first that does not hold.
    pub(crate) fn check_claims(&self, options: &CheckOptions<'_>) -> Result<(), CheckError> {
        let next = AtomicUsize::new(0);
        let all = self.certificate.lists(Section::Made);
        let failed: Mutex<Option<(usize, CheckError)>> = Mutex::new(None);
        let worker = || {
            loop {
                // Lists are handed out in order and finished once begun, so the first that fails is found.
                let list = next.fetch_add(1, Ordering::Relaxed);
                if list >= all {
                    return;
                }
                if let Err(error) = self.check_list(list, options) {
                    next.fetch_max(all, Ordering::Relaxed);
                    let mut first = failed.lock().expect("no worker panics with the lock");
                    if first.as_ref().is_none_or(|&(before, _)| list < before) {
                        *first = Some((list, error));
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

    fn check_list(&self, number: usize, options: &CheckOptions<'_>) -> Result<(), CheckError> {
        let list = self.certificate.list(Section::Made, number);
        let areas = read_areas(list.areas);
        if !self.sums.is_canonical(&areas) {
            let place = format!("list {} of areas, which is not in its one form", number + 1);
            return Err(CheckError::Nonsense(place));
        }
        for claim in list.claims {
            self.sums.store.check_limits(0)?;
            let situation = self.certificate.situation(&areas, &claim)?;
            if let Some(why) = self.objection(&situation, &claim)? {
                let situation = self.sums.describe(&situation);
                return Err(CheckError::Claim { number: claim.number, situation, why });
            }
            (options.progress)(self.certificate.header.made.claims);
        }
        Ok(())
    }

    /// Checks the areas of required claims.
    pub(crate) fn check_required(&self) -> Result<(), CheckError> {
        for number in 0..self.certificate.lists(Section::Required) {
            self.sums.store.check_limits(0)?;
            let list = self.certificate.list(Section::Required, number);
            if !self.sums.is_canonical(&read_areas(list.areas)) {
                let place = format!("required list {} of areas, which is not in its one form", number + 1);
                return Err(CheckError::Nonsense(place));
            }
        }
        Ok(())
    }

    /// The reason why a claim does not hold; `None` if it holds.
    fn objection(&self, situation: &Situation, claim: &EncodedClaim<'_>) -> Result<Option<String>, CheckError> {
        let mut replies = claim.replies;
        for (index, area) in distinct(&situation.areas) {
            let position = area.position(situation.to_move);
            for action in ordered_actions(&position) {
                let next = self.sums.after_move(situation, index, &position, action)?;
                let name = || format!("{} in {area}", position.name(action));
                if let Some(why) = self.objection_to(&next, replies.next(), name)? {
                    return Ok(Some(why));
                }
            }
        }
        for option in self.certificate.options(claim)? {
            let name = || format!("the move in the rest to {}", self.sums.game(option));
            if let Some(why) = self.objection_to(&after_option(situation, option), replies.next(), name)? {
                return Ok(Some(why));
            }
        }
        let left = replies.count;
        Ok((left > 0).then(|| format!("it has {left} replies to moves that do not exist")))
    }

    /// The reason why the reply to a move of the loser, after which `next` has arisen, does not win.
    fn objection_to(
        &self,
        next: &Situation,
        reply: Option<u64>,
        name: impl Fn() -> String,
    ) -> Result<Option<String>, CheckError> {
        self.sums.store.check_limits(0)?;
        let describe = |situation| self.sums.describe(situation);
        let Some(reply) = reply.map(Reply) else { return Ok(Some(format!("it has no reply to {}", name()))) };
        if reply == Reply::EVIDENT {
            let why =
                || format!("after {} it is not evident that {} wins {}", name(), self.sums.winner, describe(next));
            return Ok((!self.sums.is_evident(next)?).then(why));
        }
        if reply == Reply::IN_REST {
            for option in options(self.sums.store, next.rest, next.to_move) {
                if self.is_won(&after_option(next, option))? {
                    return Ok(None);
                }
            }
            return Ok(Some(format!("after {} no move in the rest is claimed to win {}", name(), describe(next))));
        }
        let Some((after, area, play)) = self.sums.nth_move(next, reply.0 - Reply::FIRST)? else {
            return Ok(Some(format!("the reply to {} is none of the moves in {}", name(), describe(next))));
        };
        let why = || format!("after {} and {play} in {area} nothing is claimed about {}", name(), describe(&after));
        Ok((!self.is_won(&after)?).then(why))
    }

    /// Returns whether a situation with the loser to move is claimed to be won, or evident.
    fn is_won(&self, situation: &Situation) -> Result<bool, CheckError> {
        Ok(self.certificate.claims(situation)? || self.sums.is_evident(situation)?)
    }

    /// Returns whether the situation of a position is won. If the winner is to move, all moves are tried.
    pub(crate) fn is_root_won(&self, situation: &Situation) -> Result<bool, CheckError> {
        if situation.to_move != self.sums.winner {
            return self.is_won(situation);
        }
        let after = self.sums.after_every_move(situation)?;
        // Look-ups take less time than evidence.
        for next in &after {
            if self.certificate.claims(next)? {
                return Ok(true);
            }
        }
        for situation in [situation].into_iter().chain(&after) {
            if self.sums.is_evident(situation)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
