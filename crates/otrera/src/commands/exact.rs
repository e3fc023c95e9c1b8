//! Commands with exact answers: values, territories, winners and margins.

use std::path::Path;

use anyhow::{bail, ensure};
use otrera_api::report::{LONGEST, LONGEST_IN_JSON};
use otrera_api::{
    Ask as _, CheckpointPlan, Comb, Limits, Points, Score, Solve, Territory, Value, ValueOfGame, Verify, files, png,
};

use super::campaign::verify_on_farm;
use super::{answer, print};
use crate::cli::{Cli, ScoreArgs, SearchArgs, SolveArgs, TerritoryArgs, ValueArgs, VerifyArgs};
use crate::output;

const PICTURE_WIDTH: u32 = 800;

/// Characters of a value in the answer, by default.
pub(super) fn longest(cli: &Cli) -> usize {
    if cli.json { LONGEST_IN_JSON } else { LONGEST }
}

pub(super) fn value(cli: &Cli, args: &ValueArgs) -> anyhow::Result<()> {
    let is_png = args.thermograph.as_deref().map(is_png).transpose()?;
    let limits = Limits { time: args.limits.time, memory: Some(args.memory) };
    let longest = Some(args.longest.unwrap_or(longest(cli)));
    let outcome = match &args.game {
        Some(game) => {
            let question = ValueOfGame { game: game.clone(), longest, limits };
            answer(cli, args.limits.time, |job| question.answer(job))?
        }
        None => {
            let place = args.changes.place(args.position.as_deref().unwrap_or_default())?;
            let question = Value { place, largest: args.largest, longest, limits };
            if let Some(label) = &args.area {
                ensure!(question.has_area(label)?, "there is no area {label}");
            }
            answer(cli, args.limits.time, |job| question.answer(job))?
        }
    };
    // An area or a sum whose value is not known has no thermograph.
    if let (Some(path), Some(svg)) = (&args.thermograph, outcome.report.thermograph(args.area.as_deref())) {
        match is_png {
            Some(true) => files::save(path, &png::render(&svg, PICTURE_WIDTH)?)?,
            _ => files::save(path, svg.as_bytes())?,
        }
    }
    print(cli, outcome, |report| report.text(output::unicode(cli)))
}

/// Returns whether a thermograph is drawn as PNG. Refuses paths that cannot be written.
fn is_png(path: &Path) -> anyhow::Result<bool> {
    files::check_target(path)?;
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(false),
        Some("png") => Ok(true),
        _ => bail!("{}: a thermograph is drawn into a file that ends in .svg or .png", path.display()),
    }
}

pub(super) fn territory(cli: &Cli, args: &TerritoryArgs) -> anyhow::Result<()> {
    let time = args.limits.time;
    let limits = Limits { time, memory: Some(args.memory) };
    let outcome = match args.comb {
        Some(teeth) => answer(cli, time, |job| Comb { teeth, limits }.answer(job))?,
        None => {
            let place = args.changes.place(args.position.as_deref().unwrap_or_default())?;
            answer(cli, time, |job| Territory { place, limits }.answer(job))?
        }
    };
    print(cli, outcome, |report| report.text())
}

pub(super) fn solve(cli: &Cli, args: &SolveArgs) -> anyhow::Result<()> {
    let SearchArgs { nodes, threads, limits } = args.search;
    let every = args.checkpoint_every.0;
    let question = Solve {
        place: args.changes.place(&args.position)?,
        all_moves: args.all_moves,
        certificate: false,
        unchecked: args.unchecked,
        preset: args.preset,
        without: args.without.clone(),
        nodes,
        limits: Limits { time: limits.time, memory: Some(args.memory) },
        threads,
        certificate_file: args.certificate.clone(),
        checkpoint: args.checkpoint.clone().map(|file| CheckpointPlan { file, every }),
        atlas: args.atlas.clone(),
    };
    let outcome = answer(cli, limits.time, |job| question.answer(job))?;
    match outcome.missing.is_none() || cli.json || outcome.report.has_moves() {
        true => print(cli, outcome, |report| report.text()),
        false => outcome.end(),
    }
}

pub(super) fn score(cli: &Cli, args: &ScoreArgs) -> anyhow::Result<()> {
    let SearchArgs { nodes, threads, limits } = args.search;
    let question = Score {
        place: args.changes.place(&args.position)?,
        komi: args.komi.map(Points::try_from).transpose().map_err(anyhow::Error::msg)?,
        komi_for: args.komi_for,
        komi_rule: args.komi_rule,
        nodes,
        limits: Limits { time: limits.time, memory: Some(args.memory) },
        threads,
    };
    print(cli, answer(cli, limits.time, |job| question.answer(job))?, |report| report.text())
}

pub(super) fn verify(cli: &Cli, args: &VerifyArgs) -> anyhow::Result<()> {
    let work = &args.work;
    let question =
        Verify { file: args.file.clone(), threads: work.threads(), memory: args.memory, time: work.limits.time };
    let outcome = match args.nats.server() {
        None => answer(cli, None, |job| question.answer(job))?,
        Some(server) => answer(cli, None, |job| verify_on_farm(cli, &question, &server, job))?,
    };
    match outcome.missing.is_none() || cli.json {
        true => print(cli, outcome, |report| report.text()),
        false => outcome.end(),
    }
}
