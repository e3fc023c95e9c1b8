//! The checkpoint on disk: docs/formats/checkpoint.md.

use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use otrera_solver::{CheckpointHeader, Solver, Watch};

use crate::files::{self, Lock};
use crate::limits::meanwhile;
use crate::text;

/// A file for checkpoints that is locked as long as this lives.
pub(super) struct CheckpointFile {
    pub(super) path: PathBuf,
    last: Mutex<Option<Last>>,
    _lock: Lock,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    pub(super) entries: u64,
    pub(super) bytes: u64,
    pub(super) took: Duration,
}

struct Last {
    at: Instant,
    outcome: Result<Saved, String>,
}

impl CheckpointFile {
    pub(super) fn take(path: &Path) -> anyhow::Result<CheckpointFile> {
        files::check_target(path)?;
        let lock = Lock::take(path, || bail!("another program is at work with {}", path.display()))?;
        Ok(CheckpointFile { path: path.into(), last: Mutex::new(None), _lock: lock })
    }

    /// Resumes the search from the file, if there is one. Returns the header of the checkpoint.
    pub(super) fn resume(
        &self,
        solver: &mut Solver<'_>,
        head: &CheckpointHeader,
    ) -> anyhow::Result<Option<CheckpointHeader>> {
        let name = self.path.display();
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => file.with_context(|| format!("cannot read {name}"))?,
        };
        let length = file.metadata().with_context(|| format!("cannot read {name}"))?.len();
        match solver.resume(&mut BufReader::new(file), length, head) {
            Ok(found) => Ok(Some(found)),
            Err(error) => bail!("{name}: {error}; the file is left as it is: name another one, or remove it"),
        }
    }

    fn save(&self, watch: &Watch, head: &CheckpointHeader) -> anyhow::Result<Saved> {
        let begin = Instant::now();
        let saved = files::replace(&self.path, |out| Ok(watch.save(head, out)?)).and_then(|entries| {
            let bytes = fs::metadata(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?.len();
            Ok(Saved { entries, bytes, took: begin.elapsed() })
        });
        let outcome = saved.as_ref().map_or_else(|error| Err(format!("{error:#}")), |saved| Ok(*saved));
        *self.last.lock().expect("no thread panicked") = Some(Last { at: Instant::now(), outcome });
        saved
    }

    pub(super) fn state(&self) -> Option<String> {
        self.last.lock().expect("no thread panicked").as_ref().map(|Last { at, outcome }| match outcome {
            Ok(saved) => format!("checkpoint of {} {} s ago", text::bytes(saved.bytes), at.elapsed().as_secs()),
            Err(why) => format!("no checkpoint: {why}"),
        })
    }
}

pub(super) struct Saver<'k> {
    pub(super) file: &'k CheckpointFile,
    pub(super) watch: Watch,
    /// The header when the search began.
    pub(super) head: CheckpointHeader,
    pub(super) begin: Instant,
}

impl Saver<'_> {
    pub(super) fn save(&self) -> anyhow::Result<Saved> {
        let stats = self.watch.stats();
        let seconds = self.head.seconds + self.begin.elapsed().as_secs_f64();
        let head =
            CheckpointHeader { expanded: stats.expanded, evaluated: stats.evaluated, seconds, ..self.head.clone() };
        self.file.save(&self.watch, &head)
    }

    /// Runs `work`, and saves so often that no more than `every` is lost.
    pub(super) fn save_while<R>(&self, every: Duration, work: impl FnOnce() -> R) -> R {
        let save = || {
            // A save that fails does not end the search: the next may succeed, and the last one is reported.
            let took = self.save().map_or(Duration::ZERO, |saved| saved.took);
            // A save holds the state at its beginning, so its own duration counts twice.
            every.saturating_sub(2 * took).max(every / 4)
        };
        meanwhile(every, save, work)
    }
}
