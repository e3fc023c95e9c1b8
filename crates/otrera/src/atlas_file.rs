//! The atlas on disk: where it is, how it is opened, and how it is made. docs/atlas.md says why nothing that this leaves
//! behind can be taken for what it is not.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context as _, bail};
use etcetera::BaseStrategy as _;
use otrera_atlas::{Atlas, Builder, Header, OpenError, ValuesError, WriteError};
use otrera_cgt::Store;
use otrera_regions::region::Walk;

use crate::cli::Cli;
use crate::limits::{all_threads, limit};
use crate::output::{self, grouped};

/// The variable that says where the atlas is.
const VARIABLE: &str = "OTRERA_ATLAS";
/// The size that is built where there is no atlas yet: seconds of work, 25 MB.
const SMALL: usize = 7;
/// Followers of the largest canonical forms that are kept, if nothing else is said. In an atlas of size 8 none has more
/// than 49.
pub(crate) const FORMS: u64 = 1000;
/// What is said of an atlas that a solver cannot use.
pub(crate) const NO_FORMS: &str = "the atlas lacks canonical forms: build it anew without --forms";
/// From this size on, sizes that are done are kept while the next one is worked out. Smaller ones take no time.
const WORTH_KEEPING: usize = 6;

/// What to build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) size: usize,
    pub(crate) forms: u64,
    pub(crate) threads: usize,
    pub(crate) stop: &'a AtomicBool,
}

/// The file: the one named, or what the variable says, or the place for a user's data.
pub(crate) fn place(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(path) = named {
        return Ok(path.into());
    }
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let base = etcetera::base_strategy::choose_native_strategy().with_context(|| {
        format!("there is no home directory for the atlas: say where it is with --file or {VARIABLE}")
    })?;
    Ok(base.data_dir().join("otrera").join("atlas.otrera"))
}

/// Opens the atlas; builds a small one if there is none.
pub(crate) fn open(cli: &Cli, named: Option<&Path>) -> anyhow::Result<Atlas> {
    let path = place(named)?;
    if !path.exists() {
        build_small(cli, &path, &AtomicBool::new(false))?;
    }
    open_file(&path)
}

/// Builds a small atlas where there is none.
pub(crate) fn build_small(cli: &Cli, path: &Path, stop: &AtomicBool) -> anyhow::Result<()> {
    let size = SMALL;
    output::note(cli, &format!("there is no atlas yet: building one of size {size} in {}", path.display()));
    build(cli, path, &Store::new(), Plan { size, forms: FORMS, threads: all_threads(), stop })?;
    Ok(())
}

/// Opens the atlas for an engine, which plays without one if there is none; a file that was named must be there.
pub(crate) fn open_if_there(cli: &Cli, named: Option<&Path>) -> anyhow::Result<Option<Atlas>> {
    let path = place(named)?;
    if named.is_none() && !path.exists() {
        output::note(cli, "there is no atlas, and engines play without it: `otrera atlas build` makes one");
        return Ok(None);
    }
    open_file(&path).map(Some)
}

/// Opens the file as it is.
pub(crate) fn open_file(path: &Path) -> anyhow::Result<Atlas> {
    Atlas::open_file(path).map_err(|error| match error {
        OpenError::File(error) => anyhow::Error::new(error).context(format!("cannot read {}", path.display())),
        OpenError::Foreign => anyhow::Error::new(error).context(path.display().to_string()),
        error => anyhow::anyhow!("{}: {error}; `otrera atlas build` makes it anew", path.display()),
    })
}

