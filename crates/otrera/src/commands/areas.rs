//! `otrera areas`: the decomposition of a board.

use otrera_board::areas;
use serde::Serialize;

use crate::cli::{AreasArgs, Cli};
use crate::input::Input;
use crate::output;
use otrera_api::report::AreaReport;

#[derive(Serialize)]
pub(crate) struct Report {
    board: String,
    partition: &'static str,
    areas: Vec<AreaReport>,
}

pub(super) fn run(cli: &Cli, args: &AreasArgs) -> anyhow::Result<()> {
    let report = answer(args, &Input::read(&args.position)?)?;
    output::answer(cli, &report, human)
}

pub(crate) fn answer(args: &AreasArgs, input: &Input) -> anyhow::Result<Report> {
    let position = input.position_whoever_moves()?;
    let (partition, areas) = match args.basic {
        true => ("basic", areas::basic(&position)),
        false => ("improved", areas::improved(&position)),
    };
    Ok(Report {
        board: input.setup().to_string(),
        partition,
        areas: AreaReport::list(&position, &areas, input.setup().to_move.is_some()),
    })
}

fn human(report: &Report) -> String {
    if report.areas.is_empty() {
        return "no areas: every square is burnt".into();
    }
    let one = |area: &AreaReport| {
        let blockers = match area.blockers.is_empty() {
            true => String::new(),
            false => format!("  blockers {}", area.blockers.join(" ")),
        };
        let crop = area.crop.split(' ').next().unwrap_or_default();
        format!("{:<3}{:<16} {:>3} empty  {crop}{blockers}", area.label, area.kind, area.empty)
    };
    report.areas.iter().map(one).collect::<Vec<_>>().join("\n")
}
