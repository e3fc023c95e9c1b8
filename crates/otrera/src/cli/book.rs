//! What `otrera book` is asked.

use std::path::PathBuf;

use clap::Args;

use super::parse::size;
use super::play::{EngineArgs, Pace};

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
    pub pace: Pace,

    #[command(flatten)]
    pub engine: EngineArgs,
}
