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

pub use alphabeta::{Cut, measure_cuts};
pub(crate) use alphabeta::{Cuts, Deepening, Pruning};
pub(crate) use evaluation::SizedEvaluation;
pub(crate) use mcts::{Breadth, Mcts, MctsSettings};
pub(crate) use player::Player;
