//! One position, looked up.

use otrera_atlas::strips::{LookUpError, Strips};
use otrera_cgt::{Outcome, Store, Thermograph, Value, Wall};
use serde::Serialize;

use super::limit;
use crate::cli::{Changes, Cli};
use crate::input::Input;
use crate::limits::OutOfLimits;
use crate::output;

/// Characters of a value for people: some lines of a terminal.
const LONGEST: usize = 1000;
/// Characters of a value in JSON.
const LONGEST_IN_JSON: usize = 1_000_000;

#[derive(Serialize)]
struct Report {
    board: String,
    value: String,
    /// Whether the value was too long to be written out.
    cut: bool,
    mean: String,
    temperature: String,
    left_stop: String,
    right_stop: String,
    outcome: &'static str,
    thermograph: Walls,
    #[serde(skip)]
    graph: std::sync::Arc<Thermograph>,
}

/// Corners as [value, temperature], from temperature -1 up.
#[derive(Serialize)]
struct Walls {
    left: Vec<[String; 2]>,
    right: Vec<[String; 2]>,
}

pub(super) fn answer(cli: &Cli, strips: &Strips<'_>, position: &str) -> anyhow::Result<()> {
    let input = Input::from_parts(position, &Changes { to_move: None, play: None })?;
    let value = strips.look_up(&input.position_whoever_moves()?).map_err(|error| match error {
        LookUpError::NotDone => OutOfLimits(error.to_string()).into(),
        error => anyhow::Error::new(error),
    })?;
    let mut setup = input.setup().clone();
    setup.to_move = None;
    let store = strips.store();
    let graph = store.thermograph(value).map_err(|why| limit(why, "the thermograph is missing"))?;
    let text = store.display_limited(value, if cli.json { LONGEST_IN_JSON } else { LONGEST }).to_string();
    let report = Report {
        board: setup.to_string(),
        cut: text.ends_with('…'),
        value: text,
        mean: graph.mean().to_string(),
        temperature: graph.temperature().to_string(),
        left_stop: graph.left_stop().to_string(),
        right_stop: graph.right_stop().to_string(),
        outcome: outcome(store, value),
        thermograph: Walls { left: corners(graph.left()), right: corners(graph.right()) },
        graph,
    };
    output::answer(cli, &report, human)
}

/// `L`, `R`, `N` or `P`.
pub(super) fn outcome(store: &Store, value: Value) -> &'static str {
    match store.outcome(value) {
        Outcome::Left => "L",
        Outcome::Right => "R",
        Outcome::Next => "N",
        Outcome::Previous => "P",
    }
}

fn corners(wall: &Wall) -> Vec<[String; 2]> {
    wall.corners().iter().map(|corner| [corner.value.to_string(), corner.temperature.to_string()]).collect()
}

fn human(report: &Report) -> String {
    let winner = match report.outcome {
        "L" => "Black wins",
        "R" => "White wins",
        "N" => "whoever moves first wins",
        _ => "whoever moves second wins",
    };
    let lines = [
        report.board.clone(),
        format!("value        {}", report.value),
        format!("mean         {}", report.mean),
        format!("temperature  {}", report.temperature),
        format!("stops        {} and {}", report.left_stop, report.right_stop),
        format!("outcome      {winner} ({})", report.outcome),
        format!("left wall    {}", report.graph.left()),
        format!("right wall   {}", report.graph.right()),
    ];
    lines.join("\n")
}
