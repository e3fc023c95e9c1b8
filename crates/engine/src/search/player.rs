use otrera_board::{Bits, Position, Size};

use super::judge::Judge;
use crate::choice::Choice;
use crate::engine::Engine;
use crate::limits::Limits;

/// A way to search, for any word that holds the board.
pub(crate) trait Searcher: Send {
    /// A move for a position that has one.
    fn search<B: Bits>(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
        watch: &mut dyn FnMut(&Choice),
    ) -> Choice;

    /// Forgets what earlier searches found.
    fn forget(&mut self);
}

/// An engine around a search: what needs no search is answered at once.
#[derive(Debug)]
pub(crate) struct Player<S> {
    searcher: S,
}

/// Positions to look at where there is nothing to choose: enough for a score, less than a millisecond.
const GLANCE: u64 = 500;

impl<S: Searcher> Player<S> {
    pub(crate) fn new(searcher: S) -> Player<S> {
        Player { searcher }
    }
}

impl<S: Searcher> Engine for Player<S> {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        // Step 1. Without a move there is nothing to think about.
        if !position.can_move() {
            return None;
        }
        // Step 2. The only move gets a glance.
        let glance = (position.count_moves() == 1).then_some(GLANCE);
        let nodes = [limits.nodes, glance].into_iter().flatten().min();
        let limits = &Limits { nodes, ..*limits };
        // Step 3. The search, in the smallest word that the board fits into.
        Some(match position.resized::<u64>() {
            Some(small) => self.searcher.search(&small, limits, watch),
            None => self.searcher.search(position, limits, watch),
        })
    }

    fn new_game(&mut self) {
        self.searcher.forget();
    }
}

/// The evaluation for the size of board that was last asked for.
pub(crate) struct Judges<J> {
    make: Box<dyn Fn(Size) -> J + Send>,
    last: Option<(Size, J)>,
}

impl<J: Judge> Judges<J> {
    pub(crate) fn new(make: impl Fn(Size) -> J + Send + 'static) -> Judges<J> {
        Judges { make: Box::new(make), last: None }
    }

    pub(crate) fn of(&mut self, size: Size) -> &J {
        if self.last.as_ref().is_none_or(|(made, _)| *made != size) {
            self.last = Some((size, (self.make)(size)));
        }
        &self.last.as_ref().expect("it was just made").1
    }
}

impl<J> std::fmt::Debug for Judges<J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judges").field("size", &self.last.as_ref().map(|(size, _)| size)).finish_non_exhaustive()
    }
}
