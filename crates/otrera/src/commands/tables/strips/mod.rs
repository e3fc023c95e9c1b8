//! `otrera tables strips`: Snatzke's experiment. Works out all boards inside 2 x n, keeps them in a file, reports what
//! is on them.

mod export;
mod keep;
mod query;
mod report;
mod work;

use std::time::Instant;

use anyhow::{Context as _, bail};
use otrera_cgt::{Limits, Store};
use otrera_papers::strips::{Findings, Shapes, Strips};

use crate::cli::{Cli, StripsArgs};
use crate::limits::{self, limit};
use crate::output::{self, grouped};

pub(super) fn run(cli: &Cli, args: &StripsArgs) -> anyhow::Result<()> {
    let begin = Instant::now();
    if let Some(path) = &args.export {
        output::check_target(path)?;
    }
    let stop = limits::stop_flag(args.limits.time)?;
    let store = Store::with_limits(Limits { bytes: args.memory, stop });
    let strips = start(cli, args, &store)?;
    if let (Some(position), Some(_)) = (&args.query, &args.file) {
        // A file is asked as it is, finished or not.
        return query::answer(cli, &strips, position);
    }
    let seconds = work::finish(cli, args, &strips)?;
    if let Some(position) = &args.query {
        return query::answer(cli, &strips, position);
    }
    if let Some(path) = &args.export {
        export::write(cli, &strips, path)?;
    }
    let findings = findings(cli, &strips)?;
    let run = report::Run { seconds: begin.elapsed().as_secs_f64(), by_size: seconds, threads: work::threads(args) };
    output::answer(cli, &report::Report::new(&strips, &findings, run), report::human)
}

/// What the file holds, or nothing yet.
fn start<'s>(cli: &Cli, args: &StripsArgs, store: &'s Store) -> anyhow::Result<Strips<'s>> {
    let kept = match &args.file {
        Some(path) if path.exists() || args.query.is_some() => Some((path, keep::read(store, path)?)),
        _ => None,
    };
    match (kept, args.length) {
        (Some((path, strips)), length) => {
            let (found, name) = (strips.shapes().length(), path.display());
            if let Some(length) = length.filter(|&length| length != found) {
                bail!("{name} is for length {found}: write --length {found}, or another file for length {length}");
            }
            if args.query.is_none() {
                let (done, boards) = (strips.done() as u64, strips.shapes().len() as u64);
                output::note(cli, &format!("resumed: {} of {} boards were done", grouped(done), grouped(boards)));
            }
            Ok(strips)
        }
        (None, Some(length)) => Ok(Strips::new(store, Shapes::new(length))),
        (None, None) => {
            let path = args.file.as_ref().context("the parser asks for a length or a file")?;
            bail!("there is no file {} yet: give --length N to begin one", path.display());
        }
    }
}

fn findings(cli: &Cli, strips: &Strips<'_>) -> anyhow::Result<Findings> {
    let largest = 2 * strips.shapes().length();
    let progress = output::progress(cli, largest.into(), "sizes looked through");
    let findings = Findings::new(strips, |squares| progress.set_position(squares.into()));
    progress.finish_and_clear();
    findings.map_err(|why| limit(why, "all boards are worked out, but were not looked through"))
}
