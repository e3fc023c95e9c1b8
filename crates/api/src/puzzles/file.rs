//! The file of puzzles: docs/formats/puzzles.md.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use otrera_board::areas::{basic, labels};
use otrera_board::{Area, Move, Position, Setup, Side};
use thiserror::Error;

use super::{Answers, Puzzle, PuzzleKind, TEXT, VERSION};
use crate::option::Choice as _;

/// First words of a file.
const HEADER: &str = "otrera puzzles";

/// A file of puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The puzzles in the order of the file.
    pub puzzles: Vec<Puzzle>,
}

/// Error: the text is not a file of puzzles. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct PuzzleFileError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub problem: PuzzleError,
}

/// Error: a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// The first line is not that of this format.
    #[error("a file of puzzles begins with \"{HEADER} {VERSION}\"")]
    Header,
    /// The line has another number of words.
    #[error("a puzzle has a kind, a grade, a board, a side and answers")]
    Words,
    /// The first word names no kind.
    #[error("there is no kind {0}: write one of win, fill, zugzwang, half, save")]
    Kind(String),
    /// The second word is no grade.
    #[error("a grade is a number from 1 to 5")]
    Grade,
    /// The board cannot be read, or is too large.
    #[error("{0}")]
    Board(String),
    /// Black is to move.
    #[error("White is to move in a puzzle")]
    Side,
    /// An answer cannot be played.
    #[error("{0}")]
    Move(String),
    /// The answers are not sorted, or occur twice.
    #[error("right moves are written in order, each once")]
    Order,
    /// No area has this label.
    #[error("there is no area {0}")]
    Area(String),
    /// An image of the puzzle came before.
    #[error("the puzzle of line {0} is the same")]
    Repeated(usize),
}

impl PuzzleFile {
    /// The puzzles of the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn embedded() -> PuzzleFile {
        TEXT.parse().expect("the embedded puzzles are valid")
    }
}

/// The same for all images of a puzzle under symmetry: the kind and the canonical areas.
pub(super) type Identity = (&'static str, Vec<(Vec<u8>, Vec<u128>)>);

impl Puzzle {
    /// The identity. The areas of a zugzwang may be mirrored and change colours one by one; of other puzzles, only the
    /// board as a whole is mirrored.
    pub(super) fn identity(&self) -> Identity {
        let board = Area::whole(&self.position);
        let key = |area: Area<u64>| {
            let size = area.size();
            let sets = [area.empty(), area.amazons(Side::Black), area.amazons(Side::White)].map(u128::from);
            (vec![size.width(), size.height()], sets.to_vec())
        };
        let mut keys: Vec<_> = match self.kind {
            PuzzleKind::Zugzwang => board.parts().map(|part| key(board.cropped(part.squares).canonical().0)).collect(),
            _ => vec![key(board.cropped(board.unburnt()).oriented())],
        };
        keys.sort_unstable();
        (self.kind.name(), keys)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.kind.name(), self.grade, self.position, self.answers.texts().join(","))
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleError> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[kind, grade, board, side, answers] = &*words else { return Err(PuzzleError::Words) };
        let kind = PuzzleKind::named(kind).ok_or_else(|| PuzzleError::Kind(kind.escape_debug().to_string()))?;
        let grade = grade.parse().ok().filter(|grade| (1..=5).contains(grade)).ok_or(PuzzleError::Grade)?;
        let board_error = |error: &dyn fmt::Display| PuzzleError::Board(error.to_string());
        let setup = format!("{board} {side}").parse::<Setup>().map_err(|error| board_error(&error))?;
        let position = setup.position().map_err(|error| board_error(&error))?;
        let position = position.resized().ok_or_else(|| board_error(&"the board has more than 64 squares"))?;
        if position.to_move() != Side::White {
            return Err(PuzzleError::Side);
        }
        let answers = match kind {
            PuzzleKind::Zugzwang => area(&position, answers)?,
            _ => moves(&position, answers)?,
        };
        Ok(Puzzle { kind, grade, position, answers })
    }
}

fn area(position: &Position<u64>, label: &str) -> Result<Answers, PuzzleError> {
    match labels(position, &basic(position)).iter().any(|known| known == label) {
        true => Ok(Answers::Area(label.into())),
        false => Err(PuzzleError::Area(label.escape_debug().to_string())),
    }
}

fn moves(position: &Position<u64>, text: &str) -> Result<Answers, PuzzleError> {
    let read = |text: &str| {
        let play = text.parse::<Move>().map_err(|error| PuzzleError::Move(error.to_string()))?;
        position.check(play).map_err(|error| PuzzleError::Move(error.to_string()))?;
        Ok(play)
    };
    let moves: Vec<Move> = text.split(',').map(read).collect::<Result<_, _>>()?;
    match moves.is_sorted_by(|a, b| a < b) {
        true => Ok(Answers::Moves(moves)),
        false => Err(PuzzleError::Order),
    }
}

impl fmt::Display for PuzzleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER} {VERSION}")?;
        self.puzzles.iter().try_for_each(|puzzle| writeln!(f, "{puzzle}"))
    }
}

impl FromStr for PuzzleFile {
    type Err = PuzzleFileError;

    fn from_str(text: &str) -> Result<PuzzleFile, PuzzleFileError> {
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != format!("{HEADER} {VERSION}")) {
            return Err(PuzzleFileError { line: 1, problem: PuzzleError::Header });
        }
        let mut seen = HashMap::new();
        let mut file = PuzzleFile::default();
        for (text, line) in lines {
            let puzzle: Puzzle = text.parse().map_err(|problem| PuzzleFileError { line, problem })?;
            if let Some(before) = seen.insert(puzzle.identity(), line) {
                return Err(PuzzleFileError { line, problem: PuzzleError::Repeated(before) });
            }
            file.puzzles.push(puzzle);
        }
        Ok(file)
    }
}
