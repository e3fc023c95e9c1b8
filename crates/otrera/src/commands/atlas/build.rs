//! Making an atlas.

use std::num::NonZeroUsize;
use std::time::Instant;

use otrera_cgt::{Limits, Store};
use serde::Serialize;

use crate::atlas_file::{self, Plan};
use crate::cli::{AtlasBuildArgs, Cli};
use crate::limits;
use crate::output::{self, grouped};

#[derive(Serialize)]
struct Report {
    file: String,
    /// Whether something was worked out; else the file had it.
    built: bool,
    size: usize,
    guarded: usize,
    values: u32,
    bytes: usize,
    seconds: f64,
}

pub(super) fn run(cli: &Cli, args: &AtlasBuildArgs) -> anyhow::Result<()> {
    let begin = Instant::now();
    let path = atlas_file::place(args.file.file.as_deref())?;
    let stop = limits::stop_flag(args.work.limits.time)?;
    let store = Store::with_limits(Limits { bytes: args.memory, stop: stop.clone() });
    let threads = args.work.threads.map_or_else(limits::all_threads, NonZeroUsize::get);
    let plan = Plan { size: args.size as usize, forms: args.forms, threads, stop: &stop };
    let built = atlas_file::build(cli, &path, &store, plan)?;
    let atlas = atlas_file::open_file(&path)?;
    let header = atlas.header();
    let report = Report {
        file: path.display().to_string(),
        built: built.is_some(),
        size: header.size,
        guarded: header.guarded,
        values: header.values,
        bytes: atlas.bytes(),
        seconds: begin.elapsed().as_secs_f64(),
    };
    output::answer(cli, &report, human)
}

fn human(report: &Report) -> String {
    let Report { file, size, seconds, .. } = report;
    let bytes = grouped(report.bytes as u64);
    match report.built {
        true => format!("{file}: size {size}, {bytes} bytes, built in {seconds:.1} s"),
        false => format!("{file}: has size {size} already, {bytes} bytes"),
    }
}
