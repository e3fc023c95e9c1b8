//! Diagrams, independent of the output format.
//!
//! A [`Diagram`] is a board with highlights: the last move, areas, tints, labels. It does not know the rules; the
//! caller names the squares. There are two renderers: [`Diagram::terminal`] for text and [`Diagram::svg`] for pictures.
//!
//! Neither relies on colour alone: areas have letters and borders, the kinds of territory differ in hatching or sign, and
//! the two sides in shape.
//!
//! ```
//! use otrera_board::Setup;
//! use otrera_board::diagram::{Diagram, Style};
//!
//! let mut position = "start:4x4".parse::<Setup>()?.position()?;
//! let played = "a2-b3xb2".parse()?;
//! position.play(played)?;
//! let drawn = Diagram::from(&position).last_move(played).terminal(Style::PLAIN);
//! assert_eq!(drawn, "  \
//!   +---------+
//! 4 | . b b . |
//! 3 | b w'. b |
//! 2 | .'#'. w |
//! 1 | . w w . |
//!   +---------+
//!     a b c d
//!   a2-b3xb2, Black to move
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod legend;
pub mod palette;
mod svg;
mod terminal;
mod tint;
pub mod xml;

use std::collections::{BTreeMap, BTreeSet};

use crate::bits::Bits;
use crate::moves::Move;
use crate::position::Position;
use crate::setup::{Cell, Setup};
use crate::side::Side;
use crate::square::{Size, SizeError, Square};

pub use svg::{amazon_id, amazon_shape};
pub use terminal::{Colour, Style};
pub use tint::Tint;
use xml::printable;

/// A board with highlights.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Diagram {
    width: u8,
    height: u8,
    /// In reading order, as in a [`Setup`].
    cells: Vec<Cell>,
    to_move: Option<Side>,
    last_move: Option<Move>,
    tints: BTreeMap<Square, Tint>,
    areas: Vec<LabelledArea>,
    blockers: BTreeSet<Square>,
    labels: BTreeMap<Square, String>,
    caption: Option<String>,
    coordinates: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct LabelledArea {
    squares: BTreeSet<Square>,
    tint: Tint,
    label: String,
}

impl<B: Bits> From<&Position<B>> for Diagram {
    fn from(position: &Position<B>) -> Diagram {
        Diagram::try_from(&position.setup()).expect("the board of a position can be drawn")
    }
}

/// Accepts any setup with sides of at most [`Size::MAX_SIDE`], even with more squares than a position can have.
impl TryFrom<&Setup> for Diagram {
    type Error = SizeError;

    fn try_from(setup: &Setup) -> Result<Diagram, SizeError> {
        let (width, height) = (setup.width(), setup.height());
        if let Err(error @ (SizeError::Empty { .. } | SizeError::Side { .. })) = Size::new(width, height) {
            return Err(error);
        }
        Ok(Diagram {
            width: width as u8,
            height: height as u8,
            cells: setup.rows().flatten().copied().collect(),
            to_move: setup.to_move,
            last_move: None,
            tints: BTreeMap::new(),
            areas: Vec::new(),
            blockers: BTreeSet::new(),
            labels: BTreeMap::new(),
            caption: None,
            coordinates: true,
        })
    }
}

/// Every method that names a square panics if it is not on the board.
impl Diagram {
    /// Highlights the last move: origin, destination and arrow.
    pub fn last_move(mut self, played: Move) -> Diagram {
        for square in [played.from, played.to, played.arrow] {
            self.assert_on_board(square);
        }
        self.last_move = Some(played);
        self
    }

    /// Tints one square, which overrides the tints of its areas.
    pub fn tint(mut self, square: Square, tint: Tint) -> Diagram {
        self.assert_on_board(square);
        self.tints.insert(square, tint);
        self
    }

    /// Tints the squares of an area, draws a border around it and writes its label on it. A square in several areas is
    /// shown as a [blocker](Self::blocker) between them.
    pub fn area(mut self, squares: impl IntoIterator<Item = Square>, tint: Tint, label: impl AsRef<str>) -> Diagram {
        let squares: BTreeSet<Square> = squares.into_iter().collect();
        squares.iter().for_each(|&square| self.assert_on_board(square));
        self.areas.push(LabelledArea { squares, tint, label: printable(label.as_ref()) });
        self
    }

    /// Rings a square as a blocker. Squares in several areas are ringed anyway.
    pub fn blocker(mut self, square: Square) -> Diagram {
        self.assert_on_board(square);
        self.blockers.insert(square);
        self
    }

    /// Writes a short text on a square, such as a distance.
    pub fn label(mut self, square: Square, text: impl AsRef<str>) -> Diagram {
        self.assert_on_board(square);
        self.labels.insert(square, printable(text.as_ref()));
        self
    }

    /// Sets the line under the board, instead of last move and side to move. An empty caption is left out.
    pub fn caption(mut self, text: impl AsRef<str>) -> Diagram {
        self.caption = Some(printable(text.as_ref()));
        self
    }

    /// Shows or hides column letters and row numbers; they are shown by default.
    pub fn coordinates(mut self, shown: bool) -> Diagram {
        self.coordinates = shown;
        self
    }

    fn assert_on_board(&self, square: Square) {
        let on_board = square.col < self.width && square.row < self.height;
        assert!(on_board, "{square} is not on a {}x{} board", self.width, self.height);
    }
}

/// Queries of the renderers.
impl Diagram {
    /// The rows from the top, each with its index and its squares from the left.
    fn rows(&self) -> impl Iterator<Item = (u8, impl Iterator<Item = (Square, Cell)>)> {
        let rows = (0..self.height).rev().zip(self.cells.chunks(self.width.into()));
        rows.map(|(row, cells)| (row, (0..).zip(cells).map(move |(col, &cell)| (Square { col, row }, cell))))
    }

    fn squares(&self) -> impl Iterator<Item = (Square, Cell)> {
        self.rows().flat_map(|(_, squares)| squares)
    }

    fn cell(&self, square: Square) -> Cell {
        let row_from_top = usize::from(self.height - 1 - square.row);
        self.cells[row_from_top * usize::from(self.width) + usize::from(square.col)]
    }

    fn areas_at(&self, square: Square) -> impl Iterator<Item = &LabelledArea> {
        self.areas.iter().filter(move |area| area.squares.contains(&square))
    }

    /// The tint of a square, or else those of its areas.
    fn tints_at(&self, square: Square) -> Vec<Tint> {
        match self.tints.get(&square) {
            Some(&tint) => vec![tint],
            None => self.areas_at(square).map(|area| area.tint).collect(),
        }
    }

    fn is_blocker(&self, square: Square) -> bool {
        self.blockers.contains(&square) || self.areas_at(square).nth(1).is_some()
    }

    /// The part of the last move on this square.
    fn part_of_last_move(&self, square: Square) -> Option<MovePart> {
        let played = self.last_move?;
        // An arrow that is shot back to the origin hides it.
        [(played.to, MovePart::Landing), (played.arrow, MovePart::Arrow), (played.from, MovePart::Origin)]
            .into_iter()
            .find_map(|(at, part)| (at == square).then_some(part))
    }

    fn caption_text(&self) -> String {
        if let Some(caption) = &self.caption {
            return caption.clone();
        }
        let played = self.last_move.map(|played| played.to_string());
        let turn = self.to_move.map(|side| format!("{side} to move"));
        played.into_iter().chain(turn).collect::<Vec<_>>().join(", ")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MovePart {
    Origin,
    Landing,
    Arrow,
}

fn column_letter(col: u8) -> char {
    char::from(b'a' + col)
}
