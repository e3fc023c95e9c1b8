//! The tables of the papers.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use otrera_api::option::{Bytes, Seconds};
use otrera_api::presets::Preset;
use otrera_api::tables::solved::SolvedTable;
use otrera_api::tables::solving::{Ablation, Resources, SIZES};
use otrera_api::tables::strips::StripsTable;
use otrera_papers::strips::MAX_LENGTH;

use super::common::WorkArgs;
use super::parse::{choice, moves};

/// The tables that can be made.
#[derive(Debug, Subcommand)]
pub(crate) enum Table {
    /// Compute every board inside 2 x N with one amazon of each side (Snatzke 2002)
    #[command(after_help = "\
Examples:
  otrera tables strips --length 8
  otrera tables strips --length 11 --file strips11.otrera
  otrera tables strips --file strips11.otrera --query 'x...|...o'
  otrera tables strips --file strips11.otrera --export strips11.csv
  otrera tables strips --length 8 --svg figures")]
    Strips(StripsArgs),

    /// Count small regions and their line segment graphs (Müller & Tegos 2002, Table 1)
    #[command(after_help = "\
Examples:
  otrera tables lsg --size 8
  otrera tables lsg --size 11 --json
  otrera tables lsg --size 6 --svg figures")]
    Lsg(LsgTableArgs),

    /// Count defective territories (Müller & Tegos 2002, Table 2), cells as boards/graphs
    #[command(after_help = "\
Examples:
  otrera tables defects --size 9
  otrera tables defects --size 8 --amazons 2
  otrera tables defects --size 10 --svg figures")]
    Defects(DefectsArgs),

    /// Find the small regions where moving first is worse (Müller & Tegos 2002, section 5)
    #[command(after_help = "\
Examples:
  otrera tables zugzwang --size 6
  otrera tables zugzwang --size 7 --list
  otrera tables zugzwang --size 6 --svg figures")]
    Zugzwang(ZugzwangArgs),

    /// Solve the positions of self-play games (Song & Müller 2014, Tables II and III, Fig. 15)
    ///
    /// The suite has 100 games each on 5x5, 6x5 and 6x6. All of it takes hours: --file keeps the finished attempts.
    #[command(after_help = "\
Examples:
  otrera tables solving --sample
  otrera tables solving --size 6x5 --preset full --file 6x5.jsonl
  otrera tables solving --ablation --seconds 20
  otrera tables solving --ablation --on 5x4 --preset full --seconds 200")]
    Solving(SolvingArgs),

    /// Solve the standard setups of small boards, with certificates (Song & Müller 2014, Table I)
    #[command(after_help = "\
Examples:
  otrera tables solved
  otrera tables solved --boards 4x5,5x5 --threads 2 --certificates proofs
  otrera tables solved --all --threads 2 --memory 8G")]
    Solved(SolvedArgs),
}

#[derive(Debug, Args)]
pub(crate) struct LsgTableArgs {
    /// Squares of the largest regions
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=LARGEST_REGION))]
    pub size: u32,

    /// Draw the figures of the paper into this directory
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DefectsArgs {
    /// Squares of the largest regions, those of the amazons included
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=LARGEST_REGION))]
    pub size: u32,

    /// Amazons in each territory
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub amazons: u32,

    /// Draw the figures of the paper into this directory
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ZugzwangArgs {
    /// Squares of the largest regions
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub size: u32,

    /// List all of them, not only those that cost two moves or that mislead minimax
    #[arg(long)]
    pub list: bool,

    /// Draw the figures of the paper into this directory
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SolvingArgs {
    /// Take a sample: five games of each size, five seconds for each position
    #[arg(long)]
    pub sample: bool,

    /// Boards of the suite to take [default: all]
    #[arg(long, value_name = "WxH", value_delimiter = ',', value_parser = SIZES)]
    pub size: Vec<String>,

    /// Solvers to compare
    #[arg(long, value_name = "PRESETS", value_delimiter = ',', default_value = "full,paper", value_parser = choice::<Preset>())]
    pub preset: Vec<Preset>,

    /// Seconds for each position and preset [default: 50, for a sample 5]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub seconds: Option<Seconds>,

    /// Games of each size, spread evenly [default: all, for a sample 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub games: Option<u32>,

    /// Number of moves of the positions, like 8 or 5-8 [default: as in the paper, 5x5 from 3 on]
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    pub moves: Option<(usize, usize)>,

    /// Keep records of the attempts here, and continue from there
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Leave out each technique in turn, on a few positions
    #[arg(long, conflicts_with_all = ["sample", "size", "games", "moves", "file", "make"])]
    pub ablation: bool,

    /// Columns of the ablation [default: all]
    #[arg(long, value_name = "BOARDS", value_delimiter = ',', requires = "ablation", value_parser = Ablation::columns())]
    pub on: Vec<String>,

    /// Generate the games of the suite again and print them
    #[arg(long, conflicts_with_all = ["sample", "size", "games", "moves", "file"])]
    pub make: bool,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub resources: ResourceArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SolvedArgs {
    /// Boards to solve [default: the ones that take seconds]
    #[arg(long, value_name = "WxH", value_delimiter = ',', value_parser = SolvedTable::sizes())]
    pub boards: Vec<String>,

    /// Solve all boards of the paper, including those that take hours
    #[arg(long, conflicts_with = "boards")]
    pub all: bool,

    /// Keep the certificates in this directory
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// Resources for solving tables.
#[derive(Debug, Args)]
pub(crate) struct ResourceArgs {
    /// Memory for the searches of all threads
    #[arg(long, value_name = "SIZE", default_value_t = Resources::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,

    /// File of the atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

/// Largest size of regions. Each further square takes about seven times the time and memory.
const LARGEST_REGION: i64 = 13;

#[derive(Debug, Args)]
pub(crate) struct StripsArgs {
    /// Columns of the strip [default: as in the file]
    #[arg(long, value_name = "N", required_unless_present = "file",
          value_parser = clap::value_parser!(u32).range(1..=MAX_LENGTH.into()))]
    pub length: Option<u32>,

    /// Save the values here, every minute and at the end, and continue from there
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Look up one position, in the file as it is or, without a file, after computing everything
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub query: Option<String>,

    /// Write all positions, one a row: Parquet if the name ends in .parquet, else CSV
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub export: Option<PathBuf>,

    /// Draw the named values and the largest forms into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "query")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub work: WorkArgs,

    /// Give up when games and tables need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = StripsTable::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,
}
