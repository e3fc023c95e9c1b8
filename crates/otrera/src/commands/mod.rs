//! The commands: each builds a question from its arguments, has it answered and prints the report.

mod atlas;
mod board;
mod campaign;
mod engine;
mod exact;
mod man;
mod matches;
mod play;
mod protocol;
mod puzzles;
mod tables;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use otrera_api::option::Seconds;
use otrera_api::{Job, Outcome};
use serde::Serialize;

use crate::cli::{Cli, Command};
use crate::{output, server};

/// A flag that is raised when the time is over or the user presses Ctrl-C. A second Ctrl-C ends the program.
fn stop_flag(time: Option<Seconds>) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    if let Some(Seconds(time)) = time {
        let flag = Arc::clone(&stop);
        std::thread::spawn(move || {
            std::thread::sleep(time);
            flag.store(true, Ordering::Relaxed);
        });
    }
    Ok(stop)
}

/// Answers a question within a time limit.
fn answer<R>(
    cli: &Cli,
    time: Option<Seconds>,
    question: impl FnOnce(Job<'_>) -> anyhow::Result<R>,
) -> anyhow::Result<R> {
    let stop = stop_flag(time)?;
    question(Job { host: cli, stop: &stop })
}

/// Prints the report of an outcome, and fails if it is incomplete.
fn print<R: Serialize>(cli: &Cli, outcome: Outcome<R>, text: impl FnOnce(&R) -> String) -> anyhow::Result<()> {
    output::answer(cli, &outcome.report, text)?;
    outcome.end()
}

pub(crate) fn run(cli: &Cli) -> anyhow::Result<()> {
    match &cli.command {
        Command::Completions { .. } | Command::Man { .. } if cli.json => {
            anyhow::bail!("--json: completions and man pages are not reports")
        }
        Command::Play(_) | Command::Uci(_) | Command::Gtp(_) | Command::Botzone(_) if cli.json => {
            anyhow::bail!("--json: an interactive session has no report")
        }
        Command::Serve(_) if cli.json => {
            anyhow::bail!("--json: the server has its own interface, docs/guide/server.md")
        }
        Command::Show(args) => board::show(cli, args),
        Command::Moves(args) => board::moves(cli, args),
        Command::Perft(args) => board::perft(cli, args),
        Command::Openings(args) => board::openings(cli, args),
        Command::Convert(args) => board::convert(cli, args),
        Command::Areas(args) => board::areas(cli, args),
        Command::Lsg(args) => board::lsg(cli, args),
        Command::Value(args) => exact::value(cli, args),
        Command::Territory(args) => exact::territory(cli, args),
        Command::Solve(args) => exact::solve(cli, args),
        Command::Score(args) => exact::score(cli, args),
        Command::Verify(args) => exact::verify(cli, args),
        Command::Campaign { command } => campaign::run(cli, command),
        Command::Best(args) => engine::best(cli, args),
        Command::Play(args) => play::run(cli, args),
        Command::Analyze(args) => engine::analyze(cli, args),
        Command::Uci(args) => protocol::uci(cli, args),
        Command::Gtp(args) => protocol::gtp(cli, args),
        Command::Botzone(args) => protocol::botzone(cli, args),
        Command::Match(args) => matches::run(cli, args),
        Command::Serve(args) => server::run(cli, args),
        Command::Atlas { command } => atlas::run(cli, command),
        Command::Tables { table } => tables::run(cli, table),
        Command::Puzzles(args) => puzzles::run(cli, args),
        Command::Book(args) => engine::book(cli, args),
        Command::Tune(args) => engine::tune(cli, args),
        Command::Bench { full } => engine::bench(cli, *full),
        Command::Completions { shell } => man::completions(*shell),
        Command::Man { dir } => man::man(dir.as_deref()),
    }
}
