//! Attempts at many positions, several at once, each within its own time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use otrera_atlas::Atlas;
use otrera_board::{Position, Side};
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_papers::song_mueller::{Census, Techniques};
use otrera_solver::Knowledge;

use crate::atlas_file::NO_FORMS;
use crate::presets::{Bench, Plan};

/// What to do with a position.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Look whether the paper's rules tell who wins, without and with databases.
    Evident,
    /// Solve it.
    Solve(Plan),
}

#[derive(Clone, Copy)]
pub(super) struct Job {
    pub(super) position: Position<u64>,
    pub(super) work: Work,
}

/// How it went.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// Whether the paper's rules tell who wins, without and with databases.
    pub(super) evident: Option<[bool; 2]>,
    pub(super) winner: Option<Side>,
    pub(super) nodes: u64,
    pub(super) evaluated: u64,
    pub(super) seconds: f64,
    pub(super) census: Census,
}

/// What all jobs have in common.
pub(super) struct Setting<'a> {
    pub(super) atlas: &'a Atlas,
    /// Time for each attempt.
    pub(super) time: Duration,
    pub(super) threads: usize,
    /// Bytes for all threads together.
    pub(super) memory: usize,
    /// Raised to end everything.
    pub(super) stop: &'a AtomicBool,
}

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(5);

/// A thread at work: its flag, and when to raise it.
#[derive(Default)]
struct Worker {
    stop: Arc<AtomicBool>,
    until: Mutex<Option<Instant>>,
}

/// Does all jobs and calls `done` with the number of each that is finished. Those that the end of everything
/// interrupted are not.
pub(super) fn run(jobs: &[Job], setting: &Setting<'_>, done: &(dyn Fn(usize, Outcome) + Sync)) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let busy = AtomicUsize::new(setting.threads);
    let workers: Vec<Worker> = (0..setting.threads).map(|_| Worker::default()).collect();
    std::thread::scope(|scope| {
        let (next, busy) = (&next, &busy);
        let start = |worker: &'_ Worker| {
            let outcome = worker.work(jobs, setting, next, done);
            busy.fetch_sub(1, Relaxed);
            outcome
        };
        let threads: Vec<_> = workers.iter().map(|worker| scope.spawn(move || start(worker))).collect();
        while busy.load(Relaxed) > 0 {
            std::thread::sleep(TICK);
            let now = Instant::now();
            for worker in &workers {
                let until = *worker.until.lock().expect("no thread panicked");
                if setting.stop.load(Relaxed) || until.is_some_and(|until| now >= until) {
                    worker.stop.store(true, Relaxed);
                }
            }
        }
        threads.into_iter().try_for_each(|thread| thread.join().expect("a thread does not panic"))
    })
}

impl Worker {
    fn work(
        &self,
        jobs: &[Job],
        setting: &Setting<'_>,
        next: &AtomicUsize,
        done: &(dyn Fn(usize, Outcome) + Sync),
    ) -> anyhow::Result<()> {
        // Half for positions, half for areas.
        let memory = setting.memory / setting.threads / 2;
        let mut is_over = false;
        while !is_over && !setting.stop.load(Relaxed) {
            self.stop.store(false, Relaxed);
            let store = Store::with_limits(Limits { bytes: memory, stop: Arc::clone(&self.stop) });
            let book = match Knowledge::new(setting.atlas, &store) {
                Err(_) if setting.stop.load(Relaxed) => return Ok(()),
                book => book?.context(NO_FORMS)?,
            };
            let mut bench = Bench::new(&book, &self.stop);
            // What is known about areas is kept until it fills most of its memory.
            let mut is_full = false;
            while !is_full {
                let number = next.fetch_add(1, Relaxed);
                let Some(job) = jobs.get(number).filter(|_| !setting.stop.load(Relaxed)) else {
                    is_over = true;
                    break;
                };
                let outcome = self.attempt(&mut bench, job, setting.time, memory);
                if !setting.stop.load(Relaxed) {
                    done(number, outcome);
                }
                is_full = bench.bytes() > memory / 4 * 3;
            }
        }
        Ok(())
    }

    fn attempt(&self, bench: &mut Bench<'_>, job: &Job, time: Duration, memory: usize) -> Outcome {
        let begin = Instant::now();
        self.stop.store(false, Relaxed);
        *self.until.lock().expect("no thread panicked") = Some(begin + time);
        let mut outcome = match job.work {
            Work::Evident => {
                let mut ask = |techniques| bench.is_evident(techniques, &job.position).unwrap_or(false);
                let evident = [Techniques::PAPER.without_databases(), Techniques::PAPER].map(&mut ask);
                Outcome { evident: Some(evident), ..Outcome::default() }
            }
            Work::Solve(plan) => {
                let attempt = bench.solve(plan.limited(memory, u64::MAX), &job.position);
                let winner = match attempt.winner {
                    Ok(winner) => Some(winner),
                    Err(Interrupted::Stopped | Interrupted::OutOfMemory) => None,
                    Err(why) => unreachable!("areas of these sizes stay within the range of values: {why}"),
                };
                Outcome {
                    winner,
                    nodes: attempt.stats.expanded,
                    evaluated: attempt.stats.evaluated,
                    census: attempt.census,
                    ..Outcome::default()
                }
            }
        };
        *self.until.lock().expect("no thread panicked") = None;
        outcome.seconds = begin.elapsed().as_secs_f64();
        outcome
    }
}
