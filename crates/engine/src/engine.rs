use std::sync::Arc;

use otrera_atlas::Atlas;
use otrera_board::Position;

use crate::choice::Choice;
use crate::limits::Limits;

/// Somebody who plays.
pub trait Engine: Send {
    /// The move to play; `None` if there is none. `watch` gets what is thought meanwhile, better and better. With one thread,
    /// the same seed and a limit of nodes or depth, the choice is the same on every machine.
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice>;

    /// A new game: what was remembered of the last one is forgotten.
    fn new_game(&mut self);
}

/// What an engine is given.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Threads to search with.
    pub threads: usize,
    /// Bytes to remember things in.
    pub memory: usize,
    /// What chance is made of.
    pub seed: u64,
    /// From 1, a beginner, to 10, all it can.
    pub level: u8,
    /// Whether moves may come from the opening book.
    pub book: bool,
    /// What is known of small areas.
    pub atlas: Option<Arc<Atlas>>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, memory: 256 << 20, seed: 1, level: 10, book: true, atlas: None }
    }
}
