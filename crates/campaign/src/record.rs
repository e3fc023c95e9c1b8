//! Records of the ledger: docs/formats/ledger.md.

use otrera_board::Side;
use serde::{Deserialize, Serialize};

use crate::key::Key;

/// One fact of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Record {
    /// A job ended without a winner.
    Open {
        /// The situation.
        key: Key,
        /// Its jobs before this one.
        attempt: u32,
        /// Proof number.
        proof: u32,
        /// Disproof number.
        disproof: u32,
        /// Children with their numbers, from the worker's table, if the leaf will be expanded next.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        children: Vec<(Key, u32, u32)>,
        /// The work.
        #[serde(flatten)]
        work: Work,
    },
    /// A job ended with a winner, and its part was checked.
    Proven {
        /// The situation.
        key: Key,
        /// Its jobs before this one.
        attempt: u32,
        /// The winner on the board.
        winner: SideLetter,
        /// Hash of the part.
        part: String,
        /// Claims of the part.
        claims: u64,
        /// Bytes of the part.
        bytes: u64,
        /// Situations that the part claims, and others may rest on, as text: the loser is to move.
        lemmas: Vec<String>,
        /// The work.
        #[serde(flatten)]
        work: Work,
    },
    /// A job ended, and its result was known already.
    Repeated {
        /// The situation.
        key: Key,
        /// The work.
        #[serde(flatten)]
        work: Work,
    },
    /// A leaf was expanded.
    Expanded {
        /// The situation.
        key: Key,
    },
    /// A worker gets no more jobs.
    Banned {
        /// Name of the worker.
        worker: String,
        /// The reason.
        why: String,
    },
    /// The proof is complete: this part claims the root.
    Finished {
        /// The winner on the board.
        winner: SideLetter,
        /// Hash of the part; empty if the root is evident.
        part: String,
        /// Claims of the part.
        claims: u64,
        /// Bytes of the part.
        bytes: u64,
    },
}

/// Work of one job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// Nodes expanded.
    pub nodes: u64,
    /// Seconds of CPU time.
    pub cpu: f64,
    /// Name of the worker.
    pub worker: String,
}

/// Longest name of a worker, in characters.
const LONGEST_NAME: usize = 100;
/// More nodes than a job can have: a century of a million nodes a second.
const MOST_NODES: u64 = 1 << 52;
/// More seconds of CPU time than a job can have: a century on a thousand threads.
const MOST_SECONDS: f64 = 3e12;

/// Returns whether a worker may have this name: 1 to 100 characters, none of which would disturb a terminal.
pub fn is_worker_name(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control)
}

impl Work {
    /// Returns whether the figures are possible. Sums over any number of others remain so.
    pub(crate) fn is_possible(&self) -> bool {
        self.nodes <= MOST_NODES && (0.0..=MOST_SECONDS).contains(&self.cpu)
    }
}

/// A side as `b` or `w` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideLetter(pub Side);

impl Serialize for SideLetter {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.0.letter())
    }
}

impl<'de> Deserialize<'de> for SideLetter {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<SideLetter, D::Error> {
        let letter = char::deserialize(deserializer)?;
        let side = Side::from_letter(letter).filter(|side| side.letter() == letter);
        side.map(SideLetter).ok_or_else(|| serde::de::Error::custom("a side is b or w"))
    }
}
