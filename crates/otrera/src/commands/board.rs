//! Commands about the board itself.

use otrera_api::{Animation, Areas, Ask as _, Convert, Lsg, Moves, Openings, Perft, Show, ShownAreas, Target, files};

use super::{answer, print};
use crate::cli::{AreasArgs, Cli, ConvertArgs, LsgArgs, MovesArgs, OpeningsArgs, PerftArgs, ShowArgs};
use crate::output;
use crate::picture::Pictures;

pub(super) fn show(cli: &Cli, args: &ShowArgs) -> anyhow::Result<()> {
    let pictures = Pictures::new(cli, &args.pictures)?;
    let question = Show {
        place: args.position.place()?,
        areas: args.areas.map(ShownAreas::Partition),
        eval: args.eval,
        without_side: false,
    };
    if let Some(path) = &args.gif {
        files::check_target(path)?;
    }
    let outcome = answer(cli, None, |job| {
        let outcome = question.answer(job)?;
        if let Some(path) = &args.gif {
            let pause = args.pause.map_or(Animation::PAUSE, |pause| pause.0);
            let settings = Animation { width: args.pictures.width, pause };
            files::save(path, &outcome.report.gif(settings, job.stop)?)?;
        }
        Ok(outcome)
    })?;
    let is_drawn = pictures.write(&outcome.report.svg())? || (args.gif.is_some() && !cli.json);
    if is_drawn {
        return Ok(());
    }
    print(cli, outcome, |report| report.text(output::style(cli)))
}

pub(super) fn moves(cli: &Cli, args: &MovesArgs) -> anyhow::Result<()> {
    let question = Moves { place: args.position.place()?, notation: args.notation };
    print(cli, answer(cli, None, |job| question.answer(job))?, |report| report.text())
}

pub(super) fn openings(cli: &Cli, args: &OpeningsArgs) -> anyhow::Result<()> {
    let question = Openings { place: args.position.place()? };
    print(cli, answer(cli, None, |job| question.answer(job))?, |report| report.text())
}

pub(super) fn perft(cli: &Cli, args: &PerftArgs) -> anyhow::Result<()> {
    let PerftArgs { depth, divide, threads, .. } = *args;
    let question = Perft { place: args.changes.place(&args.position)?, depth, divide, threads };
    let report = answer(cli, args.limits.time, |job| question.answer(job))?;
    output::answer(cli, &report, |report| report.text())
}

pub(super) fn convert(cli: &Cli, args: &ConvertArgs) -> anyhow::Result<()> {
    let question = Convert { place: args.position.place()?, to: args.to };
    let outcome = answer(cli, None, |job| question.answer(job))?;
    match args.to {
        // This form is JSON in any case.
        Target::Json => output::print(&outcome.report.text()),
        _ => print(cli, outcome, |report| report.text()),
    }
}

pub(super) fn areas(cli: &Cli, args: &AreasArgs) -> anyhow::Result<()> {
    let question = Areas { place: args.position.place()?, basic: args.basic };
    print(cli, answer(cli, None, |job| question.answer(job))?, |report| report.text())
}

pub(super) fn lsg(cli: &Cli, args: &LsgArgs) -> anyhow::Result<()> {
    let pictures = Pictures::new(cli, &args.pictures)?;
    let report = Lsg { place: args.position.place()?, bare: args.bare }.answer()?;
    if pictures.wanted() && pictures.write(&report.svg()?)? {
        return Ok(());
    }
    output::answer(cli, &report, |report| report.text())
}
