//! Search: Monte-Carlo tree search ([`mcts`]) and alpha-beta ([`alphabeta`]).
//!
//! Both use the same static evaluation ([`evaluation`]), the same accounting of nodes and time ([`budget`]) and the same
//! engine around them ([`player`]). With one thread and a limit of nodes or depth both choose the same move on every
//! machine: no decision depends on the clock, on hash-table order or on a system's math library.

mod alphabeta;
mod budget;
mod evaluation;
mod mcts;
mod player;
#[cfg(test)]
mod tests;

use otrera_board::{Action, Point};

pub use alphabeta::{Cut, measure_cuts};
pub(crate) use alphabeta::{Deepening, Pruning};
pub(crate) use evaluation::{Evaluation, Refined, SizedEvaluation};
pub(crate) use mcts::{Breadth, Mcts, MctsSettings};
pub(crate) use player::Player;

/// Packs a move into 21 bits.
fn pack(Action { from, to, arrow }: Action) -> u32 {
    u32::from(from.0) | u32::from(to.0) << 7 | u32::from(arrow.0) << 14
}

/// Unpacks the move in the lowest 21 bits.
fn unpack(bits: u32) -> Action {
    let point = |shift: u32| Point((bits >> shift & 127) as u8);
    Action { from: point(0), to: point(7), arrow: point(14) }
}
