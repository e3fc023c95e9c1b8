//! The opening book: moves that were thought about for longer than a game allows.
//!
//! A book is a text with one position a line, in one orientation for all its images, and the move to play there
//! (docs/book.md). It is made by [`Tree::grow`] from the engine's own search, and looked up before anything is searched.

mod grow;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;
use std::sync::LazyLock;

use otrera_board::{Move, Position, Size};

pub use grow::{Found, Tree};
pub use text::BookError;

/// What the book says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The move to play.
    pub play: Move,
    /// The chance to win that was found for the side to move.
    pub chance: f32,
}

/// Positions of one board size, each with a move.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// By the least image of the position.
    advice: HashMap<Position, Advice>,
}

impl Book {
    /// The book that comes with the program for boards of this size, if there is one.
    pub fn embedded(size: Size) -> Option<&'static Book> {
        static BOOKS: LazyLock<Vec<(Size, Book)>> = LazyLock::new(|| {
            let texts = [include_str!("../../books/8x8.book"), include_str!("../../books/10x10.book")];
            let read = |text: &&str| Book::parse(text).expect("the books that come with the program can be read");
            texts.iter().map(read).collect()
        });
        BOOKS.iter().find(|(of, _)| *of == size).map(|(_, book)| book)
    }

    /// Positions in the book.
    pub fn len(&self) -> usize {
        self.advice.len()
    }

    /// Whether the book has no position.
    pub fn is_empty(&self) -> bool {
        self.advice.is_empty()
    }

    /// What to play here, if the book knows.
    pub fn advice(&self, position: &Position) -> Option<Advice> {
        let (least, symmetry) = position.canonical();
        let advice = self.advice.get(&least)?;
        let play = symmetry.inverse().apply(advice.play, least.size());
        Some(Advice { play, ..*advice })
    }

    /// Takes a move down; whatever image of the position it is said of.
    pub fn insert(&mut self, position: &Position, advice: Advice) {
        let (least, symmetry) = position.canonical();
        let play = symmetry.apply(advice.play, position.size());
        self.advice.insert(least, Advice { play, ..advice });
    }
}
