//! Certificates of who wins a position, and their checker.
//!
//! What a certificate claims, why that holds, and how it is written is in `docs/certificate.md`. This crate uses the
//! rules of the game and the theory of games, and nothing else: whoever made a certificate, by whatever search, is not
//! believed but checked.
//!
//! A solver makes [`Claim`]s and hands them to a [`Writer`]; [`check`] and [`check_file`] say whether what was written is
//! a proof. Read in this order: `area` and `claim` say what is claimed, `check` why it holds, `known`, `territory` and
//! `evidence` what areas are worth; `read`, `write`, `code` and `games` are the file.

mod area;
mod check;
mod claim;
mod code;
mod evidence;
mod games;
mod known;
mod memo;
mod read;
mod source;
mod territory;
mod write;

pub use area::{Area, Placement};
pub use check::{Refusal, Verdict, Work, check, check_file};
pub use claim::{Answer, Claim, Situation, core};
pub use evidence::Evidence;
pub use known::Known;
pub use write::Writer;

#[cfg(test)]
mod tests;
