//! `otrera territory`: how many moves the owner of each territory has there.

mod ground;

use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_atlas::filling::{Ended, FillLimits, Filling, blocker_use, fill};
use otrera_board::Setup;
use otrera_cgt::Interrupted;
use serde::Serialize;
use serde_json::json;

use self::ground::Ground;
use crate::cli::{Cli, TerritoryArgs};
use crate::input::Input;
use crate::limits::{self, OutOfLimits};
use crate::output;
use otrera_api::host::{Job, Outcome, State};

/// Moves of a line that are written beside each other.
const MOVES_IN_A_ROW: usize = 6;
/// Characters of a board that are written on one line.
const LONGEST_BOARD: usize = 100;

#[derive(Serialize)]
pub(crate) struct Report {
    board: String,
    /// The answer for a position with one territory.
    #[serde(flatten)]
    only: Option<Answer>,
    areas: Vec<AreaReport>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<String>,
}

#[derive(Clone, Serialize)]
struct Answer {
    /// Missing, like the defects, if the limits were reached before.
    moves: Option<usize>,
    empty: usize,
    defects: Option<usize>,
    /// The longest line that is known.
    line: Vec<String>,
    /// Moves that nobody can exceed.
    most: usize,
    /// Nodes of the search.
    nodes: u64,
}

#[derive(Serialize)]
struct AreaReport {
    label: String,
    kind: String,
    owner: &'static str,
    board: String,
    crop: String,
    blockers: Vec<String>,
    #[serde(flatten)]
    answer: Answer,
    /// The values without each set of blockers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<WithoutReport>,
    /// The fewest blockers that are enough for all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    needed: Option<Vec<String>>,
}

#[derive(Serialize)]
struct WithoutReport {
    left_out: Vec<String>,
    #[serde(flatten)]
    answer: Answer,
}

pub(super) fn run(cli: &Cli, args: &TerritoryArgs) -> anyhow::Result<()> {
    let input = args.position.as_ref().map(|position| Input::from_parts(position, &args.changes)).transpose()?;
    let stop = limits::stop_flag(args.limits.time)?;
    let outcome = answer(args, input.as_ref(), Job { setting: cli, stop: &stop })?;
    output::answer(cli, &outcome.report, human)?;
    outcome.end()
}

/// The territories of the position, or the comb that is asked about instead.
pub(crate) fn answer(args: &TerritoryArgs, input: Option<&Input>, job: Job<'_>) -> anyhow::Result<Outcome<Report>> {
    let (setup, grounds) = match (&args.comb, input) {
        (Some(teeth), _) => {
            let setup = ground::comb_setup(usize::from(*teeth));
            let grounds = ground::of_setup(&setup)?;
            (setup, grounds)
        }
        (None, Some(input)) => (input.setup().clone(), ground::of_input(input)?),
        (None, None) => unreachable!("the parser asks for one of the two"),
    };
    let in_use = AtomicUsize::new(0);
    let check = |bytes: usize| {
        in_use.store(bytes, Ordering::Relaxed);
        match bytes > args.memory {
            _ if job.stop.load(Ordering::Relaxed) => Err(Interrupted::Stopped),
            true => Err(Interrupted::OutOfMemory),
            false => Ok(()),
        }
    };
    let limits = FillLimits { nodes: u64::MAX, check: &check };
    let state = || {
        let megabytes = in_use.load(Ordering::Relaxed) >> 20;
        State { text: format!("{megabytes} MB of states"), data: json!({ "megabytes": megabytes }).to_string() }
    };
    let report = job.watched(state, || report(&setup, &grounds, &limits));
    let missing = report.unfinished.clone().map(|sentence| OutOfLimits(sentence).into());
    // Where nothing was worked out, there is nothing to answer.
    match missing {
        Some(sentence) if report.areas.iter().all(|area| area.answer.moves.is_none()) => Err(sentence),
        missing => Ok(Outcome { report, missing }),
    }
}

fn report(setup: &Setup, grounds: &[Ground], limits: &FillLimits<'_>) -> Report {
    let mut areas: Vec<Option<AreaReport>> = grounds.iter().map(|_| None).collect();
    let mut unfinished = None;
    // Small ones first, so that a large one does not keep them from being answered.
    let mut order: Vec<usize> = (0..grounds.len()).collect();
    order.sort_by_key(|&number| grounds[number].territory().empty());
    for number in order {
        let (report, sentence) = area(setup, &grounds[number], limits);
        areas[number] = Some(report);
        unfinished = unfinished.or(sentence);
    }
    let areas: Vec<AreaReport> = areas.into_iter().flatten().collect();
    let only = if let [area] = &areas[..] { Some(area.answer.clone()) } else { None };
    let mut board = setup.clone();
    board.to_move = None;
    Report { board: board.to_string(), only, areas, unfinished }
}

/// The report on one territory, and what is to be said if it is not the whole answer.
fn area(setup: &Setup, ground: &Ground, limits: &FillLimits<'_>) -> (AreaReport, Option<String>) {
    let territory = ground.territory();
    let table = if territory.blockers().is_empty() { None } else { blocker_use(&territory, limits) };
    let (filling, rows, needed) = match table {
        Some(table) => (table.rows[0].filling.clone(), table.rows, table.needed),
        None => (fill(&territory, limits), Vec::new(), None),
    };
    let of = |filling: &Filling| Answer {
        moves: filling.moves(),
        empty: filling.empty,
        defects: filling.defects(),
        line: ground.line(&filling.line),
        most: filling.most,
        nodes: filling.nodes,
    };
    let ended = |filling: &Filling, without: &str| {
        let why = filling.ended?;
        let bounds = format!("at least {} and at most {} moves", filling.line.len(), filling.most);
        Some(format!("area {}{without}: {bounds}; {}", ground.label, sentence(why)))
    };
    let unfinished = ended(&filling, "").or_else(|| {
        rows.iter().find_map(|row| ended(&row.filling, &format!(" without {}", ground.names(&row.blockers).join(" "))))
    });
    let without = rows.iter().skip(1);
    let report = AreaReport {
        label: ground.label.clone(),
        kind: format!("{} territory", ground.owner.name()),
        owner: ground.owner.name(),
        board: ground.board(setup).to_string(),
        crop: ground.crop(setup).to_string(),
        blockers: ground.blockers(),
        answer: of(&filling),
        without: without
            .map(|row| WithoutReport { left_out: ground.names(&row.blockers), answer: of(&row.filling) })
            .collect(),
        needed: needed.map(|needed| ground.names(&needed)),
    };
    (report, unfinished)
}

fn sentence(why: Ended) -> String {
    match why {
        Ended::Limit(Interrupted::OutOfMemory) => "the search needs more memory than the limit allows".into(),
        Ended::Limit(_) => "the search was stopped before it found out which".into(),
        other => other.to_string(),
    }
}

fn human(report: &Report) -> String {
    if report.areas.is_empty() {
        return "no territory: there is no area with empty squares and amazons of one side only".into();
    }
    report.areas.iter().map(describe).collect()
}

fn describe(area: &AreaReport) -> String {
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

fn moves(answer: &Answer) -> String {
    match (answer.moves, answer.defects) {
        (Some(moves), Some(0)) => format!("{moves}"),
        (Some(moves), Some(1)) => format!("{moves}, 1 defect"),
        (Some(moves), Some(defects)) => format!("{moves}, {defects} defects"),
        _ => format!("{} to {}", answer.line.len(), answer.most),
    }
}
