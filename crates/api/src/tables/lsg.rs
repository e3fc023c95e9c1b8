//! Small regions and their line segment graphs (Müller & Tegos 2002, Table 1).

use otrera_papers::{RegionCount, count_regions};
use otrera_regions::region::Walk;
use serde::Serialize;

use super::sizes::{self, SizesReport};
use crate::host::{Job, Outcome};

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
        sizes::rows(self.size, self.threads, job, |size, walk: Walk<'_>| {
            let RegionCount { boards, graphs } = count_regions(size, walk)?;
            Ok(LsgRow { size, boards, graphs })
        })
    }
}

impl SizesReport<LsgRow> {
    /// The report for people.
    pub fn text(&self) -> String {
        let line = |row: &LsgRow| {
            let ratio = row.graphs as f64 / row.boards as f64;
            format!("{:>4} {:>11} {:>10} {ratio:>12.3}", row.size, row.boards, row.graphs)
        };
        let lines = ["size      boards     graphs graphs/board".to_string()].into_iter();
        lines.chain(self.rows.iter().map(line)).collect::<Vec<_>>().join("\n")
    }
}
