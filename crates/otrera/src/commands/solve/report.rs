//! What is told in the end.

use std::path::Path;

use otrera_proof::Writer;
use otrera_solver::{CheckpointHeader, JudgedMove, Snapshot};
use serde::Serialize;

use super::keep::{Keeper, Saved};
use crate::output::{self, grouped};

#[derive(Serialize)]
pub(crate) struct Report {
    pub(super) board: String,
    pub(super) to_move: &'static str,
    /// `black`, `white` or `unknown`.
    pub(super) winner: &'static str,
    /// A move that wins, if the side to move does.
    #[serde(rename = "move")]
    pub(super) play: Option<String>,
    /// All moves, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<Result>>,
    /// Nodes whose children were made, and children that were looked at; before this run too.
    pub(super) nodes: u64,
    pub(super) evaluated: u64,
    /// Of this run.
    pub(super) seconds: f64,
    pub(super) threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<Table>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resumed: Option<Resumed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checkpoint: Option<Checkpoint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<Certificate>,
}

/// What a move comes to for the side that makes it: `win`, `loss` or `unknown`.
#[derive(Serialize)]
pub(crate) struct Result {
    #[serde(rename = "move")]
    play: String,
    pub(super) result: &'static str,
}

pub(super) fn moves(moves: &[JudgedMove]) -> Vec<Result> {
    let result = |judged: &JudgedMove| match judged.wins {
        Some(true) => "win",
        Some(false) => "loss",
        None => "unknown",
    };
    moves.iter().map(|judged| Result { play: judged.play.to_string(), result: result(judged) }).collect()
}

#[derive(Serialize)]
pub(crate) struct Table {
    entries: usize,
    places: usize,
    bytes: usize,
}

impl From<Snapshot> for Table {
    fn from(snapshot: Snapshot) -> Table {
        Table { entries: snapshot.used, places: snapshot.places, bytes: snapshot.bytes }
    }
}

/// What was done before this run.
#[derive(Serialize)]
pub(crate) struct Resumed {
    nodes: u64,
    seconds: f64,
}

impl Resumed {
    pub(super) fn new(head: &CheckpointHeader) -> Resumed {
        Resumed { nodes: head.expanded, seconds: head.seconds }
    }
}

#[derive(Serialize)]
pub(crate) struct Checkpoint {
    pub(super) file: String,
    entries: u64,
    bytes: u64,
    /// How long the last save took.
    seconds: f64,
}

impl Checkpoint {
    pub(super) fn new((keeper, saved): (&Keeper, Saved)) -> Checkpoint {
        let file = keeper.path().display().to_string();
        Checkpoint { file, entries: saved.entries, bytes: saved.bytes, seconds: saved.took.as_secs_f64() }
    }
}

#[derive(Serialize)]
pub(crate) struct Certificate {
    /// The file that it was written to, or what the page asks for it by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    pub(crate) claims: usize,
    pub(crate) bytes: u64,
}

impl Certificate {
    pub(super) fn write(path: &Path, writer: Writer<'_>) -> anyhow::Result<Certificate> {
        let claims = writer.len();
        output::replace(path, |out| Ok(writer.write(out)?))?;
        let file = Some(path.display().to_string());
        Ok(Certificate { file, id: None, claims, bytes: std::fs::metadata(path)?.len() })
    }
}

/// For people, where the winner is known.
pub(super) fn human(report: &Report) -> String {
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
    if let Some(Certificate { file: Some(file), claims, bytes, .. }) = &report.certificate {
        lines.push(format!("{file}: {} claims, {} bytes", grouped(*claims as u64), grouped(*bytes)));
    }
    lines.join("\n")
}

/// How many moves win, and which.
fn all_moves(moves: &[Result]) -> String {
    let of = |result: &str| -> Vec<&str> {
        moves.iter().filter(|judged| judged.result == result).map(|judged| judged.play.as_str()).collect()
    };
    let (wins, unknown) = (of("win"), of("unknown"));
    let open = if unknown.is_empty() { String::new() } else { format!(" ({} are not known)", unknown.len()) };
    format!("by {} of {} moves{open}: {}", wins.len(), moves.len(), wins.join(" "))
}
