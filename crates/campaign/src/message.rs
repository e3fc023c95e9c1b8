//! Messages between the manager and its workers, as JSON: docs/formats/ledger.md.

use serde::{Deserialize, Serialize};

use crate::key::Key;
use crate::record::{SideLetter, Work};

/// A situation to search for a number of nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The situation.
    pub key: Key,
    /// Its jobs before this one.
    pub attempt: u32,
    /// The situation as text.
    pub situation: String,
    /// Nodes to search at most.
    pub nodes: u64,
    /// If the job ends open, its leaf will be expanded: the numbers of the children are welcome.
    pub wants_children: bool,
    /// The worker whose table has most of the work on this situation so far. Another one may do it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefers: Option<String>,
}

/// A job by situation and attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobId {
    /// The situation.
    pub key: Key,
    /// Its jobs before this one.
    pub attempt: u32,
}

impl std::fmt::Display for JobId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.key, self.attempt)
    }
}

impl Job {
    /// The id of the job: the same if it is handed out again.
    pub fn id(&self) -> JobId {
        JobId { key: self.key, attempt: self.attempt }
    }
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The job.
    pub job: JobId,
    /// The work.
    pub work: Work,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// The winner is proven by a part, which travels beside the answer.
    Proven {
        /// The winner on the board.
        winner: SideLetter,
        /// Situations that the part claims, and others may rest on, as text.
        lemmas: Vec<String>,
    },
    /// The nodes were used up.
    Open {
        /// Proof number.
        proof: u32,
        /// Disproof number.
        disproof: u32,
        /// Children with their numbers, if they were wanted.
        children: Vec<(Key, u32, u32)>,
    },
    /// The worker could not do the job.
    Failed {
        /// The reason.
        why: String,
    },
}

/// A situation that an accepted part claims: the side to move loses. Other parts may rest on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lemma {
    /// The situation.
    pub key: Key,
    /// The situation as text.
    pub situation: String,
}

/// Progress of a worker.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Beat {
    /// Name of the worker.
    pub worker: String,
    /// Version of its program.
    pub version: String,
    /// Threads.
    pub threads: usize,
    /// Jobs done since it started.
    pub jobs: u64,
    /// Nodes since it started.
    pub nodes: u64,
    /// Seconds since it started.
    pub seconds: f64,
    /// Seconds since the epoch, by the clock of the worker.
    pub at: u64,
}

/// A part to check.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check {
    /// Distinguishes this verification from earlier ones.
    pub session: u64,
    /// Number of the part in this verification.
    pub number: usize,
    /// Hash of the part.
    pub hash: String,
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}.{}", self.session, self.number)
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckAnswer {
    /// The part.
    pub check: Check,
    /// Name of the worker.
    pub worker: String,
    /// The finding.
    pub finding: Finding,
}

/// The finding of a worker about a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "finding", rename_all = "lowercase")]
pub enum Finding {
    /// The part holds.
    Holds {
        /// The winner of its claims on the board.
        winner: SideLetter,
        /// Areas of at most this many squares are replaced by their values.
        small: u32,
        /// Number of its claims.
        claims: u64,
        /// Number of claims that it requires of others.
        required: u64,
    },
    /// The part does not hold.
    Refused {
        /// The reason.
        why: String,
    },
    /// The worker could not check it.
    Failed {
        /// The reason.
        why: String,
    },
}
