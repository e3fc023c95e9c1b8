//! Tables with a row for each size: made one after the other, and those that are done are printed even if a limit ends
//! the work.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use otrera_cgt::Interrupted;
use otrera_regions::region::Walk;
use serde::Serialize;

use crate::cli::{Cli, WorkArgs};
use crate::limits::{self, OutOfLimits};
use crate::output::{self, grouped};

#[derive(Serialize)]
pub(super) struct Table<R> {
    pub(super) rows: Vec<R>,
    pub(super) seconds: f64,
    pub(super) threads: usize,
}

/// Makes the rows, from size 1 on, and prints them.
pub(super) fn run<R: Serialize>(
    cli: &Cli,
    work: &WorkArgs,
    largest: u32,
    mut row: impl FnMut(usize, Walk<'_>) -> Result<R, Interrupted>,
    human: impl FnOnce(&Table<R>) -> String,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    let stop = limits::stop_flag(work.limits.time)?;
    let threads = work.threads.map_or_else(limits::all_threads, NonZeroUsize::get);
    let mut table = Table { rows: Vec::new(), seconds: 0.0, threads };
    let mut stopped = None;
    for size in 1..=largest as usize {
        let regions = AtomicU64::new(0);
        let count = || {
            regions.fetch_add(1, Ordering::Relaxed);
        };
        let state = || format!("size {size}: {} regions", grouped(regions.load(Ordering::Relaxed)));
        let walk = Walk { threads, stop: &stop, progress: &count };
        match output::watched(cli, state, || row(size, walk)) {
            Ok(row) => table.rows.push(row),
            Err(why) => {
                stopped = Some((size, why));
                break;
            }
        }
    }
    table.seconds = begin.elapsed().as_secs_f64();
    if !table.rows.is_empty() {
        output::answer(cli, &table, human)?;
    }
    match stopped {
        None => Ok(()),
        Some((size, Interrupted::Stopped)) => {
            Err(OutOfLimits(format!("stopped after {:.1} s: size {size} is not counted", table.seconds)).into())
        }
        Some((_, why)) => Err(why.into()),
    }
}
