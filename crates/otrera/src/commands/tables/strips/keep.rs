//! The strips file on disk: docs/strips.md.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use otrera_cgt::Store;
use otrera_papers::strips::{ReadError, Strips};

use super::limit;
use crate::output;

pub(super) fn read<'s>(store: &'s Store, path: &Path) -> anyhow::Result<Strips<'s>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Strips::read(store, &bytes).map_err(|error| match error {
        ReadError::Interrupted(why) => limit(why, &format!("{} was not read to its end", path.display())),
        error => anyhow::Error::new(error).context(path.display().to_string()),
    })
}

pub(super) fn save(strips: &Strips<'_>, path: &Path) -> anyhow::Result<()> {
    output::replace(path, |out| Ok(strips.write(out).map(|_| ())?))
}
