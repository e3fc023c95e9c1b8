//! `otrera score`: by how many moves the winner wins with best play.

use std::time::Instant;

use otrera_board::{Bits, Position, Side};
use otrera_solver::score::{Komi, KomiRule, Play, Score, ScoreOptions, Scorer};
use serde::Serialize;
use serde_json::json;

use crate::cli::{self, Cli, ScoreArgs};
use crate::input::Input;
use crate::limits::{self, limit};
use crate::output::{self, grouped};
use otrera_api::host::{Job, State};

/// Moves of a line that are written beside each other.
const MOVES_IN_A_ROW: usize = 6;

#[derive(Serialize)]
pub(crate) struct Report {
    board: String,
    to_move: &'static str,
    /// `black` or `white`.
    winner: &'static str,
    /// Moves that the winner has left when the loser cannot move, komi included.
    margin: u32,
    /// Best play of both sides; `pass` where a komi is used for it.
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<KomiReport>,
    nodes: u64,
    seconds: f64,
    threads: usize,
}

#[derive(Serialize)]
struct KomiReport {
    side: &'static str,
    points: u16,
    rule: &'static str,
}

pub(super) fn run(cli: &Cli, args: &ScoreArgs) -> anyhow::Result<()> {
    let input = Input::from_parts(&args.position, &args.changes)?;
    let stop = limits::stop_flag(args.limits.time)?;
    let report = answer(args, &input, Job { setting: cli, stop: &stop })?;
    output::answer(cli, &report, human)
}

pub(crate) fn answer(args: &ScoreArgs, input: &Input, job: Job<'_>) -> anyhow::Result<Report> {
    let begin = Instant::now();
    let position = input.position()?;
    // Small boards pay for small words only.
    let (score, line, nodes) = match position.resized::<u64>() {
        Some(narrow) => scored(args, &narrow, job, begin)?,
        None => scored(args, &position, job, begin)?,
    };
    Ok(Report {
        board: input.setup().to_string(),
        to_move: position.to_move().name(),
        winner: score.winner.name(),
        margin: score.margin,
        line: line.iter().map(Play::to_string).collect(),
        komi: komi(args).map(|Komi { side, points, rule }| KomiReport {
            side: side.name(),
            points,
            rule: if rule == KomiRule::Passes { "passes" } else { "points" },
        }),
        nodes,
        seconds: begin.elapsed().as_secs_f64(),
        threads: args.threads.get(),
    })
}

fn komi(args: &ScoreArgs) -> Option<Komi> {
    let rule = match args.komi_rule {
        cli::Komi::Passes => KomiRule::Passes,
        cli::Komi::Points => KomiRule::Points,
    };
    args.komi.map(|points| Komi { side: args.komi_for, points, rule })
}

fn scored<B: Bits>(
    args: &ScoreArgs,
    position: &Position<B>,
    job: Job<'_>,
    begin: Instant,
) -> anyhow::Result<(Score, Vec<Play>, u64)> {
    let options =
        ScoreOptions { nodes: args.nodes.unwrap_or(u64::MAX), threads: args.threads.get(), memory: args.memory };
    let mut scorer = Scorer::new(options, job.stop);
    let watch = scorer.watch();
    let state = || {
        let (nodes, seconds) = (watch.nodes(), begin.elapsed().as_secs_f64());
        let rate = (nodes as f64 / seconds) as u64;
        State {
            text: format!("{} nodes, {} a second, {seconds:.0} s", grouped(nodes), grouped(rate)),
            data: json!({ "nodes": nodes, "nodes_per_second": rate, "seconds": seconds }).to_string(),
        }
    };
    let found = job.watched(state, || scorer.line(position, komi(args)));
    let nodes = scorer.nodes();
    let (score, line) = found.map_err(|why| {
        let seconds = begin.elapsed().as_secs_f64();
        limit(why, &format!("the margin is not known after {} nodes in {seconds:.1} s", grouped(nodes)))
    })?;
    Ok((score, line, nodes))
}

fn human(report: &Report) -> String {
    let name = if report.winner == Side::Black.name() { "Black" } else { "White" };
    let moves = if report.margin == 1 { "move" } else { "moves" };
    let mut text = format!("{name} wins by {} {moves}\n", report.margin);
    let rows: Vec<String> = report.line.chunks(MOVES_IN_A_ROW).map(|row| row.join(" ")).collect();
    if !rows.is_empty() {
        text += &format!("line  {}\n", rows.join("\n      "));
    }
    text + &format!("{} nodes, {:.2} s", grouped(report.nodes), report.seconds)
}
