//! `otrera atlas`: the endgame database.

use otrera_api::{Ask as _, AtlasBuild, AtlasCheck, AtlasInfo};

use super::exact::longest;
use super::{answer, print};
use crate::cli::{AtlasCommand, Cli};
use crate::output;

pub(super) fn run(cli: &Cli, command: &AtlasCommand) -> anyhow::Result<()> {
    match command {
        AtlasCommand::Build(args) => {
            let report = answer(cli, args.work.limits.time, |job| AtlasBuild::from(args).answer(job))?;
            output::answer(cli, &report, |report| report.text())
        }
        AtlasCommand::Info(args) => output::answer(cli, &AtlasInfo::from(args).answer()?, |report| report.text()),
        AtlasCommand::Query(args) => {
            let question = args.question(longest(cli))?;
            print(cli, answer(cli, None, |job| question.answer(job))?, |report| report.text())
        }
        AtlasCommand::Check(args) => {
            let report = answer(cli, args.work.limits.time, |job| AtlasCheck::from(args).answer(job))?;
            output::answer(cli, &report, |report| report.text())
        }
    }
}
