//! Certificates of who wins a position, and their checker.
//!
//! What a certificate claims, why that holds, and how it is written is in `docs/certificate.md`. This crate uses the
//! rules of the game and the theory of games, and nothing else: whoever made a certificate, by whatever search, is not
//! believed but checked.
//!
//! A solver makes [`Claim`]s and hands them to a [`Writer`].

mod area;
mod claim;
mod code;
mod games;
mod write;

pub use area::{Area, Placement};
pub use claim::{Answer, Claim, Situation, core};
pub use write::Writer;
