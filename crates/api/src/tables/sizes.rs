//! Tables with a row for each size, made one after the other: small regions and their line segment graphs, and small
//! territories that cannot be filled (Müller & Tegos 2002, Tables 1 and 2). A limit that ends the work leaves the
//! finished rows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use otrera_cgt::Interrupted;
use otrera_papers::{Defects, RegionCount, count_regions};
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
    let is_empty = report.rows.is_empty();
    Outcome::partial(report, missing, is_empty)
}

/// Counts regions and their graphs by size.
#[derive(Clone, Copy, Debug)]
pub struct LsgTable {
    /// Squares of the largest regions.
    pub size: u32,
    /// Threads to use.
    pub threads: usize,
}

/// Regions of one size.
#[derive(Debug, Serialize)]
pub struct LsgRow {
    size: usize,
    boards: u64,
    graphs: u64,
}

impl LsgTable {
    /// Makes the table.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<SizesReport<LsgRow>>> {
        rows(self.size, self.threads, job, |size, walk: Walk<'_>| {
            let RegionCount { boards, graphs } = count_regions(size, walk)?;
            Ok(LsgRow { size, boards, graphs })
        })
    }
}

impl SizesReport<LsgRow> {
    /// The report as text.
    pub fn text(&self) -> String {
        let line = |row: &LsgRow| {
            let ratio = row.graphs as f64 / row.boards as f64;
            format!("{:>4} {:>11} {:>10} {ratio:>12.3}", row.size, row.boards, row.graphs)
        };
        let lines = ["size      boards     graphs graphs/board".to_string()].into_iter();
        lines.chain(self.rows.iter().map(line)).collect::<Vec<_>>().join("\n")
    }
}

/// Counts defective territories by size.
#[derive(Clone, Copy, Debug)]
pub struct DefectsTable {
    /// Squares of the largest regions, those of the amazons included.
    pub size: u32,
    /// Amazons in each territory.
    pub amazons: u32,
    /// Threads to use.
    pub threads: usize,
}

/// Territories of one size.
#[derive(Debug, Serialize)]
pub struct DefectsRow {
    size: usize,
    amazons: u32,
    boards: u64,
    graphs: u64,
    /// By number of defects, from 1 on.
    defective: Vec<DefectsCell>,
}

#[derive(Debug, Serialize)]
struct DefectsCell {
    defects: usize,
    boards: u64,
    graphs: u64,
}

impl DefectsTable {
    /// Makes the table.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<SizesReport<DefectsRow>>> {
        let mut defects = Defects::new(self.amazons as usize);
        rows(self.size, self.threads, job, |size, walk: Walk<'_>| {
            let row = defects.next_row(walk)?;
            let cells = row.boards.iter().zip(&row.graphs).enumerate().skip(1);
            let cell = |(defects, (&boards, &graphs))| DefectsCell { defects, boards, graphs };
            Ok(DefectsRow {
                size,
                amazons: self.amazons,
                boards: row.boards.iter().sum(),
                graphs: row.graphs.iter().sum(),
                defective: cells.map(cell).collect(),
            })
        })
    }
}

impl SizesReport<DefectsRow> {
    /// The report as text.
    pub fn text(&self) -> String {
        let most = self.rows.iter().map(|row| row.defective.len()).max().unwrap_or(0).max(1);
        let cell = |row: &DefectsRow, defects: usize| match row.defective.get(defects - 1) {
            Some(cell) if cell.boards > 0 => format!("{}/{}", cell.boards, cell.graphs),
            _ => "-".into(),
        };
        let mut columns =
            vec![[vec!["size".to_string()], self.rows.iter().map(|row| row.size.to_string()).collect()].concat()];
        columns.extend((1..=most).map(|defects| {
            let cells = self.rows.iter().map(|row| cell(row, defects));
            [format!("{defects}-defective")].into_iter().chain(cells).collect()
        }));
        let widths: Vec<usize> =
            columns.iter().map(|column| column.iter().map(String::len).max().unwrap_or(0)).collect();
        let line = |at: usize| {
            let cells = columns.iter().zip(&widths).map(|(column, width)| format!("{:>width$}", column[at]));
            cells.collect::<Vec<_>>().join("  ")
        };
        (0..=self.rows.len()).map(line).collect::<Vec<_>>().join("\n")
    }
}
