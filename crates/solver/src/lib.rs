//! Who wins, exactly.
//!
//! A position is the sum of its areas. Small areas and territories are games that are known ([`otrera_atlas`]), so all
//! of them together are one game in canonical form; what is left are the large areas, where something is still to be
//! searched. See [`Situation`]. Bounds on the large areas decide most situations without search ([`bounds`]), and df-pn
//! the rest ([`Solver`]).

pub mod bounds;
mod checkpoint;
mod claimed;
mod evaluate;
mod fillings;
mod options;
mod prefetch;
mod replies;
pub mod score;
mod search;
mod situation;
mod strategy;
mod table;
pub mod walls;
mod watch;

pub use checkpoint::{Head, ResumeError};
pub use options::Options;
pub use search::{Answer, Solver, Stats};
pub use situation::{Book, Situation, Step};
pub use strategy::Judged;
pub use watch::{Standing, Watch};
