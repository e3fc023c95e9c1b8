//! `otrera show`: the board, in the terminal or as a picture.

use otrera_board::areas::{self, Area, Kind};
use otrera_board::diagram::{Colour, Diagram, Style, Tint};
use otrera_board::{Position, Side};
use serde::Serialize;

use crate::cli::{Cli, Partition, ShowArgs};
use otrera_api::evaluation::Evaluation;
use crate::input::Input;
use crate::picture::Pictures;
use otrera_api::report::AreaReport;
use crate::output;
use otrera_api::report;

#[derive(Serialize)]
pub(crate) struct Report {
    board: String,
    width: u8,
    height: u8,
    to_move: Option<&'static str>,
    last_move: Option<String>,
    areas: Vec<AreaReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<Evaluation>,
}

pub(super) fn run(cli: &Cli, args: &ShowArgs) -> anyhow::Result<()> {
    let pictures = Pictures::new(cli, &args.pictures)?;
    let input = Input::read(&args.position)?;
    let (report, position, areas) = found(args, &input)?;
    let plain = diagram(&input, &position, args.areas.map(|_| &areas[..]))?;
    let drawn = match &report.evaluation {
        Some(evaluation) => evaluation.diagram(plain.clone(), &position),
        None => plain.clone(),
    };
    if pictures.write(&drawn.svg())? {
        return Ok(());
    }
    output::answer(cli, &report, |report| match &report.evaluation {
        Some(evaluation) => evaluation.text(&plain, &position, style(cli)),
        None => plain.terminal(style(cli)),
    })
}

pub(crate) fn answer(args: &ShowArgs, input: &Input) -> anyhow::Result<Report> {
    Ok(found(args, input)?.0)
}

/// The report, and what it is about.
fn found(args: &ShowArgs, input: &Input) -> anyhow::Result<(Report, Position, Vec<Area>)> {
    // Somebody has to be ahead.
    let position = if args.eval { input.position()? } else { input.position_as_written()? };
    let areas = match args.areas {
        Some(Partition::Basic) => areas::basic(&position),
        Some(Partition::Improved) | None => areas::improved(&position),
    };
    let report = Report {
        board: input.setup().to_string(),
        width: position.size().width(),
        height: position.size().height(),
        to_move: input.setup().to_move.map(Side::name),
        last_move: input.last_move().map(|m| m.to_string()),
        areas: AreaReport::list(&position, &areas, input.setup().to_move.is_some()),
        evaluation: args.eval.then(|| Evaluation::new(&position)),
    };
    Ok((report, position, areas))
}

/// The board with its last move and, if given, its areas.
fn diagram(input: &Input, position: &Position, areas: Option<&[Area]>) -> anyhow::Result<Diagram> {
    let mut diagram = Diagram::try_from(input.setup())?;
    if let Some(last_move) = input.last_move() {
        diagram = diagram.last_move(last_move);
    }
    for (number, area) in areas.into_iter().flatten().enumerate() {
        let tint = match area.kind {
            Kind::Active => Tint::Active,
            Kind::Territory(Side::Black) => Tint::BlackTerritory,
            Kind::Territory(Side::White) => Tint::WhiteTerritory,
            Kind::Dead => Tint::Dead,
        };
        diagram = diagram.area(position.squares(area.squares), tint, report::label(number));
        // A blocker between a territory and nothing else, say another territory's blocker, is in one area only.
        for blocker in position.squares(area.blockers) {
            diagram = diagram.blocker(blocker);
        }
    }
    Ok(diagram)
}

/// Colours and signs for whoever reads the answer: a terminal gets what it can show, a file or a pipe plain ASCII.
pub(super) fn style(cli: &Cli) -> Style {
    let colour = match output::colours(cli) {
        false => Colour::None,
        true if output::says("COLORTERM", &["truecolor", "24bit"]) => Colour::TrueColor,
        true => Colour::Ansi256,
    };
    Style { colour, unicode: output::unicode(cli) }
}
