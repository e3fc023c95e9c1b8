//! Arguments of `otrera book`.

use std::path::PathBuf;

use clap::Args;
use otrera_api::OpeningBook;

use super::parse::size;
use super::play::{EngineArgs, MoveLimitArgs};

#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// The board, in its standard setup
    #[arg(value_name = "WxH", value_parser = size)]
    size: (usize, usize),

    /// Positions to search
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Write the book here [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    limits: MoveLimitArgs,

    #[command(flatten)]
    engine: EngineArgs,
}

impl From<&BookArgs> for OpeningBook {
    fn from(args: &BookArgs) -> OpeningBook {
        OpeningBook {
            size: args.size,
            positions: args.positions,
            limits: args.limits.into(),
            engine: (&args.engine).into(),
        }
    }
}
