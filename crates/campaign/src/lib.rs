#![doc = include_str!("../README.md")]
//!
//! Read in this order: `tree` (the job-level search), `manager` (its decisions and results), `queue` (jobs and results on
//! their way), `worker`, then `directory` and `ledger` (the files), `embedded` and `nats` (the two queues), and `status`.

mod assume;
mod checks;
mod directory;
mod embedded;
mod estimate;
mod finish;
mod key;
mod ledger;
mod local;
mod look;
mod manager;
mod markdown;
mod message;
mod nats;
mod parts;
mod picture;
mod plan;
mod queue;
mod record;
mod run;
mod status;
mod tree;
mod worker;

pub use assume::{AssumeError, Assumption, read_assumptions};
pub use checks::FarmVerifier;
pub use directory::{Checking, Directory, create};
pub use embedded::{EmbeddedQueue, EmbeddedSource};
pub use estimate::Estimate;
pub use finish::{Written, certificate, parts_of};
pub use key::{Key, KeyError};
pub use ledger::{Contents, Damage, Ledger};
pub use local::{RunEnd, complete, run_local};
pub use look::{Look, Stamp, look};
pub use manager::{Archive, Contribution, Manager, Part, Receipt, Totals, Verdict};
pub use markdown::markdown;
pub use message::{Answer, Beat, Check, CheckAnswer, Finding, Job, JobId, Lemma, Outcome};
pub use nats::{Connection, NatsChecks, NatsQueue, NatsSource, Server};
pub use parts::Statement;
pub use picture::picture;
pub use plan::{Plan, Settings, VERSION, VERSION_WITH_ASSUMPTIONS};
pub use queue::{CheckQueue, Closed, Delivery, Farm, Next, Queue, Source};
pub use record::{Record, SideLetter, Work, is_worker_name};
pub use run::{Observer, manage, show};
pub use status::{MoveStatus, Status, WorkerStatus};
pub use worker::{End, Prover, SolverProver, WorkerSettings, work};
