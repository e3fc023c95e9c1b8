//! The surroundings in which a question is answered: a terminal, the server, another program.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use otrera_atlas::Atlas;
use serde::Serialize;

/// Services that a shell offers to a question.
pub trait Host: Sync {
    /// Runs `work`, calling `state` from another thread whenever progress is to be shown.
    fn with_progress(&self, state: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut());

    /// Emits an intermediate result as JSON.
    fn emit(&self, result: String);

    /// Shows a remark that is not part of the answer.
    fn note(&self, text: &str);

    /// Opens the atlas, and builds a small one if there is none.
    fn atlas(&self, named: Option<&Path>) -> anyhow::Result<Arc<Atlas>>;

    /// Opens the atlas if there is one.
    fn atlas_if_there(&self, named: Option<&Path>) -> anyhow::Result<Option<Arc<Atlas>>>;

    /// Keeps a certificate for later download and returns its id; `None` if this host keeps none.
    fn keep_certificate(&self, certificate: Vec<u8>) -> Option<String> {
        drop(certificate);
        None
    }
}

/// Progress of some work.
#[derive(Debug)]
pub struct State {
    /// For people.
    pub text: String,
    /// For programs, as JSON; empty if there is nothing to report.
    pub data: String,
}

impl State {
    /// Progress for people and for programs.
    pub fn new(text: String, data: &impl Serialize) -> State {
        State { text, data: serde_json::to_string(data).expect("progress is text and numbers") }
    }

    /// Progress that is shown to people only.
    pub fn text(text: String) -> State {
        State { text, data: String::new() }
    }
}

/// One run of a question.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// Where it runs.
    pub host: &'a dyn Host,
    /// Raised to end the run with the results so far.
    pub stop: &'a Arc<AtomicBool>,
}

impl Job<'_> {
    /// Runs `work` while the host shows its progress.
    pub fn with_progress<R>(&self, state: impl Fn() -> State + Sync, work: impl FnOnce() -> R) -> R {
        let (mut work, mut result) = (Some(work), None);
        self.host.with_progress(&state, &mut || result = work.take().map(|work| work()));
        result.expect("every host runs the work")
    }
}

/// Result of a question within its limits.
#[derive(Debug)]
pub struct Outcome<R> {
    /// Everything that was found.
    pub report: R,
    /// Reason why the report is incomplete.
    pub missing: Option<anyhow::Error>,
}

impl<R> Outcome<R> {
    /// A complete report.
    pub fn complete(report: R) -> Outcome<R> {
        Outcome { report, missing: None }
    }

    /// An error if the report is incomplete.
    pub fn end(self) -> anyhow::Result<()> {
        self.missing.map_or(Ok(()), Err)
    }
}
