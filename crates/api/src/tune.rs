//! Weights of the evaluation, fitted to self-play games.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use otrera_board::{Position, Setup};
use otrera_engine::eval::Weights;
use otrera_engine::tune::{Fit, Player, SelfPlay, compare, fit, play};
use serde::Serialize;

use crate::host::{Counter, Job};
use crate::limits::OutOfLimits;

/// Openings that new weights play against the old ones, each twice.
const OPENINGS: usize = 100;

/// Fits the weights of the evaluation.
#[derive(Clone, Debug)]
pub struct Tune {
    /// The board, like `10x10`.
    pub size: String,
    /// Games in each round.
    pub games: u64,
    /// Rounds; each plays with the weights of the one before.
    pub rounds: u32,
    /// Seed of all random choices.
    pub seed: u64,
    /// Threads; the games do not depend on their number.
    pub threads: usize,
    /// Positions to search for each move, instead of looking one move ahead.
    pub nodes: Option<u64>,
    /// File of the weights to begin with, instead of the program's own.
    pub weights: Option<PathBuf>,
}

/// New weights, and statistics of the fit.
#[derive(Debug, Serialize)]
pub struct TuneReport {
    size: String,
    games: u64,
    seed: u64,
    rounds: Vec<Round>,
    /// Share of games that the new weights won against the old ones.
    won: f64,
    seconds: f64,
    /// The file: docs/formats/weights.md.
    pub weights: String,
}

#[derive(Debug, Serialize)]
struct Round {
    positions: usize,
    loss: f64,
    held_out_loss: f64,
    held_out_right: f64,
}

impl Tune {
    /// Plays and fits.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<TuneReport> {
        let start = format!("start:{}", self.size).parse::<Setup>()?.position()?;
        let before = match &self.weights {
            Some(path) => read(path)?,
            None => Weights::for_size(start.size()),
        };
        let length = self.games * u64::from(self.rounds) + OPENINGS as u64;
        let done = Counter::new(length, "games");
        job.counted(&done, || self.learn(start, &before, job, &done))
    }

    fn learn(&self, start: Position, before: &Weights, job: Job<'_>, done: &Counter) -> anyhow::Result<TuneReport> {
        let begin = Instant::now();
        let stopped = || OutOfLimits("stopped before there were enough games to learn from".into());
        let step = || done.step();
        let player = self.nodes.map_or(Player::OneMove, Player::Search);
        let mut weights = before.clone();
        let mut rounds = Vec::new();
        for round in 0..self.rounds {
            let what = SelfPlay {
                games: self.games as usize,
                // Rounds share no games.
                seed: self.seed.wrapping_add(u64::from(round) << 32),
                threads: self.threads,
                player,
                ..SelfPlay::new(start, &weights)
            };
            let games = play(&what, job.stop, &step).ok_or_else(stopped)?;
            let Fit { weights: found, samples, loss, held_out_loss, held_out_right } = fit(&games)?;
            rounds.push(Round { positions: samples, loss, held_out_loss, held_out_right });
            weights = found;
        }
        let (games, seed, threads) = (OPENINGS, !self.seed, self.threads);
        let what = SelfPlay { games, seed, threads, player, ..SelfPlay::new(start, &weights) };
        let won = compare(&what, before, job.stop, &step).ok_or_else(stopped)?;
        Ok(TuneReport {
            size: start.size().to_string(),
            games: self.games,
            seed: self.seed,
            rounds,
            won,
            seconds: begin.elapsed().as_secs_f64(),
            weights: self.file(&weights),
        })
    }

    /// The file of the weights, with the command that makes it again.
    fn file(&self, weights: &Weights) -> String {
        let mut command = format!(
            "otrera tune --size {} --games {} --rounds {} --seed {}",
            self.size, self.games, self.rounds, self.seed
        );
        if let Some(nodes) = self.nodes {
            command += &format!(" --nodes {nodes}");
        }
        if let Some(name) = self.weights.as_deref().and_then(Path::file_name) {
            command += &format!(" --weights {}", name.display());
        }
        let text = weights.to_string();
        let (header, rest) = text.split_once('\n').expect("the header is a line");
        format!("{header}\n# {command}\n{rest}")
    }
}

fn read(path: &Path) -> anyhow::Result<Weights> {
    let cannot = || format!("cannot read {}", path.display());
    std::fs::read_to_string(path).with_context(cannot)?.parse().with_context(cannot)
}

impl TuneReport {
    /// The report as text, with the weights or without them.
    pub fn text(&self, with_weights: bool) -> String {
        let mut text = String::new();
        for (number, round) in (1..).zip(&self.rounds) {
            text += &format!(
                "# round {number}: {} positions, loss {:.4}; in games not learnt from {:.4}, right {:.1} %\n",
                round.positions,
                round.loss,
                round.held_out_loss,
                100.0 * round.held_out_right
            );
        }
        text += &format!("# won {:.1} % of {} games against the weights before\n", 100.0 * self.won, 2 * OPENINGS);
        if with_weights { self.weights.clone() + &text } else { text }
    }
}
