//! The opening book: moves that were searched for longer than a game allows.
//!
//! A book is a text with one line per position, in canonical orientation, and the move to play there (docs/formats/book.md).
//! [`Tree::grow`] makes it from the engine's own search. The engine consults it before it searches.

mod grow;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;
use std::sync::LazyLock;

use otrera_board::{Move, Position, Size};

pub use grow::{SearchedMoves, Tree};
pub use text::BookError;

/// The book's entry for a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The move to play.
    pub play: Move,
    /// Winning chance of the side to move.
    pub chance: f32,
}

/// Opening book for one board size.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// By canonical form.
    advice: HashMap<Position, Advice>,
}

impl Book {
    /// The built-in book for a board size, if any.
    pub fn embedded(size: Size) -> Option<&'static Book> {
        static BOOKS: LazyLock<Vec<(Size, Book)>> = LazyLock::new(|| {
            let texts = [include_str!("../../books/8x8.book"), include_str!("../../books/10x10.book")];
            let read = |text: &&str| Book::parse(text).expect("tests parse the built-in books");
            texts.iter().map(read).collect()
        });
        BOOKS.iter().find(|(of, _)| *of == size).map(|(_, book)| book)
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.advice.len()
    }

    /// True if the book has no position.
    pub fn is_empty(&self) -> bool {
        self.advice.is_empty()
    }

    /// The entry for a position, in its orientation.
    pub fn advice(&self, position: &Position) -> Option<Advice> {
        let (least, symmetry) = position.canonical();
        let advice = self.advice.get(&least)?;
        let play = symmetry.inverse().apply(advice.play, least.size());
        Some(Advice { play, ..*advice })
    }

    /// Adds an entry; `position` may be any image of its canonical form.
    pub fn insert(&mut self, position: &Position, advice: Advice) {
        let (least, symmetry) = position.canonical();
        let play = symmetry.apply(advice.play, position.size());
        self.advice.insert(least, Advice { play, ..advice });
    }
}
