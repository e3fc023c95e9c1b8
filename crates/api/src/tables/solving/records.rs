//! Records of attempts, in a file that a later run continues from: one JSON object a line.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context as _, bail};
use otrera_board::Side;
use otrera_papers::song_mueller::{AreaCensus, AreaCounts};
use serde::{Deserialize, Serialize};

use super::Entry;
use super::jobs::Found;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) size: String,
    pub(super) game: usize,
    pub(super) moves: usize,
    /// The preset, or `rules` for the paper's rules without search.
    pub(super) by: String,
    pub(super) limit: f64,
    /// `black` or `white`, if it is solved.
    pub(super) winner: Option<String>,
    pub(super) nodes: u64,
    pub(super) evaluated: u64,
    pub(super) seconds: f64,
    /// The paper's rules decide the winner, without and with databases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evident: Option<[bool; 2]>,
    /// By number of moves: positions, and areas of each kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    areas: Vec<(usize, u64, [u64; 10])>,
}

pub(super) const RULES: &str = "rules";

impl Record {
    pub(super) fn new(entry: &Entry<'_>, limit: f64, winner: Option<Side>, found: &Found) -> Record {
        let areas = found.census.0.iter().enumerate().filter(|(_, count)| count.positions > 0);
        Record {
            size: entry.game.size.clone(),
            game: entry.game.number,
            moves: entry.moves,
            by: entry.by().into(),
            limit,
            winner: winner.map(|winner| winner.name().into()),
            nodes: found.nodes,
            evaluated: found.evaluated,
            seconds: found.seconds,
            evident: found.evident,
            areas: areas.map(|(moves, count)| (moves, count.positions, count.kinds)).collect(),
        }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.winner.is_some()
    }

    pub(super) fn key(&self) -> (String, usize, usize, String) {
        (self.size.clone(), self.game, self.moves, self.by.clone())
    }

    pub(super) fn census(&self) -> AreaCensus {
        let mut census = AreaCensus::default();
        for &(moves, positions, kinds) in &self.areas {
            census.add_at(moves, &AreaCounts { positions, kinds });
        }
        census
    }
}

/// The records of a run, kept in a file as they come if there is one.
pub(super) struct Records {
    known: Mutex<(Vec<Record>, Option<File>)>,
}

impl Records {
    /// Reads the records of a file with the same time limit. A last line that is cut off is left out.
    pub(super) fn open(path: Option<&Path>, limit: f64) -> anyhow::Result<Records> {
        let Some(path) = path else { return Ok(Records { known: Mutex::default() }) };
        let mut known = Vec::new();
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        for (number, line) in (1..).zip(text.lines()) {
            match serde_json::from_str::<Record>(line) {
                Ok(record) if record.by == RULES || record.limit == limit => known.push(record),
                Ok(_) => {}
                Err(_) if number > whole.lines().count() => {}
                Err(error) => bail!("{}, line {number}: {error}", path.display()),
            }
        }
        if whole != text {
            std::fs::write(path, whole).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Records { known: Mutex::new((known, Some(file))) })
    }

    pub(super) fn all(&self) -> Vec<Record> {
        self.known.lock().expect("no thread panicked").0.clone()
    }

    pub(super) fn add(&self, record: Record) -> anyhow::Result<()> {
        let mut known = self.known.lock().expect("no thread panicked");
        if let Some(file) = &mut known.1 {
            let line = serde_json::to_string(&record).context("cannot write a record as JSON")?;
            writeln!(file, "{line}").context("cannot keep a record")?;
        }
        known.0.push(record);
        Ok(())
    }
}
