//! Transport of jobs and results, seen by the manager and by a worker.
//!
//! A queue may lose a message, deliver it twice or deliver it late. The ledger is the truth, so that costs repeated work and
//! never a result.

use std::time::Duration;

use crate::message::{Answer, Beat, Check, CheckAnswer, Job, JobId, Lemma};
use crate::status::Status;

/// A result with its certificate part.
#[derive(Debug)]
pub struct Delivery {
    /// The result.
    pub answer: Answer,
    /// The certificate part of a proven result.
    pub part: Option<Vec<u8>>,
    /// Identifies the delivery in [`Farm::done`].
    pub token: u64,
}

/// The workers at the other end of a queue.
pub trait Farm {
    /// Number of further jobs that the workers could use.
    fn demand(&mut self) -> anyhow::Result<usize>;

    /// The result is dealt with: the queue may forget it.
    fn done(&mut self, token: u64) -> anyhow::Result<()>;

    /// Gives a worker no more jobs.
    fn ban(&mut self, worker: &str, why: &str) -> anyhow::Result<()>;

    /// Ends the work: workers may leave.
    fn finish(&mut self) -> anyhow::Result<()>;
}

/// The manager's end of a queue.
pub trait Queue: Farm {
    /// Offers the jobs of an earlier manager that are in the queue or with a worker. Those that are not wanted are dropped.
    fn outstanding(&mut self, is_wanted: &mut dyn FnMut(JobId) -> bool) -> anyhow::Result<()>;

    /// Hands out a job.
    fn put(&mut self, job: &Job) -> anyhow::Result<()>;

    /// The next result, if one comes within `wait`.
    fn next(&mut self, wait: Duration) -> anyhow::Result<Option<Delivery>>;

    /// Makes these the lemmas of the queue. If workers may know others, which an earlier ledger had, they start anew.
    fn agree(&mut self, lemmas: &[Lemma]) -> anyhow::Result<()>;

    /// Tells all workers about a proven situation.
    fn publish(&mut self, lemma: &Lemma) -> anyhow::Result<()>;

    /// Of the jobs that are `out`, those that the queue has lost.
    fn lost(&mut self, out: &[JobId]) -> anyhow::Result<Vec<JobId>>;

    /// Shows the state of the campaign to others.
    fn show(&mut self, status: &Status) -> anyhow::Result<()>;

    /// Progress of the workers that are alive.
    fn workers(&mut self) -> anyhow::Result<Vec<Beat>>;
}

/// The verifier's end of a queue.
pub trait CheckQueue: Farm {
    /// Hands out a part to check.
    fn put_check(&mut self, check: &Check, part: Vec<u8>) -> anyhow::Result<()>;

    /// The next verdict, if one comes within `wait`, and its token.
    fn next_verdict(&mut self, wait: Duration) -> anyhow::Result<Option<(CheckAnswer, u64)>>;

    /// Of the checks that are `out`, those that the queue has lost.
    fn lost_checks(&mut self, out: &[Check]) -> anyhow::Result<Vec<Check>>;
}

/// A reason to stop work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The campaign is over.
    Finished,
    /// The manager gives this worker no more jobs.
    Banned(String),
    /// Situations that this worker has learnt are not proven any more: the ledger has lost them.
    Renewed,
}

/// The next thing for a worker.
#[derive(Debug)]
pub enum Next {
    /// A job to do.
    Job(Job),
    /// A part to check.
    Check(Check, Vec<u8>),
    /// There is none at present.
    Nothing,
    /// There will be none.
    Closed(Closed),
}

/// A worker's end of a queue.
pub trait Source {
    /// The next job, if one comes within `wait`. It stays with this worker while it is alive.
    fn take(&mut self, wait: Duration) -> anyhow::Result<Next>;

    /// Lemmas that were published since the last call.
    fn lemmas(&mut self) -> anyhow::Result<Vec<Lemma>>;

    /// Returns the result of the job taken last.
    fn answer(&mut self, answer: &Answer, part: Option<Vec<u8>>) -> anyhow::Result<()>;

    /// Returns the verdict on the part taken last.
    fn verdict(&mut self, answer: &CheckAnswer) -> anyhow::Result<()>;

    /// Returns the job or part taken last undone.
    fn give_back(&mut self) -> anyhow::Result<()>;

    /// Reports progress.
    fn report(&mut self, beat: &Beat) -> anyhow::Result<()>;
}
