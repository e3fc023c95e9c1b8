//! Files that survive a crash: written under another name and put in place, and locked while they are worked on.

use std::fs::{self, File, TryLockError};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::limits::OutOfLimits;

/// Refuses a path that cannot be written, before work is done for it.
pub fn check_target(path: &Path) -> anyhow::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if path == Path::new("-") {
        bail!("this cannot be written to stdout: give a file name instead of -");
    }
    if path.is_dir() {
        bail!("cannot write {}: it is a directory", path.display());
    }
    if directory.is_some_and(|directory| !directory.is_dir()) {
        bail!("cannot write {}: there is no such directory", path.display());
    }
    Ok(())
}

/// Writes a file.
pub fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file under another name and then renames it, so that `path` always holds the old file or the new one.
pub fn replace<R>(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<R>) -> anyhow::Result<R> {
    replace_if(path, write, |_, result| Ok(result))
}

/// Writes a file like [`replace`], but renames it only if `approve` accepts the file under its other name.
pub fn replace_if<W, R>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<W>,
    approve: impl FnOnce(&Path, W) -> anyhow::Result<R>,
) -> anyhow::Result<R> {
    let new = beside(path, &format!("{}.new", std::process::id()));
    let cannot_write = || format!("cannot write {}", path.display());
    let written = (|| {
        let mut out = BufWriter::new(File::create(&new)?);
        let result = write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        Ok(result)
    })();
    let written = written.map_err(|error: anyhow::Error| match error.is::<OutOfLimits>() {
        true => error,
        false => error.context(cannot_write()),
    });
    let replaced = written.and_then(|written| {
        let result = approve(&new, written)?;
        fs::rename(&new, path).with_context(cannot_write)?;
        Ok(result)
    });
    replaced.inspect_err(|_| {
        // It may not exist; the error is the one that matters.
        let _ = fs::remove_file(&new);
    })
}

pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{ending}"));
    name.into()
}

/// Exclusive use of a file by this process. The system gives it up when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock of `path`; `busy` is called while another process has it, and decides whether to wait for it.
    pub fn take(path: &Path, busy: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Lock> {
        let name = beside(path, "lock");
        let cannot_lock = || format!("cannot lock {}", name.display());
        let file = File::create(&name).with_context(|| format!("cannot write {}", name.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                busy()?;
                file.lock().with_context(cannot_lock)?;
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(cannot_lock),
        }
        let lock = Lock { file, path: path.into() };
        lock.sweep();
        Ok(lock)
    }

    /// Removes temporary files that a killed process left here. No other process writes while the lock is held.
    fn sweep(&self) {
        let (Some(directory), Some(name)) = (self.path.parent(), self.path.file_name().and_then(|name| name.to_str()))
        else {
            return;
        };
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let is_left_over = |file: &str| {
            let rest = file.strip_prefix(name).map(|rest| rest.strip_prefix(".building").unwrap_or(rest));
            let process = rest.and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".new"));
            process.is_some_and(|process| !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit()))
        };
        // A file that cannot be removed is only untidy.
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(is_left_over) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file would do the same.
        let _ = self.file.unlock();
    }
}
