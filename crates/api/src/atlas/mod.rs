//! Questions about the endgame database: building it, and describing, checking and querying its file.

mod check;
mod query;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use otrera_cgt::{Limits, Store};
use serde::Serialize;

pub use self::check::{AtlasCheck, AtlasCheckReport};
pub use self::query::{AtlasQuery, AtlasQueryReport};
use crate::atlas_file::{self, Plan};
use crate::host::Job;
use crate::option::Bytes;
use crate::text::grouped;

/// Builds the atlas of all regions up to a size.
#[derive(Clone, Debug)]
pub struct AtlasBuild {
    /// File of the atlas; `None` for the default.
    pub file: Option<PathBuf>,
    /// Squares of the largest regions.
    pub size: usize,
    /// Followers of the largest canonical forms that are kept.
    pub forms: u64,
    /// Threads to use.
    pub threads: usize,
    /// Memory for games and tables.
    pub memory: Bytes,
}

/// An atlas that was built, or was complete already.
#[derive(Debug, Serialize)]
pub struct AtlasBuildReport {
    file: String,
    built: bool,
    size: usize,
    guarded: usize,
    values: u32,
    bytes: usize,
    seconds: f64,
}

impl AtlasBuild {
    /// Default memory.
    pub const MEMORY: Bytes = Bytes(8 << 30);

    /// Builds the atlas.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<AtlasBuildReport> {
        let begin = Instant::now();
        let path = atlas_file::path(self.file.as_deref())?;
        let store = Store::with_limits(Limits { bytes: self.memory.0, stop: Arc::clone(job.stop) });
        let plan = Plan { size: self.size, forms: self.forms, threads: self.threads };
        let built = atlas_file::build(job, &path, &store, plan)?;
        let atlas = atlas_file::open_file(&path)?;
        let header = atlas.header();
        Ok(AtlasBuildReport {
            file: path.display().to_string(),
            built: built.is_some(),
            size: header.size,
            guarded: header.guarded,
            values: header.values,
            bytes: atlas.bytes(),
            seconds: begin.elapsed().as_secs_f64(),
        })
    }
}

impl AtlasBuildReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let AtlasBuildReport { file, size, seconds, .. } = self;
        let bytes = grouped(self.bytes as u64);
        match self.built {
            true => format!("{file}: size {size}, {bytes} bytes, built in {seconds:.1} s"),
            false => format!("{file}: has size {size} already, {bytes} bytes"),
        }
    }
}

/// Describes the file of an atlas.
#[derive(Clone, Debug)]
pub struct AtlasInfo {
    /// File of the atlas; `None` for the default.
    pub file: Option<PathBuf>,
}

/// The contents of an atlas.
#[derive(Debug, Serialize)]
pub struct AtlasInfoReport {
    file: String,
    bytes: usize,
    size: usize,
    guarded: usize,
    forms: u64,
    /// By size, from 1 on.
    graphs: Vec<usize>,
    /// Images included.
    regions: usize,
    values: u32,
    games: u32,
    thermographs: usize,
}

impl AtlasInfo {
    /// Opens the file.
    pub fn answer(&self) -> anyhow::Result<AtlasInfoReport> {
        let path = atlas_file::path(self.file.as_deref())?;
        let atlas = atlas_file::open_file(&path)?;
        let header = atlas.header();
        Ok(AtlasInfoReport {
            file: path.display().to_string(),
            bytes: atlas.bytes(),
            size: header.size,
            guarded: header.guarded,
            forms: header.forms,
            graphs: (1..=header.size).map(|size| atlas.graphs(size)).collect(),
            regions: atlas.regions(),
            values: header.values,
            games: header.games,
            thermographs: atlas.thermographs(),
        })
    }
}

impl AtlasInfoReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let number = |n: usize| grouped(n as u64);
        let graphs: Vec<String> = self.graphs.iter().map(|&graphs| number(graphs)).collect();
        [
            format!("file          {}", self.file),
            format!("bytes         {}", number(self.bytes)),
            format!("territories   up to {} squares, blockers included", self.size),
            format!("open areas    up to {} squares", self.size),
            format!("guarded areas up to {} squares", self.guarded),
            format!("regions       {} with all their images", number(self.regions)),
            format!("graphs        {} by size", graphs.join(" ")),
            format!("values        {}, made of {} games", number(self.values as usize), number(self.games as usize)),
            format!("forms         kept up to {} followers", number(self.forms as usize)),
            format!("thermographs  {}", number(self.thermographs)),
            "checksums     all right".into(),
        ]
        .join("\n")
    }
}
