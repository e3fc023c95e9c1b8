//! Puzzles: positions with a task, whose right answers are proven.
//!
//! A puzzle is worth solving if its answer is certain, few moves are right, and some of the wrong ones look good.
//! Solved endings of small boards have all of this, so puzzles are not invented but found: games are played,
//! territories and zugzwangs are enumerated, and the positions that meet the conditions of a [`PuzzleKind`] are kept.
//!
//! ```text
//! . . . w . b .     A corridor, White to move. With d1-c1xe1 White keeps three squares, and Black has one. A wall
//! a b c d e f g     anywhere else leaves White fewer, or Black more.
//! ```
//!
//! Every answer is proven twice, by means that share no code: to make a puzzle, the margin search or the filling finds
//! the right moves, and a plain search over positions has to agree (`plain`). To check a file, the df-pn solver judges
//! all moves (`check`). The plain search also grades: the more positions it has to visit, and the more wrong moves look
//! as good as the right one, the harder the puzzle (`grade`).
//!
//! docs/formats/puzzles.md has the file format, the kinds and the grades.

mod check;
mod endings;
mod file;
mod generate;
mod grade;
mod plain;
mod territories;
mod zugzwangs;

#[cfg(test)]
mod tests;

use otrera_board::{Move, Position};
use schemars::JsonSchema;
use serde::Serialize;

pub use self::check::{PuzzlesCheck, PuzzlesCheckReport};
pub use self::file::{PuzzleFile, PuzzleFileError};
pub use self::generate::Puzzles;
use crate::option::{Choice as _, choices};

/// The puzzles of the program: `otrera puzzles --count 320 --seed 1`.
const TEXT: &str = include_str!("../../data/puzzles.txt");

/// Version of the file format.
const VERSION: u32 = 1;

choices! {
    /// The task of a puzzle.
    pub enum PuzzleKind {
        /// Find the only winning move
        Win = "win",
        /// Fill a territory as far as possible
        Fill = "fill",
        /// Find the area in which moving first is worse
        Zugzwang = "zugzwang",
        /// Keep the larger half
        Half = "half",
        /// Save an amazon that is about to be blocked
        Save = "save",
    }
}

/// A position with a task. White is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The task.
    pub kind: PuzzleKind,
    /// Difficulty, from 1 to 5.
    pub grade: u8,
    /// The position.
    pub position: Position<u64>,
    /// The right answers.
    pub answers: Answers,
}

/// All right answers of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Moves, in order.
    Moves(Vec<Move>),
    /// The label of an area.
    Area(String),
}

/// Puzzles.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PuzzlesReport {
    /// Version of the format.
    version: u32,
    /// The puzzles, by kind and grade.
    puzzles: Vec<PuzzleReport>,
    #[serde(skip)]
    file: PuzzleFile,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PuzzleReport {
    /// `win`, `fill`, `zugzwang`, `half` or `save`.
    kind: &'static str,
    /// Difficulty, from 1 to 5.
    grade: u8,
    board: String,
    /// All right moves, or the label of the right area.
    answers: Vec<String>,
}

impl Answers {
    fn texts(&self) -> Vec<String> {
        match self {
            Answers::Moves(moves) => moves.iter().map(Move::to_string).collect(),
            Answers::Area(label) => vec![label.clone()],
        }
    }
}

impl PuzzlesReport {
    /// The puzzles of the program.
    pub fn embedded() -> PuzzlesReport {
        PuzzlesReport::new(PuzzleFile::embedded())
    }

    fn new(file: PuzzleFile) -> PuzzlesReport {
        let report = |puzzle: &Puzzle| PuzzleReport {
            kind: puzzle.kind.name(),
            grade: puzzle.grade,
            board: puzzle.position.to_string(),
            answers: puzzle.answers.texts(),
        };
        PuzzlesReport { version: VERSION, puzzles: file.puzzles.iter().map(report).collect(), file }
    }

    /// The report as a file of puzzles.
    pub fn text(&self) -> String {
        self.file.to_string().trim_end().into()
    }
}
