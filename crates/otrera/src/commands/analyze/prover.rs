//! Who wins, where that can be known in a moment.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_atlas::Atlas;
use otrera_board::Position;
use otrera_board::areas::{Kind, basic};
use otrera_cgt::Store;
use otrera_engine::Proven;
use otrera_solver::score::{ScoreOptions, Scorer};
use otrera_solver::{Knowledge, Options, Solver};

use crate::output;

/// Bytes for what proofs remember.
const MEMORY: usize = 128 << 20;
/// Empty squares of the largest open area on boards that are too large for the solver.
const COUNTED: u32 = 10;

/// How often somebody looks whether a proof is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// Proves what it can.
pub(super) struct Prover<'a> {
    book: Option<&'a Knowledge<'a>>,
    /// Raised when the time for a proof is over.
    over: &'a AtomicBool,
    /// Raised by whoever does not want to know any more.
    stop: &'a AtomicBool,
}

/// What the atlas knows; `None` if it was made without canonical forms.
pub(super) fn book<'a>(atlas: &'a Atlas, store: &'a Store) -> Option<Knowledge<'a>> {
    Knowledge::new(atlas, store).ok().flatten()
}

impl<'a> Prover<'a> {
    pub(super) fn new(book: Option<&'a Knowledge<'a>>, over: &'a AtomicBool, stop: &'a AtomicBool) -> Prover<'a> {
        Prover { book, over, stop }
    }

    /// What the side to move can reach with best play, if that is found out in time.
    pub(super) fn prove(&mut self, position: &Position, time: Duration) -> Option<Proven> {
        if !position.can_move() {
            return Some(Proven::Loss);
        }
        let (over, begin) = (self.over, Instant::now());
        over.store(false, Relaxed);
        let raise = || {
            let left = time.saturating_sub(begin.elapsed());
            over.store(left.is_zero() || self.stop.load(Relaxed), Relaxed);
            left.clamp(Duration::from_millis(1), LOOK)
        };
        output::meanwhile(time.min(LOOK), raise, || match (self.book, position.resized::<u64>()) {
            (Some(book), Some(narrow)) => {
                let winner =
                    Solver::new(book, Options { memory: MEMORY, ..Options::FULL }, over).solve(&narrow).ok()?;
                Some(if winner == position.to_move() { Proven::Win } else { Proven::Loss })
            }
            _ => count(position, over),
        })
    }
}

/// By counting, where all open areas are small.
fn count(position: &Position, stop: &AtomicBool) -> Option<Proven> {
    let is_large = |area: &otrera_board::areas::Part| area.kind == Kind::Active && area.empty(position) > COUNTED;
    if basic(position).iter().any(is_large) {
        return None;
    }
    let options = ScoreOptions { memory: MEMORY, ..ScoreOptions::default() };
    let score = Scorer::new(options, stop).score(position, None).ok()?;
    Some(if score.winner == position.to_move() { Proven::Win } else { Proven::Loss })
}
