//! What `otrera tune` is asked.

use std::path::PathBuf;

use clap::Args;

use super::common::TimeLimit;

/// More games than anybody plays in a day; a number beyond is a slip of the hand.
const MOST_GAMES: i64 = 10_000_000;

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The board that games are played on, from its standard setup
    #[arg(long, value_name = "WxH", default_value = "10x10")]
    pub size: String,

    /// Games to learn from, in each round
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES as u64))]
    pub games: u64,

    /// How often to play and learn; each round plays with the weights of the one before
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,

    /// Where all chance comes from: the same number, the same games
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Threads to play on; the games do not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// Let the search play, with so many positions a move, instead of a player that looks one move ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Weights to begin with [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Write the weights here
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub limits: TimeLimit,
}
