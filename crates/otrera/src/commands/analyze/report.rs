use std::time::Duration;

use otrera_board::Side;
use otrera_board::game::{Game, NodeId};
use otrera_engine::{Proven, Score};
use serde::Serialize;

use super::View;
use crate::commands::best::{proven, rounded};

/// From this loss of chances on a move is doubtful, a mistake, a blunder.
const DOUBTFUL: f32 = 0.05;
const MISTAKE: f32 = 0.10;
const BLUNDER: f32 = 0.20;

/// What is said about a game.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(super) board: String,
    pub(super) engine: &'static str,
    pub(super) black: Option<String>,
    pub(super) white: Option<String>,
    /// One more than there are moves.
    pub(super) positions: Vec<PositionReport>,
    pub(super) moves: Vec<MoveReport>,
    /// Doubtful moves, mistakes and blunders of each side.
    pub(super) mistakes: Mistakes,
    pub(super) seconds: f64,
}

/// A position, as the side to move sees it.
#[derive(Serialize)]
pub(crate) struct PositionReport {
    pub(super) board: String,
    pub(super) to_move: &'static str,
    pub(super) chance: f32,
    pub(super) score: f32,
    /// `win` or `loss`, where that is known.
    pub(super) proven: Option<&'static str>,
    pub(super) best: Option<String>,
    pub(super) line: Vec<String>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// The chance of White, for the graph.
    pub(super) white: f32,
}

/// A move, as its side sees it.
#[derive(Serialize)]
pub(crate) struct MoveReport {
    pub(super) number: usize,
    pub(super) side: &'static str,
    pub(super) r#move: String,
    pub(super) best: String,
    /// The chance before the move and after it.
    pub(super) before: f32,
    pub(super) after: f32,
    pub(super) loss: f32,
    /// `?!`, `?`, `??` or nothing.
    pub(super) mark: &'static str,
    /// What is known after the move, for its side: `win` or `loss`.
    pub(super) proven: Option<&'static str>,
}

#[derive(Default, Serialize)]
pub(crate) struct Mistakes {
    pub(super) black: [u32; 3],
    pub(super) white: [u32; 3],
}

impl Report {
    pub(super) fn new(game: &Game, nodes: &[NodeId], views: &[View], engine: &'static str, time: Duration) -> Report {
        let mut moves: Vec<MoveReport> = Vec::new();
        for (pair, &id) in views.windows(2).zip(&nodes[1..]) {
            let Some(step) = game.node(id).step() else { continue };
            moves.push(MoveReport::new(moves.len() + 1, step.side, step.played, &pair[0], &pair[1]));
        }
        let mut mistakes = Mistakes::default();
        for played in &moves {
            let counts = if played.side == Side::Black.name() { &mut mistakes.black } else { &mut mistakes.white };
            if let Some(kind) = ["?!", "?", "??"].iter().position(|mark| *mark == played.mark) {
                counts[kind] += 1;
            }
        }
        Report {
            board: game.start().to_string(),
            engine,
            black: game.info("PB"),
            white: game.info("PW"),
            positions: views.iter().map(PositionReport::new).collect(),
            moves,
            mistakes,
            seconds: time.as_secs_f64(),
        }
    }
}

impl PositionReport {
    pub(super) fn new(view: &View) -> PositionReport {
        let View { position, score, choice } = view;
        let chance = score.chance;
        PositionReport {
            board: position.to_string(),
            to_move: position.to_move().name(),
            chance: rounded(chance),
            score: rounded(score.ahead),
            proven: score.proven.map(proven),
            best: choice.as_ref().map(|choice| choice.play.to_string()),
            line: choice.iter().flat_map(|choice| &choice.line).map(ToString::to_string).collect(),
            depth: choice.as_ref().map_or(0, |choice| choice.depth),
            nodes: choice.as_ref().map_or(0, |choice| choice.nodes),
            white: rounded(if position.to_move() == Side::White { chance } else { 1.0 - chance }),
        }
    }
}

impl MoveReport {
    fn new(number: usize, side: Side, played: otrera_board::Move, before: &View, after: &View) -> MoveReport {
        let best = before.choice.as_ref().map(|choice| choice.play);
        let (was, is) = (before.score, turned(after.score));
        // A move that is as good as the best one costs nothing, whatever the second look at it says.
        let is_best = best == Some(played);
        let loss = if is_best { 0.0 } else { (was.chance - is.chance).max(0.0) };
        let thrown_away = was.proven == Some(Proven::Win) && is.proven == Some(Proven::Loss);
        let mark = match loss {
            _ if thrown_away => "??",
            _ if loss >= BLUNDER => "??",
            _ if loss >= MISTAKE => "?",
            _ if loss >= DOUBTFUL => "?!",
            _ => "",
        };
        MoveReport {
            number,
            side: side.name(),
            r#move: played.to_string(),
            best: best.map_or(String::new(), |best| best.to_string()),
            before: rounded(was.chance),
            after: rounded(is.chance),
            loss: rounded(loss),
            mark,
            proven: is.proven.map(proven),
        }
    }
}

/// The same for the other side.
fn turned(score: Score) -> Score {
    let proven = score.proven.map(|outcome| match outcome {
        Proven::Win => Proven::Loss,
        Proven::Loss => Proven::Win,
    });
    Score { chance: 1.0 - score.chance, ahead: -score.ahead, proven }
}

/// A chance in words.
fn chance(chance: f32, known: Option<&str>) -> String {
    match known {
        Some("win") => "won".into(),
        Some(_) => "lost".into(),
        None => format!("{:.0} %", chance * 100.0),
    }
}

pub(super) fn human(report: &Report) -> String {
    let mut text = String::new();
    if !report.moves.is_empty() {
        text += &format!("{:>3}  {:<17}  {:>6}  {:>6}  {:<11}  {:>5}\n", "", "move", "before", "after", "best", "loss");
    }
    for (played, position) in report.moves.iter().zip(&report.positions) {
        let is_best = played.best == played.r#move;
        let loss = if played.loss > 0.0 { format!("{:.0} %", played.loss * 100.0) } else { String::new() };
        let row = format!(
            "{:>3}  {:<5} {:<11}  {:>6}  {:>6}  {:<11}  {loss:>5}  {}",
            played.number,
            played.side,
            played.r#move,
            chance(played.before, position.proven),
            chance(played.after, played.proven),
            if is_best { "same" } else { &played.best },
            played.mark
        );
        text += row.trim_end();
        text += "\n";
    }
    for (side, [doubtful, mistakes, blunders]) in [("white", report.mistakes.white), ("black", report.mistakes.black)] {
        if !report.moves.is_empty() {
            text += &format!("{side}: {doubtful} doubtful, {mistakes} mistakes, {blunders} blunders\n");
        }
    }
    text + &report.positions.last().map_or(String::new(), standing)
}

/// How the last position stands.
fn standing(last: &PositionReport) -> String {
    let side = if last.to_move == Side::White.name() { Side::White } else { Side::Black };
    let Some(best) = &last.best else { return format!("{side} cannot move and has lost") };
    let stands = match last.proven {
        Some("win") => format!("{side} to move wins (proven)"),
        Some(_) => format!("{side} to move loses (proven)"),
        None => format!("{side} to move wins with {:.0} %, {:+.1} moves", last.chance * 100.0, last.score),
    };
    format!("{stands}\nbest  {best}\nline  {}", last.line.join(" "))
}
