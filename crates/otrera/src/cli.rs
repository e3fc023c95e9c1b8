//! The command line, declared once: the parser, the help, the completions and the man pages all come from here.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use otrera_atlas::MAX_SIZE;
use otrera_atlas::strips::MAX_LENGTH;
use otrera_board::Side;
use otrera_board::text::Notation;

use crate::atlas_file::FORMS;
use crate::presets::{Preset, Technique};

const POSITION_HELP: &str = "\
A POSITION is one of
  start:WxH  the standard setup of a size, like start:10x10 (the default)
  a board    'b..w/..../w..b w': rows from the top, b and w amazons, # arrows,
             . or a number for empty squares, then the side to move;
             Fairy-Stockfish FEN, CGSuite grids ('x..|..o') and plain grids
             are read too
  FILE.sgf   the last position of the game's main line (also FILE.ggf);
             FILE.sgf@12: the position after its 12th move
  -          any of these from standard input";

const POSITION_ARGUMENT: &str = "start:WxH, a board text, FILE.sgf[@MOVES], or - for stdin";

/// Plays, solves and explains the Game of the Amazons.
#[derive(Debug, Parser)]
#[command(name = "otrera", version, propagate_version = true, after_help = POSITION_HELP)]
#[command(after_long_help = POSITION_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// One JSON document on stdout, nothing else
    #[arg(long, global = true)]
    pub json: bool,

    /// No progress and no notes on stderr
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// When to use colours; NO_COLOR is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Draw the board in the terminal, as SVG or as PNG
    #[command(after_help = "\
Examples:
  otrera show start:10x10
  otrera show game.sgf@30 --areas
  otrera show game.sgf@30 --eval
  otrera show 'b.w./.#../w..b w' --png board.png --areas")]
    Show(ShowArgs),

    /// List the legal moves
    #[command(after_help = "\
Examples:
  otrera moves start:6x6 | wc -l
  otrera moves 'b..w/..../w..b b' --notation uci")]
    Moves(MovesArgs),

    /// Count the lines of play of a given length
    #[command(after_help = "\
Examples:
  otrera perft start:10x10 2
  otrera perft start:6x6 3 --divide --threads 2")]
    Perft(PerftArgs),

    /// Write the same position or game in another form
    #[command(after_help = "\
Examples:
  otrera convert start:10x10 --to fairy
  otrera convert game.ggf --to sgf > game.sgf
  otrera convert 'x..|..o' --to-move b --to fen")]
    Convert(ConvertArgs),

    /// Split the board into its areas, each with its kind and blockers
    #[command(after_help = "\
Examples:
  otrera areas '..bw../..##../w....b w'
  otrera areas game.sgf --basic --json")]
    Areas(AreasArgs),

    /// Tell the line segment graph of the squares that are not burnt, and its name
    ///
    /// Two boards have the same name exactly if they are the same to amazons: each point of one is a point of the
    /// other, with the same amazon on it, and the same points lie on unbroken lines in the same order.
    #[command(after_help = "\
Examples:
  otrera lsg 'b.#/..w'
  otrera lsg 'b.#/..w' --bare --json
  otrera lsg '..#/.##/..b' --png graph.png")]
    Lsg(LsgArgs),

    /// Work out what each area and the whole board are worth, exactly
    ///
    /// The areas are those of `otrera areas --basic`: blockers may move, so only these add up.
    #[command(after_help = "\
Examples:
  otrera value 'x...|o...'
  otrera value 'b..w/#.#./.... w' --thermograph graph.svg
  otrera value --game '{2|0}+*'
  otrera value 'x...|....|....|...o' --time 60 --memory 2G")]
    Value(ValueArgs),

    /// Count the moves that the owner of each territory has there, and show a line of play that makes them
    ///
    /// The areas are those of `otrera areas`. A region may be larger than a board: rows of any length are read.
    #[command(after_help = "\
Examples:
  otrera territory '..b/.#./#.. w'
  otrera territory game.sgf --json
  otrera territory --comb 3
  otrera territory - < region.txt --time 60 --memory 2G")]
    Territory(TerritoryArgs),

    /// Find out who wins with best play, and a move that does it
    #[command(after_help = "\
