//! Who wins, where that can be known in a moment.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use otrera_atlas::Atlas;
use otrera_board::Position;
use otrera_board::areas::{Kind, basic};
use otrera_cgt::Store;
use otrera_engine::Proven;
use otrera_solver::score::{ScoreOptions, Scorer};
use otrera_solver::{Answer, Book, Options, Solver};

use crate::output;

/// Bytes for what proofs remember.
const MEMORY: usize = 128 << 20;
/// Empty squares of the largest open area on boards that are too large for the solver.
const COUNTED: u32 = 10;

/// Proves what it can.
pub(super) struct Prover<'a> {
    book: Option<&'a Book<'a>>,
    /// Raised when the time for a proof is over.
    stop: &'a AtomicBool,
}

/// What the atlas knows; `None` if it was made without canonical forms.
pub(super) fn book<'a>(atlas: &'a Atlas, store: &'a Store) -> Option<Book<'a>> {
    Book::new(atlas, store).ok().flatten()
}

impl<'a> Prover<'a> {
    pub(super) fn new(book: Option<&'a Book<'a>>, stop: &'a AtomicBool) -> Prover<'a> {
        Prover { book, stop }
    }

    /// What the side to move can reach with best play, if that is found out in time.
    pub(super) fn prove(&mut self, position: &Position, time: Duration) -> Option<Proven> {
        if !position.can_move() {
            return Some(Proven::Loss);
        }
        let stop = self.stop;
        stop.store(false, Relaxed);
        let raise = || {
            stop.store(true, Relaxed);
            Duration::MAX
        };
        output::meanwhile(time, raise, || match (self.book, position.resized::<u64>()) {
            (Some(book), Some(narrow)) => {
                let answer =
                    Solver::new(book, Options { memory: MEMORY, ..Options::FULL }, stop).solve(&narrow).ok()?;
                Some(if answer == Answer::Won { Proven::Win } else { Proven::Loss })
            }
            _ => count(position, stop),
        })
    }
}

/// By counting, where all open areas are small.
fn count(position: &Position, stop: &AtomicBool) -> Option<Proven> {
    let is_large = |area: &otrera_board::areas::Area| area.kind == Kind::Active && area.empty(position) > COUNTED;
    if basic(position).iter().any(is_large) {
        return None;
    }
    let options = ScoreOptions { memory: MEMORY, ..ScoreOptions::default() };
    let score = Scorer::new(options, stop).score(position, None).ok()?;
    Some(if score.winner == position.to_move() { Proven::Win } else { Proven::Loss })
}
