//! Snatzke's experiment: all boards inside 2 x n with one amazon of each side, saved in a file.

mod export;
mod parquet;
mod report;
mod work;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use otrera_cgt::{Limits, Store};
use otrera_papers::strips::{Findings, LookUpError, ReadError, Shapes, Strips};
use serde::Serialize;

pub use self::report::StripsReport;
use crate::ask::{Place, PositionText};
use crate::files;
use crate::host::{Counter, Job};
use crate::limits::{OutOfLimits, interrupted};
use crate::option::Bytes;
use crate::report::{ValueFacts, without_side};
use crate::text::grouped;

/// Computes the values of every board inside a strip.
#[derive(Clone, Debug)]
pub struct StripsTable {
    /// Columns of the strip; an existing file has its own number.
    pub length: Option<u32>,
    /// File of the values, which the work continues from.
    pub file: Option<PathBuf>,
    /// A position to look up, in the file as it is or, without a file, after computing everything.
    pub query: Option<PositionText>,
    /// Characters after which the value of the query is cut.
    pub longest: usize,
    /// File for all positions: Parquet if its name ends so, else CSV.
    pub export: Option<PathBuf>,
    /// Threads to use.
    pub threads: usize,
    /// Memory for games and tables.
    pub memory: Bytes,
}

/// The answer: the table, or the requested position.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum StripsAnswer {
    /// The table.
    Table(Box<StripsReport>),
    /// One position.
    Position(Box<StripReport>),
}

impl StripsAnswer {
    /// The pictures of a table; a single position has none.
    pub fn pictures(&self) -> anyhow::Result<Vec<super::NamedPicture>> {
        match self {
            StripsAnswer::Table(report) => report.pictures(),
            StripsAnswer::Position(_) => Ok(Vec::new()),
        }
    }

    /// The report as text.
    pub fn text(&self) -> String {
        match self {
            StripsAnswer::Table(report) => report.text(),
            StripsAnswer::Position(report) => report.text(),
        }
    }
}

impl StripsTable {
    /// Default memory.
    pub const MEMORY: Bytes = Bytes(8 << 30);

    /// Makes the table, or looks up one position.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<StripsAnswer> {
        let begin = Instant::now();
        if let Some(path) = &self.export {
            files::check_target(path)?;
        }
        let store = Store::with_limits(Limits { bytes: self.memory.0, stop: Arc::clone(job.stop) });
        let strips = self.start(&store, job)?;
        // A file is queried as it is, finished or not.
        let by_size = match (&self.query, &self.file) {
            (Some(_), Some(_)) => Vec::new(),
            _ => work::finish(self, &strips, job)?,
        };
        if let Some(position) = &self.query {
            return Ok(StripsAnswer::Position(Box::new(look_up(&strips, position, self.longest)?)));
        }
        if let Some(path) = &self.export {
            export::write(&strips, path, job)?;
        }
        let findings = findings(&strips, job)?;
        let run = report::Run { seconds: begin.elapsed().as_secs_f64(), by_size, threads: self.threads };
        Ok(StripsAnswer::Table(Box::new(StripsReport::new(&strips, &findings, run))))
    }

    fn start<'s>(&self, store: &'s Store, job: Job<'_>) -> anyhow::Result<Strips<'s>> {
        let kept = match &self.file {
            Some(path) if path.exists() || self.query.is_some() => Some((path, read(store, path)?)),
            _ => None,
        };
        match (kept, self.length) {
            (Some((path, strips)), length) => {
                let (found, name) = (strips.shapes().length(), path.display());
                if let Some(length) = length.filter(|&length| length != found) {
                    bail!(
                        "{name} is for length {found}: set the length to {found}, or use another file for length {length}"
                    );
                }
                if self.query.is_none() {
                    let (done, boards) = (strips.done() as u64, strips.shapes().len() as u64);
                    job.host.note(&format!("resumed: {} of {} boards were done", grouped(done), grouped(boards)));
                }
                Ok(strips)
            }
            (None, Some(length)) => Ok(Strips::new(store, Shapes::new(length))),
            (None, None) => {
                let path = self.file.as_ref().context("a table needs a length or a file")?;
                bail!("there is no file {} yet: set a length to begin one", path.display());
            }
        }
    }
}

/// Reads the strips file: docs/formats/strips.md.
fn read<'s>(store: &'s Store, path: &Path) -> anyhow::Result<Strips<'s>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Strips::read(store, &bytes).map_err(|error| match error {
        ReadError::Interrupted(why) => interrupted(why, &format!("{} was not read to its end", path.display())),
        error => anyhow::Error::new(error).context(path.display().to_string()),
    })
}

fn save(strips: &Strips<'_>, path: &Path) -> anyhow::Result<()> {
    files::replace(path, |out| Ok(strips.write(out).map(|_| ())?))
}

fn findings(strips: &Strips<'_>, job: Job<'_>) -> anyhow::Result<Findings> {
    let done = Counter::new((2 * strips.shapes().length()).into(), "sizes analysed");
    let findings = job.counted(&done, || Findings::new(strips, |squares| done.set(squares as usize)));
    findings.map_err(|why| interrupted(why, "all boards are done, but their statistics are not"))
}

/// A position of the table.
#[derive(Debug, Serialize)]
pub struct StripReport {
    board: String,
    #[serde(flatten)]
    facts: ValueFacts,
}

fn look_up(strips: &Strips<'_>, position: &PositionText, longest: usize) -> anyhow::Result<StripReport> {
    let input = Place { position: position.clone(), to_move: None, play: None }.input()?;
    let value = strips.look_up(&input.position_without_side()?).map_err(|error| match error {
        LookUpError::NotDone => OutOfLimits(error.to_string()).into(),
        error => anyhow::Error::new(error),
    })?;
    let facts = ValueFacts::new(strips.store(), value, longest)
        .map_err(|why| interrupted(why, "the thermograph is missing"))?;
    Ok(StripReport { board: without_side(input.setup().clone()), facts })
}

impl StripReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let graph = &self.facts.graph;
        let walls = [format!("left wall    {}", graph.left()), format!("right wall   {}", graph.right())];
        let lines: Vec<String> = [self.board.clone()].into_iter().chain(self.facts.lines()).chain(walls).collect();
        lines.join("\n")
    }
}
