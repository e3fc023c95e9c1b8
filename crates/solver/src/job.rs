//! Searches of one situation for a limited number of nodes, as jobs of a larger search.
//!
//! A campaign keeps the top of the tree elsewhere, and hands out its leaves as jobs. The table stays from job to job, so a
//! job that comes again goes on where it ended.

use otrera_board::Side;
use otrera_cgt::Interrupted;

use crate::error::SolveError;
use crate::numbers::Numbers;
use crate::shared::SituationKey;
use crate::situation::Situation;
use crate::solver::Solver;

/// Work of an entry that was learnt: more than that of most entries, so that it is replaced late.
const LEARNT_WORK: u32 = 1 << 24;

impl Solver<'_> {
    /// Searches a situation for at most `nodes` nodes. Returns its numbers: settled, or as far as the search came.
    pub fn search_situation(&mut self, situation: &Situation, nodes: u64) -> Result<Numbers, SolveError> {
        // The claims of the last proof are gone.
        self.make_room(0)?;
        self.allow(nodes);
        match self.solve_situation(situation) {
            Ok(winner) => Ok(Numbers::settled(winner)),
            Err(SolveError::Interrupted(Interrupted::Stopped)) if !self.is_stopped() => {
                // The search records the numbers of its root before it can stop.
                Ok(self.watch().snapshot().numbers.unwrap_or(self.guess(situation)?))
            }
            Err(error) => Err(error),
        }
    }

    /// The numbers of a situation without search: settled if all bounds together decide it.
    pub fn guess(&self, situation: &Situation) -> Result<Numbers, Interrupted> {
        self.evaluator.evaluate_fully(situation)
    }

    /// The different situations after each move of the side to move, ordered by their keys, with their numbers. They
    /// come from bounds, or else from the table, or else they are first guesses.
    pub fn numbered_children(&self, situation: &Situation) -> Result<Vec<(Situation, Numbers)>, Interrupted> {
        let mut children = Vec::new();
        self.knowledge.for_each_child(situation, self.options.small, |_, child| {
            children.push((SituationKey::new(self.knowledge, &child), child));
            Ok(true)
        })?;
        children.sort_unstable_by_key(|&(key, _)| key);
        children.dedup_by_key(|&mut (key, _)| key);
        let with_numbers = |(key, child)| {
            let numbers = self.guess(&child)?;
            Ok((child, if numbers.is_settled() { numbers } else { self.stored_numbers(key).unwrap_or(numbers) }))
        };
        children.into_iter().map(with_numbers).collect()
    }

    fn stored_numbers(&self, key: SituationKey) -> Option<Numbers> {
        let entry = self.shared.table().get(key.hash)?;
        let settled = entry.winner(key.ahead).map(Numbers::settled);
        settled.or_else(|| Some(entry.numbers).filter(|&numbers| numbers != Numbers::UNSET))
    }

    /// Nodes that were spent on a situation, rounded, as far as the table knows.
    pub fn work_of(&self, situation: &Situation) -> u64 {
        let key = SituationKey::new(self.knowledge, situation);
        self.shared.table().get(key.hash).map_or(0, |entry| entry.work.into())
    }

    /// Stores a winner that was proven elsewhere. Black is the side to move. The caller vouches for it.
    pub fn learn(&self, situation: &Situation, winner: Side) {
        let key = SituationKey::new(self.knowledge, situation);
        let Ok(ahead) = i8::try_from(key.ahead) else { return };
        self.shared.table().update(key.hash, |entry| {
            match winner {
                Side::Black => entry.won = entry.won.min(ahead),
                Side::White => entry.lost = entry.lost.max(ahead),
            }
            entry.work = entry.work.max(LEARNT_WORK);
        });
    }
}