Examples:
  otrera solve start:4x4
  otrera solve start:5x5 --threads 2 --certificate 5x5.certificate
  otrera solve start:5x6 --threads 2 --memory 8G --checkpoint 5x6.checkpoint
  otrera solve 'b..w/..../w..b b' --all-moves
  otrera solve 'b..w/..../w..b b' --time 60 --json
  otrera solve start:4x4 --preset paper --without local,hot")]
    Solve(SolveArgs),

    /// Find out by how many moves the winner wins with best play, and show such a game
    ///
    /// The margin is what the winner could still move when the loser cannot: docs/scoring.md.
    #[command(after_help = "\
Examples:
  otrera score start:4x4
  otrera score '.#.#/#w##/.#b. b' --komi 2 --komi-rule points
  otrera score game.sgf@60 --time 60 --json")]
    Score(ScoreArgs),

    /// Check whether a certificate proves who wins
    #[command(after_help = "\
Examples:
  otrera verify testdata/line.certificate
  otrera verify 5x6.certificate --threads 2 --json")]
    Verify(VerifyArgs),

    /// Build the endgame database of all small regions, ask it, check it
    #[command(after_help = "\
Examples:
  otrera atlas build --size 8
  otrera atlas query 'b.w/... w'
  otrera atlas check --samples 10000")]
    Atlas {
        /// What to do with it
        #[command(subcommand)]
        command: AtlasCommand,
    },

    /// Make the tables of the papers anew
    #[command(after_help = "\
Examples:
  otrera tables strips --length 8
  otrera tables lsg --size 8
  otrera tables defects --size 8
  otrera tables solved
  otrera tables strips --help")]
    Tables {
        /// Which one
        #[command(subcommand)]
        table: Table,
    },

    /// Fit the weights of the evaluation to games that are played for it
    ///
    /// The file and what is in it: docs/evaluation.md.
    #[command(after_help = "\
Examples:
  otrera tune --size 6x6 --games 500
  otrera tune --size 10x10 --games 5000 --rounds 3 --threads 2 --output 10x10.weights
  otrera tune --size 8x8 --engine greedy --nodes 5000 --games 1000")]
    Tune(crate::cli_tune::TuneArgs),

    /// Run the fixed workload: counts that must repeat, and rates
    #[command(after_help = "\
Examples:
  otrera bench
  otrera bench --full --json")]
    Bench(BenchArgs),

    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  otrera completions bash > ~/.local/share/bash-completion/completions/otrera")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },

    /// Print the man page, or write one for each command
    #[command(after_help = "\
Examples:
  otrera man | man -l -
  otrera man --dir ~/.local/share/man/man1")]
    Man {
        /// Write otrera.1 and a page for each command into this directory
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// A position and what is to be done to it first.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, default_value = "start:10x10", allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,
}

/// What is done to a position before it is asked about.
#[derive(Debug, Args)]
pub(crate) struct Changes {
    /// The side to move, whatever the text says
    #[arg(long, value_name = "b|w", value_parser = side)]
    pub to_move: Option<Side>,

    /// Moves to play first, like 'b1-b4xd4 d6-d5xe4'; every notation is read
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    #[command(flatten)]
    pub pictures: PictureArgs,

    /// Colour in the areas and their kinds
    #[arg(long, value_name = "PARTITION", num_args = 0..=1, default_missing_value = "improved", require_equals = true)]
    pub areas: Option<Partition>,

    /// Show distances, who is nearer to which squares, and what the evaluation makes of it
    #[arg(long, conflicts_with = "areas")]
    pub eval: bool,
}

/// Files for pictures of the answer.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    /// Write an SVG picture (- for stdout)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,

    /// Width of the PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, requires = "png", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
}

/// How a board is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Partition {
    /// Connected components
    Basic,
    /// With blocker territories set apart
    Improved,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// How to write them
    #[arg(long, value_name = "NOTATION", default_value = "cross", value_parser = notation_parser())]
    pub notation: String,
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
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub threads: NonZeroUsize,
}

