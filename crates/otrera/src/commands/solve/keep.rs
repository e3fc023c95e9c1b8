//! The checkpoint on disk: docs/checkpoint.md.

use std::fs::{self, File, TryLockError};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use indicatif::HumanBytes;
use otrera_solver::{CheckpointHeader, Solver, Watch};

use crate::atlas_file::{beside, sweep};
use crate::output;

/// A file for checkpoints that is ours as long as this lives.
pub(super) struct Keeper {
    path: PathBuf,
    last: Mutex<Option<Last>>,
    _lock: File,
}

/// What was saved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    pub(super) entries: u64,
    pub(super) bytes: u64,
    /// How long it took.
    pub(super) took: Duration,
}

/// The last save: what, or why not.
struct Last {
    at: Instant,
    outcome: Result<Saved, String>,
}

impl Keeper {
    /// Takes a file for checkpoints, unless another program has it.
    pub(super) fn new(path: &Path) -> anyhow::Result<Keeper> {
        output::check_target(path)?;
        let name = beside(path, "lock");
        let lock = File::create(&name).with_context(|| format!("cannot write {}", name.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another program is at work with {}", path.display()),
            Err(TryLockError::Error(error)) => {
                return Err(anyhow::Error::new(error).context(format!("cannot lock {}", name.display())));
            }
        }
        sweep(path);
        Ok(Keeper { path: path.into(), last: Mutex::new(None), _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the search go on from the file, if there is one. Returns how far it was.
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
            Err(error) => bail!("{name}: {error}; it is left alone: give --checkpoint another name, or remove it"),
        }
    }

    /// Puts what the search knows in the place of what is there.
    fn save(&self, watch: &Watch, head: &CheckpointHeader) -> anyhow::Result<Saved> {
        let begin = Instant::now();
        let saved = output::replace(&self.path, |out| Ok(watch.save(head, out)?)).and_then(|entries| {
            let bytes = fs::metadata(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?.len();
            Ok(Saved { entries, bytes, took: begin.elapsed() })
        });
        let outcome = saved.as_ref().map_or_else(|error| Err(format!("{error:#}")), |saved| Ok(*saved));
        *self.last.lock().expect("no thread panicked") = Some(Last { at: Instant::now(), outcome });
        saved
    }

    /// How the last save went.
    pub(super) fn state(&self) -> Option<String> {
        self.last.lock().expect("no thread panicked").as_ref().map(|Last { at, outcome }| match outcome {
            Ok(saved) => format!("checkpoint of {} {} s ago", HumanBytes(saved.bytes), at.elapsed().as_secs()),
            Err(why) => format!("no checkpoint: {why}"),
        })
    }
}

/// A search that is saved from time to time.
pub(super) struct Saver<'k> {
    pub(super) keeper: &'k Keeper,
    pub(super) watch: Watch,
    /// What the search began with.
    pub(super) head: CheckpointHeader,
    pub(super) begin: Instant,
}

impl Saver<'_> {
    pub(super) fn save(&self) -> anyhow::Result<Saved> {
        let stats = self.watch.stats();
        let seconds = self.head.seconds + self.begin.elapsed().as_secs_f64();
        let head =
            CheckpointHeader { expanded: stats.expanded, evaluated: stats.evaluated, seconds, ..self.head.clone() };
        self.keeper.save(&self.watch, &head)
    }

    /// Does the work, and saves so often that no more than `every` is lost.
    pub(super) fn save_while<R>(&self, every: Duration, work: impl FnOnce() -> R) -> R {
        let save = || {
            // A save that fails does not end the search: the next may succeed, and the last one tells.
            let took = self.save().map_or(Duration::ZERO, |saved| saved.took);
            // What is being saved was found before, and counts from when the next save is done.
            every.saturating_sub(2 * took).max(every / 4)
        };
        output::meanwhile(every, save, work)
    }
}
