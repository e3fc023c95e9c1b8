#![doc = include_str!("../README.md")]

pub mod bounds;
mod checkpoint;
mod children;
mod claimed;
mod error;
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
mod sure;
mod table;
pub mod walls;
mod watch;

pub use checkpoint::{CheckpointHeader, ResumeError};
pub use error::SolveError;
pub use identity::{IdentityError, SearchIdentity};
pub use knowledge::Knowledge;
pub use numbers::Numbers;
pub use options::Options;
pub use shared::MoveCount;
pub use situation::{Situation, Step, wide_area};
pub use solver::{Solver, Stats};
pub use strategy::MoveResult;
pub use watch::{Snapshot, Watch};
