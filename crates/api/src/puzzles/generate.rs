//! Making puzzles.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use otrera_cgt::Interrupted;
use otrera_regions::region::Walk;

use super::endings;
use super::file::Identity;
use super::territories::Territories;
use super::zugzwangs::Boards;
use super::{Puzzle, PuzzleFile, PuzzleKind, PuzzlesReport};
use crate::host::{Job, Outcome, State};
use crate::limits::OutOfLimits;
use crate::option::Choice as _;

/// Games or areas that are looked at for each puzzle, at most.
const TRIES: u64 = 20_000;

/// Makes puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Puzzles {
    /// Number of puzzles, the same of each kind as far as possible.
    pub count: usize,
    /// Random seed. The same count and seed give the same puzzles.
    pub seed: u64,
}

/// The puzzles found so far.
struct Found<'a> {
    puzzles: Vec<Puzzle>,
    seen: HashSet<Identity>,
    quota: &'a dyn Fn(PuzzleKind) -> usize,
    counter: &'a AtomicUsize,
}

impl Found<'_> {
    fn is_full(&self, kind: PuzzleKind) -> bool {
        self.puzzles.iter().filter(|puzzle| puzzle.kind == kind).count() >= (self.quota)(kind)
    }

    /// Adds a puzzle if it is new and wanted.
    fn add(&mut self, puzzle: Puzzle) {
        if !self.is_full(puzzle.kind) && self.seen.insert(puzzle.identity()) {
            self.puzzles.push(puzzle);
            self.counter.fetch_add(1, Relaxed);
        }
    }
}

impl Puzzles {
    /// Number of puzzles by default.
    pub const COUNT: usize = 320;

    /// Makes them.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<PuzzlesReport>> {
        let kinds = PuzzleKind::ALL;
        let rest = self.count % kinds.len();
        let quota = |kind: PuzzleKind| {
            let place = kinds.iter().position(|&other| other == kind).expect("every kind is listed");
            self.count / kinds.len() + usize::from(place < rest)
        };
        let counter = AtomicUsize::new(0);
        let state = || State::text(format!("{} of {} puzzles", counter.load(Relaxed), self.count));
        let mut found = Found { puzzles: Vec::new(), seen: HashSet::new(), quota: &quota, counter: &counter };
        let outcome = job.with_progress(state, || self.find(&mut found, job));
        let mut puzzles = found.puzzles;
        let place = |kind: PuzzleKind| kinds.iter().position(|&other| other == kind);
        // Within a grade, puzzles stay in the order in which they were found.
        puzzles.sort_by_key(|puzzle| (place(puzzle.kind), puzzle.grade));
        let missing = match outcome {
            Ok(()) if puzzles.len() == self.count => None,
            Ok(()) => Some(format!("found {} puzzles of {}", puzzles.len(), self.count)),
            Err(Interrupted::Stopped) => Some(format!("stopped after {} of {} puzzles", puzzles.len(), self.count)),
            Err(why) => return Err(why.into()),
        };
        let is_empty = puzzles.is_empty();
        let missing = missing.map(|why| OutOfLimits(why).into());
        Outcome::partial(PuzzlesReport::new(PuzzleFile { puzzles }), missing, is_empty)
    }

    fn find(&self, found: &mut Found<'_>, job: Job<'_>) -> Result<(), Interrupted> {
        let tries = TRIES * self.count as u64;
        let stop = &**job.stop;
        let is_stopped = || if stop.load(Relaxed) { Err(Interrupted::Stopped) } else { Ok(()) };
        let walk = Walk { threads: 1, stop, progress: &|| () };
        let mut boards = Boards::new(self.seed, walk)?;
        for _ in 0..tries {
            is_stopped()?;
            if found.is_full(PuzzleKind::Zugzwang) {
                break;
            }
            boards.next(stop).into_iter().for_each(|puzzle| found.add(puzzle));
        }
        let mut territories = Territories::new(self.seed, walk)?;
        for _ in 0..tries {
            is_stopped()?;
            if found.is_full(PuzzleKind::Fill) {
                break;
            }
            territories.next(stop)?.into_iter().for_each(|puzzle| found.add(puzzle));
        }
        for number in 0..tries {
            is_stopped()?;
            let wanted = [PuzzleKind::Half, PuzzleKind::Save, PuzzleKind::Win];
            let wanted: Vec<PuzzleKind> = wanted.into_iter().filter(|&kind| !found.is_full(kind)).collect();
            if wanted.is_empty() {
                break;
            }
            endings::puzzles(number, self.seed, &wanted, stop)?.into_iter().for_each(|puzzle| found.add(puzzle));
        }
        Ok(())
    }
}
