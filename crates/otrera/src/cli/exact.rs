//! Commands with exact answers: values, territories, winners and margins.

use std::path::PathBuf;

use clap::Args;
use otrera_api::option::{Bytes, Seconds, SideName, Threads};
use otrera_api::presets::{Preset, Technique};
use otrera_api::{Ask as _, CheckpointPlan, Comb, KomiUse, Points, Score, Solve, Territory, Value, Verify};

use super::campaign::NatsArgs;
use super::common::{Changes, POSITION_ARGUMENT, TimeLimit, WorkArgs};
use super::parse::choice;

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, required_unless_present = "game", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Use a game in book notation instead of a position, like '{2|0}+*'
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

    /// Cut values that are longer than this; they end with … [default: 200, for JSON 1000000]
    #[arg(long, value_name = "CHARACTERS")]
    pub longest: Option<usize>,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Give up when the values need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = Value::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct TerritoryArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, required_unless_present = "comb", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Use Lieberum's comb of K teeth instead of a position, a region with as many defects as possible
    #[arg(long, value_name = "K", conflicts_with_all = ["position", "to_move", "play"],
          value_parser = clap::value_parser!(u8).range(1..=i64::from(Comb::MOST_TEETH)), allow_negative_numbers = true)]
    pub comb: Option<u8>,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Give up when the search needs more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = Territory::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,
}

/// Limits of an exact search.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Give up after N nodes, with exit code 1
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Threads to use; with one, the same question always takes the same nodes
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub threads: Threads,

    #[command(flatten)]
    pub limits: TimeLimit,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,

    /// Write the proof here once it is checked, for `otrera verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Write the proof without checking it
    #[arg(long, requires = "certificate")]
    pub unchecked: bool,

    /// Solve every move, instead of finding one that wins
    #[arg(long)]
    pub all_moves: bool,

    /// Save the search here, every minute and at the end, and resume it from there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Time between two saves
    #[arg(long, value_name = "SECONDS", default_value_t = CheckpointPlan::EVERY, requires = "checkpoint",
          allow_negative_numbers = true)]
    pub checkpoint_every: Seconds,

    /// Solver; only full writes certificates
    #[arg(long, value_name = "PRESET", default_value = "full", value_parser = choice::<Preset>())]
    pub preset: Preset,

    /// Techniques to leave out
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = choice::<Technique>())]
    pub without: Vec<Technique>,

    #[command(flatten)]
    pub search: SearchArgs,

    /// Memory for the whole program, the atlas included
    #[arg(long, value_name = "SIZE", default_value_t = Solve::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,

    /// File of the atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,

    /// Give one side this many points in advance
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(0..=i64::from(Points::MOST)),
          allow_negative_numbers = true)]
    pub komi: Option<u16>,

    /// The side that gets the komi
    #[arg(long, value_name = "b|w", default_value_t = Score::komi_for(), requires = "komi")]
    pub komi_for: SideName,

    /// Use of the points (Lieberum 2005, section 8)
    #[arg(long, value_name = "RULE", default_value = "passes", requires = "komi", value_parser = choice::<KomiUse>())]
    pub komi_rule: KomiUse,

    #[command(flatten)]
    pub search: SearchArgs,

    /// Memory for the transposition table
    #[arg(long, value_name = "SIZE", default_value_t = Score::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The certificate, a part of one, or the directory of a campaign with all its parts
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub work: WorkArgs,

    /// Give up when the check needs more memory than this besides the file, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = Verify::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,

    #[command(flatten)]
    pub nats: NatsArgs,
}
