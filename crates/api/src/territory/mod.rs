//! The number of moves that the owner of each territory has there.

mod region;

use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_board::Setup;
use otrera_cgt::Interrupted;
use otrera_regions::filling::{Ended, FillLimits, Filling, blocker_use, fill};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::region::Region;
use crate::ask::{Ask, Place};
use crate::host::{Job, Outcome, State};
use crate::limits::{Bounds, Limits, OutOfLimits};
use crate::option::{Bytes, Seconds};
use crate::report::without_side;

const MOVES_IN_A_ROW: usize = 6;
const LONGEST_BOARD: usize = 100;

/// Fills each territory of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Territory {
    /// The position. A region may be larger than a board.
    #[serde(flatten)]
    pub place: Place,
    /// Time, and memory for states of the search.
    #[serde(flatten)]
    pub limits: Limits,
}

/// Fills Lieberum's comb, a region with as many defects as possible.
#[derive(Clone, Debug)]
pub struct Comb {
    /// Number of teeth.
    pub teeth: u8,
    /// Time, and memory for states of the search.
    pub limits: Limits,
}

/// Memory in use.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TerritoryProgress {
    megabytes: usize,
}

/// Moves of the owner of each territory.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TerritoryReport {
    board: String,
    /// The answer for a position with one territory.
    #[serde(flatten)]
    only: Option<FillingReport>,
    areas: Vec<TerritoryArea>,
    /// Reason for missing results.
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct FillingReport {
    /// Missing, like the defects, if the limits were reached first.
    moves: Option<usize>,
    empty: usize,
    defects: Option<usize>,
    /// The longest line that is known.
    line: Vec<String>,
    /// Upper bound of the moves.
    most: usize,
    /// Nodes of the search.
    nodes: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TerritoryArea {
    label: String,
    kind: String,
    owner: &'static str,
    board: String,
    crop: String,
    blockers: Vec<String>,
    #[serde(flatten)]
    answer: FillingReport,
    /// The values without each set of blockers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<WithoutReport>,
    /// The fewest blockers that are enough for all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    needed: Option<Vec<String>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WithoutReport {
    left_out: Vec<String>,
    #[serde(flatten)]
    answer: FillingReport,
}

impl Ask for Territory {
    type Report = TerritoryReport;
    type Progress = TerritoryProgress;
    const NAME: &'static str = "territory";
    const MEMORY: Bytes = Bytes(4 << 30);

    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        self.limits.clamp(bounds, Self::MEMORY)
    }

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<TerritoryReport>> {
        let input = self.place.input()?;
        answer(input.setup(), &region::of_input(&input)?, &self.limits, job)
    }
}

impl Comb {
    /// Most teeth of a comb, which then has 3968 squares.
    pub const MOST_TEETH: u8 = 20;

    /// Fills the comb.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<TerritoryReport>> {
        let setup = region::comb_setup(usize::from(self.teeth));
        answer(&setup, &region::of_setup(&setup)?, &self.limits, job)
    }
}

fn answer(
    setup: &Setup,
    regions: &[Region],
    limits: &Limits,
    job: Job<'_>,
) -> anyhow::Result<Outcome<TerritoryReport>> {
    let memory = limits.memory_or(Territory::MEMORY);
    let in_use = AtomicUsize::new(0);
    let check = |bytes: usize| {
        in_use.store(bytes, Ordering::Relaxed);
        match bytes > memory {
            _ if job.stop.load(Ordering::Relaxed) => Err(Interrupted::Stopped),
            true => Err(Interrupted::OutOfMemory),
            false => Ok(()),
        }
    };
    let limits = FillLimits { nodes: u64::MAX, check: &check };
    let state = || {
        let megabytes = in_use.load(Ordering::Relaxed) >> 20;
        State::new(format!("{megabytes} MB of states"), &TerritoryProgress { megabytes })
    };
    let report = job.with_progress(state, || report(setup, regions, &limits));
    let missing = report.unfinished.clone().map(|sentence| OutOfLimits(sentence).into());
    let is_empty = report.areas.iter().all(|area| area.answer.moves.is_none());
    Outcome::partial(report, missing, is_empty)
}

