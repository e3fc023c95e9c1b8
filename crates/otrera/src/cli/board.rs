//! Questions about the board itself.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use super::common::{Changes, POSITION_ARGUMENT, PictureArgs, PositionArgs, TimeLimit};
use super::parse::{notation_parser, threads};

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    #[command(flatten)]
    pub pictures: PictureArgs,

    /// Colour in the areas and their kinds
    #[arg(long, value_name = "PARTITION", num_args = 0..=1, default_missing_value = "improved", require_equals = true)]
    pub areas: Option<Partition>,

    /// Show distances, who is nearer to which squares, and what the evaluation makes of it
    #[arg(long, conflicts_with = "areas")]
    pub eval: bool,
}

/// How a board is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Partition {
    /// Connected components
    Basic,
    /// With blocker territories set apart
    Improved,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// How to write them
    #[arg(long, value_name = "NOTATION", default_value = "cross", value_parser = notation_parser())]
    pub notation: String,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    pub position: String,

    /// Number of moves
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=128), allow_negative_numbers = true)]
    pub depth: u32,

    #[command(flatten)]
    pub changes: Changes,

    /// Show the count of each first move
    #[arg(long)]
    pub divide: bool,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Threads to use
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub threads: NonZeroUsize,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// The form to write
    #[arg(long, value_name = "FORM")]
    pub to: Target,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Our board text
    Fen,
    /// Fairy-Stockfish's FEN
    Fairy,
    /// CGSuite's and MCGS's grid (has no side to move)
    Grid,
    /// One row a line
    Plain,
    /// An SGF game record, with all moves and variations that are known
    Sgf,
    /// JSON
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct AreasArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Connected components only, without splitting them by blockers
    #[arg(long)]
    pub basic: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LsgArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Take amazons for empty squares
    #[arg(long)]
    pub bare: bool,

    #[command(flatten)]
    pub pictures: PictureArgs,
}
