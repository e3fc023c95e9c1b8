//! `otrera tables`: the tables of the papers.

use otrera_api::tables::solved::SolvedTable;
use otrera_api::tables::solving::{self, Ablation, SolvingTable};
use otrera_api::tables::{DefectsTable, LsgTable, ZugzwangTable};

use super::exact::longest;
use super::{answer, print};
use crate::cli::{Cli, SolvingArgs, Table};
use crate::output;

pub(super) fn run(cli: &Cli, table: &Table) -> anyhow::Result<()> {
    match table {
        Table::Strips(args) => {
            let question = args.question(longest(cli))?;
            let report = answer(cli, args.work.limits.time, |job| question.answer(job))?;
            output::answer(cli, &report, |report| report.text())
        }
        Table::Lsg(args) => {
            let outcome = answer(cli, args.work.limits.time, |job| LsgTable::from(args).answer(job))?;
            print(cli, outcome, |report| report.text())
        }
        Table::Defects(args) => {
            let outcome = answer(cli, args.work.limits.time, |job| DefectsTable::from(args).answer(job))?;
            print(cli, outcome, |report| report.text())
        }
        Table::Zugzwang(args) => {
            let outcome = answer(cli, args.work.limits.time, |job| ZugzwangTable::from(args).answer(job))?;
            print(cli, outcome, |report| report.text(args.list))
        }
        Table::Solving(args) => solving(cli, args),
        Table::Solved(args) => {
            let outcome = answer(cli, args.work.limits.time, |job| SolvedTable::from(args).answer(job))?;
            print(cli, outcome, |report| report.text())
        }
    }
}

fn solving(cli: &Cli, args: &SolvingArgs) -> anyhow::Result<()> {
    let time = args.work.limits.time;
    if args.make {
        output::print(&solving::make()?)
    } else if args.ablation {
        print(cli, answer(cli, time, |job| Ablation::from(args).answer(job))?, |report| report.text())
    } else {
        print(cli, answer(cli, time, |job| SolvingTable::from(args).answer(job))?, |report| report.text())
    }
}
