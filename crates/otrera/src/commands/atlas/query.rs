//! What the atlas says about a position.

use otrera_atlas::{Atlas, Facts, ValueId, Values};
use otrera_board::areas::{self, Area, Kind};
use otrera_board::{Bits as _, Position, Side};
use otrera_cgt::Store;
use serde::Serialize;

use crate::atlas_file;
use crate::cli::{AtlasQueryArgs, Cli};
use crate::input::Input;
use crate::limits::OutOfLimits;
use crate::output;
use otrera_api::report::{AreaReport, LONGEST, LONGEST_IN_JSON, ValueFacts};
use otrera_api::host::Outcome;

#[derive(Serialize)]
pub(crate) struct Report {
    board: String,
    /// The size of the atlas.
    size: usize,
    /// Connected areas.
    areas: Vec<Known>,
    /// The parts that blockers split them into, with the blocker constraint; bounds, not summands.
    parts: Vec<Known>,
    /// All areas together; missing if one is not in the atlas.
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<ValueFacts>,
}

/// An area and what the atlas has on it.
#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    area: AreaReport,
    /// The name of its graph, without what stands on it; missing if it is not in the atlas.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<String>,
    /// Of a territory.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defects: Option<u32>,
    /// Of a territory with blockers: what is left of it without some of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<Without>,
    /// Of an active area.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    value: Option<ValueFacts>,
}

#[derive(Serialize)]
struct Without {
    blockers: Vec<String>,
    moves: u8,
}

/// The atlas, and its values in a store.
struct Book<'a> {
    atlas: &'a Atlas,
    store: &'a Store,
    values: Values,
    longest: usize,
}

pub(super) fn run(cli: &Cli, args: &AtlasQueryArgs) -> anyhow::Result<()> {
    let input = Input::from_parts(&args.position, &args.changes)?;
    let atlas = atlas_file::open(cli, args.file.file.as_deref())?;
    let outcome = answer(&input, &atlas, if cli.json { LONGEST_IN_JSON } else { LONGEST })?;
    output::answer(cli, &outcome.report, human)?;
    outcome.end()
}

/// What the atlas says about a position. Values are cut after `longest` characters.
pub(crate) fn answer(input: &Input, atlas: &Atlas, longest: usize) -> anyhow::Result<Outcome<Report>> {
    let position = input.position_whoever_moves()?;
    let store = Store::new();
    let book = Book { atlas, store: &store, values: atlas.values(&store)?, longest };
    let sided = input.setup().to_move.is_some();
    let list = |areas: Vec<Area>| -> anyhow::Result<Vec<Known>> {
        let reports = AreaReport::list(&position, &areas, sided);
        areas.iter().zip(reports).map(|(area, report)| book.known(&position, area, report)).collect()
    };
    let split = areas::improved(&position);
    let parts = if split.iter().any(|part| !part.blockers.is_none()) { list(split)? } else { Vec::new() };
    let report = Report {
        board: input.setup().to_string(),
        size: atlas.header().size,
        areas: list(areas::basic(&position))?,
        parts,
        sum: book.sum(&position)?,
    };
    let missing = report.areas.iter().find(|area| area.graph.is_none()).map(|missing| {
        OutOfLimits(format!(
            "area {} is not in the atlas, which has regions of up to {} squares: `otrera value` works it out, and \
             `otrera atlas build --size N` makes a larger atlas",
            missing.area.label, report.size
        ))
        .into()
    });
    Ok(Outcome { report, missing })
}

impl Book<'_> {
    fn known(&self, position: &Position, area: &Area, report: AreaReport) -> anyhow::Result<Known> {
        let mut known =
            Known { area: report, graph: None, moves: None, defects: None, without: Vec::new(), value: None };
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
                let names: Vec<String> = position.squares(blockers(owner)).map(|square| square.to_string()).collect();
                let left_out = |set: usize| {
                    let chosen = names.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                    chosen.map(|(_, name)| name.clone()).collect()
                };
                let without = moves.iter().enumerate().skip(1);
                known.without = without.map(|(set, &moves)| Without { blockers: left_out(set), moves }).collect();
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

fn human(report: &Report) -> String {
    let mut lines = Vec::new();
    for known in &report.areas {
        lines.extend(known.lines());
    }
    if !report.parts.is_empty() {
        lines.push("split by blockers, whose first move has to shoot back:".into());
        for known in &report.parts {
            lines.extend(known.lines());
        }
    }
    if let Some(sum) = &report.sum
        && report.areas.len() != 1
    {
        lines.push("sum".into());
        lines.extend(sum.lines().map(|line| format!("   {line}")));
    }
    if lines.is_empty() {
        lines.push("no areas: every square is burnt".into());
    }
    lines.join("\n")
}

impl Known {
    fn lines(&self) -> Vec<String> {
        let area = &self.area;
        let crop = area.crop.split(' ').next().unwrap_or_default();
        let mut lines = vec![format!("{:<3}{:<16} {:>3} empty  {crop}", area.label, area.kind, area.empty)];
        if !area.blockers.is_empty() {
            lines.push(format!("   blockers     {}", area.blockers.join(" ")));
        }
        match &self.graph {
            Some(graph) => lines.push(format!("   graph        {graph}")),
            None => lines.push("   not in the atlas".into()),
        }
        if let (Some(moves), Some(defects)) = (self.moves, self.defects) {
            let defects = match defects {
                0 => "no defect".into(),
                1 => "1 defect".into(),
                more => format!("{more} defects"),
            };
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
