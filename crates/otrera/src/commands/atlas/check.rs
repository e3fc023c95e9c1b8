//! Working an atlas out again, by plain play on squares.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use otrera_atlas::{CheckError, Checker, TableKind, ValuesError};
use otrera_cgt::Store;
use otrera_regions::region::{Region, Walk};
use serde::Serialize;

use crate::atlas_file;
use crate::cli::{AtlasCheckArgs, Cli};
use crate::limits::{self, limit};
use crate::output::{self, grouped};
use otrera_engine::Random;

const KINDS: [TableKind; 3] = [TableKind::Territory, TableKind::Open, TableKind::Guarded];

#[derive(Serialize)]
struct Report {
    file: String,
    size: usize,
    /// States compared, by table.
    territory: u64,
    open: u64,
    guarded: u64,
    /// Whether that was all of them.
    all: bool,
    agree: bool,
    seconds: f64,
}

/// A region, and which of its states are compared in which table.
struct Task {
    region: Region,
    kind: TableKind,
    /// Every so many states, from this one on.
    first: usize,
    step: usize,
}

pub(super) fn run(cli: &Cli, args: &AtlasCheckArgs) -> anyhow::Result<()> {
    let begin = Instant::now();
    let path = atlas_file::place(args.file.file.as_deref())?;
    let atlas = atlas_file::open_file(&path)?;
    let stop = limits::stop_flag(args.work.limits.time)?;
    let threads = args.work.threads.map_or_else(limits::all_threads, NonZeroUsize::get);
    let store = Store::new();
    let checker = Checker::new(&atlas, &store)?;
    let size = atlas.header().size;
    let walk = Walk { threads, stop: &stop, progress: &|| () };
    let tasks = tasks(&checker, size, walk, args).map_err(|why| limit(why, "nothing was compared"))?;
    let counts = KINDS.map(|_| AtomicU64::new(0));
    let outcome = {
        let done = AtomicUsize::new(0);
        let state = || {
            format!(
                "{} of {} regions compared",
                grouped(done.load(Ordering::Relaxed) as u64),
                grouped(tasks.len() as u64)
            )
        };
        output::watched(cli, state, || compare(&checker, &tasks, threads, &stop, &counts, &done))
    };
    let [territory, open, guarded] = counts.map(|count| count.load(Ordering::Relaxed));
    match outcome {
        Ok(()) => {}
        Err(CheckError::Values(ValuesError::Interrupted(why))) => {
            let states = grouped(territory + open + guarded);
            return Err(limit(why, &format!("{states} states were compared, and all of them agree")));
        }
        Err(error) => return Err(anyhow::Error::new(error).context(path.display().to_string())),
    }
    let seconds = begin.elapsed().as_secs_f64();
    let report = Report {
        file: path.display().to_string(),
        size,
        territory,
        open,
        guarded,
        all: args.all,
        agree: true,
        seconds,
    };
    output::answer(cli, &report, human)
}

/// Everything, or so many states of regions chosen at random.
fn tasks(
    checker: &Checker<'_>,
    size: usize,
    walk: Walk<'_>,
    args: &AtlasCheckArgs,
) -> Result<Vec<Task>, otrera_cgt::Interrupted> {
    let mut tasks = Vec::new();
    let mut random = Random::new(args.seed);
    let by_size = (1..=size).map(|size| walk.list(size)).collect::<Result<Vec<_>, _>>()?;
    if args.all {
        let all = by_size.iter().flatten();
        tasks.extend(all.flat_map(|&region| KINDS.map(|kind| Task { region, kind, first: 0, step: 1 })));
        return Ok(tasks);
    }
    // Samples are spread evenly over sizes and tables, whatever their numbers: most regions have the largest size.
    while tasks.len() < args.samples as usize {
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

fn compare(
    checker: &Checker<'_>,
    tasks: &[Task],
    threads: usize,
    stop: &AtomicBool,
    counts: &[AtomicU64; 3],
    done: &AtomicUsize,
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
                    counts[task.kind as usize].fetch_add(states, Ordering::Relaxed);
                    done.fetch_add(1, Ordering::Relaxed);
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

fn human(report: &Report) -> String {
    let Report { file, territory, open, guarded, seconds, .. } = report;
    let what = if report.all { "all" } else { "a sample" };
    let numbers = [territory, open, guarded].map(|&n| grouped(n));
    let [territory, open, guarded] = numbers;
    format!(
        "{file}: {what} worked out again by plain play in {seconds:.1} s: {territory} states of territories, \
         {open} of open areas, {guarded} of guarded areas; all agree"
    )
}
