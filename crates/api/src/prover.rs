//! Proofs of the winner within a time limit.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use otrera_board::Position;
use otrera_board::areas::{Kind, basic};
use otrera_engine::Proven;
use otrera_solver::score::{ScoreOptions, Scorer};
use otrera_solver::{Knowledge, Options, Solver, wide_area};

use crate::limits::within;

const MEMORY: usize = 128 << 20;
/// Empty squares of the largest active area on boards whose margin is computed.
const COUNTED: u32 = 10;

pub(crate) struct Prover<'a> {
    pub(crate) knowledge: Option<&'a Knowledge<'a>>,
    /// Raised only by the prover, when the time of a proof is over.
    pub(crate) over: &'a AtomicBool,
    /// Ends every proof.
    pub(crate) stop: &'a AtomicBool,
}

impl Prover<'_> {
    /// The result for the side to move with best play, if it is found within `time`.
    pub(crate) fn prove(&mut self, position: &Position, time: Duration) -> Option<Proven> {
        if !position.can_move() {
            return Some(Proven::Loss);
        }
        let over = self.over;
        within(time, self.stop, over, || match self.knowledge {
            Some(knowledge) if wide_area(position).is_none() => {
                let mut solver = Solver::new(knowledge, Options { memory: MEMORY, ..Options::FULL }, over);
                let winner = match position.resized::<u64>() {
                    Some(narrow) => solver.solve(&narrow),
                    None => solver.solve(position),
                };
                Some(if winner.ok()? == position.to_move() { Proven::Win } else { Proven::Loss })
            }
            _ => count(position, over),
        })
    }
}

/// Computes the margin, if all active areas are small.
fn count(position: &Position, stop: &AtomicBool) -> Option<Proven> {
    let is_large = |area: &otrera_board::areas::Part| area.kind == Kind::Active && area.empty(position) > COUNTED;
    if basic(position).iter().any(is_large) {
        return None;
    }
    let options = ScoreOptions { memory: MEMORY, ..ScoreOptions::default() };
    let score = Scorer::new(options, stop).score(position, None).ok()?;
    Some(if score.winner == position.to_move() { Proven::Win } else { Proven::Loss })
}