/// Builds an atlas, from what is there already. `None` if the file has all of it.
pub(crate) fn build(cli: &Cli, path: &Path, store: &Store, plan: Plan<'_>) -> anyhow::Result<Option<Header>> {
    if path.is_dir() {
        bail!("cannot write {}: it is a directory", path.display());
    }
    if let Some(directory) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    }
    // Held until the end: whoever else builds here waits, and then finds the file.
    let _lock = lock(cli, path)?;
    let partial = beside(path, "building");
    sweep(path);
    let mut base = None;
    for file in [path, &partial] {
        match Atlas::open_file(file) {
            Ok(atlas) => {
                let Header { size, forms, .. } = atlas.header();
                if file == path && size >= plan.size && forms == plan.forms {
                    return Ok(None);
                }
                if size <= plan.size && base.as_ref().is_none_or(|old: &Atlas| old.header().size < size) {
                    base = Some(atlas);
                }
            }
            Err(OpenError::File(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(OpenError::File(error)) => {
                return Err(anyhow::Error::new(error).context(format!("cannot read {}", file.display())));
            }
            Err(OpenError::Foreign) if file == path => {
                bail!("{} is not an atlas, so it is not replaced: name another file", path.display());
            }
            Err(error) => output::note(cli, &format!("{}: {error}; it is not used", file.display())),
        }
    }
    let mut builder = match base {
        None => Builder::new(store),
        Some(atlas) => match Builder::resume(store, &atlas) {
            Ok(Some(builder)) => {
                output::note(cli, &format!("going on from size {}", builder.size()));
                builder
            }
            Ok(None) | Err(ValuesError::Inconsistent) => Builder::new(store),
            Err(ValuesError::Interrupted(why)) => return Err(limit(why, "what is there was not read")),
        },
    };
    while builder.size() < plan.size {
        let size = builder.size() + 1;
        let graphs = AtomicU64::new(0);
        let count = || {
            graphs.fetch_add(1, Ordering::Relaxed);
        };
        let state = || format!("size {size}: {} graphs worked out", grouped(graphs.load(Ordering::Relaxed)));
        let walk = Walk { threads: plan.threads, stop: plan.stop, progress: &count };
        output::watched(cli, state, || builder.next_size(walk)).map_err(|why| {
            let kept = match size > WORTH_KEEPING && partial.exists() {
                true => format!("{} has what is done: run it again to go on", partial.display()),
                false => "nothing is kept, for it is done again in a moment".into(),
            };
            limit(why, &format!("sizes up to {} are worked out; {kept}", size - 1))
        })?;
        if builder.size() >= WORTH_KEEPING && builder.size() < plan.size {
            // With all forms, whatever is asked for: the next size needs them.
            save(&builder, &partial, u64::MAX, plan)?;
        }
    }
    let header = save(&builder, path, plan.forms, plan)?;
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            output::note(cli, &format!("cannot remove {}: {error}", partial.display()));
        }
        _ => {}
    }
    Ok(Some(header))
}

fn save(builder: &Builder<'_>, path: &Path, forms: u64, plan: Plan<'_>) -> anyhow::Result<Header> {
    let walk = Walk { threads: plan.threads, stop: plan.stop, progress: &|| () };
    output::replace(path, |out| {
        builder.write(out, forms, walk).map_err(|error| match error {
            WriteError::Interrupted(why) => limit(why, "the file was not written"),
            WriteError::File(error) => error.into(),
        })
    })
}

/// Takes the lock of a file. The system gives it back when the program ends, however it ends.
fn lock(cli: &Cli, path: &Path) -> anyhow::Result<File> {
    let name = beside(path, "lock");
    let file = File::create(&name).with_context(|| format!("cannot write {}", name.display()))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => {
            output::note(cli, &format!("another program is building {}: waiting for it", path.display()));
        }
        Err(TryLockError::Error(error)) => {
            return Err(anyhow::Error::new(error).context(format!("cannot lock {}", name.display())));
        }
    }
    file.lock().with_context(|| format!("cannot lock {}", name.display()))?;
    Ok(file)
}

/// Removes what a killed program was writing here. Nobody else writes while the lock is held.
pub(crate) fn sweep(path: &Path) {
    let (Some(directory), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return;
    };
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let is_left_over = |file: &str| {
        let rest = file.strip_prefix(name).map(|rest| rest.strip_prefix(".building").unwrap_or(rest));
        let process = rest.and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".new"));
        process.is_some_and(|process| !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit()))
    };
    // What cannot be read or removed is only in the way of a tidy directory.
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_left_over) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file beside another, with one more ending.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{ending}"));
    name.into()
}
