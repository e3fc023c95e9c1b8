//! `otrera perft`: the number of lines of play of a given length.

use std::time::Instant;

use otrera_board::{Bits, Move, Position, divide};
use serde::Serialize;

use crate::cli::{Cli, PerftArgs};
use crate::input::Input;
use crate::limits::{self, OutOfLimits};
use crate::output::{self, grouped};

#[derive(Serialize)]
struct Report {
    board: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<FirstMove>>,
}

#[derive(Serialize)]
struct FirstMove {
    r#move: String,
    nodes: u64,
}

pub(super) fn run(cli: &Cli, args: &PerftArgs) -> anyhow::Result<()> {
    let position = Input::from_parts(&args.position, &args.changes)?.position()?;
    // Boards of up to 64 squares are counted in 64-bit words: about three times as fast.
    match position.resized::<u64>() {
        Some(narrow) => count(cli, args, &narrow),
        None => count(cli, args, &position),
    }
}

fn count<B: Bits>(cli: &Cli, args: &PerftArgs, position: &Position<B>) -> anyhow::Result<()> {
    let stop = limits::stop_flag(args.limits.time)?;
    let first_moves = position.count_moves();
    let progress = output::progress(cli, first_moves, "first moves");
    let begin = Instant::now();
    let counts = match args.depth {
        0 => Some(Vec::new()),
        depth => divide(position, depth, args.threads.get(), &stop, &|done| progress.set_position(done as u64)),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let done = progress.position();
    progress.finish_and_clear();
    let Some(mut counts) = counts else {
        let sentence = format!("stopped after {seconds:.1} s with {done} of {first_moves} first moves counted");
        return Err(OutOfLimits(sentence).into());
    };
    counts.sort_unstable();
    let report = Report {
        board: position.to_string(),
        depth: args.depth,
        // The empty line is the one line of length 0.
        nodes: if args.depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() },
        seconds,
        threads: args.threads.get(),
        divide: args.divide.then(|| counts.iter().map(first_move).collect()),
    };
    output::answer(cli, &report, human)
}

fn first_move(&(first, nodes): &(Move, u64)) -> FirstMove {
    FirstMove { r#move: first.to_string(), nodes }
}

fn human(report: &Report) -> String {
    let divide = report.divide.iter().flatten().map(|m| format!("{:<12} {:>15}\n", m.r#move, grouped(m.nodes)));
    let rate = report.nodes as f64 / report.seconds / 1e6;
    let total = format!(
        "{} leaves at depth {} in {:.3} s ({rate:.0} million a second)",
        grouped(report.nodes),
        report.depth,
        report.seconds
    );
    divide.collect::<String>() + &total
}
