//! Parser of boards. The separator of rows (`/`, `|` or a line end) gives the form. All forms share the reader of rows;
//! the letters for amazons must come from one alphabet.

use std::str::FromStr;

use thiserror::Error;

use crate::setup::{Cell, Setup, StartError};
use crate::side::Side;
use crate::text::{excerpt, side_length};

/// Longest side that is read. Above the limit of a position, so that a large board gets the error that names its size;
/// low enough to bound memory.
const LONGEST_SIDE: usize = 1_000;

/// Error: the text is not a board. Rows count from the top, columns from the left, both from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum BoardError {
    #[error("the board is empty")]
    Empty,
    #[error("row {row} has {found}, expected {expected}", found = count(*.found))]
    Ragged { row: usize, found: usize, expected: usize },
    #[error("row {row} is empty")]
    EmptyRow { row: usize },
    #[error("row {row}, column {column}: '{}' is not a square; use b, w, # and . or a number", .letter.escape_debug())]
    UnknownLetter { row: usize, column: usize, letter: char },
    #[error(
        "row {row}, column {column}: '{letter}' and the earlier '{first}' are from different alphabets; \
         write amazons as b and w, as q and Q, or as x and o"
    )]
    MixedAlphabets { row: usize, column: usize, letter: char, first: char },
    #[error("row {row}: a run of 0 squares is not allowed")]
    ZeroRun { row: usize },
    #[error("the board is longer than {LONGEST_SIDE} squares")]
    TooLong,
    #[error("'{0}' is not a side to move: write w or b")]
    UnknownSide(String),
    #[error("'{0}' after the side to move: expected the end, or the fields '- - 0 1' of a Fairy-Stockfish FEN")]
    Trailing(String),
    #[error("'{0}' is not a standard setup: write start:WIDTHxHEIGHT, like start:10x10")]
    Start(String),
    #[error(transparent)]
    NoStart(#[from] StartError),
}

fn count(squares: usize) -> String {
    if squares == 1 { "1 square".into() } else { format!("{squares} squares") }
}

/// Letters for amazons by [`Side::index`]: Otrera's, Fairy-Stockfish's and CGSuite's.
const ALPHABETS: [[&str; 2]; 3] = [["bB", "wW"], ["q", "Q"], ["xX", "oO"]];

impl FromStr for Setup {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Setup, BoardError> {
        let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{feff}');
        if let Some(size) = text.strip_prefix("start:") {
            return start(size);
        }
        if text.contains('\n') {
            return read_lines(text);
        }
        let mut words = text.split_ascii_whitespace();
        let board = words.next().ok_or(BoardError::Empty)?;
        let separator = if board.contains('|') { '|' } else { '/' };
        let board = without_pocket(board);
        let mut setup = Reader::default().rows(board.split(separator))?;
        setup.to_move = words.next().map(read_side).transpose()?;
        match words.collect::<Vec<_>>()[..] {
            [] => Ok(setup),
            // Fairy-Stockfish's FEN has castling rights, en passant and two counters in all variants.
            ["-", "-", half, full] if [half, full].iter().all(|n| n.parse::<u16>().is_ok()) => Ok(setup),
            ref rest => Err(BoardError::Trailing(excerpt(&rest.join(" ")))),
        }
    }
}

/// The board of a FEN without its pocket: `[PPP...ppp]`, the arrows that remain.
fn without_pocket(board: &str) -> &str {
    match board.split_once('[') {
        Some((rows, pocket))
            if pocket.strip_suffix(']').is_some_and(|arrows| arrows.bytes().all(|b| matches!(b, b'p' | b'P'))) =>
        {
            rows
        }
        _ => board,
    }
}

fn start(size: &str) -> Result<Setup, BoardError> {
    let wrong = || BoardError::Start(excerpt(&format!("start:{size}")));
    let (width, height) = size.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let number = |text| side_length(text).ok_or_else(wrong);
    Ok(Setup::start(number(width)?, number(height)?)?)
}

