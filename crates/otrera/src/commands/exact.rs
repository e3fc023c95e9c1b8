//! Commands with exact answers: values, territories, winners and margins.

use std::path::Path;

use anyhow::{bail, ensure};
use otrera_api::report::{LONGEST, LONGEST_IN_JSON};
use otrera_api::{Ask as _, Score, Solve, ValuesReport, Verify, files, png};

use super::{answer, print};
use crate::cli::{Cli, ScoreArgs, SolveArgs, TerritoryArgs, TerritoryQuestion, ValueArgs, ValueQuestion, VerifyArgs};
use crate::output;

/// Width of a thermograph in pixels.
const PICTURE_WIDTH: u32 = 800;

/// Characters of a value in the answer, by default.
pub(super) fn longest(cli: &Cli) -> usize {
    if cli.json { LONGEST_IN_JSON } else { LONGEST }
}

pub(super) fn value(cli: &Cli, args: &ValueArgs) -> anyhow::Result<()> {
    let picture = args.thermograph.as_deref().map(Picture::for_file).transpose()?;
    let question = args.question(longest(cli))?;
    if let (Some(label), ValueQuestion::Position(question)) = (&args.area, &question) {
        ensure!(question.has_area(label)?, "there is no area {label}");
    }
    let outcome = answer(cli, args.limits.time, |job| match &question {
        ValueQuestion::Position(question) => question.answer(job),
        ValueQuestion::Game(question) => question.answer(job),
    })?;
    if let Some(picture) = picture {
        picture.draw(args.area.as_deref(), &outcome.report)?;
    }
    print(cli, outcome, |report| report.text(output::unicode(cli)))
}

/// A file for a thermograph.
struct Picture<'a> {
    path: &'a Path,
    is_png: bool,
}

impl Picture<'_> {
    fn for_file(path: &Path) -> anyhow::Result<Picture<'_>> {
        files::check_target(path)?;
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let is_png = match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("svg") => false,
            Some("png") => true,
            _ => bail!("{}: a thermograph is drawn into a file that ends in .svg or .png", path.display()),
        };
        Ok(Picture { path, is_png })
    }

    /// Draws the thermograph of an area or of the sum, if it is known.
    fn draw(&self, label: Option<&str>, report: &ValuesReport) -> anyhow::Result<()> {
        let Some(svg) = report.thermograph(label) else { return Ok(()) };
        match self.is_png {
            true => files::save(self.path, &png::render(&svg, PICTURE_WIDTH)?),
            false => files::save(self.path, svg.as_bytes()),
        }
    }
}

pub(super) fn territory(cli: &Cli, args: &TerritoryArgs) -> anyhow::Result<()> {
    let question = TerritoryQuestion::try_from(args)?;
    let outcome = answer(cli, args.limits.time, |job| match &question {
        TerritoryQuestion::Position(question) => question.answer(job),
        TerritoryQuestion::Comb(question) => question.answer(job),
    })?;
    print(cli, outcome, |report| report.text())
}

pub(super) fn solve(cli: &Cli, args: &SolveArgs) -> anyhow::Result<()> {
    let question = Solve::try_from(args)?;
    let outcome = answer(cli, args.limits.time, |job| question.answer(job))?;
    match outcome.missing.is_none() || cli.json || outcome.report.has_moves() {
        true => print(cli, outcome, |report| report.text()),
        false => outcome.end(),
    }
}

pub(super) fn score(cli: &Cli, args: &ScoreArgs) -> anyhow::Result<()> {
    let question = Score::try_from(args)?;
    print(cli, answer(cli, args.limits.time, |job| question.answer(job))?, |report| report.text())
}

pub(super) fn verify(cli: &Cli, args: &VerifyArgs) -> anyhow::Result<()> {
    let outcome = answer(cli, args.work.limits.time, |job| Verify::from(args).answer(job))?;
    match outcome.missing.is_none() || cli.json {
        true => print(cli, outcome, |report| report.text()),
        false => outcome.end(),
    }
}
