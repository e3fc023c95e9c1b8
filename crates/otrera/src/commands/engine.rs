//! Commands of the engine: the move to play, analyses, books, weights, and the benchmark.

use std::path::Path;

use otrera_api::{Analyze, Ask as _, Bench, Best, OpeningBook, Tune, files};

use super::{answer, print};
use crate::cli::{AnalyzeArgs, BenchArgs, BestArgs, BookArgs, Cli, TuneArgs};
use crate::output;
use crate::picture::Pictures;

pub(super) fn best(cli: &Cli, args: &BestArgs) -> anyhow::Result<()> {
    let question = Best::try_from(args)?;
    print(cli, answer(cli, None, |job| question.answer(job))?, |report| report.text())
}

pub(super) fn analyze(cli: &Cli, args: &AnalyzeArgs) -> anyhow::Result<()> {
    let pictures = Pictures::new(cli, &args.pictures)?;
    if let Some(path) = &args.sgf {
        files::check_target(path)?;
    }
    let question = Analyze::try_from(args)?;
    let outcome = answer(cli, None, |job| question.answer(job))?;
    if let Some(path) = &args.sgf {
        files::save(path, outcome.report.annotated().as_bytes())?;
    }
    // A picture on stdout is the whole answer.
    let to_stdout = args.pictures.svg.as_deref() == Some(Path::new("-"));
    if pictures.wanted() && pictures.write(&outcome.report.svg())? && to_stdout {
        return Ok(());
    }
    print(cli, outcome, |report| report.text())
}

pub(super) fn book(cli: &Cli, args: &BookArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        files::check_target(path)?;
    }
    let report = answer(cli, None, |job| OpeningBook::from(args).answer(job))?;
    match &args.output {
        Some(path) => {
            files::save(path, report.book.as_bytes())?;
            output::answer(cli, &report, |report| {
                format!("{}: {} positions in {:.0} s", path.display(), report.positions, report.seconds)
            })
        }
        None => output::answer(cli, &report, |report| report.book.trim_end().into()),
    }
}

pub(super) fn tune(cli: &Cli, args: &TuneArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        files::check_target(path)?;
    }
    let report = answer(cli, args.limits.time, |job| Tune::from(args).answer(job))?;
    if let Some(path) = &args.output {
        files::save(path, report.weights.as_bytes())?;
    }
    output::answer(cli, &report, |report| report.text(args.output.is_none()))
}

pub(super) fn bench(cli: &Cli, args: &BenchArgs) -> anyhow::Result<()> {
    let report = answer(cli, None, |job| Bench { full: args.full }.answer(job))?;
    output::answer(cli, &report, |report| report.text())
}
