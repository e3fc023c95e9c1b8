//! Commands with exact answers: values, territories, winners and margins.

use std::path::PathBuf;

use clap::Args;
use otrera_api::option::{Bytes, Seconds, SideName, Threads};
use otrera_api::presets::{Preset, Technique};
use otrera_api::{
    Ask as _, CheckpointPlan, Comb, KomiUse, Limits, Points, Score, Solve, Territory, Value, ValueOfGame, Verify,
};

use super::common::{Changes, POSITION_ARGUMENT, TimeLimit, WorkArgs};
use super::parse::choice;

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, required_unless_present = "game", allow_hyphen_values = true)]
    position: Option<String>,

    /// A game in book notation instead of a position, like '{2|0}+*'
    #[arg(long, value_name = "GAME", conflicts_with_all = ["position", "to_move", "play"], allow_hyphen_values = true)]
    game: Option<String>,

    #[command(flatten)]
    changes: Changes,

    /// Draw the thermograph into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub thermograph: Option<PathBuf>,

    /// Draw the thermograph of this area (A, B, ...) instead of the sum's
    #[arg(long, value_name = "AREA", requires = "thermograph", conflicts_with = "game")]
    pub area: Option<String>,

    /// Leave out areas with more empty squares than this, and the sum with them
    #[arg(long, value_name = "SQUARES", conflicts_with = "game")]
    largest: Option<u32>,

    /// Cut values that are longer when written out; they end with … then [default: 200, for JSON 1000000]
    #[arg(long, value_name = "CHARACTERS")]
    longest: Option<usize>,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Give up when games need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = Value::MEMORY, allow_negative_numbers = true)]
    memory: Bytes,
}

/// A question about values.
pub(crate) enum ValueQuestion {
    Position(Value),
    Game(ValueOfGame),
}

impl ValueArgs {
    /// The question, with values cut after `longest` characters by default.
    pub(crate) fn question(&self, longest: usize) -> anyhow::Result<ValueQuestion> {
        let limits = Limits { time: self.limits.time, memory: Some(self.memory) };
        let longest = Some(self.longest.unwrap_or(longest));
        Ok(match &self.game {
            Some(game) => ValueQuestion::Game(ValueOfGame { game: game.clone(), longest, limits }),
            None => {
                let place = self.changes.place(self.position.as_deref().unwrap_or_default())?;
                ValueQuestion::Position(Value { place, largest: self.largest, longest, limits })
            }
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct TerritoryArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, required_unless_present = "comb", allow_hyphen_values = true)]
    position: Option<String>,

    /// Lieberum's comb of K teeth instead of a position, a region with as many defects as possible
    #[arg(long, value_name = "K", conflicts_with_all = ["position", "to_move", "play"],
          value_parser = clap::value_parser!(u8).range(1..=i64::from(Comb::MOST_TEETH)), allow_negative_numbers = true)]
    comb: Option<u8>,

    #[command(flatten)]
    changes: Changes,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Give up when the search needs more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = Territory::MEMORY, allow_negative_numbers = true)]
    memory: Bytes,
}

/// A question about territories.
pub(crate) enum TerritoryQuestion {
    Position(Territory),
    Comb(Comb),
}

impl TryFrom<&TerritoryArgs> for TerritoryQuestion {
    type Error = anyhow::Error;

    fn try_from(args: &TerritoryArgs) -> anyhow::Result<TerritoryQuestion> {
        let limits = Limits { time: args.limits.time, memory: Some(args.memory) };
        Ok(match args.comb {
            Some(teeth) => TerritoryQuestion::Comb(Comb { teeth, limits }),
            None => {
                let place = args.changes.place(args.position.as_deref().unwrap_or_default())?;
                TerritoryQuestion::Position(Territory { place, limits })
            }
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    position: String,

    #[command(flatten)]
    changes: Changes,

    /// Write the proof here, for `otrera verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Judge every move, instead of finding one that wins
    #[arg(long)]
    all_moves: bool,

    /// Save the search here, every minute and at the end, and resume it from there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Time between two saves
    #[arg(long, value_name = "SECONDS", default_value_t = CheckpointPlan::EVERY, requires = "checkpoint",
          allow_negative_numbers = true)]
    checkpoint_every: Seconds,

    /// Which solver; only full writes certificates
    #[arg(long, value_name = "PRESET", default_value = "full", value_parser = choice::<Preset>())]
    preset: Preset,

    /// Techniques to leave out
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = choice::<Technique>())]
    without: Vec<Technique>,

    /// Give up after N nodes, with exit code 1
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Threads to use; with one, the same question has the same nodes every time
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    threads: Threads,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Memory for the whole program, the atlas included
    #[arg(long, value_name = "SIZE", default_value_t = Solve::MEMORY, allow_negative_numbers = true)]
    memory: Bytes,

    /// The atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    atlas: Option<PathBuf>,
}

impl TryFrom<&SolveArgs> for Solve {
    type Error = anyhow::Error;

    fn try_from(args: &SolveArgs) -> anyhow::Result<Solve> {
        let every = args.checkpoint_every.0;
        Ok(Solve {
            place: args.changes.place(&args.position)?,
            all_moves: args.all_moves,
            certificate: false,
            preset: args.preset,
            without: args.without.clone(),
            nodes: args.nodes,
            limits: Limits { time: args.limits.time, memory: Some(args.memory) },
            threads: args.threads,
            certificate_file: args.certificate.clone(),
            checkpoint: args.checkpoint.clone().map(|file| CheckpointPlan { file, every }),
            atlas: args.atlas.clone(),
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    position: String,

    #[command(flatten)]
    changes: Changes,

    /// Give one side this many points beforehand
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(0..=i64::from(Points::MOST)),
          allow_negative_numbers = true)]
    komi: Option<u16>,

    /// The side that gets the komi
    #[arg(long, value_name = "b|w", default_value_t = Score::komi_for(), requires = "komi")]
    komi_for: SideName,

    /// Use of the points (Lieberum 2005, section 8)
    #[arg(long, value_name = "RULE", default_value = "passes", requires = "komi", value_parser = choice::<KomiUse>())]
    komi_rule: KomiUse,

    /// Give up after N nodes, with exit code 1
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Threads to use; with one, the same question has the same nodes every time
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    threads: Threads,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Memory for the transposition table
    #[arg(long, value_name = "SIZE", default_value_t = Score::MEMORY, allow_negative_numbers = true)]
    memory: Bytes,
}

impl TryFrom<&ScoreArgs> for Score {
    type Error = anyhow::Error;

    fn try_from(args: &ScoreArgs) -> anyhow::Result<Score> {
        let ScoreArgs { komi_for, komi_rule, nodes, threads, .. } = *args;
        Ok(Score {
            place: args.changes.place(&args.position)?,
            komi: args.komi.map(Points::try_from).transpose().map_err(anyhow::Error::msg)?,
            komi_for,
            komi_rule,
            nodes,
            limits: Limits { time: args.limits.time, memory: Some(args.memory) },
            threads,
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    pub work: WorkArgs,

    /// Give up when games need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = Verify::MEMORY, allow_negative_numbers = true)]
    memory: Bytes,
}

impl From<&VerifyArgs> for Verify {
    fn from(args: &VerifyArgs) -> Verify {
        Verify { file: args.file.clone(), threads: args.work.threads(), memory: args.memory }
    }
}
