//! Reasons why a certificate or a set of parts proves nothing.

use std::io;

use otrera_board::Side;
use otrera_cgt::Interrupted;
use thiserror::Error;

use crate::header::VERSION;

/// Reason why a certificate proves nothing.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum CheckError {
    #[error("the file cannot be read: {0}")]
    File(#[from] io::Error),
    #[error("this is not a certificate")]
    Foreign,
    #[error(
        "this is a certificate of version '{}', and this program reads version {VERSION}: make it anew with \
         otrera solve --certificate",
        .0.escape_debug()
    )]
    Version(String),
    #[error("the certificate is damaged or cut short")]
    Damaged,
    #[error("the certificate makes no sense: see {0}")]
    Nonsense(String),
    #[error("claim {number} ({situation}) does not hold: {why}")]
    Claim { number: u64, situation: String, why: String },
    #[error("it is not claimed that {winner} wins {root}")]
    Root { winner: Side, root: String },
    /// A certificate where a part is needed, or the other way round.
    #[error("this is {}", if *.is_part { "a part of a certificate, not a whole one" } else { "a whole certificate, not a part" })]
    Kind { is_part: bool },
    /// A claim that a part requires is neither evident nor made by any part.
    #[error("no part claims what part {part} requires: {winner} wins {situation}")]
    Missing { part: usize, winner: Side, situation: String },
    /// Parts that do not belong together.
    #[error("part {part} is about another winner or another size of known areas than the first")]
    Mixed { part: usize },
    /// The limits were reached before the check was complete.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl CheckError {
    /// True for files that are no certificates of this version.
    pub(crate) fn is_foreign(&self) -> bool {
        matches!(self, CheckError::Foreign | CheckError::Version(_))
    }
}
