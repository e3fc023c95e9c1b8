//! The value of one position.

use otrera_papers::strips::{LookUpError, Strips};
use serde::Serialize;

use crate::ask::{Place, PositionText};
use crate::limits::{OutOfLimits, interrupted};
use crate::report::ValueFacts;

/// A position of the table.
#[derive(Debug, Serialize)]
pub struct StripReport {
    board: String,
    #[serde(flatten)]
    facts: ValueFacts,
}

pub(super) fn look_up(strips: &Strips<'_>, position: &PositionText, longest: usize) -> anyhow::Result<StripReport> {
    let input = Place { position: position.clone(), to_move: None, play: None }.input()?;
    let value = strips.look_up(&input.position_without_side()?).map_err(|error| match error {
        LookUpError::NotDone => OutOfLimits(error.to_string()).into(),
        error => anyhow::Error::new(error),
    })?;
    let mut setup = input.setup().clone();
    setup.to_move = None;
    let facts = ValueFacts::new(strips.store(), value, longest)
        .map_err(|why| interrupted(why, "the thermograph is missing"))?;
    Ok(StripReport { board: setup.to_string(), facts })
}

impl StripReport {
    /// The report for people.
    pub fn text(&self) -> String {
        let graph = &self.facts.graph;
        let walls = [format!("left wall    {}", graph.left()), format!("right wall   {}", graph.right())];
        let lines: Vec<String> = [self.board.clone()].into_iter().chain(self.facts.lines()).chain(walls).collect();
        lines.join("\n")
    }
}