/// A limit on time, for commands that can take long.
#[derive(Debug, Args)]
pub(crate) struct TimeLimit {
    /// Give up after this many seconds, with exit code 1
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// The form to write
    #[arg(long, value_name = "FORM")]
    pub to: Target,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Our board text
    Fen,
    /// Fairy-Stockfish's FEN
    Fairy,
    /// CGSuite's and MCGS's grid (has no side to move)
    Grid,
    /// One row a line
    Plain,
    /// An SGF game record, with all moves and variations that are known
    Sgf,
    /// JSON
    Json,
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

    /// Take amazons for empty squares
    #[arg(long)]
    pub bare: bool,

    #[command(flatten)]
    pub pictures: PictureArgs,
}

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

/// What can be done with the atlas.
#[derive(Debug, Subcommand)]
pub(crate) enum AtlasCommand {
    /// Work out all regions up to a size; goes on from what is there
    #[command(after_help = "\
Examples:
  otrera atlas build --size 7
  otrera atlas build --size 8 --file atlas8.otrera --time 600")]
    Build(AtlasBuildArgs),

    /// Say what is in the file
    #[command(after_help = "\
Example:
  otrera atlas info --json")]
    Info(AtlasInfoArgs),

    /// Look up all areas of a position
    #[command(after_help = "\
Examples:
  otrera atlas query 'b.w/... w'
  otrera atlas query game.sgf --json")]
    Query(AtlasQueryArgs),

    /// Work out a sample of the file again, or all of it, by plain play on squares
    #[command(after_help = "\
Examples:
  otrera atlas check
  otrera atlas check --samples 100000 --seed 7
  otrera atlas check --all")]
    Check(AtlasCheckArgs),
}

/// Where the atlas is.
#[derive(Debug, Args)]
pub(crate) struct AtlasFile {
    /// The file [default: what OTRERA_ATLAS says, else otrera/atlas.otrera in the user's data directory]
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
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,
}

#[derive(Debug, Args)]
pub(crate) struct AtlasInfoArgs {
    #[command(flatten)]
    pub file: AtlasFile,
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

    /// States to work out again
    #[arg(long, value_name = "N", default_value = "1000", conflicts_with = "all")]
    pub samples: u32,

    /// Which sample: the same number, the same states
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "all")]
    pub seed: u64,

    /// Work out everything again
    #[arg(long)]
    pub all: bool,

    #[command(flatten)]
    pub work: WorkArgs,
}

/// The tables that can be made.
#[derive(Debug, Subcommand)]
pub(crate) enum Table {
    /// Work out every board inside 2 x N with one amazon of each side (Snatzke 2002)
    #[command(after_help = "\
Examples:
  otrera tables strips --length 8
  otrera tables strips --length 11 --file strips11.otrera
  otrera tables strips --file strips11.otrera --query 'x...|...o'
  otrera tables strips --file strips11.otrera --export strips11.csv")]
    Strips(StripsArgs),

    /// Count small regions and their line segment graphs (Müller & Tegos 2002, Table 1)
    #[command(after_help = "\
Examples:
  otrera tables lsg --size 8
  otrera tables lsg --size 11 --json")]
    Lsg(LsgTableArgs),

    /// Count defective territories (Müller & Tegos 2002, Table 2), cells as boards/graphs
    #[command(after_help = "\
Examples:
  otrera tables defects --size 9
  otrera tables defects --size 8 --amazons 2")]
    Defects(DefectsArgs),

    /// Find the small regions where moving first is worse (Müller & Tegos 2002, section 5)
    #[command(after_help = "\
Examples:
  otrera tables zugzwang --size 6
  otrera tables zugzwang --size 7 --list")]
    Zugzwang(ZugzwangArgs),

    /// Solve the positions of self-play games (Song & Müller 2014, Tables II and III, Fig. 15)
    ///
    /// The suite has 100 games each on 5x5, 6x5 and 6x6. All of it takes hours: --file keeps what is done.
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

/// How much of the machine a table may use.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub limits: TimeLimit,
}

