//! Tables with a row for each size, made one after the other: small regions and their line segment graphs, and small
//! territories that cannot be filled (Müller & Tegos 2002, Tables 1 and 2). A limit that ends the work leaves the
//! finished rows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use otrera_board::Position;
use otrera_board::diagram::Diagram;
use otrera_cgt::Interrupted;
use otrera_papers::{Defects, RegionCount, count_regions};
use otrera_regions::region::Walk;
use serde::Serialize;

use super::NamedPicture;
use super::plot::Plot;
use crate::gallery::{MOST_ON_A_PAGE, graphs_picture, sheet};
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

impl LsgTable {
    /// Figs. 6 and 7 of the paper: the ratio of graphs to boards, and all graphs of each size that has few.
    pub fn pictures(&self, report: &SizesReport<LsgRow>, job: Job<'_>) -> anyhow::Result<Vec<NamedPicture>> {
        let ratio = |row: &LsgRow| (row.size, row.graphs as f64 / row.boards as f64);
        let series = vec![("graphs / boards".to_string(), report.rows.iter().map(ratio).collect())];
        let plot = Plot { title: "Line segment graphs for each board", series };
        let mut pictures: Vec<NamedPicture> = plot.svg().into_iter().map(|svg| ("graphs-ratio".into(), svg)).collect();
        let walk = Walk { threads: self.threads, stop: job.stop, progress: &|| () };
        for row in report.rows.iter().filter(|row| row.graphs <= MOST_ON_A_PAGE as u64) {
            pictures.extend(graphs_picture(row.size, walk)?.map(|svg| (format!("graphs-{}", row.size), svg)));
        }
        Ok(pictures)
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
    /// The territories with the most defects, if they are drawn: for each graph its boards.
    #[serde(skip)]
    worst: Vec<Vec<Position<u64>>>,
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
        self.table(job, false)
    }

    /// Makes the table, and keeps the territories with the most defects for [pictures](SizesReport::pictures).
    pub fn answer_for_pictures(&self, job: Job<'_>) -> anyhow::Result<Outcome<SizesReport<DefectsRow>>> {
        self.table(job, true)
    }

    fn table(&self, job: Job<'_>, is_drawn: bool) -> anyhow::Result<Outcome<SizesReport<DefectsRow>>> {
        let mut defects = Defects::new(self.amazons as usize);
        rows(self.size, self.threads, job, |size, walk: Walk<'_>| {
            let row = defects.next_row(walk)?;
            let most = row.graphs.len().saturating_sub(1);
            let has_few = most > 0 && row.graphs[most] <= MOST_ON_A_PAGE as u64;
            let worst = if is_drawn && has_few { defects.list(size, most, walk)? } else { Vec::new() };
            let cells = row.boards.iter().zip(&row.graphs).enumerate().skip(1);
            let cell = |(defects, (&boards, &graphs))| DefectsCell { defects, boards, graphs };
            Ok(DefectsRow {
                size,
                amazons: self.amazons,
                boards: row.boards.iter().sum(),
                graphs: row.graphs.iter().sum(),
                defective: cells.map(cell).collect(),
                worst,
            })
        })
    }
}

impl SizesReport<DefectsRow> {
    /// Figs. 12 to 14 of the paper: the ratio of graphs to boards by number of defects, and for each size the territories
    /// with the most defects, one board for each graph. If there are few, all boards have a page too.
    pub fn pictures(&self) -> anyhow::Result<Vec<NamedPicture>> {
        let most = self.rows.iter().map(|row| row.defective.len()).max().unwrap_or(0);
        let ratios = |defects: usize| {
            let cells = self.rows.iter().filter_map(|row| Some((row.size, row.defective.get(defects - 1)?)));
            let cells = cells.filter(|(_, cell)| cell.boards > 0);
            cells.map(|(size, cell)| (size, cell.graphs as f64 / cell.boards as f64)).collect()
        };
        let plural = |defects: usize| format!("{defects} defect{}", if defects == 1 { "" } else { "s" });
        let series = (1..=most).map(|defects| (plural(defects), ratios(defects))).collect();
        let plot = Plot { title: "Graphs for each defective territory", series };
        let mut pictures: Vec<NamedPicture> = plot.svg().into_iter().map(|svg| ("defects-ratio".into(), svg)).collect();
        for row in self.rows.iter().filter(|row| !row.worst.is_empty()) {
            let (size, defects) = (row.size, row.defective.len());
            let page = |boards: Vec<(&Position<u64>, String)>| {
                let draw = |(position, words): &(&Position<u64>, String)| {
                    vec![Diagram::from(*position).coordinates(false).caption(words).svg()]
                };
                let cells: Vec<Vec<String>> = boards.iter().map(draw).collect();
                sheet(&format!("{}, size {size}", plural(defects)), &cells)
            };
            let first = |boards: &'_ Vec<Position<u64>>| format!("boards: {}", boards.len());
            let graphs = row.worst.iter().map(|boards| (&boards[0], first(boards))).collect();
            pictures.push((format!("defects-{size}"), page(graphs)));
            let all: Vec<_> = row.worst.iter().flatten().map(|board| (board, String::new())).collect();
            if all.len() <= MOST_ON_A_PAGE {
                pictures.push((format!("defects-{size}-boards"), page(all)));
            }
        }
        Ok(pictures)
    }

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