fn report(setup: &Setup, regions: &[Region], limits: &FillLimits<'_>) -> TerritoryReport {
    let mut areas: Vec<Option<TerritoryArea>> = regions.iter().map(|_| None).collect();
    let mut unfinished = None;
    // Small territories first, so that a large one cannot keep them from being answered.
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by_key(|&number| regions[number].territory().empty());
    for number in order {
        let (report, sentence) = area(setup, &regions[number], limits);
        areas[number] = Some(report);
        unfinished = unfinished.or(sentence);
    }
    let areas: Vec<TerritoryArea> = areas.into_iter().flatten().collect();
    let only = if let [area] = &areas[..] { Some(area.answer.clone()) } else { None };
    TerritoryReport { board: without_side(setup.clone()), only, areas, unfinished }
}

/// The report on one territory, and the reason if it is incomplete.
fn area(setup: &Setup, region: &Region, limits: &FillLimits<'_>) -> (TerritoryArea, Option<String>) {
    let territory = region.territory();
    let table = if territory.blockers().is_empty() { None } else { blocker_use(&territory, limits) };
    let (filling, rows, needed) = match table {
        Some(table) => (table.rows[0].filling.clone(), table.rows, table.needed),
        None => (fill(&territory, limits), Vec::new(), None),
    };
    let of = |filling: &Filling| FillingReport {
        moves: filling.moves(),
        empty: filling.empty,
        defects: filling.defects(),
        line: region.line(&filling.line),
        most: filling.most,
        nodes: filling.nodes,
    };
    let ended = |filling: &Filling, without: &str| {
        let why = filling.ended?;
        let bounds = format!("at least {} and at most {} moves", filling.line.len(), filling.most);
        Some(format!("area {}{without}: {bounds}; {}", region.label, sentence(why)))
    };
    let unfinished = ended(&filling, "").or_else(|| {
        rows.iter().find_map(|row| ended(&row.filling, &format!(" without {}", region.names(&row.blockers).join(" "))))
    });
    let without = rows.iter().skip(1);
    let report = TerritoryArea {
        label: region.label.clone(),
        kind: format!("{} territory", region.owner.name()),
        owner: region.owner.name(),
        board: region.board(setup).to_string(),
        crop: region.crop(setup).to_string(),
        blockers: region.blockers(),
        answer: of(&filling),
        without: without
            .map(|row| WithoutReport { left_out: region.names(&row.blockers), answer: of(&row.filling) })
            .collect(),
        needed: needed.map(|needed| region.names(&needed)),
    };
    (report, unfinished)
}

fn sentence(why: Ended) -> String {
    match why {
        Ended::Limit(Interrupted::OutOfMemory) => "the search needs more memory than the limit allows".into(),
        Ended::Limit(_) => "the search was stopped first".into(),
        other => other.to_string(),
    }
}

impl TerritoryReport {
    /// The report as text.
    pub fn text(&self) -> String {
        if self.areas.is_empty() {
            return "no territory: there is no area with empty squares and amazons of one side only".into();
        }
        self.areas.iter().map(describe).collect()
    }
}

fn describe(area: &TerritoryArea) -> String {
    let blockers = match area.blockers.is_empty() {
        true => String::new(),
        false => format!("  blockers {}", area.blockers.join(" ")),
    };
    let crop = if area.crop.len() <= LONGEST_BOARD { format!("  {}", area.crop) } else { String::new() };
    let mut text = format!("{:<3}{:<16} {:>3} empty{crop}{blockers}\n", area.label, area.kind, area.answer.empty);
    text += &format!("   moves        {}\n", moves(&area.answer));
    for (i, moves) in area.answer.line.chunks(MOVES_IN_A_ROW).enumerate() {
        text += &format!("   {:<12} {}\n", if i == 0 { "line" } else { "" }, moves.join(" "));
    }
    for (i, row) in area.without.iter().enumerate() {
        let name = if i == 0 { "without" } else { "" };
        text += &format!("   {name:<12} {}: {}\n", row.left_out.join(" "), moves(&row.answer));
    }
    if let Some(needed) = &area.needed {
        let needed = if needed.is_empty() { "no blocker".into() } else { needed.join(" ") };
        text += &format!("   {:<12} {needed}\n", "needed");
    }
    text
}

fn moves(answer: &FillingReport) -> String {
    match (answer.moves, answer.defects) {
        (Some(moves), Some(0)) => format!("{moves}"),
        (Some(moves), Some(1)) => format!("{moves}, 1 defect"),
        (Some(moves), Some(defects)) => format!("{moves}, {defects} defects"),
        _ => format!("{} to {}", answer.line.len(), answer.most),
    }
}
