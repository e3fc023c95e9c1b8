//! The board, in the terminal or as a picture.

use std::sync::atomic::AtomicBool;

use otrera_board::areas::{self, Kind, Part};
use otrera_board::diagram::{Diagram, Style, Tint};
use otrera_board::game::Game;
use otrera_board::{Position, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::animation::{Animation, game_of};
use crate::ask::{Ask, NoProgress, Place};
use crate::evaluation::Evaluation;
use crate::host::{Job, Outcome};
use crate::input::Input;
use crate::option::choices;
use crate::report::AreaReport;

choices! {
    /// A way to split a board.
    pub enum Partition {
        /// Connected components
        Basic = "basic",
        /// With blocker territories set apart
        Improved = "improved",
    }
}

/// Shows the board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Show {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Partition of the areas in the answer; a drawing shows them if it is given.
    pub areas: Option<ShownAreas>,
    /// Includes distances, and the terms of the evaluation.
    #[serde(default)]
    pub eval: bool,
    /// A board without a side to move is shown as well, whatever its form.
    #[serde(skip)]
    pub without_side: bool,
}

/// A partition, or `true` or `false` for the default one.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ShownAreas {
    /// A partition by its name.
    Partition(Partition),
    /// The default partition; the answer has it in any case.
    Default(bool),
}

/// A board, its areas and, if requested, its evaluation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShowReport {
    board: String,
    width: u8,
    height: u8,
    to_move: Option<&'static str>,
    last_move: Option<String>,
    areas: Vec<AreaReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<Evaluation>,
    #[serde(skip)]
    plain: Diagram,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    game: Option<Game>,
}

impl Ask for Show {
    type Report = ShowReport;
    type Progress = NoProgress;
    const NAME: &'static str = "show";

    fn answer(&self, _: Job<'_>) -> anyhow::Result<Outcome<ShowReport>> {
        let input = self.place.input()?;
        // An evaluation is that of the side to move.
        let position = match self.without_side {
            _ if self.eval => input.position()?,
            true => input.position_without_side()?,
            false => input.position_as_written()?,
        };
        let (areas, are_drawn) = match self.areas {
            Some(ShownAreas::Partition(Partition::Basic)) => (areas::basic(&position), true),
            Some(ShownAreas::Partition(Partition::Improved)) => (areas::improved(&position), true),
            Some(ShownAreas::Default(_)) | None => (areas::improved(&position), false),
        };
        Ok(Outcome::complete(ShowReport {
            board: input.setup().to_string(),
            width: position.size().width(),
            height: position.size().height(),
            to_move: input.setup().to_move.map(Side::name),
            last_move: input.last_move().map(|m| m.to_string()),
            areas: AreaReport::list(&position, &areas, input.setup().to_move.is_some()),
            evaluation: self.eval.then(|| Evaluation::new(&position)),
            game: input.game().cloned(),
            plain: diagram(&input, &position, if are_drawn { &areas } else { &[] })?,
            position,
        }))
    }
}

impl ShowReport {
    /// The board as an SVG document.
    pub fn svg(&self) -> String {
        match &self.evaluation {
            Some(evaluation) => evaluation.diagram(self.plain.clone(), &self.position).svg(),
            None => self.plain.svg(),
        }
    }

    /// The game that led to the position as a GIF, the positions one after the other.
    pub fn gif(&self, settings: Animation, stop: &AtomicBool) -> anyhow::Result<Vec<u8>> {
        Ok(settings.gif(game_of(self.game.as_ref())?, stop)?.0)
    }

    /// The board for a terminal.
    pub fn text(&self, style: Style) -> String {
        match &self.evaluation {
            Some(evaluation) => evaluation.text(&self.plain, &self.position, style),
            None => self.plain.terminal(style),
        }
    }
}

fn diagram(input: &Input, position: &Position, areas: &[Part]) -> anyhow::Result<Diagram> {
    let mut diagram = Diagram::try_from(input.setup())?;
    if let Some(last_move) = input.last_move() {
        diagram = diagram.last_move(last_move);
    }
    for (label, area) in areas::labels(position, areas).into_iter().zip(areas) {
        let tint = match area.kind {
            Kind::Active => Tint::Active,
            Kind::Territory(Side::Black) => Tint::BlackTerritory,
            Kind::Territory(Side::White) => Tint::WhiteTerritory,
            Kind::Dead => Tint::Dead,
        };
        diagram = diagram.area(position.squares(area.squares), tint, label);
        // A blocker between a territory and nothing else, say another territory's blocker, is in one area only.
        for blocker in position.squares(area.blockers) {
            diagram = diagram.blocker(blocker);
        }
    }
    Ok(diagram)
}