/// A plain grid: one row per line, optional blanks between squares, and an optional last line with the side to move.
fn read_lines(text: &str) -> Result<Setup, BoardError> {
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    let to_move = lines.last().copied().and_then(turn);
    // On a board one square wide a last line `w` is a row.
    let is_turn = to_move.is_some_and(|(_, is_word)| is_word || lines[0].len() > 1);
    if is_turn {
        lines.pop();
    }
    let mut setup = Reader::default().rows(lines.into_iter())?;
    setup.to_move = to_move.filter(|_| is_turn).map(|(side, _)| side);
    Ok(setup)
}

/// Parses `w`, `White` or `White to move`. The flag is false for a single letter.
fn turn(line: &str) -> Option<(Side, bool)> {
    let line = line.to_ascii_lowercase();
    let (name, is_word) = match line.strip_suffix("to move") {
        Some(name) => (name.trim_end(), true),
        None => (line.as_str(), false),
    };
    let side = Side::BOTH.into_iter().find(|side| name == side.name() || name == side.letter().to_string())?;
    Some((side, is_word || name.len() > 1))
}

fn read_side(word: &str) -> Result<Side, BoardError> {
    let side = word.parse().ok().and_then(Side::from_letter);
    side.ok_or_else(|| BoardError::UnknownSide(excerpt(word)))
}

#[derive(Default)]
struct Reader {
    /// Index of the alphabet and letter of the first amazon.
    alphabet: Option<(usize, char)>,
}

