//! The decomposition of a board into areas.

use otrera_board::areas;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, NoProgress, Place};
use crate::host::{Job, Outcome};
use crate::report::AreaReport;
use crate::solve::WideArea;

/// Splits the board into its areas.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Areas {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Connected components only, without splitting them by blockers.
    #[serde(default)]
    pub basic: bool,
}

/// The areas of a board.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AreasReport {
    board: String,
    /// `basic` or `improved`.
    partition: &'static str,
    areas: Vec<AreaReport>,
    /// Label of an active area that is too wide for the solver; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    too_wide: Option<String>,
}

impl Ask for Areas {
    type Report = AreasReport;
    type Progress = NoProgress;
    const NAME: &'static str = "areas";

    fn answer(&self, _: Job<'_>) -> anyhow::Result<Outcome<AreasReport>> {
        let input = self.place.input()?;
        let position = input.position_without_side()?;
        let (partition, areas) = match self.basic {
            true => ("basic", areas::basic(&position)),
            false => ("improved", areas::improved(&position)),
        };
        Ok(Outcome::complete(AreasReport {
            board: input.setup().to_string(),
            partition,
            areas: AreaReport::list(&position, &areas, input.setup().to_move.is_some()),
            too_wide: WideArea::find(&position).map(|wide| wide.label),
        }))
    }
}

impl AreasReport {
    /// The report as text.
    pub fn text(&self) -> String {
        if self.areas.is_empty() {
            return "no areas: every square is burnt".into();
        }
        let one = |area: &AreaReport| match area.blockers.is_empty() {
            true => area.line(),
            false => format!("{}  blockers {}", area.line(), area.blockers.join(" ")),
        };
        self.areas.iter().map(one).collect::<Vec<_>>().join("\n")
    }
}
