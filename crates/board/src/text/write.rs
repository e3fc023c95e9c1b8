use std::fmt;

use crate::setup::{Cell, Setup};
use crate::side::Side;

/// Widest board that Otrera's board text draws with a dot per empty square; wider boards use counts, as FEN does.
const WIDEST_DRAWN: usize = 9;

/// Text form of a board. [`Setup`] parses all of them by its `FromStr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Otrera's: `.b.b./b...b/...../...../w...w/.w.w. w`.
    Board,
    /// Fairy-Stockfish's FEN: `1q1q1/q3q/5/5/Q3Q/1Q1Q1 w - - 0 1`.
    Fairy,
    /// CGSuite's and MCGS's grid: `.x.x.|x...x|.....`. Has no side to move.
    Grid,
    /// One row per line, and a last line with the side to move.
    Plain,
}

impl Form {
    /// True if the form has a place for the side to move.
    pub const fn has_side_to_move(self) -> bool {
        !matches!(self, Form::Grid)
    }
}

impl Setup {
    /// Writes the setup in this form. Without a side to move, only the board is written.
    pub fn write(&self, form: Form) -> String {
        let rows: Vec<String> = self.rows().map(|row| write_row(row, form)).collect();
        let side = |suffix: &str| self.to_move.map_or(String::new(), |side| format!(" {}{suffix}", side.letter()));
        match form {
            Form::Board => rows.join("/") + &side(""),
            Form::Fairy => rows.join("/") + &side(" - - 0 1"),
            Form::Grid => rows.join("|"),
            Form::Plain => {
                let turn = self.to_move.map_or(String::new(), |side| format!("\n{side} to move"));
                rows.join("\n") + &turn
            }
        }
    }
}

fn write_row(row: &[Cell], form: Form) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| a == b) {
        match (run[0], form) {
            (Cell::Empty, Form::Board) if row.len() > WIDEST_DRAWN => text += &run.len().to_string(),
            (Cell::Empty, Form::Fairy) => text += &run.len().to_string(),
            (cell, _) => text.extend(std::iter::repeat_n(letter(cell, form), run.len())),
        }
    }
    text
}

fn letter(cell: Cell, form: Form) -> char {
    match (cell, form) {
        (Cell::Empty, _) => '.',
        (Cell::Burnt, Form::Fairy) => '*',
        (Cell::Burnt, _) => '#',
        (Cell::Amazon(Side::Black), Form::Fairy) => 'q',
        (Cell::Amazon(Side::White), Form::Fairy) => 'Q',
        (Cell::Amazon(Side::Black), Form::Grid) => 'x',
        (Cell::Amazon(Side::White), Form::Grid) => 'o',
        (Cell::Amazon(side), Form::Board | Form::Plain) => side.letter(),
    }
}

/// Otrera's board text.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.write(Form::Board))
    }
}
