//! `otrera atlas`: the endgame database.

use otrera_api::{Ask as _, AtlasBuild, AtlasCheck, AtlasInfo, AtlasQuery};

use super::exact::longest;
use super::{answer, print};
use crate::cli::{AtlasBuildArgs, AtlasCheckArgs, AtlasCommand, AtlasFile, Cli};
use crate::output;

pub(super) fn run(cli: &Cli, command: &AtlasCommand) -> anyhow::Result<()> {
    match command {
        AtlasCommand::Build(args) => {
            let AtlasBuildArgs { size, forms, memory, ref work, ref file } = *args;
            let (file, threads) = (file.file.clone(), work.threads());
            let question = AtlasBuild { file, size: size as usize, forms, threads, memory };
            let report = answer(cli, work.limits.time, |job| question.answer(job))?;
            output::answer(cli, &report, |report| report.text())
        }
        AtlasCommand::Info(AtlasFile { file }) => {
            output::answer(cli, &AtlasInfo { file: file.clone() }.answer()?, |report| report.text())
        }
        AtlasCommand::Query(args) => {
            let place = args.changes.place(&args.position)?;
            let question = AtlasQuery { place, longest: Some(longest(cli)), file: args.file.file.clone() };
            print(cli, answer(cli, None, |job| question.answer(job))?, |report| report.text())
        }
        AtlasCommand::Check(args) => {
            let AtlasCheckArgs { samples, seed, all, ref work, ref file } = *args;
            let question = AtlasCheck { file: file.file.clone(), samples, seed, all, threads: work.threads() };
            let report = answer(cli, work.limits.time, |job| question.answer(job))?;
            output::answer(cli, &report, |report| report.text())
        }
    }
}
