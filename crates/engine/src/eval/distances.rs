//! Distances for display. The evaluation has faster floods of its own.

use otrera_board::{Bits, Grid, Position, Side, Twin};

/// Unit of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Queen moves, the moves of amazons.
    Queen,
    /// King moves.
    King,
}

/// Empty squares at distance 1, 2, ... from the amazons of `side`.
pub fn levels<B: Bits>(position: &Position<B>, side: Side, moves: Moves) -> Vec<B> {
    levels_from(position.grid(), Twin::new(position.empty()), position.empty(), position.amazons(side), moves)
}

pub(super) fn levels_from<B: Bits>(grid: &Grid<B>, twin: Twin<B>, empty: B, from: B, moves: Moves) -> Vec<B> {
    let (mut reached, mut frontier) = (B::NONE, from);
    let mut levels = Vec::new();
    loop {
        let step = match moves {
            Moves::Queen => frontier.points().fold(B::NONE, |all, at| all | grid.slide(at, twin).set()),
            Moves::King => grid.spread(frontier) & empty,
        };
        frontier = step & !reached;
        if frontier.is_none() {
            return levels;
        }
        reached |= frontier;
        levels.push(frontier);
    }
}
