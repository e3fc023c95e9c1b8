//! One position, looked up.

use otrera_atlas::strips::{LookUpError, Strips};
use serde::Serialize;

use super::limit;
use crate::cli::{Changes, Cli};
use crate::input::Input;
use crate::limits::OutOfLimits;
use crate::output;
use otrera_api::report::{LONGEST, LONGEST_IN_JSON, ValueFacts};

#[derive(Serialize)]
struct Report {
    board: String,
    #[serde(flatten)]
    facts: ValueFacts,
}

pub(super) fn answer(cli: &Cli, strips: &Strips<'_>, position: &str) -> anyhow::Result<()> {
    let input = Input::from_parts(position, &Changes { to_move: None, play: None })?;
    let value = strips.look_up(&input.position_whoever_moves()?).map_err(|error| match error {
        LookUpError::NotDone => OutOfLimits(error.to_string()).into(),
        error => anyhow::Error::new(error),
    })?;
    let mut setup = input.setup().clone();
    setup.to_move = None;
    let longest = if cli.json { LONGEST_IN_JSON } else { LONGEST };
    let facts =
        ValueFacts::new(strips.store(), value, longest).map_err(|why| limit(why, "the thermograph is missing"))?;
    output::answer(cli, &Report { board: setup.to_string(), facts }, human)
}

fn human(report: &Report) -> String {
    let graph = &report.facts.graph;
    let walls = [format!("left wall    {}", graph.left()), format!("right wall   {}", graph.right())];
    let lines: Vec<String> = [report.board.clone()].into_iter().chain(report.facts.lines()).chain(walls).collect();
    lines.join("\n")
}
