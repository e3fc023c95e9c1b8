//! Attempts at many positions, several at once, each within its own time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use otrera_atlas::Atlas;
use otrera_board::{Position, Side};
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_papers::song_mueller::{AreaCensus, Techniques};
use otrera_solver::{Knowledge, SolveError};

use super::Resources;
use crate::atlas_file::{NO_FORMS, not_loaded};
use crate::limits::within;
use crate::presets::{Plan, PresetSolver};

#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Apply the paper's rules, without and with databases.
    Evident,
    Solve(Plan),
}

#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) position: Position<u64>,
    pub(super) work: Work,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The paper's rules decide the winner, without and with databases.
    pub(super) evident: Option<[bool; 2]>,
    pub(super) winner: Option<Side>,
    pub(super) nodes: u64,
    pub(super) evaluated: u64,
    pub(super) seconds: f64,
    pub(super) census: AreaCensus,
}

pub(super) struct Attempts<'a> {
    atlas: &'a Atlas,
    pub(super) time: Duration,
    pub(super) threads: usize,
    memory: usize,
    stop: &'a AtomicBool,
}

impl<'a> Attempts<'a> {
    pub(super) fn new(atlas: &'a Atlas, resources: &Resources, time: Duration, stop: &'a AtomicBool) -> Attempts<'a> {
        let Resources { threads, memory, .. } = *resources;
        Attempts { atlas, time: resources.time.unwrap_or(time), threads, memory: memory.0, stop }
    }

    /// Runs all tasks, and calls `done` with the number of each when it is finished. Tasks that `stop` interrupts are not.
    pub(super) fn run(&self, tasks: &[Task], done: &(dyn Fn(usize, Found) + Sync)) -> anyhow::Result<()> {
        let next = &AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..self.threads).map(|_| scope.spawn(move || self.work(tasks, next, done))).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a thread does not panic"))
        })
    }

    fn work(&self, tasks: &[Task], next: &AtomicUsize, done: &(dyn Fn(usize, Found) + Sync)) -> anyhow::Result<()> {
        // Half for positions, half for areas.
        let memory = self.memory / self.threads / 2;
        let over = Arc::new(AtomicBool::new(false));
        let mut is_over = false;
        while !is_over && !self.stop.load(Relaxed) {
            over.store(false, Relaxed);
            let store = Store::with_limits(Limits { bytes: memory, stop: Arc::clone(&over) });
            let knowledge = Knowledge::new(self.atlas, &store).map_err(not_loaded)?.context(NO_FORMS)?;
            let mut solver = PresetSolver::new(&knowledge, &over);
            // Knowledge about areas is kept until it fills most of its memory.
            let mut is_full = false;
            while !is_full {
                let number = next.fetch_add(1, Relaxed);
                let Some(task) = tasks.get(number).filter(|_| !self.stop.load(Relaxed)) else {
                    is_over = true;
                    break;
                };
                let begin = Instant::now();
                let found = within(self.time, self.stop, &over, || Self::attempt(&mut solver, task, memory));
                if !self.stop.load(Relaxed) {
                    done(number, Found { seconds: begin.elapsed().as_secs_f64(), ..found });
                }
                is_full = solver.bytes() > memory / 4 * 3;
            }
        }
        Ok(())
    }

    fn attempt(solver: &mut PresetSolver<'_>, task: &Task, memory: usize) -> Found {
        match task.work {
            Work::Evident => {
                let mut ask = |techniques| solver.is_evident(techniques, &task.position).unwrap_or(false);
                let evident = [Techniques::PAPER.without_databases(), Techniques::PAPER].map(&mut ask);
                Found { evident: Some(evident), ..Found::default() }
            }
            Work::Solve(plan) => {
                let attempt = solver.solve(plan.limited(memory), &task.position);
                let winner = match attempt.winner {
                    Ok(winner) => Some(winner),
                    Err(SolveError::Interrupted(Interrupted::Stopped | Interrupted::OutOfMemory)) => None,
                    Err(SolveError::Contradiction { .. }) => None,
                    Err(why) => unreachable!("areas of these sizes stay within the range of values: {why}"),
                };
                Found {
                    winner,
                    nodes: attempt.stats.expanded,
                    evaluated: attempt.stats.evaluated,
                    census: attempt.census,
                    ..Found::default()
                }
            }
        }
    }
}