impl Reader {
    fn rows<'a>(mut self, rows: impl Iterator<Item = &'a str>) -> Result<Setup, BoardError> {
        let (mut cells, mut width, mut height) = (Vec::new(), 0, 0);
        for (number, text) in (1..).zip(rows) {
            if number > LONGEST_SIDE {
                return Err(BoardError::TooLong);
            }
            let row = self.row(number, text)?;
            let expected = if number == 1 { row.len() } else { width };
            match row.len() {
                0 => return Err(BoardError::EmptyRow { row: number }),
                found if found != expected => return Err(BoardError::Ragged { row: number, found, expected }),
                _ => {}
            }
            cells.extend(row);
            (width, height) = (expected, number);
        }
        Ok(Setup::from_cells(width, height, cells, None))
    }

    fn row(&mut self, row: usize, text: &str) -> Result<Vec<Cell>, BoardError> {
        let mut cells = Vec::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let column = cells.len() + 1;
            let (cell, run) = match letter {
                ' ' | '\t' => continue,
                '.' => (Cell::Empty, 1),
                '#' | '*' => (Cell::Burnt, 1),
                '0'..='9' => {
                    let mut run = letter as usize - '0' as usize;
                    while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                        run = (run * 10 + digit as usize).min(LONGEST_SIDE + 1);
                        letters.next();
                    }
                    if run == 0 {
                        return Err(BoardError::ZeroRun { row });
                    }
                    (Cell::Empty, run)
                }
                _ => (Cell::Amazon(self.amazon(row, column, letter)?), 1),
            };
            cells.extend(std::iter::repeat_n(cell, run));
            if cells.len() > LONGEST_SIDE {
                return Err(BoardError::TooLong);
            }
        }
        Ok(cells)
    }

    fn amazon(&mut self, row: usize, column: usize, letter: char) -> Result<Side, BoardError> {
        let alphabet_of = |side: Side| ALPHABETS.iter().position(|letters| letters[side.index()].contains(letter));
        let found = Side::BOTH.into_iter().find_map(|side| Some((alphabet_of(side)?, side)));
        let (alphabet, side) = found.ok_or(BoardError::UnknownLetter { row, column, letter })?;
        let &mut (first_alphabet, first) = self.alphabet.get_or_insert((alphabet, letter));
        if alphabet != first_alphabet {
            return Err(BoardError::MixedAlphabets { row, column, letter, first });
        }
        Ok(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Form;

    /// One board in every form of docs/formats/notation.md.
    #[test]
    fn every_form_is_read_without_being_named() {
        for text in [
            "start:5x6",
            ".b.b./b...b/...../...../w...w/.w.w. w",
            "1b1b1/b3b/5/5/w3w/1w1w1 w",
            "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w - - 0 1",
            "1q1q1/q3q/5/5/Q3Q/1Q1Q1[PPPPppp] w - - 0 1",
            "1q1q1/q3q/5/5/Q3Q/1Q1Q1[] w - - 0 1",
            ".x.x.|x...x|.....|.....|o...o|.o.o. w",
            ".X.X.|X...X|.....|.....|O...O|.O.O. w",
            ".b.b.\nb...b\n.....\n.....\nw...w\n.w.w.\nw\n",
            ". b . b .\r\nb . . . b\r\n5\r\n5\r\nw 3 w\r\n. w . w .\r\nWhite to move",
        ] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), ".b.b./b...b/...../...../w...w/.w.w. w", "{text}");
        }
        assert_eq!("x...|o...".parse::<Setup>().unwrap().to_move, None);
        assert_eq!("b\n.\nw".parse::<Setup>().unwrap().to_string(), "b/./w");
        assert_eq!("b\n.\n#\nw to move".parse::<Setup>().unwrap().to_string(), "b/./# w");
    }

    #[test]
    fn errors_of_boards_are_one_sentence() {
        for (text, sentence) in [
            ("", "the board is empty"),
            (" \n ", "the board is empty"),
            ("b../.. w", "row 2 has 2 squares, expected 3"),
            ("b../w w", "row 2 has 1 square, expected 3"),
            ("b..//..w w", "row 2 is empty"),
            ("b..\n\n..w", "row 2 is empty"),
            ("b.?/..w w", "row 1, column 3: '?' is not a square; use b, w, # and . or a number"),
            ("b.\u{7}/..w w", "row 1, column 3: '\\u{7}' is not a square; use b, w, # and . or a number"),
            (
                "b../..Q w",
                "row 2, column 3: 'Q' and the earlier 'b' are from different alphabets; \
                 write amazons as b and w, as q and Q, or as x and o",
            ),
            ("b../..w[PPx] w", "row 2, column 4: '[' is not a square; use b, w, # and . or a number"),
            ("b0./..w w", "row 1: a run of 0 squares is not allowed"),
            ("99999999999999999999 w", "the board is longer than 1000 squares"),
            ("b../..w z", "'z' is not a side to move: write w or b"),
            (
                "b../..w w extra",
                "'extra' after the side to move: expected the end, or the fields '- - 0 1' of a Fairy-Stockfish FEN",
            ),
            ("start:10", "'start:10' is not a standard setup: write start:WIDTHxHEIGHT, like start:10x10"),
            ("start:+4x4", "'start:+4x4' is not a standard setup: write start:WIDTHxHEIGHT, like start:10x10"),
            (
                "start:3x3",
                "there is no standard setup for 3x3: eight amazons, each on the second point from a corner, \
                 need at least 4x4",
            ),
            ("start:12x12", "a board of 12x12 has 144 squares: at most 128 are supported"),
            ("start:0x4", "a board of 0x4 has no squares"),
        ] {
            let error = text.parse::<Setup>().expect_err(text);
            assert_eq!(error.to_string(), sentence);
        }
    }

    #[test]
    fn ten_megabytes_are_refused_at_once() {
        assert_eq!(".".repeat(10_000_000).parse::<Setup>(), Err(BoardError::TooLong));
        assert_eq!("./".repeat(5_000_000).parse::<Setup>(), Err(BoardError::TooLong));
    }

    #[test]
    fn every_form_reads_back() {
        let setup: Setup = "b.#/10w/...".replace("10w", "..w").parse().unwrap();
        for form in [Form::Board, Form::Fairy, Form::Grid, Form::Plain] {
            assert_eq!(setup.write(form).parse::<Setup>().unwrap(), setup, "{form:?}");
        }
    }
}
