//! What is in an atlas.

use serde::Serialize;

use crate::atlas_file;
use crate::cli::{AtlasInfoArgs, Cli};
use crate::output::{self, grouped};

#[derive(Serialize)]
struct Report {
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

pub(super) fn run(cli: &Cli, args: &AtlasInfoArgs) -> anyhow::Result<()> {
    let path = atlas_file::place(args.file.file.as_deref())?;
    let atlas = atlas_file::open_file(&path)?;
    let header = atlas.header();
    let report = Report {
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
    };
    output::answer(cli, &report, human)
}

fn human(report: &Report) -> String {
    let number = |n: usize| grouped(n as u64);
    let graphs: Vec<String> = report.graphs.iter().map(|&graphs| number(graphs)).collect();
    [
        format!("file          {}", report.file),
        format!("bytes         {}", number(report.bytes)),
        format!("territories   up to {} squares, blockers included", report.size),
        format!("open areas    up to {} squares", report.size),
        format!("guarded areas up to {} squares", report.guarded),
        format!("regions       {} with all their images", number(report.regions)),
        format!("graphs        {} by size", graphs.join(" ")),
        format!("values        {}, made of {} games", number(report.values as usize), number(report.games as usize)),
        format!("forms         kept up to {} followers", number(report.forms as usize)),
        format!("thermographs  {}", number(report.thermographs)),
        "checksums     all right".into(),
    ]
    .join("\n")
}
