//! The atlas on disk: its place, opening it and building it. docs/internals/atlas.md explains why an interrupted build
//! cannot be mistaken for a finished one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context as _, bail};
use etcetera::BaseStrategy as _;
use otrera_atlas::{Atlas, Builder, Header, OpenError, ValuesError, WriteError};
use otrera_cgt::Store;
use otrera_regions::region::Walk;

use crate::files::{self, Lock, beside};
use crate::host::{Host, Job, State};
use crate::limits::{all_threads, interrupted};
use crate::text::grouped;

const VARIABLE: &str = "OTRERA_ATLAS";
/// Size that is built if there is no atlas yet: seconds of work, 25 MB.
const SMALL: usize = 7;
/// Followers of the largest canonical forms that are kept by default. In an atlas of size 8 none has more than 49.
pub const FORMS: u64 = 1000;
pub(crate) const NO_FORMS: &str = "the atlas lacks canonical forms: rebuild it with the default forms";
/// Smallest size that is saved while the next one is built. Smaller ones take no time.
const WORTH_KEEPING: usize = 6;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) size: usize,
    pub(crate) forms: u64,
    pub(crate) threads: usize,
}

/// The path of the atlas: `named`, or the environment variable's, or the one in the user's data directory.
pub fn path(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(path) = named {
        return Ok(path.into());
    }
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let base = etcetera::base_strategy::choose_native_strategy()
        .with_context(|| format!("there is no home directory for the atlas: name its file, or set {VARIABLE}"))?;
    Ok(base.data_dir().join("otrera").join("atlas.otrera"))
}

/// Opens the atlas; builds a small one if there is none.
pub fn open(host: &dyn Host, named: Option<&Path>) -> anyhow::Result<Atlas> {
    let path = path(named)?;
    if !path.exists() {
        build_small(Job { host, stop: &Arc::default() }, &path)?;
    }
    open_file(&path)
}

/// Builds a small atlas.
pub fn build_small(job: Job<'_>, path: &Path) -> anyhow::Result<()> {
    job.host.note(&format!("there is no atlas yet: building one of size {SMALL} in {}", path.display()));
    build(job, path, &Store::new(), Plan { size: SMALL, forms: FORMS, threads: all_threads() })?;
    Ok(())
}

/// Opens the atlas for an engine, which plays without one if there is none. A file that is named must exist.
pub fn open_if_there(host: &dyn Host, named: Option<&Path>) -> anyhow::Result<Option<Atlas>> {
    let path = path(named)?;
    if named.is_none() && !path.exists() {
        host.note("there is no atlas, so engines play without it: `otrera atlas build` makes one");
        return Ok(None);
    }
    open_file(&path).map(Some)
}

/// Opens the file as it is.
pub fn open_file(path: &Path) -> anyhow::Result<Atlas> {
    Atlas::open_file(path).map_err(|error| match error {
        OpenError::File(error) => anyhow::Error::new(error).context(format!("cannot read {}", path.display())),
        OpenError::Foreign => anyhow::Error::new(error).context(path.display().to_string()),
        error => anyhow::anyhow!("{}: {error}; `otrera atlas build` rebuilds it", path.display()),
    })
}

/// The error of an atlas whose values were not loaded.
pub(crate) fn not_loaded(error: ValuesError) -> anyhow::Error {
    match error {
        ValuesError::Interrupted(why) => interrupted(why, "the atlas is not loaded"),
        ValuesError::Inconsistent => error.into(),
    }
}

