//! `otrera tables`: the tables of the papers.

use otrera_api::tables::solved::SolvedTable;
use otrera_api::tables::solving::{self, Ablation, Resources, SolvingTable};
use otrera_api::tables::strips::StripsTable;
use otrera_api::tables::{DefectsTable, LsgTable, ZugzwangTable};

use super::exact::longest;
use super::{answer, print};
use crate::cli::{Cli, SolvedArgs, SolvingArgs, StripsArgs, Table};
use crate::{input, output};

pub(super) fn run(cli: &Cli, table: &Table) -> anyhow::Result<()> {
    match table {
        Table::Strips(args) => strips(cli, args),
        Table::Lsg(args) => {
            let question = LsgTable { size: args.size, threads: args.work.threads() };
            print(cli, answer(cli, args.work.limits.time, |job| question.answer(job))?, |report| report.text())
        }
        Table::Defects(args) => {
            let question = DefectsTable { size: args.size, amazons: args.amazons, threads: args.work.threads() };
            print(cli, answer(cli, args.work.limits.time, |job| question.answer(job))?, |report| report.text())
        }
        Table::Zugzwang(args) => {
            let question = ZugzwangTable { size: args.size, threads: args.work.threads() };
            print(cli, answer(cli, args.work.limits.time, |job| question.answer(job))?, |report| report.text(args.list))
        }
        Table::Solving(args) => solving(cli, args),
        Table::Solved(args) => solved(cli, args),
    }
}

fn strips(cli: &Cli, args: &StripsArgs) -> anyhow::Result<()> {
    let question = StripsTable {
        length: args.length,
        file: args.file.clone(),
        query: args.query.as_deref().map(input::read).transpose()?,
        longest: longest(cli),
        export: args.export.clone(),
        threads: args.work.threads(),
        memory: args.memory,
    };
    let report = answer(cli, args.work.limits.time, |job| question.answer(job))?;
    output::answer(cli, &report, |report| report.text())
}

fn solving(cli: &Cli, args: &SolvingArgs) -> anyhow::Result<()> {
    if args.make {
        return output::print(&solving::make()?);
    }
    let time = args.work.limits.time;
    let presets = args.preset.clone();
    let resources = Resources {
        time: args.seconds.map(|seconds| seconds.0),
        threads: args.work.threads(),
        memory: args.resources.memory,
        atlas: args.resources.atlas.clone(),
    };
    if args.ablation {
        let question = Ablation { on: args.on.clone(), presets, resources };
        return print(cli, answer(cli, time, |job| question.answer(job))?, |report| report.text());
    }
    let SolvingArgs { sample, games, moves, .. } = *args;
    let (sizes, file) = (args.size.clone(), args.file.clone());
    let question = SolvingTable { sample, sizes, presets, games, moves, file, resources };
    print(cli, answer(cli, time, |job| question.answer(job))?, |report| report.text())
}

fn solved(cli: &Cli, args: &SolvedArgs) -> anyhow::Result<()> {
    let question = SolvedTable {
        boards: args.boards.clone(),
        all: args.all,
        certificates: args.certificates.clone(),
        threads: args.work.threads(),
        memory: args.resources.memory,
        atlas: args.resources.atlas.clone(),
    };
    print(cli, answer(cli, args.work.limits.time, |job| question.answer(job))?, |report| report.text())
}
