use std::sync::Arc;

use otrera_atlas::Atlas;
use otrera_board::Position;

use crate::choice::Choice;
use crate::limits::Limits;

/// A player.
pub trait Engine: Send {
    /// Chooses a move; `None` if there is none. `watch` receives intermediate results. With one thread, the same seed and a limit
    /// of nodes or depth, the choice is the same on every machine.
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice>;

    /// Starts a new game and clears the memory of the last one.
    fn new_game(&mut self);
}

/// Resources and settings of an engine.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Threads to search with.
    pub threads: usize,
    /// Memory for tables, in bytes.
    pub memory: usize,
    /// Seed of the random generator.
    pub seed: u64,
    /// Playing level, from 1 (beginner) to 10 (full strength).
    pub level: u8,
    /// Allows moves from the opening book.
    pub book: bool,
    /// Endgame database.
    pub atlas: Option<Arc<Atlas>>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, memory: 256 << 20, seed: 1, level: 10, book: true, atlas: None }
    }
}
