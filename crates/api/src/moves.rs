//! The legal moves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, NoProgress, Place};
use crate::host::{Job, Outcome};
use crate::option::NotationName;

/// Lists the legal moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Moves {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Notation of the moves in the answer.
    #[serde(default)]
    pub notation: NotationName,
}

/// The legal moves of a position, sorted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MovesReport {
    board: String,
    to_move: &'static str,
    count: usize,
    moves: Vec<String>,
}

impl Ask for Moves {
    type Report = MovesReport;
    type Progress = NoProgress;
    const NAME: &'static str = "moves";

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<MovesReport>> {
        let position = self.place.input()?.position()?;
        let mut moves = position.moves();
        moves.sort_unstable();
        if moves.is_empty() {
            job.host.note(&format!("{} cannot move and has lost", position.to_move()));
        }
        Ok(Outcome::complete(MovesReport {
            board: position.to_string(),
            to_move: position.to_move().name(),
            count: moves.len(),
            moves: moves.into_iter().map(|m| self.notation.0.write(m)).collect(),
        }))
    }
}

impl MovesReport {
    /// The moves, one a line.
    pub fn text(&self) -> String {
        self.moves.join("\n")
    }
}
