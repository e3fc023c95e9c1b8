//! `otrera tables`: the tables of the papers.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use otrera_api::option::Seconds;
use otrera_api::tables::solved::SolvedTable;
use otrera_api::tables::solving::{self, Ablation, Resources, SolvingTable};
use otrera_api::tables::strips::StripsTable;
use otrera_api::tables::{DefectsTable, LsgTable, NamedPicture, ZugzwangTable};
use otrera_api::{Job, files};

use super::exact::longest;
use super::{answer, print};
use crate::cli::{Cli, SolvedArgs, SolvingArgs, StripsArgs, Table};
use crate::{input, output};

pub(super) fn run(cli: &Cli, table: &Table) -> anyhow::Result<()> {
    match table {
        Table::Strips(args) => strips(cli, args),
        Table::Lsg(args) => {
            let question = LsgTable { size: args.size, threads: args.work.threads() };
            let outcome = drawn(cli, args.work.limits.time, args.svg.as_deref(), |job, wants_pictures| {
                let outcome = question.answer(job)?;
                let pictures = if wants_pictures { question.pictures(&outcome.report, job)? } else { Vec::new() };
                Ok((outcome, pictures))
            })?;
            print(cli, outcome, |report| report.text())
        }
        Table::Defects(args) => {
            let question = DefectsTable { size: args.size, amazons: args.amazons, threads: args.work.threads() };
            let outcome = drawn(cli, args.work.limits.time, args.svg.as_deref(), |job, wants_pictures| {
                if !wants_pictures {
                    return Ok((question.answer(job)?, Vec::new()));
                }
                let outcome = question.answer_for_pictures(job)?;
                let pictures = outcome.report.pictures()?;
                Ok((outcome, pictures))
            })?;
            print(cli, outcome, |report| report.text())
        }
        Table::Zugzwang(args) => {
            let question = ZugzwangTable { size: args.size, threads: args.work.threads() };
            let outcome = drawn(cli, args.work.limits.time, args.svg.as_deref(), |job, wants_pictures| {
                let outcome = question.answer(job)?;
                let pictures = if wants_pictures { outcome.report.pictures()? } else { Vec::new() };
                Ok((outcome, pictures))
            })?;
            print(cli, outcome, |report| report.text(args.list))
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
    let report = drawn(cli, args.work.limits.time, args.svg.as_deref(), |job, wants_pictures| {
        let report = question.answer(job)?;
        let pictures = if wants_pictures { report.pictures()? } else { Vec::new() };
        Ok((report, pictures))
    })?;
    output::answer(cli, &report, |report| report.text())
}

/// Makes a table, and writes its pictures into a directory if one is given. It is made first, so that nothing is
/// computed in vain.
fn drawn<R>(
    cli: &Cli,
    time: Option<Seconds>,
    directory: Option<&Path>,
    table: impl FnOnce(Job<'_>, bool) -> anyhow::Result<(R, Vec<NamedPicture>)>,
) -> anyhow::Result<R> {
    if let Some(directory) = directory {
        fs::create_dir_all(directory).with_context(|| format!("cannot make the directory {}", directory.display()))?;
    }
    let (report, pictures) = answer(cli, time, |job| table(job, directory.is_some()))?;
    if let Some(directory) = directory {
        for (name, svg) in pictures {
            files::save(&directory.join(format!("{name}.svg")), format!("{svg}\n").as_bytes())?;
        }
    }
    Ok(report)
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
