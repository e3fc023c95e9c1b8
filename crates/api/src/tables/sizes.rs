//! Tables with a row for each size, made one after the other. A limit that ends the work leaves the finished rows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use otrera_cgt::Interrupted;
use otrera_regions::region::Walk;
use serde::Serialize;

use crate::host::{Job, Outcome, State};
use crate::limits::OutOfLimits;
use crate::text::grouped;

/// Rows by size.
#[derive(Debug, Serialize)]
pub struct SizesReport<R> {
    pub(super) rows: Vec<R>,
    seconds: f64,
    threads: usize,
}

/// Makes the rows from size 1 to `largest`.
pub(super) fn rows<R>(
    largest: u32,
    threads: usize,
    job: Job<'_>,
    mut row: impl FnMut(usize, Walk<'_>) -> Result<R, Interrupted>,
) -> anyhow::Result<Outcome<SizesReport<R>>> {
    let begin = Instant::now();
    let mut report = SizesReport { rows: Vec::new(), seconds: 0.0, threads };
    let mut missing = None;
    for size in 1..=largest as usize {
        let regions = AtomicU64::new(0);
        let count = || {
            regions.fetch_add(1, Ordering::Relaxed);
        };
        let state = || State::text(format!("size {size}: {} regions", grouped(regions.load(Ordering::Relaxed))));
        let walk = Walk { threads, stop: job.stop, progress: &count };
        match job.with_progress(state, || row(size, walk)) {
            Ok(row) => report.rows.push(row),
            Err(Interrupted::Stopped) => {
                let seconds = begin.elapsed().as_secs_f64();
                missing = Some(OutOfLimits(format!("stopped after {seconds:.1} s: size {size} is not counted")).into());
                break;
            }
            Err(why) => {
                missing = Some(why.into());
                break;
            }
        }
    }
    report.seconds = begin.elapsed().as_secs_f64();
    match missing {
        Some(error) if report.rows.is_empty() => Err(error),
        missing => Ok(Outcome { report, missing }),
    }
}
