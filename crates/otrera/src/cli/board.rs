//! Commands about the board itself.

use std::path::PathBuf;

use clap::Args;
use otrera_api::option::{NotationName, Seconds, Threads};
use otrera_api::{Partition, Target};

use super::common::{Changes, POSITION_ARGUMENT, PictureArgs, PositionArgs, TimeLimit};
use super::parse::{choice, notation};

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    #[command(flatten)]
    pub pictures: PictureArgs,

    /// Animate the game that led to the position
    #[arg(long, value_name = "FILE", group = "raster", conflicts_with_all = ["areas", "eval"])]
    pub gif: Option<PathBuf>,

    /// Seconds for each position of the animation [default: 1]
    #[arg(long, value_name = "SECONDS", requires = "gif", allow_negative_numbers = true)]
    pub pause: Option<Seconds>,

    /// Colour the areas by their kinds
    #[arg(long, value_name = "PARTITION", num_args = 0..=1, default_missing_value = "improved", require_equals = true,
          value_parser = choice::<Partition>())]
    pub areas: Option<Partition>,

    /// Show distances, the nearer side for each square, and the terms of the evaluation
    #[arg(long, conflicts_with = "areas")]
    pub eval: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Notation of the moves
    #[arg(long, value_name = "NOTATION", default_value_t, value_parser = notation())]
    pub notation: NotationName,
}

#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    pub position: PositionArgs,
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
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = choice::<Target>())]
    pub to: Target,
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

    /// Treat amazons as empty squares
    #[arg(long)]
    pub bare: bool,

    #[command(flatten)]
    pub pictures: PictureArgs,
}
