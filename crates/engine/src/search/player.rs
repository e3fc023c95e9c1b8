use otrera_board::{Bits, Position};

use crate::choice::Choice;
use crate::engine::Engine;
use crate::limits::Limits;

/// Callback for intermediate results of a search.
pub(crate) type Watch<'w> = &'w mut dyn FnMut(&Choice);

/// A search algorithm, generic over the word that holds the board.
pub(crate) trait Searcher: Send {
    /// Chooses a move in a position that has one.
    fn search<B: Bits>(&mut self, position: &Position<B>, limits: &Limits<'_>, watch: Watch<'_>) -> Choice;

    fn forget(&mut self);
}

/// Engine around a search algorithm. Handles the positions that need no search.
pub(crate) struct Player<S>(pub(crate) S);

/// Node limit for a forced move: enough for a score, less than a millisecond.
const FORCED_MOVE_NODES: u64 = 500;

impl<S: Searcher> Engine for Player<S> {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: Watch<'_>) -> Option<Choice> {
        if !position.can_move() {
            return None;
        }
        let forced = (position.count_moves() == 1).then_some(FORCED_MOVE_NODES);
        let nodes = [limits.nodes, forced].into_iter().flatten().min();
        let limits = &Limits { nodes, ..*limits };
        // The smallest word that holds the board is the fastest.
        Some(match position.resized::<u64>() {
            Some(small) => self.0.search(&small, limits, watch),
            None => self.0.search(position, limits, watch),
        })
    }

    fn new_game(&mut self) {
        self.0.forget();
    }
}
