//! Distances for people to look at. The evaluation has faster floods of its own.

use otrera_board::{Bits, Grid, Position, Side, Twin};

/// How a distance is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// In queen moves, which is what amazons make.
    Queen,
    /// In king moves.
    King,
}

/// The empty squares that a side reaches first with its first, second, ... move.
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
