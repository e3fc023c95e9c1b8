//! The entries of the atlas for a position.

use std::path::PathBuf;

use otrera_atlas::{Atlas, Facts, ValueId, Values};
use otrera_board::areas::{self, Kind, Part};
use otrera_board::{Bits as _, Position, Side};
use otrera_cgt::Store;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, NoProgress, Place};
use crate::host::{Job, Outcome};
use crate::limits::OutOfLimits;
use crate::report::{AreaReport, LONGEST_IN_JSON, ValueFacts, names};
use crate::text::count;

/// Looks up all areas of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct AtlasQuery {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Characters after which a value is cut.
    #[serde(skip)]
    pub longest: Option<usize>,
    /// File of the atlas; `None` for the default.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// The areas of a position, with their entries in the atlas.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AtlasQueryReport {
    board: String,
    /// The size of the atlas.
    size: usize,
    /// Connected areas.
    areas: Vec<KnownArea>,
    /// The parts that blockers split them into, with the blocker constraint; bounds, not summands.
    parts: Vec<KnownArea>,
    /// All areas together; missing if one is not in the atlas.
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<ValueFacts>,
}

/// An area and its entry in the atlas.
#[derive(Debug, Serialize, JsonSchema)]
struct KnownArea {
    #[serde(flatten)]
    area: AreaReport,
    /// The name of its graph, without what stands on it; missing if it is not in the atlas.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<String>,
    /// Moves of the owner of a territory.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defects: Option<u32>,
    /// Of a territory with blockers: the moves without some of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<WithoutBlockers>,
    /// The value of an active area.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    value: Option<ValueFacts>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WithoutBlockers {
    blockers: Vec<String>,
    moves: u8,
}

struct Entries<'a> {
    atlas: &'a Atlas,
    store: &'a Store,
    values: Values,
    /// Characters after which a value is cut.
    longest: usize,
}

impl Ask for AtlasQuery {
    type Report = AtlasQueryReport;
    type Progress = NoProgress;
    const NAME: &'static str = "atlas";

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<AtlasQueryReport>> {
        let input = self.place.input()?;
        let atlas = &*job.host.atlas(self.file.as_deref())?;
        let position = input.position_without_side()?;
        let store = Store::new();
        let longest = self.longest.unwrap_or(LONGEST_IN_JSON);
        let entries = Entries { atlas, store: &store, values: atlas.values(&store)?, longest };
        let sided = input.setup().to_move.is_some();
        let list = |areas: Vec<Part>| -> anyhow::Result<Vec<KnownArea>> {
            let reports = AreaReport::list(&position, &areas, sided);
            areas.iter().zip(reports).map(|(area, report)| entries.known(&position, area, report)).collect()
        };
        let split = areas::improved(&position);
        let parts = if split.iter().any(|part| !part.blockers.is_none()) { list(split)? } else { Vec::new() };
        let report = AtlasQueryReport {
            board: input.setup().to_string(),
            size: atlas.header().size,
            areas: list(areas::basic(&position))?,
            parts,
            sum: entries.sum(&position)?,
        };
        let missing = report.areas.iter().find(|area| area.graph.is_none()).map(|missing| {
            OutOfLimits(format!(
                "area {} is not in the atlas, which has regions of up to {} squares: the command `value` works it \
                 out, and `atlas build` with a larger size makes a larger atlas",
                missing.area.label, report.size
            ))
            .into()
        });
        Ok(Outcome { report, missing })
    }
}

