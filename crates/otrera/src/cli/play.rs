//! Commands of engines: the move to play, games, matches, books and weights.

use std::path::PathBuf;

use clap::Args;
use otrera_api::option::{Bytes, EngineName, Level, Seconds, SideName, Threads};
use otrera_api::{Best, EngineSettings, MoveLimits};
use otrera_engine::rating::Sprt;
use otrera_engine::{Clock, LEVEL_ELO};

use super::common::{PictureArgs, PositionArgs, TimeLimit};
use super::parse::{clock, engine, percent, size, sprt};

/// An engine and its resources.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineArgs {
    /// Name of the engine
    #[arg(long, value_name = "NAME", default_value_t = EngineName::strongest(), value_parser = engine())]
    pub engine: EngineName,

    /// Threads to search with
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub threads: Threads,

    /// Memory for the search
    #[arg(long, value_name = "SIZE", default_value_t = EngineSettings::memory(), allow_negative_numbers = true)]
    pub memory: Bytes,

    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = EngineSettings::seed())]
    pub seed: u64,

    /// Strength, from 1 (beginner) to 10 (full strength)
    #[arg(long, value_name = "LEVEL", default_value_t = EngineSettings::level(), long_help = level_help())]
    pub level: Level,

    /// Do not use the opening book
    #[arg(long)]
    pub no_book: bool,

    /// File of the atlas [default: as for `otrera atlas`, if it exists]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

fn level_help() -> String {
    let elo = LEVEL_ELO.map(|elo| elo.to_string()).join(", ");
    format!(
        "Strength, from 1 (beginner) to 10 (full strength)\n\nElo of levels 1 to 9 on 8x8, where a random mover has 0: {elo}"
    )
}

impl From<&EngineArgs> for EngineSettings {
    fn from(args: &EngineArgs) -> EngineSettings {
        let EngineArgs { engine, threads, memory, seed, level, no_book, ref atlas } = *args;
        EngineSettings { engine, threads, memory, seed, level, no_book, atlas: atlas.clone() }
    }
}

/// Limits of the search for a move.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct MoveLimitArgs {
    /// Seconds for each move [default: 1, if nothing else limits it]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub time: Option<Seconds>,

    /// Positions to evaluate for each move
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Moves to look ahead
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
}

impl From<MoveLimitArgs> for MoveLimits {
    fn from(args: MoveLimitArgs) -> MoveLimits {
        MoveLimits { time: args.time, nodes: args.nodes, depth: args.depth }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub limits: MoveLimitArgs,
}

impl BestArgs {
    pub(crate) fn question(&self) -> anyhow::Result<Best> {
        Ok(Best { place: self.position.place()?, engine: (&self.engine).into(), limits: self.limits.into() })
    }
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The engine whose result is reported
    #[arg(value_name = "A")]
    pub first: String,

    /// Its opponent
    #[arg(value_name = "B")]
    pub second: String,

    #[command(flatten)]
    pub limits: MoveLimitArgs,

    /// A clock for each game: seconds, and seconds added after each move
    #[arg(long, value_name = "BASE+INC", value_parser = clock, conflicts_with = "time")]
    pub clock: Option<Clock>,

    /// Seconds that an answer may be late before the game is lost
    #[arg(long, value_name = "SECONDS", default_value = "1", allow_negative_numbers = true)]
    pub grace: Seconds,

    /// Board of the standard setup
    #[arg(long, value_name = "WxH", default_value = "10x10", value_parser = size)]
    pub size: (usize, usize),

    /// Start position instead of the standard setup
    #[arg(long, value_name = "POSITION", conflicts_with = "size", allow_hyphen_values = true)]
    pub start: Option<String>,

    /// Random moves at the beginning of each pair of games
    #[arg(long, value_name = "MOVES", default_value = "4", value_parser = clap::value_parser!(u16).range(0..=60))]
    pub opening: u16,

    /// Openings from a file instead of random ones: a position or a list of moves on each line, one for each pair
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    pub openings: Option<PathBuf>,

    /// Turn the opening books of both engines off
    #[arg(long)]
    pub no_book: bool,

    /// Seed of the openings
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Games to play; each opening is played twice, with colours exchanged
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,

    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    pub concurrency: Threads,

    /// Stop as soon as a sequential test is decided: elo0,elo1,alpha,beta
    #[arg(long, value_name = "TEST", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Write the games here
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Keep the results here, game by game, and continue from there
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Write every line to and from the programs here, and their stderr
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Fill territories instead of counting them when nothing else is left
    #[arg(long)]
    pub play_out: bool,

    /// End a game as lost when both players gave a side less than this chance in each of their last three moves, or the
    /// other side has a proof
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true, conflicts_with = "play_out")]
    pub resign: Option<f64>,

    /// Report the games that --resign would have ended, and the wrong results among them
    #[arg(
        long,
        value_name = "PERCENT,...",
        value_parser = percent,
        value_delimiter = ',',
        allow_negative_numbers = true,
        conflicts_with_all = ["resign", "play_out"]
    )]
    pub resign_check: Vec<f64>,

    /// File of the atlas [default: as for `otrera atlas`, if it exists]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Seconds for each move if the controller sets no time
    #[arg(long, value_name = "SECONDS", default_value = "1", allow_negative_numbers = true)]
    pub time: Seconds,
}

#[derive(Debug, Args)]
pub(crate) struct BotzoneArgs {
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Seconds for each move; the arena gives one, start-up included
    #[arg(long, value_name = "SECONDS", default_value = "0.9", allow_negative_numbers = true)]
    pub time: Seconds,

    /// Ask the arena to keep the bot running between moves
    #[arg(long)]
    pub keep_running: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Board of the standard setup
    #[arg(long, value_name = "WxH", value_parser = size, conflicts_with = "position")]
    pub size: Option<(usize, usize)>,

    /// The side that you play
    #[arg(long, value_name = "b|w", default_value = "w", value_parser = clap::value_parser!(SideName))]
    pub side: SideName,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub limits: MoveLimitArgs,

    /// A clock for each side: seconds, and seconds added after each move
    #[arg(long, value_name = "BASE+INC", value_parser = clock, conflicts_with = "time")]
    pub clock: Option<Clock>,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub best: BestArgs,

    #[command(flatten)]
    pub pictures: PictureArgs,

    /// Write the game with comments and best lines
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// The board, in its standard setup
    #[arg(value_name = "WxH", value_parser = size)]
    pub size: (usize, usize),

    /// Positions to search
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub positions: u32,

    /// Write the book here [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub limits: MoveLimitArgs,

    #[command(flatten)]
    pub engine: EngineArgs,
}

/// More games than can be played in a day; a larger number is a typing error.
const MOST_GAMES: i64 = 10_000_000;

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The board that games are played on, from its standard setup
    #[arg(long, value_name = "WxH", default_value = "10x10")]
    pub size: String,

    /// Games to learn from, in each round
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES as u64))]
    pub games: u64,

    /// Rounds of playing and learning; each plays with the weights of the one before
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,

    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Threads to use; the games do not depend on their number
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// Play by search, with N positions a move, instead of looking one move ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Weights to begin with [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Write the weights here
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub limits: TimeLimit,
}
