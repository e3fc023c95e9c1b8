//! Proofs of the winner within a time limit.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use otrera_atlas::Atlas;
use otrera_board::Position;
use otrera_board::areas::{Kind, basic};
use otrera_cgt::Store;
use otrera_engine::Proven;
use otrera_solver::score::{ScoreOptions, Scorer};
use otrera_solver::{Knowledge, Options, Solver};

use crate::limits::within;

/// Bytes for the transposition table of a proof.
const MEMORY: usize = 128 << 20;
/// Empty squares of the largest active area on boards that are too large for the solver.
const COUNTED: u32 = 10;

/// Proves results of positions, one after the other.
pub(crate) struct Prover<'a> {
    book: Option<&'a Knowledge<'a>>,
    /// Raised when the time of a proof is over; it lives as long as the book.
    over: &'a AtomicBool,
    stop: &'a AtomicBool,
}

/// The knowledge of the atlas; `None` if it was built without canonical forms.
pub(crate) fn book<'a>(atlas: &'a Atlas, store: &'a Store) -> Option<Knowledge<'a>> {
    Knowledge::new(atlas, store).ok().flatten()
}

impl<'a> Prover<'a> {
    /// `over` is for the prover alone; `stop` ends every proof.
    pub(crate) fn new(book: Option<&'a Knowledge<'a>>, over: &'a AtomicBool, stop: &'a AtomicBool) -> Prover<'a> {
        Prover { book, over, stop }
    }

    /// The result for the side to move with best play, if it is found within `time`.
    pub(crate) fn prove(&mut self, position: &Position, time: Duration) -> Option<Proven> {
        if !position.can_move() {
            return Some(Proven::Loss);
        }
        let over = self.over;
        within(time, self.stop, over, || match (self.book, position.resized::<u64>()) {
            (Some(book), Some(narrow)) => {
                let winner =
                    Solver::new(book, Options { memory: MEMORY, ..Options::FULL }, over).solve(&narrow).ok()?;
                Some(if winner == position.to_move() { Proven::Win } else { Proven::Loss })
            }
            _ => count(position, over),
        })
    }
}

/// Counts the margin, where all active areas are small.
fn count(position: &Position, stop: &AtomicBool) -> Option<Proven> {
    let is_large = |area: &otrera_board::areas::Part| area.kind == Kind::Active && area.empty(position) > COUNTED;
    if basic(position).iter().any(is_large) {
        return None;
    }
    let options = ScoreOptions { memory: MEMORY, ..ScoreOptions::default() };
    let score = Scorer::new(options, stop).score(position, None).ok()?;
    Some(if score.winner == position.to_move() { Proven::Win } else { Proven::Loss })
}
