//! The host of a question: a terminal, the server, another program.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use otrera_atlas::Atlas;
use serde::Serialize;

use crate::text::{clock, grouped};

/// Services that a shell offers to a question.
pub trait Host: Sync {
    /// Runs `work`, and calls `state` from another thread to show its progress.
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
    /// Text to display.
    pub text: String,
    /// The same as JSON; empty if there is nothing to report.
    pub data: String,
}

impl State {
    /// Progress as text and as JSON.
    pub fn new(text: String, data: &impl Serialize) -> State {
        State { text, data: serde_json::to_string(data).expect("progress is text and numbers") }
    }

    /// Progress as text only.
    pub fn text(text: String) -> State {
        State { text, data: String::new() }
    }
}

/// Counts finished pieces of work, to show them as progress.
pub(crate) struct Counter {
    done: AtomicU64,
    all: u64,
    things: &'static str,
    begin: Instant,
}

impl Counter {
    pub(crate) fn new(all: u64, things: &'static str) -> Counter {
        Counter { done: AtomicU64::new(0), all, things, begin: Instant::now() }
    }

    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Relaxed);
    }

    pub(crate) fn set(&self, done: usize) {
        self.done.store(done as u64, Relaxed);
    }

    pub(crate) fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// The count, with the elapsed time and an estimate of the time left.
    pub(crate) fn state(&self) -> State {
        let Counter { all, things, .. } = *self;
        let (done, elapsed) = (self.done(), self.begin.elapsed());
        let mut text = format!("{} of {} {things}, {} elapsed", grouped(done), grouped(all), clock(elapsed));
        if done > 0 {
            let left = elapsed.mul_f64(all.saturating_sub(done) as f64 / done as f64);
            text += &format!(", {} left", clock(left));
        }
        State::text(text)
    }
}

/// One run of a question.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The host that runs it.
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

    /// Runs `work`, whose progress `counter` counts.
    pub(crate) fn counted<R>(&self, counter: &Counter, work: impl FnOnce() -> R) -> R {
        self.with_progress(|| counter.state(), work)
    }
}

/// Result of a question within its limits.
#[derive(Debug)]
pub struct Outcome<R> {
    /// Everything that was found.
    pub report: R,
    /// Reason for an incomplete report.
    pub missing: Option<anyhow::Error>,
}

impl<R> Outcome<R> {
    /// A complete report.
    pub fn complete(report: R) -> Outcome<R> {
        Outcome { report, missing: None }
    }

    /// An incomplete report; if it `is_empty`, only the reason.
    pub(crate) fn partial(report: R, missing: Option<anyhow::Error>, is_empty: bool) -> anyhow::Result<Outcome<R>> {
        match missing {
            Some(error) if is_empty => Err(error),
            missing => Ok(Outcome { report, missing }),
        }
    }

    /// An error if the report is incomplete.
    pub fn end(self) -> anyhow::Result<()> {
        self.missing.map_or(Ok(()), Err)
    }
}
