//! The command line, declared once: the parser, the help, the completions and the man pages all come from here.

mod atlas;
mod board;
mod campaign;
mod common;
mod exact;
mod parse;
mod play;
mod puzzles;
mod serve;
mod tables;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use self::atlas::{AtlasBuildArgs, AtlasCheckArgs, AtlasCommand, AtlasFile};
pub(crate) use self::board::{AreasArgs, ConvertArgs, LsgArgs, MovesArgs, OpeningsArgs, PerftArgs, ShowArgs};
pub(crate) use self::campaign::{
    CampaignCertificateArgs, CampaignCommand, CampaignManageArgs, CampaignNewArgs, CampaignResources, CampaignRunArgs,
    CampaignStatusArgs, CampaignWorkArgs,
};
pub(crate) use self::common::PictureArgs;
pub(crate) use self::exact::{ScoreArgs, SearchArgs, SolveArgs, TerritoryArgs, ValueArgs, VerifyArgs};
pub(crate) use self::play::{
    AnalyzeArgs, BestArgs, BookArgs, BotzoneArgs, EngineArgs, GtpArgs, MatchArgs, PlayArgs, TuneArgs,
};
pub(crate) use self::puzzles::PuzzlesArgs;
pub(crate) use self::serve::ServeArgs;
pub(crate) use self::tables::{SolvedArgs, SolvingArgs, StripsArgs, Table};

const POSITION_HELP: &str = "\
A POSITION is one of
  start:WxH  the standard setup of a size, like start:10x10 (the default)
  a board    'b..w/..../w..b w': rows from the top, b and w amazons, # arrows,
             . or a number for empty squares, then the side to move;
             Fairy-Stockfish FEN, CGSuite grids ('x..|..o') and plain grids
             are read too
  FILE.sgf   the last position of the game's main line (also .ggf, .pgn);
             FILE.sgf@12: the position after its 12th move
  -          any of these from standard input";

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
    /// Draw the board in the terminal, as SVG or PNG, or a game as an animated GIF
    #[command(after_help = "\
Examples:
  otrera show start:10x10
  otrera show game.sgf@30 --areas
  otrera show game.sgf@30 --eval
  otrera show 'b.w./.#../w..b w' --png board.png --areas
  otrera show game.sgf --gif game.gif --width 480 --pause 0.8")]
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

    /// List the moves that the opening book or a proof knows
    #[command(after_help = "\
Examples:
  otrera openings
  otrera openings start:5x6
  otrera openings game.sgf@3 --json")]
    Openings(OpeningsArgs),

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

    /// Print the line segment graph of the unburnt squares, and its name
    ///
    /// Two boards have the same name exactly if they play alike: each point of one is a point of the other, with the
    /// same amazon on it, and the same points lie on unbroken lines in the same order.
    #[command(after_help = "\
Examples:
  otrera lsg 'b.#/..w'
  otrera lsg 'b.#/..w' --bare --json
  otrera lsg '..#/.##/..b' --png graph.png")]
    Lsg(LsgArgs),

    /// Compute the exact value of each area and of the whole board
    ///
    /// The areas are those of `otrera areas --basic`: blockers may move, so only these add up.
    #[command(after_help = "\
Examples:
  otrera value 'x...|o...'
  otrera value 'b..w/#.#./.... w' --thermograph graph.svg
  otrera value --game '{2|0}+*'
  otrera value 'x...|....|....|...o' --time 60 --memory 2G")]
    Value(ValueArgs),

    /// Count the moves of the owner in each territory, and show a line of play that makes them
    ///
    /// The areas are those of `otrera areas`. A region may be larger than a board: rows of any length are read.
    #[command(after_help = "\
Examples:
  otrera territory '..b/.#./#.. w'
  otrera territory game.sgf --json
  otrera territory --comb 3
  otrera territory - < region.txt --time 60 --memory 2G")]
    Territory(TerritoryArgs),

    /// Find the winner with best play, and a winning move
    #[command(after_help = "\
Examples:
  otrera solve start:4x4
  otrera solve start:5x5 --threads 2 --certificate 5x5.certificate
  otrera solve start:5x6 --threads 2 --memory 8G --checkpoint 5x6.checkpoint
  otrera solve 'b..w/..../w..b b' --all-moves
  otrera solve 'b..w/..../w..b b' --time 60 --json
  otrera solve start:4x4 --preset paper --without local,hot")]
    Solve(SolveArgs),

    /// Compute the margin of the win with best play, and show a line of best play
    ///
    /// The margin is the number of moves the winner has left when the loser cannot move: docs/internals/scoring.md.
    #[command(after_help = "\
Examples:
  otrera score start:4x4
  otrera score '.#.#/#w##/.#b. b' --komi 2 --komi-rule points
  otrera score game.sgf@60 --time 60 --json")]
    Score(ScoreArgs),

    /// Check that a certificate, or the parts of a campaign, prove the winner
    #[command(after_help = "\
Examples:
  otrera verify testdata/line.certificate
  otrera verify 5x6.certificate --threads 2 --json
  otrera verify 6x5 --nats nats://10.0.0.1:4222")]
    Verify(VerifyArgs),

    /// Prove who wins a position on many machines, for hours or weeks: docs/guide/campaign.md
    #[command(after_help = "\
Examples:
  otrera campaign new 5x5 start:5x5
  otrera campaign run 5x5 --threads 2
  otrera campaign status 5x5
  otrera campaign certificate 5x5 --output 5x5.certificate")]
    Campaign {
        /// The command of the campaign
        #[command(subcommand)]
        command: CampaignCommand,
    },

    /// Choose the move to play
    #[command(after_help = "\
