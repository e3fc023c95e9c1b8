//! The contents of an atlas.

use std::path::PathBuf;

use serde::Serialize;

use crate::atlas_file;
use crate::text::grouped;

/// Describes the file of an atlas.
#[derive(Clone, Debug)]
pub struct AtlasInfo {
    /// Its file, if it is not the usual one.
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
    /// The report for people.
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
