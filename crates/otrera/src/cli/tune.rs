//! Arguments of `otrera tune`.

use std::path::PathBuf;

use clap::Args;
use otrera_api::Tune;

use super::common::TimeLimit;

/// More games than can be played in a day; a larger number is a slip of the hand.
const MOST_GAMES: i64 = 10_000_000;

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The board that games are played on, from its standard setup
    #[arg(long, value_name = "WxH", default_value = "10x10")]
    size: String,

    /// Games to learn from, in each round
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES as u64))]
    games: u64,

    /// Rounds of playing and learning; each plays with the weights of the one before
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Threads to play on; the games do not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Let the search play, with N positions a move, instead of a player that looks one move ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Weights to begin with [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Write the weights here
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub limits: TimeLimit,
}

impl From<&TuneArgs> for Tune {
    fn from(args: &TuneArgs) -> Tune {
        let TuneArgs { games, rounds, seed, nodes, .. } = *args;
        Tune {
            size: args.size.clone(),
            games,
            rounds,
            seed,
            threads: args.threads.into(),
            nodes,
            weights: args.weights.clone(),
        }
    }
}
