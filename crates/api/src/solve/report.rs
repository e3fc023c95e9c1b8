//! The report of a solver.

use std::time::Duration;

use otrera_board::{Bits, Position, Side};
use otrera_solver::Stats;
use schemars::JsonSchema;
use serde::Serialize;

use super::Found;
use crate::input::Input;
use crate::text::grouped;

/// The winner of a position.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SolveReport {
    board: String,
    to_move: &'static str,
    /// `black`, `white` or `unknown`.
    pub(super) winner: &'static str,
    /// A move that wins, if the side to move does.
    #[serde(rename = "move")]
    play: Option<String>,
    /// All moves, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<JudgedMove>>,
    /// Nodes that were expanded, including those before a resumed checkpoint.
    pub(super) nodes: u64,
    /// Children that were evaluated, including those before a resumed checkpoint.
    evaluated: u64,
    /// Seconds of this run.
    pub(super) seconds: f64,
    pub(super) threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<TableReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resumed: Option<ResumedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checkpoint: Option<CheckpointReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<CertificateReport>,
}

/// A move and its result.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct JudgedMove {
    #[serde(rename = "move")]
    play: String,
    /// For the side that makes it: `win`, `loss` or `unknown`.
    pub(super) result: &'static str,
}

/// The transposition table.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TableReport {
    pub(super) entries: usize,
    pub(super) places: usize,
    pub(super) bytes: usize,
}

/// Work before this run.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ResumedReport {
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

/// The last checkpoint.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CheckpointReport {
    pub(super) file: String,
    pub(super) entries: u64,
    pub(super) bytes: u64,
    /// Duration of the last save.
    pub(super) seconds: f64,
}

/// A certificate that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CertificateReport {
    /// Its file on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    /// Its id on the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    pub(super) claims: u64,
    pub(super) bytes: u64,
    /// The checker has accepted it.
    pub(super) checked: bool,
}

impl SolveReport {
    /// The report of a search on one thread that keeps nothing.
    pub(super) fn new<B: Bits>(
        input: &Input,
        position: &Position<B>,
        found: &Found<'_>,
        stats: Stats,
        time: Duration,
    ) -> SolveReport {
        let result = |wins| match wins {
            Some(true) => "win",
            Some(false) => "loss",
            None => "unknown",
        };
        let judged = |judged: &otrera_solver::MoveResult| JudgedMove {
            play: judged.play.to_string(),
            result: result(judged.wins),
        };
        SolveReport {
            board: input.setup().to_string(),
            to_move: position.to_move().name(),
            winner: found.winner.map_or("unknown", Side::name),
            play: found.play.map(|play| play.to_string()),
            moves: found.moves.as_ref().map(|moves| moves.iter().map(judged).collect()),
            nodes: stats.expanded,
            evaluated: stats.evaluated,
            seconds: time.as_secs_f64(),
            threads: 1,
            ..SolveReport::default()
        }
    }

    /// Takes back results that do not hold.
    pub(super) fn retract(&mut self) {
        (self.winner, self.play, self.moves) = ("unknown", None, None);
    }

    /// Returns whether all moves were asked for.
    pub fn has_moves(&self) -> bool {
        self.moves.is_some()
    }

    /// The report for people, where the winner is known.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        let name = if self.winner == "black" { "Black" } else { "White" };
        let how = match (&self.moves, &self.play) {
            (Some(moves), _) if moves.iter().any(|judged| judged.result != "loss") => all_moves(moves),
            (_, Some(play)) => format!("by {play}"),
            (_, None) => "whatever is played".into(),
        };
        lines.push(format!("{name} wins {how}"));
        let resumed = self
            .resumed
            .as_ref()
            .map_or(String::new(), |resumed| format!(", {} of the nodes before this run", grouped(resumed.nodes)));
        lines.push(format!(
            "{} nodes, {} evaluated, {:.2} s{resumed}",
            grouped(self.nodes),
            grouped(self.evaluated),
            self.seconds
        ));
        if let Some(CertificateReport { file: Some(file), claims, bytes, checked, .. }) = &self.certificate {
            let checked = if *checked { "checked" } else { "not checked" };
            lines.push(format!("{file}: {} claims, {} bytes, {checked}", grouped(*claims), grouped(*bytes)));
        }
        lines.join("\n")
    }
}

fn all_moves(moves: &[JudgedMove]) -> String {
    let of = |result: &str| -> Vec<&str> {
        moves.iter().filter(|judged| judged.result == result).map(|judged| judged.play.as_str()).collect()
    };
    let (wins, unknown) = (of("win"), of("unknown"));
    let open = if unknown.is_empty() { String::new() } else { format!(" ({} are not known)", unknown.len()) };
    format!("by {} of {} moves{open}: {}", wins.len(), moves.len(), wins.join(" "))
}
