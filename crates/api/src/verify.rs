//! Checking a certificate.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use otrera_cgt::Interrupted;
use otrera_proof::{CheckError, Verdict};
use serde::Serialize;

use crate::certificate::{Checked, Checker};
use crate::host::{Job, Outcome};
use crate::limits::{OutOfLimits, within};
use crate::option::{Bytes, Seconds};
use crate::report::without_side;
use crate::text;

/// Checks whether a certificate proves its claim.
#[derive(Clone, Debug)]
pub struct Verify {
    /// The certificate.
    pub file: PathBuf,
    /// Threads to use.
    pub threads: usize,
    /// Memory for everything but the file.
    pub memory: Bytes,
    /// Time limit, if it is not [the usual one](Verify::usual_time).
    pub time: Option<Seconds>,
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
    /// Memory by default.
    pub const MEMORY: Bytes = Bytes(4 << 30);

    /// Time limit of a file by default: a minute, and one more for every 100 kB. A certificate of 100 kB has about 6,000
    /// claims, which take a second or two; a file that was made to take long is ended.
    pub fn usual_time(&self) -> Seconds {
        let length = std::fs::metadata(&self.file).map_or(0, |data| data.len());
        Seconds(Duration::from_secs(60 + length / 100_000 * 60))
    }

    /// Checks the certificate. The report of one that does not hold is incomplete, and says why.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<VerifyReport>> {
        let begin = Instant::now();
        let over = Arc::new(AtomicBool::new(false));
        let Seconds(time) = self.time.unwrap_or_else(|| self.usual_time());
        let checker = Checker { job: Job { stop: &over, ..job }, threads: self.threads, memory: self.memory.0 };
        let Checked { verdict, claims } = within(time, job.stop, &over, || checker.check_file(&self.file));
        let seconds = begin.elapsed().as_secs_f64();
        let mut report = VerifyReport {
            file: self.file.display().to_string(),
            positions: claims,
            seconds,
            threads: self.threads,
            ..VerifyReport::default()
        };
        match verdict {
            Ok(verdict) => {
                report.valid = true;
                report.claim = Some(claim(&verdict));
                report.board = Some(verdict.root.to_string());
                report.winner = Some(verdict.winner.name());
                Ok(Outcome::complete(report))
            }
            Err(CheckError::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory))) => {
                let why = match why {
                    Interrupted::OutOfMemory => "not decided within the memory limit",
                    _ if job.stop.load(Ordering::Relaxed) => "stopped",
                    _ if self.time.is_some() => "not decided within the time limit",
                    _ => {
                        "not decided within the usual time for a file of this size; allow more if you trust its source"
                    }
                };
                let claims = text::count(report.positions, "claim");
                Err(OutOfLimits(format!("{why}: {claims} checked in {seconds:.1} s")).into())
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
