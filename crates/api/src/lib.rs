//! Questions about the Game of the Amazons, one type per command of the program, with their answers and drawings.
//!
//! The terminal, the server and other programs are shells around this crate: they build a question, give it a [`Host`]
//! and render the report. Nothing here reads standard input, writes to standard output or knows HTTP. Limits on time are
//! the shell's: it raises the stop flag of the [`Job`].

mod analyze;
mod animation;
mod areas;
mod ask;
mod atlas;
pub mod atlas_file;
mod bench;
mod best;
mod book;
mod certificate;
mod convert;
mod engine;
mod evaluation;
pub mod files;
mod gallery;
mod host;
mod input;
mod limits;
mod line_graph;
mod lines;
mod lsg;
mod moves;
mod openings;
pub mod option;
mod perft;
mod picture;
pub mod player;
pub mod png;
pub mod presets;
mod problem;
mod prover;
mod puzzles;
pub mod report;
mod score;
mod show;
mod solve;
pub mod tables;
mod territory;
mod text;
pub mod thermograph;
mod tune;
mod value;
mod verify;
mod verify_parts;

pub use self::analyze::{Analyze, AnalyzeProgress, AnalyzeReport};
pub use self::animation::Animation;
pub use self::areas::{Areas, AreasReport};
pub use self::ask::{Ask, JSON_RECORD, NoProgress, Place, PositionText, json, options, read};
pub use self::atlas::{
    AtlasBuild, AtlasBuildReport, AtlasCheck, AtlasCheckReport, AtlasInfo, AtlasInfoReport, AtlasQuery,
    AtlasQueryReport,
};
pub use self::bench::{Bench, BenchReport};
pub use self::best::{Best, BestReport, describe};
pub use self::book::{OpeningBook, OpeningBookReport};
pub use self::certificate::Unproven;
pub use self::convert::{Convert, ConvertReport, Target};
pub use self::engine::{EngineSettings, MoveLimits, Pace};
pub use self::gallery::{Chapter, GalleryReport, gallery};
pub use self::host::{Host, Job, Outcome, State};
pub use self::input::Input;
pub use self::limits::{Bounds, Limits, OutOfLimits, all_threads, interrupted, meanwhile};
pub use self::lines::lines;
pub use self::lsg::{Lsg, LsgReport};
pub use self::moves::{Moves, MovesReport};
pub use self::openings::{Openings, OpeningsReport};
pub use self::perft::{Perft, PerftReport};
pub use self::picture::{Picture, PictureFormat, PictureReport};
pub use self::problem::Problem;
pub use self::puzzles::{
    Answers, Puzzle, PuzzleFile, PuzzleFileError, PuzzleKind, Puzzles, PuzzlesCheck, PuzzlesCheckReport, PuzzlesReport,
};
pub use self::score::{KomiUse, Points, Score, ScoreProgress, ScoreReport};
pub use self::show::{Partition, Show, ShowReport, ShownAreas};
pub use self::solve::{Budget, CheckpointPlan, Solve, SolveProgress, SolveReport, knowledge};
pub use self::territory::{Comb, Territory, TerritoryProgress, TerritoryReport};
pub use self::text::{bytes, clock, count, grouped};
pub use self::tune::{Tune, TuneReport};
pub use self::value::{Value, ValueOfGame, ValueProgress, ValuesReport};
pub use self::verify::{Verify, VerifyReport};
pub use self::verify_parts::{FarmWork, PartFarm, PartsError};