#[derive(Debug, Args)]
pub(crate) struct LsgTableArgs {
    /// Squares of the largest regions
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=LARGEST_REGION))]
    pub size: u32,

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

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SolvingArgs {
    /// A sample: five games of each size, five seconds for each position
    #[arg(long)]
    pub sample: bool,

    /// Boards of the suite to take [default: all]
    #[arg(long, value_name = "WxH", value_delimiter = ',', value_parser = ["5x5", "6x5", "6x6"])]
    pub size: Vec<String>,

    /// Solvers to compare
    #[arg(long, value_name = "PRESETS", value_delimiter = ',', default_value = "full,paper")]
    pub preset: Vec<Preset>,

    /// Seconds for each position and preset [default: 50, for a sample 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<Duration>,

    /// Games of each size, spread evenly [default: all, for a sample 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub games: Option<u32>,

    /// Positions after so many moves only, like 8 or 5-8 [default: as in the paper, 5x5 from 3 on]
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    pub moves: Option<(usize, usize)>,

    /// Keep what is found out here, and go on from what is there
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// What each technique is worth, on a few positions
    #[arg(long, conflicts_with_all = ["sample", "size", "games", "moves", "file", "make"])]
    pub ablation: bool,

    /// Columns of the ablation [default: all]
    #[arg(long, value_name = "BOARDS", value_delimiter = ',', requires = "ablation", value_parser = ["4x4", "5x4", "4x5", "suite"])]
    pub on: Vec<String>,

    /// Print the games of the suite, made anew
    #[arg(long, conflicts_with_all = ["sample", "size", "games", "moves", "file"])]
    pub make: bool,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub means: Means,
}

#[derive(Debug, Args)]
pub(crate) struct SolvedArgs {
    /// Boards to solve [default: those that take seconds]
    #[arg(long, value_name = "WxH", value_delimiter = ',', value_parser = ["4x4", "5x4", "4x5", "4x6", "5x5", "6x4", "4x7", "5x6"])]
    pub boards: Vec<String>,

    /// All boards that the paper has solved, also those that take hours
    #[arg(long, conflicts_with = "boards")]
    pub all: bool,

    /// Keep the certificates in this directory
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub means: Means,
}

/// What tables of solving may use.
#[derive(Debug, Args)]
pub(crate) struct Means {
    /// Memory for what the searches of all threads remember
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,

    /// The atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

/// Squares of the largest regions that are gone through: each more takes about seven times as long and as much memory.
const LARGEST_REGION: i64 = 13;

#[derive(Debug, Args)]
pub(crate) struct StripsArgs {
    /// Columns of the strip; a file that is there knows its own
    #[arg(long, value_name = "N", required_unless_present = "file",
          value_parser = clap::value_parser!(u32).range(1..=MAX_LENGTH.into()))]
    pub length: Option<u32>,

    /// Keep the values here, every minute and when the work ends, and go on from what is there
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Look up one position, in the file as it is or, without a file, after working everything out
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub query: Option<String>,

    /// Write all positions as CSV, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub export: Option<PathBuf>,

    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Give up when games and tables need more memory than this, with exit code 1
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Also the rows that take several seconds each
    #[arg(long)]
    pub full: bool,
}

fn side(text: &str) -> Result<Side, String> {
    Side::BOTH
        .into_iter()
        .find(|side| text.eq_ignore_ascii_case(side.name()) || text.eq_ignore_ascii_case(&side.letter().to_string()))
        .ok_or_else(|| "write b or w".into())
}

fn notation_parser() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Notation::ALL.map(|(_, name)| name))
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "write a number of seconds, like 10 or 0.5".into())
}

/// One number of moves, or a range of them.
fn moves(text: &str) -> Result<(usize, usize), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => Err("write a number of moves or a range, like 8 or 5-8".into()),
    }
}

/// More threads than any machine that this will run on has; an absurd number is a slip of the hand.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|n: &NonZeroUsize| n.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// A number of bytes with a unit: `500M`, `8G`.
fn bytes(text: &str) -> Result<usize, String> {
    let wrong = || "write a size, like 500M or 8G".to_string();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(wrong()),
    };
    let number: usize = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << unit).ok_or_else(wrong)
}
