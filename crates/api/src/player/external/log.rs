//! The log of a match: every line to and from the programs, and their stderr.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context as _;

/// A log file. Clones write to the same file.
#[derive(Clone, Debug)]
pub struct ProtocolLog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    begin: Instant,
    /// Processes so far.
    processes: AtomicU32,
    /// The file, and the first error.
    file: Mutex<(File, Option<io::Error>)>,
}

impl ProtocolLog {
    /// Opens a log, and adds to a file that is there.
    pub fn open(path: &Path) -> anyhow::Result<ProtocolLog> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let (path, begin, processes) = (path.into(), Instant::now(), AtomicU32::new(0));
        Ok(ProtocolLog(Arc::new(Shared { path, begin, processes, file: Mutex::new((file, None)) })))
    }

    /// Fails if a line could not be written.
    pub fn check(&self) -> anyhow::Result<()> {
        let error = self.0.file.lock().unwrap_or_else(PoisonError::into_inner).1.take();
        error.map_or(Ok(()), |error| Err(error).with_context(|| format!("cannot write {}", self.0.path.display())))
    }

    fn write(&self, process: &str, mark: Mark, line: &str) {
        let seconds = self.0.begin.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {process} {} {line}\n", mark as u8 as char);
        let mut file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.0.write_all(text.as_bytes()) {
            file.1.get_or_insert(error);
        }
    }
}

/// Origin of a line.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Mark {
    /// To the program.
    In = b'>',
    /// From its stdout.
    Out = b'<',
    /// From its stderr.
    Error = b'!',
    /// A remark of the referee.
    Note = b'#',
}

/// The log of one player.
#[derive(Clone, Debug)]
pub(super) struct PlayerLog {
    pub(super) log: ProtocolLog,
    /// `A` or `B`.
    pub(super) player: char,
}

impl PlayerLog {
    /// The log of the next process of this player.
    pub(super) fn process(&self) -> ProcessLog {
        let number = self.log.0.processes.fetch_add(1, Relaxed) + 1;
        ProcessLog { log: self.log.clone(), name: format!("{}{number}", self.player) }
    }
}

/// The log of one process.
#[derive(Clone, Debug)]
pub(super) struct ProcessLog {
    log: ProtocolLog,
    name: String,
}

impl ProcessLog {
    pub(super) fn write(&self, mark: Mark, line: &str) {
        self.log.write(&self.name, mark, line);
    }
}
