//! `otrera puzzles`: making and checking puzzles.

use std::path::PathBuf;

use anyhow::Context as _;
use otrera_api::{Puzzles, PuzzlesCheck};

use super::{answer, print};
use crate::cli::{Cli, PuzzlesArgs};

pub(super) fn run(cli: &Cli, args: &PuzzlesArgs) -> anyhow::Result<()> {
    let time = args.limits.time;
    let Some(file) = &args.check else {
        let question = Puzzles { count: args.count as usize, seed: args.seed };
        return print(cli, answer(cli, time, |job| question.answer(job))?, |report| report.text());
    };
    let read =
        |path: &PathBuf| std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    let text = file.as_ref().map(read).transpose()?;
    let question = PuzzlesCheck { text, atlas: args.atlas.clone() };
    let outcome = answer(cli, time, |job| question.answer(job))?;
    match outcome.missing.is_none() || cli.json {
        true => print(cli, outcome, |report| report.text()),
        false => outcome.end(),
    }
}
