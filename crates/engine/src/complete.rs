//! The engine `otrera`: opening book, exact endgame play, and search for the rest.

use otrera_board::Position;

use crate::book::Book;
use crate::choice::{Choice, Proven, Score};
use crate::endgame::{Endgame, Verdict};
use crate::engine::{Engine, EngineOptions};
use crate::limits::Limits;

/// Asks the opening book, then the endgame, then the search.
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
        Some(Choice::unsearched(advice.play, Score::guess(advice.chance, 0.0)))
    }
}

impl Engine for Complete {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        // Step 1. The book, which was searched for longer than a game allows.
        if let Some(choice) = self.in_book(position) {
            return Some(choice);
        }
        // Step 2. The endgame. It takes a share of the time, and none while the board is open.
        let verdict = self.endgame.choose(position, limits);
        if let Verdict::Play(choice) = verdict {
            return Some(choice);
        }
        // Step 3. The search. In a lost position it looks for the best chance of a mistake.
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
