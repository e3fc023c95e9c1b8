//! `otrera score`: by how many moves the winner wins with best play.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use otrera_board::{Bits, Position, Side};
use otrera_solver::score::{Komi, KomiRule, Play, Score, ScoreOptions, Scorer};
use serde::Serialize;

use crate::cli::{self, Cli, ScoreArgs};
use crate::input::Input;
use crate::limits::{self, limit};
use crate::output::{self, grouped};

/// Moves of a line that are written beside each other.
const MOVES_IN_A_ROW: usize = 6;

#[derive(Serialize)]
struct Report {
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
    let begin = Instant::now();
    let input = Input::from_parts(&args.position, &args.changes)?;
    let position = input.position()?;
    let stop = limits::stop_flag(args.limits.time)?;
    // Small boards pay for small words only.
    let (score, line, nodes) = match position.resized::<u64>() {
        Some(narrow) => scored(cli, args, &narrow, &stop, begin)?,
        None => scored(cli, args, &position, &stop, begin)?,
    };
    let report = Report {
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
    };
    output::answer(cli, &report, |report| human(report, score))
}

fn komi(args: &ScoreArgs) -> Option<Komi> {
    let rule = match args.komi_rule {
        cli::Komi::Passes => KomiRule::Passes,
        cli::Komi::Points => KomiRule::Points,
    };
    args.komi.map(|points| Komi { side: args.komi_for, points, rule })
}

fn scored<B: Bits>(
    cli: &Cli,
    args: &ScoreArgs,
    position: &Position<B>,
    stop: &AtomicBool,
    begin: Instant,
) -> anyhow::Result<(Score, Vec<Play>, u64)> {
    let options =
        ScoreOptions { nodes: args.nodes.unwrap_or(u64::MAX), threads: args.threads.get(), memory: args.memory };
    let mut scorer = Scorer::new(options, stop);
    let watch = scorer.watch();
    let state = || {
        let (nodes, seconds) = (watch.nodes(), begin.elapsed().as_secs_f64());
        format!("{} nodes, {} a second, {seconds:.0} s", grouped(nodes), grouped((nodes as f64 / seconds) as u64))
    };
    let found = output::watched(cli, state, || scorer.line(position, komi(args)));
    let nodes = scorer.nodes();
    let (score, line) = found.map_err(|why| {
        let seconds = begin.elapsed().as_secs_f64();
        limit(why, &format!("the margin is not known after {} nodes in {seconds:.1} s", grouped(nodes)))
    })?;
    Ok((score, line, nodes))
}

fn human(report: &Report, score: Score) -> String {
    let name = if score.winner == Side::Black { "Black" } else { "White" };
    let moves = if report.margin == 1 { "move" } else { "moves" };
    let mut text = format!("{name} wins by {} {moves}\n", report.margin);
    let rows: Vec<String> = report.line.chunks(MOVES_IN_A_ROW).map(|row| row.join(" ")).collect();
    if !rows.is_empty() {
        text += &format!("line  {}\n", rows.join("\n      "));
    }
    text + &format!("{} nodes, {:.2} s", grouped(report.nodes), report.seconds)
}
