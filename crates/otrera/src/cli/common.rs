//! What several commands take: a position, pictures, limits.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use otrera_board::Side;

use super::parse::{seconds, side, threads};

pub(super) const POSITION_ARGUMENT: &str = "start:WxH, a board text, FILE.sgf[@MOVES], or - for stdin";

/// A position and what is to be done to it first.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, default_value = "start:10x10", allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,
}

/// What is done to a position before it is asked about.
#[derive(Debug, Args)]
pub(crate) struct Changes {
    /// The side to move, whatever the text says
    #[arg(long, value_name = "b|w", value_parser = side)]
    pub to_move: Option<Side>,

    /// Moves to play first, like 'b1-b4xd4 d6-d5xe4'; every notation is read
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
}

/// Files for pictures of the answer.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    /// Write an SVG picture (- for stdout)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,

    /// Width of the PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, requires = "png", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
}

/// A limit on time, for commands that can take long.
#[derive(Debug, Args)]
pub(crate) struct TimeLimit {
    /// Give up after this many seconds, with exit code 1
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
}

/// How much of the machine a table may use.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub limits: TimeLimit,
}
