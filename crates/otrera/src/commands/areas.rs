//! `otrera areas`: the decomposition of a board.

use otrera_board::areas;
use serde::Serialize;

use crate::cli::{AreasArgs, Cli};
use crate::input::Input;
use crate::output;
use crate::report::AreaReport;

#[derive(Serialize)]
struct Report {
    board: String,
    partition: &'static str,
    areas: Vec<AreaReport>,
}

pub(super) fn run(cli: &Cli, args: &AreasArgs) -> anyhow::Result<()> {
    let input = Input::read(&args.position)?;
    let position = input.position_whoever_moves()?;
    let (partition, areas) = match args.basic {
        true => ("basic", areas::basic(&position)),
        false => ("improved", areas::improved(&position)),
    };
    let report = Report {
        board: input.setup().to_string(),
        partition,
        areas: AreaReport::list(&position, &areas, input.setup().to_move.is_some()),
    };
    output::answer(cli, &report, human)
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
