//! Guesses: the move to play, games and matches.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use otrera_board::Side;
use otrera_engine::Clock;
use otrera_engine::engines::NAMED;
use otrera_engine::rating::Sprt;

use super::common::{PictureArgs, PositionArgs};
use super::parse::{bytes, clock, engine_parser, percent, seconds, side, size, sprt, threads};

/// The engine that plays if nothing else is said: the strongest.
fn strongest() -> &'static str {
    NAMED.last().expect("there is an engine").name
}

/// Which engine, and what it may use.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineArgs {
    /// Which engine
    #[arg(long, value_name = "NAME", default_value = strongest(), value_parser = engine_parser())]
    pub engine: String,

    /// Threads to search with
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub threads: NonZeroUsize,

    /// Memory for what it remembers
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,

    /// What chance is made of: the same number, the same choices
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// From 1, a beginner, to 10, all it can
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: u8,

    /// No moves from the opening book
    #[arg(long)]
    pub no_book: bool,

    /// The atlas [default: as for `otrera atlas`, if it is there]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Pace {
    /// Seconds for each move [default: 1, if nothing else limits it]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,

    /// Positions to look at for each move
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Moves to look ahead
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub pace: Pace,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The engine whose result is told
    #[arg(value_name = "A")]
    pub first: String,

    /// The engine that it plays against
    #[arg(value_name = "B")]
    pub second: String,

    #[command(flatten)]
    pub pace: Pace,

    /// A clock for each game: seconds, and seconds added after each move
    #[arg(long, value_name = "BASE+INC", value_parser = clock, conflicts_with = "time")]
    pub clock: Option<Clock>,

    /// Seconds that an answer may be late before the game is lost
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_negative_numbers = true)]
    pub grace: Duration,

    /// Board of the standard setup
    #[arg(long, value_name = "WxH", default_value = "10x10", value_parser = size)]
    pub size: (usize, usize),

    /// Another start than the standard setup
    #[arg(long, value_name = "POSITION", conflicts_with = "size", allow_hyphen_values = true)]
    pub start: Option<String>,

    /// Random moves that each pair of games begins with
    #[arg(long, value_name = "MOVES", default_value = "4", value_parser = clap::value_parser!(u16).range(0..=60))]
    pub opening: u16,

    /// Which openings: the same number, the same openings
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Games to play; each opening is played twice, with colours exchanged
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,

    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub concurrency: NonZeroUsize,

    /// Stop as soon as a sequential test is decided: elo0,elo1,alpha,beta
    #[arg(long, value_name = "TEST", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Write the games here
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Keep the results here, game by game, and go on from what is there
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Play on when only territories are left, instead of counting them
    #[arg(long)]
    pub play_out: bool,

    /// End a game as lost when both players gave a side less than this in each of their last three moves, or the other side
    /// has a proof
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true, conflicts_with = "play_out")]
    pub resign: Option<f64>,

    /// Tell what --resign would have done to the games, and how often wrongly
    #[arg(
        long,
        value_name = "PERCENT,...",
        value_parser = percent,
        value_delimiter = ',',
        allow_negative_numbers = true,
        conflicts_with_all = ["resign", "play_out"]
    )]
    pub resign_check: Vec<f64>,

    /// The atlas [default: as for `otrera atlas`, if it is there]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

/// What the engine of a protocol begins with.
#[derive(Debug, Args)]
pub(crate) struct ProtocolArgs {
    #[command(flatten)]
    pub engine: EngineArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Seconds for each move where the controller says nothing about time
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Duration,
}

#[derive(Debug, Args)]
pub(crate) struct BotzoneArgs {
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Seconds for each move; the arena gives one, start-up included
    #[arg(long, value_name = "SECONDS", default_value = "0.9", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Duration,

    /// Ask the arena to let the bot run on between moves
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
    #[arg(long, value_name = "b|w", default_value = "w", value_parser = side)]
    pub side: Side,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub pace: Pace,

    /// A clock for each side: seconds, and seconds added after each move
    #[arg(long, value_name = "BASE+INC", value_parser = clock, conflicts_with = "time")]
    pub clock: Option<Clock>,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub pace: Pace,

    #[command(flatten)]
    pub pictures: PictureArgs,

    /// Write the game with comments and best lines
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
}
