//! Code that several targets share.

mod abridged;
mod checksums;
mod edits;
mod formats;
mod memory;
mod mutate;
mod oracle;
mod parts;
mod random;
mod sessions;
mod tally;

pub use abridged::{abridged, expanded};
pub use formats::Format;
pub use mutate::Mutator;
pub use oracle::{MEMORY, NEVER, SOLVER, certificates, check_certificate, knowledge, position, winner};
pub use sessions::{drive, settings};
pub use tally::{Outcome, Tally};
