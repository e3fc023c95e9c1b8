//! Test helpers shared by several crates: random positions, plain minimax, forged checkpoints, a small atlas, and a NATS
//! server.

mod checkpoint;
mod nats;
mod sums;

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use otrera_atlas::Atlas;
use otrera_board::areas::Kind;
use otrera_board::{Area, Bits, Position, Setup};

pub use checkpoint::forge_checkpoint;
pub use nats::{Process, free_port, nats_server, nats_server_or_notice, start_nats_server};
pub use sums::SumMinimax;

/// A stop flag that is never set.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// An atlas of regions of up to six squares, built once.
pub fn atlas() -> &'static Atlas {
    static ATLAS: OnceLock<Atlas> = OnceLock::new();
    ATLAS.get_or_init(|| Atlas::build_in_memory(6))
}

/// Parses a position in board text.
///
/// # Panics
/// If the text is not a position that fits into `B`.
pub fn position<B: Bits>(text: &str) -> Position<B> {
    text.parse::<Setup>().unwrap().position().unwrap().resized().unwrap()
}

/// The high bits of Knuth's linear congruential generator.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to `limit` - 1.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// One of `items`.
    pub fn one<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A position from 3x3 to 4x4 and 3x5 with one to three amazons a side and up to eight arrows.
    ///
    /// # Panics
    /// Never: the text is well formed.
    pub fn position(&mut self) -> Position<u64> {
        let (width, height) = [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 3)][self.below(6)];
        let mut cells = vec!['.'; width * height];
        // Minimax is too slow on emptier boards.
        let arrows = self.below(9).max((width * height).saturating_sub(9));
        for (sign, count) in [('b', 1 + self.below(3)), ('w', 1 + self.below(3)), ('#', arrows)] {
            for _ in 0..count {
                let free: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] == '.').collect();
                if !free.is_empty() {
                    cells[free[self.below(free.len())]] = sign;
                }
            }
        }
        let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        let side = ['b', 'w'][self.below(2)];
        position(&format!("{} {side}", rows.join("/")))
    }

    /// A random game on 10x10, played until the active areas have at most `open` empty squares together. `None` if it is
    /// over before.
    pub fn large_ending(&mut self, open: u32) -> Option<Position> {
        let mut position: Position = position("start:10x10");
        while open_squares(&position) > open {
            let actions = position.actions();
            if actions.is_empty() {
                return None;
            }
            position.play_unchecked(self.one(&actions));
        }
        Some(position)
    }
}

/// Empty squares of active areas.
pub fn open_squares(position: &Position) -> u32 {
    let board = Area::whole(position);
    board.parts().filter(|part| part.kind == Kind::Active).map(|part| part.empty(position)).sum()
}

/// True if the side to move wins, by plain minimax. `known` caches results.
pub fn wins(position: &Position<u64>, known: &mut HashMap<Position<u64>, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let result = position.actions().into_iter().any(|action| {
        let mut next = *position;
        next.play_unchecked(action);
        !wins(&next, known)
    });
    known.insert(*position, result);
    result
}