impl Entries<'_> {
    fn known(&self, position: &Position, area: &Part, report: AreaReport) -> anyhow::Result<KnownArea> {
        let mut known =
            KnownArea { area: report, graph: None, moves: None, defects: None, without: Vec::new(), value: None };
        let squares = area.squares;
        let Some(spot) = self.atlas.spot(position.grid(), squares) else { return Ok(known) };
        known.graph = Some(self.atlas.name(spot.size(), spot.graph()).to_string());
        let free = |side: Side| position.amazons(side) & squares & !area.blockers;
        let blockers = |side: Side| position.amazons(side) & area.blockers;
        match area.kind {
            Kind::Dead => {}
            Kind::Territory(owner) => {
                let moves = self.atlas.blocker_moves(position.grid(), squares, free(owner), blockers(owner));
                let moves = moves.expect("parts of a region in the atlas are in the atlas");
                known.moves = Some(moves[0]);
                known.defects = Some(area.empty(position) - u32::from(moves[0]));
                let names = names(position, blockers(owner));
                let left_out = |set: usize| {
                    let chosen = names.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                    chosen.map(|(_, name)| name.clone()).collect()
                };
                let without = moves.iter().enumerate().skip(1);
                known.without =
                    without.map(|(set, &moves)| WithoutBlockers { blockers: left_out(set), moves }).collect();
            }
            Kind::Active => {
                let amazons = Side::BOTH.map(|side| spot.points(squares, free(side)));
                let id = match area.blockers.is_none() {
                    true => Some(self.atlas.open(&spot, amazons[0], amazons[1])),
                    false => {
                        let blockers = Side::BOTH.map(|side| spot.points(squares, blockers(side)));
                        self.atlas.guarded(&spot, amazons, blockers)
                    }
                };
                known.value = id.map(|id| self.facts(id)).transpose()?;
            }
        }
        Ok(known)
    }

    fn facts(&self, id: ValueId) -> anyhow::Result<ValueFacts> {
        Ok(match self.values[id] {
            Some(value) => ValueFacts::new(self.store, value, self.longest)?,
            None => {
                let Facts { outcome, thermograph, .. } = self.atlas.facts(id);
                ValueFacts::without_form(outcome, thermograph)
            }
        })
    }

    /// The whole position, if all of it is in the atlas, with canonical forms.
    fn sum(&self, position: &Position) -> anyhow::Result<Option<ValueFacts>> {
        let Some(endgame) = self.atlas.endgame(position) else { return Ok(None) };
        let mut sum = self.store.integer(endgame.whole.into())?;
        for id in endgame.values {
            let Some(value) = self.values[id] else { return Ok(None) };
            sum = self.store.add(sum, value)?;
        }
        Ok(Some(ValueFacts::new(self.store, sum, self.longest)?))
    }
}

impl AtlasQueryReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = self.areas.iter().flat_map(KnownArea::lines).collect();
        if !self.parts.is_empty() {
            lines.push("split by blockers, whose first move has to shoot back:".into());
            lines.extend(self.parts.iter().flat_map(KnownArea::lines));
        }
        if let Some(sum) = &self.sum
            && self.areas.len() != 1
        {
            lines.push("sum".into());
            lines.extend(sum.lines().map(|line| format!("   {line}")));
        }
        if lines.is_empty() {
            lines.push("no areas: every square is burnt".into());
        }
        lines.join("\n")
    }
}

impl KnownArea {
    fn lines(&self) -> Vec<String> {
        let area = &self.area;
        let mut lines = vec![area.line()];
        if !area.blockers.is_empty() {
            lines.push(format!("   blockers     {}", area.blockers.join(" ")));
        }
        match &self.graph {
            Some(graph) => lines.push(format!("   graph        {graph}")),
            None => lines.push("   not in the atlas".into()),
        }
        if let (Some(moves), Some(defects)) = (self.moves, self.defects) {
            let defects = if defects == 0 { "no defect".into() } else { count(defects.into(), "defect") };
            lines.push(format!("   moves        {moves}, {defects}"));
        }
        for without in &self.without {
            lines.push(format!("   without {:<5}{}", without.blockers.join(" "), without.moves));
        }
        if let Some(value) = &self.value {
            lines.extend(value.lines().map(|line| format!("   {line}")));
        } else if self.graph.is_some() && area.kind == "active" {
            lines.push("   too large for a guarded area of this atlas".into());
        }
        lines
    }
}
