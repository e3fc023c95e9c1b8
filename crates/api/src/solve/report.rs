//! The report of a solver.

use std::time::Duration;

use otrera_board::{Position, Side};
use otrera_solver::{CheckpointHeader, Snapshot, Solver, Stats};
use schemars::JsonSchema;
use serde::Serialize;

use super::Found;
use super::checkpoint::{CheckpointFile, Saved};
use crate::input::Input;
use crate::text::grouped;

/// The winner of a position.
#[derive(Debug, Serialize, JsonSchema)]
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
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableReport>,
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

impl From<&otrera_solver::MoveResult> for JudgedMove {
    fn from(judged: &otrera_solver::MoveResult) -> JudgedMove {
        let result = match judged.wins {
            Some(true) => "win",
            Some(false) => "loss",
            None => "unknown",
        };
        JudgedMove { play: judged.play.to_string(), result }
    }
}

/// The transposition table.
#[derive(Debug, Serialize, JsonSchema)]
struct TableReport {
    entries: usize,
    places: usize,
    bytes: usize,
}

impl From<Snapshot> for TableReport {
    fn from(standing: Snapshot) -> TableReport {
        TableReport { entries: standing.used, places: standing.places, bytes: standing.bytes }
    }
}

/// Work before this run.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ResumedReport {
    nodes: u64,
    seconds: f64,
}

impl ResumedReport {
    pub(super) fn new(head: &CheckpointHeader) -> ResumedReport {
        ResumedReport { nodes: head.expanded, seconds: head.seconds }
    }
}

/// The last checkpoint.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CheckpointReport {
    pub(super) file: String,
    entries: u64,
    bytes: u64,
    /// Duration of the last save.
    seconds: f64,
}

impl CheckpointReport {
    pub(super) fn new(file: &CheckpointFile, saved: Saved) -> CheckpointReport {
        CheckpointReport {
            file: file.path().display().to_string(),
            entries: saved.entries,
            bytes: saved.bytes,
            seconds: saved.took.as_secs_f64(),
        }
    }
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
    pub(super) claims: usize,
    pub(super) bytes: u64,
}

impl SolveReport {
    /// The report of our solver, without results.
    pub(super) fn new(input: &Input, position: &Position, solver: &Solver<'_>, time: Duration) -> SolveReport {
        SolveReport {
            threads: solver.options().threads,
            table: Some(solver.watch().snapshot().into()),
            ..SolveReport::of_boards(input, position, solver.stats(), time)
        }
    }

    /// The report of a solver over boards, without results.
    pub(super) fn of_boards(input: &Input, position: &Position, stats: Stats, time: Duration) -> SolveReport {
        SolveReport {
            board: input.setup().to_string(),
            to_move: position.to_move().name(),
            winner: "unknown",
            play: None,
            moves: None,
            nodes: stats.expanded,
            evaluated: stats.evaluated,
            seconds: time.as_secs_f64(),
            threads: 1,
            table: None,
            resumed: None,
            checkpoint: None,
            certificate: None,
        }
    }

    pub(super) fn set_results(&mut self, found: &Found<'_>) {
        self.winner = found.winner.map_or("unknown", Side::name);
        self.play = found.play.map(|play| play.to_string());
        self.moves = found.moves.as_ref().map(|moves| moves.iter().map(JudgedMove::from).collect());
    }

    /// Returns whether all moves were asked for.
    pub fn has_moves(&self) -> bool {
        self.moves.is_some()
    }

    /// The report for people, where the winner is known.
    pub fn text(&self) -> String {
        human(self)
    }
}

fn human(report: &SolveReport) -> String {
    let mut lines = Vec::new();
    let name = if report.winner == "black" { "Black" } else { "White" };
    let how = match (&report.moves, &report.play) {
        (Some(moves), _) if moves.iter().any(|judged| judged.result != "loss") => all_moves(moves),
        (_, Some(play)) => format!("by {play}"),
        (_, None) => "whatever is played".into(),
    };
    lines.push(format!("{name} wins {how}"));
    let resumed = report
        .resumed
        .as_ref()
        .map_or(String::new(), |resumed| format!(", {} of the nodes before this run", grouped(resumed.nodes)));
    lines.push(format!(
        "{} nodes, {} evaluated, {:.2} s{resumed}",
        grouped(report.nodes),
        grouped(report.evaluated),
        report.seconds
    ));
    if let Some(CertificateReport { file: Some(file), claims, bytes, .. }) = &report.certificate {
        lines.push(format!("{file}: {} claims, {} bytes", grouped(*claims as u64), grouped(*bytes)));
    }
    lines.join("\n")
}

/// The number of moves that win, and their names.
fn all_moves(moves: &[JudgedMove]) -> String {
    let of = |result: &str| -> Vec<&str> {
        moves.iter().filter(|judged| judged.result == result).map(|judged| judged.play.as_str()).collect()
    };
    let (wins, unknown) = (of("win"), of("unknown"));
    let open = if unknown.is_empty() { String::new() } else { format!(" ({} are not known)", unknown.len()) };
    format!("by {} of {} moves{open}: {}", wins.len(), moves.len(), wins.join(" "))
}
