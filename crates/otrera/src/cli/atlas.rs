//! The endgame database.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use otrera_api::atlas_file::FORMS;
use otrera_api::option::Bytes;
use otrera_api::{AtlasBuild, AtlasCheck};
use otrera_atlas::MAX_SIZE;

use super::common::{Changes, POSITION_ARGUMENT, WorkArgs};

/// Commands of the atlas.
#[derive(Debug, Subcommand)]
pub(crate) enum AtlasCommand {
    /// Build the atlas of all regions up to a size, continuing from existing sizes
    #[command(after_help = "\
Examples:
  otrera atlas build --size 7
  otrera atlas build --size 8 --file atlas8.otrera --time 600")]
    Build(AtlasBuildArgs),

    /// Describe the file
    #[command(after_help = "\
Example:
  otrera atlas info --json")]
    Info(AtlasFile),

    /// Look up all areas of a position
    #[command(after_help = "\
Examples:
  otrera atlas query 'b.w/... w'
  otrera atlas query game.sgf --json")]
    Query(AtlasQueryArgs),

    /// Recompute a sample of the file, or all of it, by plain play on squares
    #[command(after_help = "\
Examples:
  otrera atlas check
  otrera atlas check --samples 100000 --seed 7
  otrera atlas check --all")]
    Check(AtlasCheckArgs),
}

/// The file of the atlas.
#[derive(Debug, Args)]
pub(crate) struct AtlasFile {
    /// File of the atlas [default: OTRERA_ATLAS, else otrera/atlas.otrera in the user's data directory]
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct AtlasBuildArgs {
    /// Squares of the largest regions: 7 takes seconds and 25 MB, 8 half a minute and 200 MB
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=MAX_SIZE as i64))]
    pub size: u32,

    #[command(flatten)]
    pub file: AtlasFile,

    /// Leave out canonical forms with more followers than this
    #[arg(long, value_name = "FOLLOWERS", default_value_t = FORMS)]
    pub forms: u64,

    #[command(flatten)]
    pub work: WorkArgs,

    /// Give up when games and tables need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = AtlasBuild::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct AtlasQueryArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub file: AtlasFile,
}

#[derive(Debug, Args)]
pub(crate) struct AtlasCheckArgs {
    #[command(flatten)]
    pub file: AtlasFile,

    /// Number of states to recompute
    #[arg(long, value_name = "N", default_value_t = AtlasCheck::SAMPLES, conflicts_with = "all")]
    pub samples: u32,

    /// Seed of the sample
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "all")]
    pub seed: u64,

    /// Recompute everything
    #[arg(long)]
    pub all: bool,

    #[command(flatten)]
    pub work: WorkArgs,
}
