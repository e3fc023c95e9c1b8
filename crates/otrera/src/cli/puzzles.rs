//! Puzzles.

use std::path::PathBuf;

use clap::Args;
use otrera_api::Puzzles;

use super::common::TimeLimit;

#[derive(Debug, Args)]
pub(crate) struct PuzzlesArgs {
    /// Number of puzzles, the same of each kind as far as possible
    #[arg(long, value_name = "N", default_value_t = Puzzles::COUNT as u32, conflicts_with = "check",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "check")]
    pub seed: u64,

    /// Check all answers of this file [default: those of the program]
    #[arg(long, value_name = "FILE")]
    pub check: Option<Option<PathBuf>>,

    /// File of the atlas, which a check needs [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE", requires = "check")]
    pub atlas: Option<PathBuf>,

    #[command(flatten)]
    pub limits: TimeLimit,
}