/// Builds an atlas, continuing from existing sizes. Returns `None` if the file is already complete.
pub(crate) fn build(job: Job<'_>, path: &Path, store: &Store, plan: Plan) -> anyhow::Result<Option<Header>> {
    if path.is_dir() {
        bail!("cannot write {}: it is a directory", path.display());
    }
    if let Some(directory) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    }
    // Held until the end: another process that builds here waits, and then finds the file.
    let _lock = Lock::take(path, || {
        job.host.note(&format!("another program is building {}: waiting for it", path.display()));
        Ok(())
    })?;
    let partial = beside(path, "building");
    let base = match find_base(job.host, [path, &partial], plan)? {
        Base::Complete => return Ok(None),
        Base::Partial(atlas) => Some(*atlas),
        Base::Nothing => None,
    };
    let mut builder = start(job.host, store, base)?;
    while builder.size() < plan.size {
        add_size(job, &mut builder, &partial, plan)?;
        if builder.size() >= WORTH_KEEPING && builder.size() < plan.size {
            // All forms, whatever `plan` says: the next size needs them.
            save(&builder, &partial, Plan { forms: u64::MAX, ..plan }, job.stop)?;
        }
    }
    let header = save(&builder, path, plan, job.stop)?;
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            job.host.note(&format!("cannot remove {}: {error}", partial.display()));
        }
        _ => {}
    }
    Ok(Some(header))
}

/// An atlas that a build continues from.
enum Base {
    Complete,
    /// The largest usable file.
    Partial(Box<Atlas>),
    Nothing,
}

/// Looks for a base in the atlas itself and in the file of an interrupted build.
fn find_base(host: &dyn Host, [path, partial]: [&Path; 2], plan: Plan) -> anyhow::Result<Base> {
    let mut base: Option<Atlas> = None;
    for file in [path, partial] {
        match Atlas::open_file(file) {
            Ok(atlas) => {
                let Header { size, forms, .. } = atlas.header();
                if file == path && size >= plan.size && forms == plan.forms {
                    return Ok(Base::Complete);
                }
                if size <= plan.size && base.as_ref().is_none_or(|old| old.header().size < size) {
                    base = Some(atlas);
                }
            }
            Err(OpenError::File(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(OpenError::File(error)) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
            Err(OpenError::Foreign) if file == path => {
                bail!("{} is not an atlas, so it is not replaced: name another file", path.display());
            }
            Err(error) => host.note(&format!("{}: {error}; it is not used", file.display())),
        }
    }
    Ok(base.map_or(Base::Nothing, |atlas| Base::Partial(Box::new(atlas))))
}

fn start<'s>(host: &dyn Host, store: &'s Store, base: Option<Atlas>) -> anyhow::Result<Builder<'s>> {
    let Some(atlas) = base else { return Ok(Builder::new(store)) };
    match Builder::resume(store, &atlas) {
        Ok(Some(builder)) => {
            host.note(&format!("continuing from size {}", builder.size()));
            Ok(builder)
        }
        Ok(None) | Err(ValuesError::Inconsistent) => Ok(Builder::new(store)),
        Err(ValuesError::Interrupted(why)) => Err(interrupted(why, "the old file was not read")),
    }
}

fn add_size(job: Job<'_>, builder: &mut Builder<'_>, partial: &Path, plan: Plan) -> anyhow::Result<()> {
    let size = builder.size() + 1;
    let graphs = AtomicU64::new(0);
    let count = || {
        graphs.fetch_add(1, Ordering::Relaxed);
    };
    let state = || State::text(format!("size {size}: {} graphs done", grouped(graphs.load(Ordering::Relaxed))));
    let walk = Walk { threads: plan.threads, stop: job.stop, progress: &count };
    job.with_progress(state, || builder.next_size(walk)).map_err(|why| {
        let kept = match size > WORTH_KEEPING && partial.exists() {
            true => format!("saved in {}: run the command again to continue", partial.display()),
            false => "nothing is saved".into(),
        };
        interrupted(why, &format!("sizes up to {} are done; {kept}", size - 1))
    })
}

fn save(builder: &Builder<'_>, path: &Path, plan: Plan, stop: &AtomicBool) -> anyhow::Result<Header> {
    let walk = Walk { threads: plan.threads, stop, progress: &|| () };
    files::replace(path, |out| {
        builder.write(out, plan.forms, walk).map_err(|error| match error {
            WriteError::Interrupted(why) => interrupted(why, "the file was not written"),
            WriteError::File(error) => error.into(),
        })
    })
}
