//! The strips file on disk: docs/strips.md.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Context as _;
use otrera_atlas::strips::{ReadError, Strips};
use otrera_cgt::Store;

use super::limit;

pub(super) fn read<'s>(store: &'s Store, path: &Path) -> anyhow::Result<Strips<'s>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Strips::read(store, &bytes).map_err(|error| match error {
        ReadError::Interrupted(why) => limit(why, &format!("{} was not read to its end", path.display())),
        error => anyhow::Error::new(error).context(path.display().to_string()),
    })
}

pub(super) fn save(strips: &Strips<'_>, path: &Path) -> anyhow::Result<()> {
    replace(path, |out| Ok(strips.write(out).map(|_| ())?))
}

/// Writes a file under another name and then puts it in its place, so that the place holds the old file or the new one
/// whatever happens.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let new = Path::new(&name);
    let written = (|| {
        let mut out = BufWriter::new(File::create(new)?);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        drop(out);
        Ok(fs::rename(new, path)?)
    })();
    written.map_err(|error: anyhow::Error| {
        // It may not be there; the error is what matters.
        let _ = fs::remove_file(new);
        error.context(format!("cannot write {}", path.display()))
    })
}
