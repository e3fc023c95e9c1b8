//! Ablation: the effect of each technique, and a comparison of the presets, in one run.

use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use anyhow::Context as _;
use otrera_board::{Position, Setup};
use serde::Serialize;

use super::jobs::{Attempts, Found, Task, Work};
use super::{Resources, TIME, suite};
use crate::host::{Job, Outcome, State};
use crate::limits::OutOfLimits;
use crate::option::Choice as _;
use crate::presets::{Plan, Preset, Technique};
use crate::text::grouped;

/// Solves a few positions with and without each technique.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// Columns to make; all if there are none.
    pub on: Vec<String>,
    /// Presets whose techniques are left out in turn.
    pub presets: Vec<Preset>,
    /// Resources.
    pub resources: Resources,
}

/// Standard setups, each with a column of its own.
const STARTS: [&str; 3] = ["4x4", "5x4", "4x5"];
const SUITE: &str = "suite";
/// Its positions: size, game, moves.
const PLACES: [(&str, usize, usize); 6] =
    [("5x5", 1, 5), ("5x5", 2, 5), ("5x5", 3, 5), ("6x5", 1, 9), ("6x5", 2, 9), ("6x5", 3, 9)];
type Placed = (usize, Position<u64>);

/// The setup on which `full` is measured against `plain`.
const AGAINST_PLAIN: &str = "5x4";

/// Nodes and seconds by technique that is left out.
#[derive(Debug, Serialize)]
pub struct AblationReport {
    columns: Vec<String>,
    rows: Vec<Row>,
    limit: f64,
    seconds: f64,
    threads: usize,
}

#[derive(Debug, Serialize)]
struct Row {
    preset: &'static str,
    without: Option<&'static str>,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Cell {
    positions: usize,
    solved: usize,
    nodes: u64,
    evaluated: u64,
    seconds: f64,
}

impl Ablation {
    /// Names of all columns.
    pub fn columns() -> [&'static str; 4] {
        [STARTS[0], STARTS[1], STARTS[2], SUITE]
    }

    /// Makes the table.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<AblationReport>> {
        let begin = Instant::now();
        let atlas = job.host.atlas(self.resources.atlas.as_deref())?;
        let attempts = Attempts::new(&atlas, &self.resources, TIME, job.stop);
        let (columns, positions) = positions(&self.on)?;
        let configurations = configurations(&self.presets);
        let mut tasks = Vec::new();
        for &(preset, without) in &configurations {
            let plan = Plan::new(preset, without.as_slice())?;
            tasks.extend(positions.iter().map(|&(_, position)| Task { position, work: Work::Solve(plan) }));
        }
        let results: Mutex<Vec<Option<Found>>> = Mutex::new(vec![None; tasks.len()]);
        let done = |number: usize, found| results.lock().expect("no thread panicked")[number] = Some(found);
        let state = || {
            let done = results.lock().expect("no thread panicked").iter().flatten().count();
            State::text(format!("{done} of {} attempts", tasks.len()))
        };
        job.with_progress(state, || attempts.run(&tasks, &done))?;
        let results = results.into_inner().expect("no thread panicked");
        let mut rows = Vec::new();
        for (&(preset, without), results) in configurations.iter().zip(results.chunks(positions.len())) {
            let mut cells = vec![Cell::default(); columns.len()];
            for (&(column, _), found) in positions.iter().zip(results) {
                if let Some(found) = found {
                    cells[column].add(found);
                }
            }
            rows.push(Row { preset: preset.name(), without: without.map(Technique::name), cells });
        }
        let report = AblationReport {
            columns,
            rows,
            limit: attempts.time.as_secs_f64(),
            seconds: begin.elapsed().as_secs_f64(),
            threads: attempts.threads,
        };
        let missing = results.iter().filter(|found| found.is_none()).count();
        let sentence = || format!("stopped: {missing} of {} attempts are missing", tasks.len());
        Ok(Outcome { report, missing: job.stop.load(Relaxed).then(|| OutOfLimits(sentence()).into()) })
    }
}

/// The columns that are wanted, all if none is named, and each position with its column.
fn positions(wanted: &[String]) -> anyhow::Result<(Vec<String>, Vec<Placed>)> {
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let (mut columns, mut positions) = (Vec::new(), Vec::new());
    for start in STARTS.into_iter().filter(|start| is_wanted(start)) {
        let setup: Setup = format!("start:{start}").parse()?;
        positions.push((columns.len(), setup.position()?.resized().context("a small board fits")?));
        columns.push(start.to_string());
    }
    if is_wanted(SUITE) {
        let games = suite::games()?;
        for (size, number, moves) in PLACES {
            let game = games.iter().find(|game| game.size == size && game.number == number);
            let position = game.and_then(|game| game.positions.get(moves)).context("the suite lacks a position")?;
            positions.push((columns.len(), *position));
        }
        columns.push(format!("{} of the suite", PLACES.len()));
    }
    Ok((columns, positions))
}

/// Each preset, and each without each of its techniques.
fn configurations(presets: &[Preset]) -> Vec<(Preset, Option<Technique>)> {
    let mut all = Vec::new();
    for &preset in presets {
        all.push((preset, None));
        all.extend(preset.techniques().into_iter().map(|technique| (preset, Some(technique))));
    }
    for preset in [Preset::PaperAb, Preset::Plain].into_iter().filter(|preset| !presets.contains(preset)) {
        all.push((preset, None));
    }
    all
}

impl Cell {
    fn add(&mut self, found: &Found) {
        self.positions += 1;
        self.solved += usize::from(found.winner.is_some());
        self.nodes += found.nodes;
        self.evaluated += found.evaluated;
        self.seconds += found.seconds;
    }

    /// Nodes and seconds, with a `>` before them if not everything was solved.
    fn text(&self) -> String {
        let more = if self.solved < self.positions { ">" } else { "" };
        format!("{:>14} {:>9.3}", format!("{more}{}", grouped(self.nodes)), self.seconds)
    }
}

impl AblationReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let title: String = self.columns.iter().map(|column| format!("  {column:^24}")).collect();
        let head: String = self.columns.iter().map(|_| format!("  {:>14} {:>9}", "nodes", "seconds")).collect();
        let mut lines = vec![format!("{:26}{title}", "").trim_end().to_string(), format!("{:26}{head}", "")];
        for row in &self.rows {
            let name = match &row.without {
                None => row.preset.to_string(),
                Some(technique) => format!("  without {technique}"),
            };
            let cells: String = row.cells.iter().map(|cell| format!("  {}", cell.text())).collect();
            lines.push(format!("{name:<26}{cells}"));
        }
        lines.extend(self.against_plain());
        lines.push(format!(
            "with >, not all were solved in {} s each; {:.0} s in all, {} threads",
            self.limit, self.seconds, self.threads
        ));
        lines.join("\n")
    }

    /// `full` against `plain` on one setup.
    fn against_plain(&self) -> Option<String> {
        let column = self.columns.iter().position(|column| column == AGAINST_PLAIN)?;
        let of = |preset: &str| {
            let row = self.rows.iter().find(|row| row.preset == preset && row.without.is_none())?;
            Some(&row.cells[column]).filter(|cell| cell.positions == 1)
        };
        let (full, plain) = (of("full")?, of("plain")?);
        let least = if plain.solved == 1 { "" } else { "at least " };
        let nodes = grouped(plain.nodes / full.nodes.max(1));
        let seconds = grouped((plain.seconds / full.seconds) as u64);
        Some(format!(
            "{AGAINST_PLAIN}: full takes {least}{nodes} times fewer nodes than plain, and {seconds} times less time"
        ))
    }
}
