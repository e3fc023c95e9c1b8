//! The directory of a campaign: `campaign.toml`, `ledger`, and `parts/` with one file for each certificate part.
//!
//! Files appear whole or not at all: they are written beside their place and renamed. A part is checked before it is put
//! in place, and it is in place before the ledger names it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, bail};
use otrera_api::files::{self, Lock};
use otrera_cgt::Limits;
use otrera_proof::CheckOptions;
use otrera_solver::{Knowledge, Lemmas, Options, Solver};

use crate::ledger::{self, Contents, Ledger};
use crate::manager::{Archive, Part, Verdict};
use crate::parts::{self, Statement};
use crate::plan::Plan;
use crate::record::Record;

/// Name of the directory of the parts.
pub(crate) const PARTS: &str = "parts";
/// Ending of the name of a part.
pub(crate) const ENDING: &str = "part";

/// Resources for checking a part.
#[derive(Clone, Debug)]
pub struct Checking {
    /// Threads.
    pub threads: usize,
    /// Bytes.
    pub memory: usize,
    /// Ends the check.
    pub stop: Arc<AtomicBool>,
}

impl Checking {
    /// The options of a check.
    pub(crate) fn options<'p>(&self, progress: &'p (dyn Fn(u64) + Sync)) -> CheckOptions<'p> {
        let Checking { threads, memory, stop } = self;
        CheckOptions { threads: *threads, limits: Limits { bytes: *memory, stop: Arc::clone(stop) }, progress }
    }
}

/// The directory of a campaign, for its only manager.
pub struct Directory<'a> {
    path: PathBuf,
    ledger: Ledger,
    knowledge: &'a Knowledge<'a>,
    /// Evaluates situations that parts rest on.
    solver: Solver<'a>,
    checking: Checking,
    _lock: Lock,
}

/// Makes the directory of a new campaign. An existing directory must be empty.
pub fn create(path: &Path, plan: &Plan) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write {}", path.display());
    if path.exists() {
        let mut entries = fs::read_dir(path).with_context(cannot_write)?;
        if entries.next().is_some() {
            bail!("{} is not empty: a campaign needs a directory of its own", path.display());
        }
    }
    fs::create_dir_all(path.join(PARTS)).with_context(cannot_write)?;
    Ledger::create(path, &plan.id)?;
    // Last: a directory without this file is no campaign.
    plan.write(path)
}

impl<'a> Directory<'a> {
    /// Opens a campaign to go on with it. Fails if another manager has it.
    pub fn open(
        path: &Path,
        plan: &Plan,
        knowledge: &'a Knowledge<'a>,
        checking: Checking,
        stop: &'a AtomicBool,
    ) -> anyhow::Result<(Directory<'a>, Contents)> {
        let lock = Lock::take(&path.join(ledger::FILE), || {
            bail!("another manager works on {}: a campaign has one", path.display())
        })?;
        let (ledger, contents) = Ledger::open(path, &plan.id)?;
        let solver = Solver::new(knowledge, Options { memory: 32 << 20, ..Options::FULL }, stop);
        Ok((Directory { path: path.into(), ledger, knowledge, solver, checking, _lock: lock }, contents))
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Resources for checks.
    pub(crate) fn checking(&self) -> &Checking {
        &self.checking
    }

    /// The path of a part.
    pub fn part(&self, hash: &str) -> PathBuf {
        part_path(&self.path, hash)
    }

    /// Writes a part beside its place, checks it there, and renames it.
    fn keep_part(&self, bytes: &[u8], statement: &Statement<'_>, known: &Lemmas) -> anyhow::Result<Verdict> {
        let directory = self.path.join(PARTS);
        let new = directory.join(format!("{}.new", std::process::id()));
        let cannot_write = || format!("cannot write {}", new.display());
        let write = || -> std::io::Result<()> {
            let mut file = File::create(&new)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        let kept = write().with_context(cannot_write).and_then(|()| {
            let options = self.checking.options(&|_| ());
            let verdict = parts::check(self.knowledge, &self.solver, &new, bytes, statement, known, &options)?;
            if let Verdict::Kept(Part { hash, .. }) = &verdict {
                fs::rename(&new, self.part(hash)).with_context(cannot_write)?;
                File::open(&directory).and_then(|directory| directory.sync_all()).with_context(cannot_write)?;
            }
            Ok(verdict)
        });
        if !matches!(kept, Ok(Verdict::Kept(_))) {
            // It may not exist; the error is the one that matters.
            let _ = fs::remove_file(&new);
        }
        kept
    }
}

/// The path of a part of the campaign in `directory`.
pub(crate) fn part_path(directory: &Path, hash: &str) -> PathBuf {
    directory.join(PARTS).join(format!("{hash}.{ENDING}"))
}

impl Archive for Directory<'_> {
    fn append(&mut self, record: &Record) -> anyhow::Result<()> {
        self.ledger.append(record)
    }

    fn keep(&mut self, part: &[u8], statement: &Statement<'_>, known: &Lemmas) -> anyhow::Result<Verdict> {
        self.keep_part(part, statement, known)
    }
}

/// Writes a file of the campaign for readers beside it.
pub(crate) fn write_beside(directory: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    files::replace(&directory.join(name), |out| Ok(out.write_all(bytes)?))
}
