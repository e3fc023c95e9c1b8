//! Arguments of several commands: a position, pictures, limits.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use otrera_api::option::{Seconds, SideName, Threads};
use otrera_api::{Place, all_threads};

use crate::input;

pub(super) const POSITION_ARGUMENT: &str = "start:WxH, a board text, FILE.sgf[@MOVES], or - for stdin";

/// A position and its changes.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, default_value = "start:10x10", allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,
}

impl PositionArgs {
    /// Reads the text of the position.
    pub(crate) fn place(&self) -> anyhow::Result<Place> {
        self.changes.place(&self.position)
    }
}

/// Changes of a position before it is used.
#[derive(Debug, Args)]
pub(crate) struct Changes {
    /// Side to move; overrides the text
    #[arg(long, value_name = "b|w")]
    pub to_move: Option<SideName>,

    /// Moves to play first, like 'b1-b4xd4 d6-d5xe4'; every notation is read
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
}

impl Changes {
    /// Reads the text of a position.
    pub(crate) fn place(&self, argument: &str) -> anyhow::Result<Place> {
        Ok(Place { position: input::read(argument)?, to_move: self.to_move, play: self.play.clone() })
    }
}

/// Files for pictures of the answer. A picture of pixels has a width.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("raster").multiple(true))]
pub(crate) struct PictureArgs {
    /// Write an SVG picture (- for stdout)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write a PNG picture
    #[arg(long, value_name = "FILE", group = "raster")]
    pub png: Option<PathBuf>,

    /// Width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, requires = "raster", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
}

/// A limit on time, for commands that can take long.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TimeLimit {
    /// Give up after this many seconds, with exit code 1
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub time: Option<Seconds>,
}

/// Limits on time and threads, for tables.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<Threads>,

    #[command(flatten)]
    pub limits: TimeLimit,
}

impl WorkArgs {
    /// The number of threads, by default that of the processors.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(all_threads, Threads::get)
    }
}
