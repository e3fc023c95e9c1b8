//! `otrera best`: the move to play.

use std::sync::Arc;
use std::time::Instant;

use otrera_board::Side;
use otrera_engine::{Choice, EngineOptions, Proven, engines};
use serde::Serialize;

use crate::atlas_file;
use crate::cli::{BestArgs, Cli, EngineArgs};
use crate::input::Input;
use crate::limits;
use crate::output::{self, grouped};
use crate::player::Pace;

#[derive(Serialize)]
struct Report {
    board: String,
    to_move: &'static str,
    engine: String,
    /// `None` if there is none: the side to move has lost.
    r#move: Option<String>,
    /// By how many moves the side to move is expected to be ahead.
    score: Option<f32>,
    /// The chance to win, from 0 to 1.
    chance: Option<f32>,
    /// `win` or `loss` for the side to move, where that is known.
    proven: Option<&'static str>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    threads: usize,
}

pub(super) fn run(cli: &Cli, args: &BestArgs) -> anyhow::Result<()> {
    let position = Input::read(&args.position)?.position()?;
    let options = options(cli, &args.engine)?;
    let named = engines::named(&args.engine.engine).expect("the parser knows the names");
    let stop = limits::stop_flag(None)?;
    let mut engine = named.build(&options);
    let begin = Instant::now();
    let limits = Pace::new(&args.pace, None).limits(&position, &stop);
    let choice = engine.choose(&position, &limits, &mut |_| {});
    let seconds = begin.elapsed().as_secs_f64();
    let report = Report {
        board: position.to_string(),
        to_move: position.to_move().name(),
        engine: named.name.into(),
        r#move: choice.as_ref().map(|choice| choice.play.to_string()),
        score: choice.as_ref().map(|choice| rounded(choice.score.ahead)),
        chance: choice.as_ref().map(|choice| rounded(choice.score.chance)),
        proven: match &choice {
            Some(choice) => choice.score.proven.map(proven),
            None => Some(proven(Proven::Loss)),
        },
        line: choice.iter().flat_map(|choice| &choice.line).map(ToString::to_string).collect(),
        depth: choice.as_ref().map_or(0, |choice| choice.depth),
        nodes: choice.as_ref().map_or(0, |choice| choice.nodes),
        seconds,
        threads: options.threads,
    };
    output::answer(cli, &report, |report| human(report, position.to_move(), choice.as_ref()))
}

/// What the engine gets.
pub(super) fn options(cli: &Cli, args: &EngineArgs) -> anyhow::Result<EngineOptions> {
    let EngineArgs { threads, memory, seed, level, no_book, .. } = *args;
    let atlas = atlas_file::open_if_there(cli, args.atlas.as_deref())?.map(Arc::new);
    Ok(EngineOptions { threads: threads.get(), memory, seed, level, book: !no_book, atlas })
}

/// `win` or `loss`.
pub(super) fn proven(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "win",
        Proven::Loss => "loss",
    }
}

/// What is thought, with as many digits as mean something.
pub(super) fn rounded(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

fn human(report: &Report, to_move: Side, choice: Option<&Choice>) -> String {
    let Some(choice) = choice else { return format!("{to_move} cannot move and has lost") };
    let score = describe(choice, to_move);
    let line = report.line.join(" ");
    format!(
        "{}\nscore  {score}\nline   {line}\n{} nodes, depth {}, {:.2} s, {}",
        choice.play,
        grouped(report.nodes),
        report.depth,
        report.seconds,
        report.engine
    )
}

/// A score in words.
pub(super) fn describe(choice: &Choice, to_move: Side) -> String {
    match choice.score.proven {
        Some(Proven::Win) => format!("{to_move} wins (proven)"),
        Some(Proven::Loss) => format!("{to_move} loses (proven)"),
        None => {
            let chance = choice.score.chance * 100.0;
            format!("{:+.1} moves for {to_move}, who wins with {chance:.0} %", choice.score.ahead)
        }
    }
}