Examples:
  otrera best start:10x10 --time 5
  otrera best game.sgf@20 --engine greedy
  otrera best 'b..w/..../w..b b' --nodes 100000 --json")]
    Best(BestArgs),

    /// Play a game in the terminal
    #[command(after_help = "\
Examples:
  otrera play
  otrera play --side black --level 3 --size 6x6
  otrera play game.sgf@10 --time 5")]
    Play(PlayArgs),

    /// Analyse a game or a position: evaluations, best moves, mistakes
    #[command(after_help = "\
Examples:
  otrera analyze game.sgf --time 0.5
  otrera analyze game.sgf --svg evaluation.svg --sgf annotated.sgf
  otrera analyze 'b..w/..../w..b b' --json")]
    Analyze(AnalyzeArgs),

    /// Run a UCI engine, in Fairy-Stockfish's dialect, on stdin and stdout
    #[command(after_help = "\
Example:
  printf 'position startpos\\ngo movetime 500\\n' | otrera uci")]
    Uci(EngineArgs),

    /// Run a GTP engine, version 2, on stdin and stdout
    #[command(after_help = "\
Example:
  printf 'boardsize 8\\ngenmove w\\nshowboard\\n' | otrera gtp")]
    Gtp(GtpArgs),

    /// Run a bot for Botzone: JSON, simple and long-running forms on stdin and stdout
    #[command(after_help = "\
Examples:
  echo '{\"requests\":[{\"x0\":-1,\"y0\":-1,\"x1\":-1,\"y1\":-1,\"x2\":-1,\"y2\":-1}],\"responses\":[]}' | otrera botzone
  otrera botzone --keep-running --time 0.9")]
    Botzone(BotzoneArgs),

    /// Play games between two engines: score, Elo with error bars, early stop
    ///
    /// An engine is built in, with options, like greedy, otrera:threads=2,nodes=10000 or otrera:level=5,time=0.5, or
    /// external, with protocol and command: 'cmd:uci:./engine --flag', cmd:gtp:..., cmd:botzone:...,
    /// cmd:botzone-simple:... Options of a UCI program follow after semicolons, and so does the name to show:
    /// 'cmd:uci:./engine;Hash=512;name=rival'
    #[command(after_help = "\
Examples:
  otrera match greedy random --games 20 --time 0.1
  otrera match otrera greedy --nodes 1000 --size 8x8 --concurrency 2 --sgf games.sgf
  otrera match otrera 'cmd:uci:./other --flag' --clock 60+0.5 --file match.jsonl
  otrera match otrera 'cmd:uci:./other;Hash=512' --openings list.txt --no-book --log match.log
  otrera match otrera:level=10 otrera:level=9 --time 0.2 --games 2000 --sprt 0,10,0.05,0.05
  otrera match otrera campya --games 200 --resign 2")]
    Match(MatchArgs),

    /// Serve the page: play, analyse and see the theory in a browser
    ///
    /// Prints the address. Ctrl-C stops the server. The HTTP interface and its limits: docs/guide/server.md.
    #[command(after_help = "\
Examples:
  otrera serve
  otrera serve --port 0 --no-open
  otrera serve --host 0.0.0.0 --name amazons.example
  otrera serve --campaign 6x5")]
    Serve(ServeArgs),

    /// Build, query and check the endgame database of all small regions
    #[command(after_help = "\
Examples:
  otrera atlas build --size 8
  otrera atlas query 'b.w/... w'
  otrera atlas check --samples 10000")]
    Atlas {
        /// The command of the atlas
        #[command(subcommand)]
        command: AtlasCommand,
    },

    /// Reproduce the tables of the papers
    #[command(after_help = "\
Examples:
  otrera tables strips --length 8
  otrera tables lsg --size 8
  otrera tables defects --size 8
  otrera tables solved
  otrera tables strips --help")]
    Tables {
        /// The table
        #[command(subcommand)]
        table: Table,
    },

    /// Make puzzles with proven answers, or check a file of them
    ///
    /// Prints a file of puzzles: endings with few winning moves, territories that cannot be filled, zugzwangs. The same
    /// count and seed give the same puzzles. The kinds, the grades and the format: docs/formats/puzzles.md.
    #[command(after_help = "\
Examples:
  otrera puzzles --count 10 --seed 2
  otrera puzzles > puzzles.txt
  otrera puzzles --check
  otrera puzzles --check puzzles.txt")]
    Puzzles(PuzzlesArgs),

    /// Make an opening book from the engine's own search
    ///
    /// Ctrl-C stops the search and keeps the positions searched so far. The format of the file: docs/formats/book.md.
    #[command(after_help = "\
Examples:
  otrera book 6x6 --positions 20 --nodes 10000
  otrera book 10x10 --positions 300 --time 5 --threads 2 --output 10x10.book")]
    Book(BookArgs),

    /// Fit the weights of the evaluation to self-play
    ///
    /// The format of the file: docs/formats/weights.md.
    #[command(after_help = "\
Examples:
  otrera tune --size 6x6 --games 500
  otrera tune --size 10x10 --games 5000 --rounds 3 --threads 2 --output 10x10.weights
  otrera tune --size 8x8 --nodes 5000 --games 1000")]
    Tune(TuneArgs),

    /// Run a fixed workload: reproducible counts, and rates
    #[command(after_help = "\
Examples:
  otrera bench
  otrera bench --full --json")]
    Bench {
        /// Include the rows that take several seconds each
        #[arg(long)]
        full: bool,
    },

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
