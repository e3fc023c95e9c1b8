//! The queue between machines: NATS JetStream.
//!
//! | what | JetStream |
//! | --- | --- |
//! | jobs | a work-queue stream with a consumer for each lane; a job stays until it is acknowledged |
//! | results | a work-queue stream; message ids drop what was sent twice |
//! | parts | an object store; the manager deletes what it has |
//! | plan, version of the program, status, bans | a key-value bucket |
//! | lemmas | a key-value bucket, watched by workers |
//! | workers alive, the manager | a key-value bucket whose entries expire |
//!
//! NATS is transport. A server that forgets everything costs the jobs in flight: the manager makes the streams again and
//! hands the jobs out again. While the server is away, both ends wait for it.

mod checks;
mod claim;
mod connection;
mod lists;
mod queue;
mod source;
mod suspects;

pub use checks::NatsChecks;
pub use connection::{Connection, Server};
pub use queue::NatsQueue;
pub use source::NatsSource;

/// Keys of the bucket of the campaign.
mod key {
    pub(super) const PLAN: &str = "plan";
    pub(super) const STATUS: &str = "status";
    pub(super) const FINISHED: &str = "finished";
    pub(super) const BANNED: &str = "banned";
    pub(super) const VERIFYING: &str = "verifying";
    pub(super) const PROGRAM: &str = "program";
    /// Changes when lemmas of the past do not hold any more, because the ledger has lost them.
    pub(super) const GENERATION: &str = "generation";
    /// In the bucket of the workers: no worker's name is written like this.
    pub(super) const MANAGER: &str = "_manager";
}

/// Lanes of jobs that prefer a worker. Workers that share a lane take each other's jobs, which costs repeated work.
const LANES: u32 = 32;
/// Lane of jobs that any worker may do as well as another.
const ANY: &str = "any";

/// The lane of jobs that prefer a worker.
fn lane(worker: &str) -> String {
    (crc32fast::hash(worker.as_bytes()) % LANES).to_string()
}

/// All lanes.
fn lanes() -> impl Iterator<Item = String> {
    std::iter::once(ANY.to_string()).chain((0..LANES).map(|lane| lane.to_string()))
}

/// Name of the object with the part of a check.
fn part_name(check: &crate::message::Check) -> String {
    format!("check.{check}")
}

/// A worker's name as a key: other characters than letters, digits and `-` are written as their code.
fn as_key(name: &str) -> String {
    let escape = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => c.to_string(),
        _ => format!("_{:x}_", u32::from(c)),
    };
    name.chars().map(escape).collect()
}
