//! Commands of the engine: the move to play, analyses, books, weights, and the benchmark.

use std::path::Path;

use otrera_api::{Analyze, Ask as _, Bench, OpeningBook, Tune, files};

use super::{answer, print};
use crate::cli::{AnalyzeArgs, BestArgs, BookArgs, Cli, TuneArgs};
use crate::output;
use crate::picture::Pictures;

pub(super) fn best(cli: &Cli, args: &BestArgs) -> anyhow::Result<()> {
    let question = args.question()?;
    print(cli, answer(cli, None, |job| question.answer(job))?, |report| report.text())
}

pub(super) fn analyze(cli: &Cli, args: &AnalyzeArgs) -> anyhow::Result<()> {
    let pictures = Pictures::new(cli, &args.pictures)?;
    args.sgf.iter().try_for_each(|path| files::check_target(path))?;
    let question = Analyze { best: args.best.question()? };
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
    args.output.iter().try_for_each(|path| files::check_target(path))?;
    let BookArgs { size, positions, limits, ref engine, .. } = *args;
    let question = OpeningBook { size, positions, limits: limits.into(), engine: engine.into() };
    let report = answer(cli, None, |job| question.answer(job))?;
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
    args.output.iter().try_for_each(|path| files::check_target(path))?;
    let TuneArgs { games, rounds, seed, nodes, .. } = *args;
    let (size, weights, threads) = (args.size.clone(), args.weights.clone(), args.threads.into());
    let question = Tune { size, games, rounds, seed, threads, nodes, weights };
    let report = answer(cli, args.limits.time, |job| question.answer(job))?;
    if let Some(path) = &args.output {
        files::save(path, report.weights.as_bytes())?;
    }
    output::answer(cli, &report, |report| report.text(args.output.is_none()))
}

pub(super) fn bench(cli: &Cli, full: bool) -> anyhow::Result<()> {
    let report = answer(cli, None, |job| Bench { full }.answer(job))?;
    output::answer(cli, &report, |report| report.text())
}
