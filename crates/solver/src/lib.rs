//! Exact answers for whole positions: the winner, a proof of it, and the margin.
//!
//! A position is a sum of areas. Territories and small areas have known values ([`otrera_atlas`]), which add up to one
//! game in canonical form. That game and the larger areas are a [`Situation`]. [`bounds`] and [`walls`] decide most
//! situations without search, and df-pn decides the rest ([`Solver`]). [`score`] finds the margin.

pub mod bounds;
mod checkpoint;
mod claimed;
mod evaluate;
mod fillings;
mod identity;
mod knowledge;
mod numbers;
mod options;
mod prefetch;
mod replies;
pub mod score;
mod search;
mod shared;
mod situation;
mod solver;
mod strategy;
mod table;
pub mod walls;
mod watch;

pub use checkpoint::{CheckpointHeader, ResumeError};
pub use identity::{IdentityError, SearchIdentity};
pub use knowledge::Knowledge;
pub use numbers::Numbers;
pub use options::Options;
pub use shared::MoveCount;
pub use situation::{Situation, Step};
pub use solver::{Solver, Stats};
pub use strategy::JudgedMove;
pub use watch::{Snapshot, Watch};
