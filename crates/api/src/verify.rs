//! Checking a certificate.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use otrera_cgt::{Interrupted, Limits};
use otrera_proof::{CheckError, CheckOptions, Verdict, check_file};
use serde::Serialize;

use crate::host::{Job, Outcome, State};
use crate::limits::OutOfLimits;
use crate::option::Bytes;
use crate::report::without_side;
use crate::text::{self, grouped};

/// Checks whether a certificate proves its claim.
#[derive(Clone, Debug)]
pub struct Verify {
    /// The certificate.
    pub file: PathBuf,
    /// Threads to use.
    pub threads: usize,
    /// Memory for games.
    pub memory: Bytes,
}

/// The verdict on a certificate.
#[derive(Debug, Default, Serialize)]
pub struct VerifyReport {
    file: String,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    positions: u64,
    /// Why nothing is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    seconds: f64,
    threads: usize,
}

impl Verify {
    /// Memory for games by default.
    pub const MEMORY: Bytes = Bytes(4 << 30);

    /// Checks the certificate. The report of one that does not hold is incomplete, and says why.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<VerifyReport>> {
        let (done, all) = (AtomicU64::new(0), AtomicU64::new(0));
        let progress = |claims| {
            done.fetch_add(1, Ordering::Relaxed);
            all.store(claims, Ordering::Relaxed);
        };
        let limits = Limits { bytes: self.memory.0, stop: Arc::clone(job.stop) };
        let work = CheckOptions { threads: self.threads, limits, progress: &progress };
        let begin = Instant::now();
        let state = || {
            let [done, all] = [&done, &all].map(|number| grouped(number.load(Ordering::Relaxed)));
            State::text(format!("{done} of {all} claims checked"))
        };
        let checked = job.with_progress(state, || check_file(&self.file, &work));
        let seconds = begin.elapsed().as_secs_f64();
        let mut report = VerifyReport {
            file: self.file.display().to_string(),
            positions: done.load(Ordering::Relaxed),
            seconds,
            threads: self.threads,
            ..VerifyReport::default()
        };
        match checked {
            Ok(verdict) => {
                report.valid = true;
                report.claim = Some(claim(&verdict));
                report.board = Some(verdict.root.to_string());
                report.winner = Some(verdict.winner.name());
                Ok(Outcome::complete(report))
            }
            Err(CheckError::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory))) => {
                let why = if why == Interrupted::Stopped { "stopped".to_string() } else { why.to_string() };
                let claims = text::count(report.positions, "claim");
                Err(OutOfLimits(format!("{why} after {seconds:.1} s with {claims} checked")).into())
            }
            Err(refusal) => {
                let missing = Some(anyhow::anyhow!("{}: {refusal}", report.file));
                report.reason = Some(refusal.to_string());
                Ok(Outcome { report, missing })
            }
        }
    }
}

fn claim(verdict: &Verdict) -> String {
    let Verdict { root, winner, .. } = verdict;
    format!("{winner} wins {} with {} to move", without_side(root.setup()), root.to_move())
}

impl VerifyReport {
    /// The report for people, of a certificate that holds.
    pub fn text(&self) -> String {
        let claim = self.claim.as_deref().unwrap_or_default();
        format!("valid: {claim}; {} checked in {:.1} s", text::count(self.positions, "claim"), self.seconds)
    }
}
