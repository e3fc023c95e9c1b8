//! Certificates of who wins a position, and their checker.
//!
//! What a certificate claims, why that holds, and how it is written is in `docs/certificate.md`. This crate uses the
//! rules of the game and the theory of games, and nothing else: whoever made a certificate, by whatever search, is not
//! believed but checked.
//!
//! A solver makes [`Claim`]s and hands them to a [`Writer`]; [`check`] and [`check_file`] say whether what was written is
//! a proof. Read in this order: `area` and `claim` say what is claimed, `check` why it holds, `known`, `territory` and
//! `evidence` what areas are worth; `read`, `write`, `code` and `games` are the file.
//!
//! ```
//! use otrera_board::{Position, Setup, Side};
//! use otrera_cgt::{Limits, Store};
//! use otrera_proof::{Answer, Claim, Work, Writer, check};
//!
//! let root: Position = "b..w w".parse::<Setup>()?.position()?;
//! let store = Store::new();
//! let mut writer = Writer::new(&store, &root, Side::White, 3);
//! let answer = Answer::InArea { index: 0, play: "d1-b1xc1".parse()? };
//! writer.add(&Claim::new(&[root], store.zero(), Side::White, Some(answer)))?;
//! let mut bytes = Vec::new();
//! writer.write(&mut bytes)?;
//!
//! let work = Work { threads: 1, limits: Limits::default(), progress: &|_| () };
//! assert_eq!(check(&bytes, &work)?.winner, Side::White);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
