//! Questions that have exact answers: values, territories, who wins, and by how much.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use otrera_board::Side;

use super::common::{Changes, POSITION_ARGUMENT, TimeLimit, WorkArgs};
use super::parse::{bytes, seconds, side, threads};
use crate::presets::{Preset, Technique};

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, required_unless_present = "game", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// A game in book notation instead of a position, like '{2|0}+*'
    #[arg(long, value_name = "GAME", conflicts_with_all = ["position", "to_move", "play"], allow_hyphen_values = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub changes: Changes,

    /// Draw the thermograph into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub thermograph: Option<PathBuf>,

    /// Draw the thermograph of this area (A, B, ...) instead of the sum's
    #[arg(long, value_name = "AREA", requires = "thermograph", conflicts_with = "game")]
    pub area: Option<String>,

    /// Leave out areas with more empty squares than this, and the sum with them
    #[arg(long, value_name = "SQUARES", conflicts_with = "game")]
    pub largest: Option<u32>,

    /// Cut values that are longer when written out; they end with … then [default: 200, for JSON 1000000]
    #[arg(long, value_name = "CHARACTERS")]
    pub longest: Option<usize>,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Give up when games need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,
}

/// Teeth of the largest comb that is made: it has 3968 squares.
const MOST_TEETH: i64 = 20;

#[derive(Debug, Args)]
pub(crate) struct TerritoryArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, required_unless_present = "comb", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Lieberum's comb of K teeth instead of a position, a region with as many defects as can be
    #[arg(long, value_name = "K", conflicts_with_all = ["position", "to_move", "play"],
          value_parser = clap::value_parser!(u8).range(1..=MOST_TEETH), allow_negative_numbers = true)]
    pub comb: Option<u8>,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Give up when the search needs more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,

    /// Write the proof here, for `otrera verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Find out of every move whether it wins, not only of one that does
    #[arg(long)]
    pub all_moves: bool,

    /// Save what is known here, every minute and at the end, and go on from what is there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Time between two saves
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, requires = "checkpoint",
          allow_negative_numbers = true)]
    pub checkpoint_every: Duration,

    /// Which solver; only full writes certificates
    #[arg(long, value_name = "PRESET", default_value = "full")]
    pub preset: Preset,

    /// What to leave out of it
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',')]
    pub without: Vec<Technique>,

    /// Give up after so many nodes, with exit code 1
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Threads to use; with one, the same question has the same nodes every time
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub threads: NonZeroUsize,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Memory for the whole program, the atlas included
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,

    /// The atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,

    /// Give one side so many points beforehand
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(0..=MOST_KOMI), allow_negative_numbers = true)]
    pub komi: Option<u16>,

    /// Who gets the komi
    #[arg(long, value_name = "b|w", default_value = "b", requires = "komi", value_parser = side)]
    pub komi_for: Side,

    /// What the points are good for (Lieberum 2005, section 8)
    #[arg(long, value_name = "RULE", default_value = "passes", requires = "komi")]
    pub komi_rule: Komi,

    /// Give up after so many nodes, with exit code 1
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Threads to use; with one, the same question has the same nodes every time
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub threads: NonZeroUsize,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Memory for what the search remembers
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,
}

/// More points than moves that a board can have would decide every game.
const MOST_KOMI: i64 = 128;

/// What points given beforehand are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Komi {
    /// Rule 1: each allows one pass, and passes that are left count as moves
    Passes,
    /// Rule 2: they are added when the game is over
    Points,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub work: WorkArgs,

    /// Give up when games need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,
}
