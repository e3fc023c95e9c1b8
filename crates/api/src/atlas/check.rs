//! Checking an atlas by plain play on squares.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use otrera_atlas::{CheckError, Checker, TableKind, ValuesError};
use otrera_cgt::Store;
use otrera_engine::Random;
use otrera_regions::region::{Region, Walk};
use serde::Serialize;

use crate::atlas_file;
use crate::host::{Job, State};
use crate::limits::interrupted;
use crate::text::grouped;

const KINDS: [TableKind; 3] = [TableKind::Territory, TableKind::Open, TableKind::Guarded];

/// Recomputes a sample of an atlas, or all of it.
#[derive(Clone, Debug)]
pub struct AtlasCheck {
    /// File of the atlas; `None` for the default.
    pub file: Option<PathBuf>,
    /// Number of states in the sample.
    pub samples: u32,
    /// Seed of the sample.
    pub seed: u64,
    /// Check everything instead.
    pub all: bool,
    /// Threads to use.
    pub threads: usize,
}

/// States that were compared and agree.
#[derive(Debug, Serialize)]
pub struct AtlasCheckReport {
    file: String,
    size: usize,
    /// States compared, by table.
    territory: u64,
    open: u64,
    guarded: u64,
    all: bool,
    agree: bool,
    seconds: f64,
}

struct Task {
    region: Region,
    kind: TableKind,
    /// Number of the first state, and the distance to the next.
    first: usize,
    step: usize,
}

struct Counters {
    /// States compared, by kind.
    states: [AtomicU64; 3],
    done: AtomicUsize,
}

impl AtlasCheck {
    /// Default number of samples.
    pub const SAMPLES: u32 = 1000;

    /// Checks the file. The first difference is an error.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<AtlasCheckReport> {
        let begin = Instant::now();
        let path = atlas_file::path(self.file.as_deref())?;
        let atlas = atlas_file::open_file(&path)?;
        let store = Store::new();
        let checker = Checker::new(&atlas, &store)?;
        let size = atlas.header().size;
        let tasks = self.tasks(&checker, size, job).map_err(|why| interrupted(why, "nothing was compared"))?;
        let counters = Counters { states: KINDS.map(|_| AtomicU64::new(0)), done: AtomicUsize::new(0) };
        let state = || {
            let [done, all] = [counters.done.load(Ordering::Relaxed), tasks.len()].map(|n| grouped(n as u64));
            State::text(format!("{done} of {all} regions compared"))
        };
        let outcome = job.with_progress(state, || compare(&checker, &tasks, self.threads, job.stop, &counters));
        let [territory, open, guarded] = counters.states.map(|count| count.load(Ordering::Relaxed));
        match outcome {
            Ok(()) => Ok(AtlasCheckReport {
                file: path.display().to_string(),
                size,
                territory,
                open,
                guarded,
                all: self.all,
                agree: true,
                seconds: begin.elapsed().as_secs_f64(),
            }),
            Err(CheckError::Values(ValuesError::Interrupted(why))) => {
                let states = grouped(territory + open + guarded);
                Err(interrupted(why, &format!("{states} states were compared, and all of them agree")))
            }
            Err(error) => Err(anyhow::Error::new(error).context(path.display().to_string())),
        }
    }

    fn tasks(&self, checker: &Checker<'_>, size: usize, job: Job<'_>) -> Result<Vec<Task>, otrera_cgt::Interrupted> {
        let walk = Walk { threads: self.threads, stop: job.stop, progress: &|| () };
        let mut tasks = Vec::new();
        let mut random = Random::new(self.seed);
        let by_size = (1..=size).map(|size| walk.list(size)).collect::<Result<Vec<_>, _>>()?;
        if self.all {
            let all = by_size.iter().flatten();
            tasks.extend(all.flat_map(|&region| KINDS.map(|kind| Task { region, kind, first: 0, step: 1 })));
            return Ok(tasks);
        }
        // Samples are spread evenly over sizes and tables, whatever their numbers: most regions have the largest size.
        while tasks.len() < self.samples as usize {
            let regions = &by_size[random.below(by_size.len())];
            let region = regions[random.below(regions.len())].images()[random.below(8)];
            let kind = KINDS[random.below(KINDS.len())];
            let states = checker.states(region, kind);
            if states > 0 {
                tasks.push(Task { region, kind, first: random.below(states), step: states });
            }
        }
        Ok(tasks)
    }
}

fn compare(
    checker: &Checker<'_>,
    tasks: &[Task],
    threads: usize,
    stop: &AtomicBool,
    counters: &Counters,
) -> Result<(), CheckError> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let worker = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let stopped = || ValuesError::Interrupted(otrera_cgt::Interrupted::Stopped).into();
            let states = (task.first..checker.states(task.region, task.kind)).step_by(task.step);
            let outcome = match stop.load(Ordering::Relaxed) {
                true => Err(stopped()),
                false => checker.check(task.region, task.kind, states),
            };
            match outcome {
                Ok(states) => {
                    counters.states[task.kind as usize].fetch_add(states, Ordering::Relaxed);
                    counters.done.fetch_add(1, Ordering::Relaxed);
                }
                Err(error) => {
                    next.store(tasks.len(), Ordering::Relaxed);
                    failed.lock().expect("no thread panicked").get_or_insert(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(worker);
        }
    });
    failed.into_inner().expect("no thread panicked").map_or(Ok(()), Err)
}

impl AtlasCheckReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let AtlasCheckReport { file, territory, open, guarded, seconds, .. } = self;
        let what = if self.all { "all" } else { "a sample" };
        let [territory, open, guarded] = [territory, open, guarded].map(|&n| grouped(n));
        format!(
            "{file}: {what} recomputed by plain play in {seconds:.1} s: {territory} states of territories, \
             {open} of open areas, {guarded} of guarded areas; all agree"
        )
    }
}
