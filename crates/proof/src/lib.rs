#![doc = include_str!("../README.md")]
//!
//! The checker is kept separate, small and simple. It shares the rules of the game (`otrera-board`) and the theory of
//! games (`otrera-cgt`) with the solver, and nothing else: areas, bounds and territories are derived here a second
//! time, on purpose, so that an error in the solver's clever code cannot hide in its proof.
//!
//! Read in this order: `area` and `claim` define the claims, `check` decides whether they hold, `known`, `territory`
//! and `evidence` value areas; `header`, `values`, `read` and `write` are the file.

mod area;
mod check;
mod checker;
mod claim;
mod contents;
mod error;
mod evidence;
mod header;
mod known;
mod link;
mod memo;
mod merge;
mod moves;
mod read;
mod source;
mod sums;
mod sure;
mod territory;
mod values;
mod write;

pub use area::CanonicalArea;
pub use check::{
    CheckOptions, ContentHash, PartVerdict, Verdict, check, check_file, check_part, check_part_file, is_part,
};
pub use claim::{Claim, Play, Reply, Situation};
pub use contents::PartContents;
pub use error::CheckError;
pub use link::{LinkVerdict, link, link_files};
pub use merge::{merge, merge_files};
pub use write::Writer;

#[cfg(test)]
mod tests;
