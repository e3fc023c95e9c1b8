//! The checkpoint on disk: docs/checkpoint.md.

use std::fs::{File, TryLockError};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use otrera_solver::{Head, Solver, Watch};

use crate::atlas_file::{beside, sweep};
use crate::output;

/// A checkpoint that is ours as long as this lives.
pub(super) struct Keeper {
    path: PathBuf,
    last: Mutex<Option<Saved>>,
    _lock: File,
}

/// What was saved last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    at: Instant,
    pub(super) entries: u64,
    pub(super) bytes: u64,
    /// How long it took.
    pub(super) took: Duration,
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
    pub(super) fn resume(&self, solver: &mut Solver<'_>, head: &Head) -> anyhow::Result<Option<Head>> {
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
    pub(super) fn save(&self, watch: &Watch, head: &Head) -> anyhow::Result<Saved> {
        let begin = Instant::now();
        let entries = output::replace(&self.path, |out| Ok(watch.save(head, out)?))?;
        let bytes =
            std::fs::metadata(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?.len();
        let saved = Saved { at: Instant::now(), entries, bytes, took: begin.elapsed() };
        *self.last.lock().expect("no thread panicked") = Some(saved);
        Ok(saved)
    }

    /// What was saved last, and how long ago that was.
    pub(super) fn last(&self) -> Option<(Saved, Duration)> {
        let last = *self.last.lock().expect("no thread panicked");
        last.map(|saved| (saved, saved.at.elapsed()))
    }
}
