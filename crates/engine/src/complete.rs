//! A search with all that is known around it: the book before it, exact endings instead of it.

use otrera_board::Position;

use crate::book::Book;
use crate::choice::{Choice, Proven, Score};
use crate::endgame::{Endgame, Verdict};
use crate::engine::{Engine, EngineOptions};
use crate::limits::Limits;

/// Asks the book, then what is known about endings, then a search.
pub(crate) struct Complete {
    search: Box<dyn Engine>,
    endgame: Endgame,
    uses_book: bool,
}

impl Complete {
    pub(crate) fn new(search: Box<dyn Engine>, options: &EngineOptions) -> Complete {
        Complete { search, endgame: Endgame::new(options), uses_book: options.book }
    }

    fn in_book(&self, position: &Position) -> Option<Choice> {
        let book = Book::embedded(position.size()).filter(|_| self.uses_book)?;
        let advice = book.advice(position)?;
        let score = Score::guess(advice.chance, 0.0);
        Some(Choice { play: advice.play, score, line: vec![advice.play], depth: 0, nodes: 1, candidates: Vec::new() })
    }
}

impl Engine for Complete {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        // Step 1. What was thought about for longer than there is time now.
        if let Some(choice) = self.in_book(position) {
            return Some(choice);
        }
        // Step 2. What is known. It takes a part of the time, and nothing where the board is still open.
        let verdict = self.endgame.choose(position, limits);
        if let Verdict::Play(choice) = verdict {
            return Some(choice);
        }
        // Step 3. The best guess; in a lost position against somebody who may err.
        let mut choice = self.search.choose(position, limits, watch)?;
        if verdict == Verdict::Lost {
            choice.score = Score::proven(Proven::Loss, choice.score.ahead.min(-1.0));
        }
        Some(choice)
    }

    fn new_game(&mut self) {
        self.search.new_game();
        self.endgame.new_game();
    }
}
