//! `otrera tune`: weights of the evaluation from games that the program plays against itself.

use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use otrera_board::{Position, Setup};
use otrera_engine::eval::Weights;
use otrera_engine::tune::{Fit, Player, SelfPlay, compare, fit, play};
use serde::Serialize;

use crate::cli::Cli;
use crate::cli::TuneArgs;
use crate::limits::{self, OutOfLimits};
use crate::output;

/// Openings that new weights play against those that they began with, each twice.
const OPENINGS: usize = 100;

#[derive(Serialize)]
struct Report {
    size: String,
    games: u64,
    seed: u64,
    rounds: Vec<Round>,
    /// The share of games that the new weights win against those of the beginning.
    won: f64,
    seconds: f64,
    weights: String,
}

/// What one round of playing and learning gave.
#[derive(Serialize)]
struct Round {
    positions: usize,
    loss: f64,
    held_out_loss: f64,
    held_out_right: f64,
}

pub(super) fn run(cli: &Cli, args: &TuneArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        output::check_target(path)?;
    }
    let start = format!("start:{}", args.size).parse::<Setup>()?.position()?;
    let before = match &args.weights {
        Some(path) => read(path)?,
        None => Weights::for_size(start.size()),
    };
    let player = args.nodes.map_or(Player::OneMove, Player::Search);
    let begin = Instant::now();
    let (rounds, weights, won) = learn(cli, args, start, &before, player)?;
    let report = Report {
        size: start.size().to_string(),
        games: args.games,
        seed: args.seed,
        rounds,
        won,
        seconds: begin.elapsed().as_secs_f64(),
        weights: written(args, &weights),
    };
    if let Some(path) = &args.output {
        output::save(path, report.weights.as_bytes())?;
    }
    output::answer(cli, &report, |report| human(report, args.output.is_none()))
}

fn learn(
    cli: &Cli,
    args: &TuneArgs,
    start: Position,
    before: &Weights,
    player: Player,
) -> anyhow::Result<(Vec<Round>, Weights, f64)> {
    let stop = limits::stop_flag(args.limits.time)?;
    let stopped = || OutOfLimits("stopped before there were enough games to learn from".into());
    let length = args.games * u64::from(args.rounds) + OPENINGS as u64;
    let progress = output::progress(cli, length, "games");
    let step = || progress.inc(1);
    let threads = usize::from(args.threads);
    let mut weights = before.clone();
    let mut rounds = Vec::new();
    for round in 0..args.rounds {
        let what = SelfPlay {
            games: args.games as usize,
            // Rounds share no games.
            seed: args.seed.wrapping_add(u64::from(round) << 32),
            threads,
            player,
            ..SelfPlay::new(start, &weights)
        };
        let games = play(&what, &stop, &step).ok_or_else(stopped)?;
        let Fit { weights: found, samples, loss, held_out_loss, held_out_right } = fit(&games)?;
        rounds.push(Round { positions: samples, loss, held_out_loss, held_out_right });
        weights = found;
    }
    let what = SelfPlay { games: OPENINGS, seed: !args.seed, threads, player, ..SelfPlay::new(start, &weights) };
    let won = compare(&what, before, &stop, &step).ok_or_else(stopped)?;
    progress.finish_and_clear();
    Ok((rounds, weights, won))
}

fn read(path: &Path) -> anyhow::Result<Weights> {
    let cannot = || format!("cannot read {}", path.display());
    std::fs::read_to_string(path).with_context(cannot)?.parse().with_context(cannot)
}

/// The file, with how to make it again.
fn written(args: &TuneArgs, weights: &Weights) -> String {
    let mut command = format!(
        "otrera tune --size {} --games {} --rounds {} --seed {}",
        args.size, args.games, args.rounds, args.seed
    );
    if let Some(nodes) = args.nodes {
        command += &format!(" --nodes {nodes}");
    }
    if let Some(name) = args.weights.as_deref().and_then(Path::file_name) {
        command += &format!(" --weights {}", name.display());
    }
    let text = weights.to_string();
    let (header, rest) = text.split_once('\n').expect("the header is a line");
    format!("{header}\n# {command}\n{rest}")
}

fn human(report: &Report, with_weights: bool) -> String {
    let mut text = String::new();
    for (number, round) in (1..).zip(&report.rounds) {
        text += &format!(
            "# round {number}: {} positions, loss {:.4}; in games not learnt from {:.4}, right {:.1} %\n",
            round.positions,
            round.loss,
            round.held_out_loss,
            100.0 * round.held_out_right
        );
    }
    text += &format!("# won {:.1} % of {} games against the weights before\n", 100.0 * report.won, 2 * OPENINGS);
    if with_weights { report.weights.clone() + &text } else { text }
}
