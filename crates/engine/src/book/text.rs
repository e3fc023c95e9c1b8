//! The text format of opening books: docs/formats/book.md.

use otrera_board::{Bits, Move, Position, Setup, Size};
use thiserror::Error;

use super::{Advice, Book};

const HEAD: &str = "otrera book 1: ";

/// Error in the text of a book.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BookError {
    /// The first line is not that of a book of this version.
    #[error("line 1 is not the header of an opening book: \"{HEAD}WxH\"")]
    Head,
    /// The line of this number is malformed.
    #[error("line {0}: expected a board, the side to move, a move, and a chance from 0 to 1")]
    Line(usize),
    /// The move of this line is illegal, or the board has another size.
    #[error("line {0}: {1} is not a legal move there")]
    Illegal(usize, Move),
    /// The position of this line, or an image of it, has an earlier line.
    #[error("line {0}: this position, or an image of it, was given before")]
    Again(usize),
}

impl Book {
    /// Parses a book and its board size.
    pub fn parse(text: &str) -> Result<(Size, Book), BookError> {
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
        let head = lines.next().and_then(|(_, line)| line.strip_prefix(HEAD)).ok_or(BookError::Head)?;
        let size = read_size(head).ok_or(BookError::Head)?;
        let mut book = Book::default();
        for (line, words) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let (position, advice) = read_line(words).ok_or(BookError::Line(line))?;
            if position.size() != size || position.check(advice.play).is_err() {
                return Err(BookError::Illegal(line, advice.play));
            }
            if book.advice(&position).is_some() {
                return Err(BookError::Again(line));
            }
            book.insert(&position, advice);
        }
        Ok((size, book))
    }

    /// The text of a book for a board size, sorted by falling number of empty squares.
    pub fn text(&self, size: Size) -> String {
        let line = |(position, advice): (&Position, &Advice)| {
            (position.empty().count(), format!("{position} {} {:.3}\n", advice.play, advice.chance))
        };
        let mut lines: Vec<(u32, String)> = self.advice.iter().map(line).collect();
        lines.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        lines.iter().fold(format!("{HEAD}{size}\n"), |text, (_, line)| text + line)
    }
}

fn read_size(text: &str) -> Option<Size> {
    let (width, height) = text.trim().split_once('x')?;
    Size::new(width.parse().ok()?, height.parse().ok()?).ok()
}

fn read_line(line: &str) -> Option<(Position, Advice)> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [board, side, play, chance] = words[..] else { return None };
    let position = format!("{board} {side}").parse::<Setup>().ok()?.position().ok()?;
    let chance: f32 = chance.parse().ok()?;
    (0.0..=1.0).contains(&chance).then_some((position, Advice { play: play.parse().ok()?, chance }))
}
