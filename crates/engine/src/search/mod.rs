//! Looking ahead.
//!
//! Two kinds of search share the evaluation ([`judge`]), the account of what may be spent ([`budget`]) and the engine
//! around them ([`player`]): Monte-Carlo tree search ([`explore`], [`monte`]) and principal-variation search ([`pvs`]).
//! With one thread and a limit of nodes or depth both give the same answer on every machine: nothing in them depends on
//! the clock, on the order of a hash table or on a function that differs between systems.

mod budget;
mod deepen;
mod experience;
mod explore;
mod judge;
mod measure;
mod monte;
mod order;
mod player;
mod probcut;
mod pvs;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod weigh;

pub(crate) use deepen::Deepening;
pub(crate) use explore::{Breadth, Settings};
pub use measure::measure_cuts;
pub(crate) use monte::Monte;
pub(crate) use player::{Judges, Player};
pub use probcut::Cut;
pub(crate) use probcut::Cuts;
pub(crate) use pvs::Plan;
