//! Checking a certificate, a part of one, or a directory of parts.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use otrera_board::{Position, Side};
use otrera_cgt::Interrupted;
use otrera_proof::{CheckError, PartVerdict, is_part};
use serde::Serialize;

use crate::certificate::{Checked, Checker};
use crate::host::{Job, Outcome};
use crate::limits::{OutOfLimits, within};
use crate::option::{Bytes, Seconds};
use crate::report::without_side;
use crate::text;
use crate::verify_parts::{PartFarm, Parts, PartsError};

/// Checks whether a certificate proves its claim, or the parts of a directory prove who wins a position.
#[derive(Clone, Debug)]
pub struct Verify {
    /// The certificate, the part, or the directory of a campaign.
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
    /// Number of claims that a part requires of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<u64>,
    /// SHA-256 of a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    /// Number of parts of a directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<u64>,
    /// Why nothing is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    seconds: f64,
    threads: usize,
}

impl Verify {
    /// Memory by default.
    pub const MEMORY: Bytes = Bytes(4 << 30);

    /// Time limit of a file by default: a minute, and one more for every 10 kB. A certificate of 10 kB has some 10,000
    /// replies, which take a second; a file that was made to take long is ended. A directory has the time of all its parts.
    pub fn usual_time(&self) -> Seconds {
        let length = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.len());
        let length = match self.file.is_dir() {
            true => Parts::files(&self.file).map_or(0, |files| files.iter().map(|file| length(file)).sum()),
            false => length(&self.file),
        };
        Seconds(Duration::from_secs(60 + length / 10_000 * 60))
    }

    /// Checks the certificate. The report of one that does not hold is incomplete, and says why.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<VerifyReport>> {
        self.answer_on(job, None)
    }

    /// The same, with the parts of a directory checked on a farm.
    pub fn answer_on(&self, job: Job<'_>, farm: Option<&mut dyn PartFarm>) -> anyhow::Result<Outcome<VerifyReport>> {
        let begin = Instant::now();
        let over = Arc::new(AtomicBool::new(false));
        let Seconds(time) = self.time.unwrap_or_else(|| self.usual_time());
        let checker = Checker { job: Job { stop: &over, ..job }, threads: self.threads, memory: self.memory.0 };
        let mut report =
            VerifyReport { file: self.file.display().to_string(), threads: self.threads, ..VerifyReport::default() };
        let verdict = within(time, job.stop, &over, || self.check(checker, farm, &mut report));
        report.seconds = begin.elapsed().as_secs_f64();
        match verdict {
            Ok(()) => {
                report.valid = true;
                Ok(Outcome::complete(report))
            }
            Err(PartsError {
                why: CheckError::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory)),
                ..
            }) => {
                let why = match why {
                    Interrupted::OutOfMemory => "not decided within the memory limit",
                    _ if job.stop.load(Ordering::Relaxed) => "stopped",
                    _ if self.time.is_some() => "not decided within the time limit",
                    _ => {
                        "not decided within the usual time for a file of this size; allow more if you trust its source"
                    }
                };
                let claims = text::count(report.positions, "claim");
                Err(OutOfLimits(format!("{why}: {claims} checked in {:.1} s", report.seconds)).into())
            }
            Err(PartsError { file, why }) => {
                let file = file.unwrap_or_else(|| self.file.clone());
                let missing = Some(anyhow::anyhow!("{}: {why}", file.display()));
                report.reason = Some(match file == self.file {
                    true => why.to_string(),
                    false => format!("{}: {why}", file.display()),
                });
                Ok(Outcome { report, missing })
            }
        }
    }

    /// Checks the file or directory, and fills in the report.
    fn check(
        &self,
        checker: Checker<'_>,
        farm: Option<&mut dyn PartFarm>,
        report: &mut VerifyReport,
    ) -> Result<(), PartsError> {
        let of_file = |why| PartsError { file: None, why };
        if self.file.is_dir() {
            let parts = Parts::read(&self.file)?;
            let (linked, claims) = parts.check(checker, farm);
            report.positions = claims;
            let linked = linked?;
            report.parts = Some(linked.parts);
            report.state(&linked.root, linked.winner);
        } else if is_part(&self.file).map_err(of_file)? {
            let Checked { verdict, claims } = checker.check_part(&self.file);
            report.positions = claims;
            let PartVerdict { winner, required, digest, .. } = verdict.map_err(of_file)?;
            report.winner = Some(winner.name());
            (report.required, report.sha256) = (Some(required), Some(digest.to_string()));
            let [claims, required_claims] =
                [(claims, "claim"), (required, "required claim")].map(|(n, of)| text::count(n, of));
            let holds = if required == 1 { "holds" } else { "hold" };
            report.claim = Some(format!("{winner} wins the situations of {claims} if {required_claims} {holds}"));
        } else {
            let Checked { verdict, claims } = checker.check_file(&self.file);
            report.positions = claims;
            let verdict = verdict.map_err(of_file)?;
            report.state(&verdict.root, verdict.winner);
        }
        Ok(())
    }
}

impl VerifyReport {
    fn state(&mut self, root: &Position, winner: Side) {
        self.claim = Some(format!("{winner} wins {} with {} to move", without_side(root.setup()), root.to_move()));
        self.board = Some(root.to_string());
        self.winner = Some(winner.name());
    }

    /// The report for people, of a certificate that holds.
    pub fn text(&self) -> String {
        let claim = self.claim.as_deref().unwrap_or_default();
        let (claims, seconds) = (text::count(self.positions, "claim"), self.seconds);
        match (self.required, self.parts) {
            (Some(_), _) => format!("valid part: {claim}; checked in {seconds:.1} s"),
            (_, Some(parts)) => {
                format!(
                    "valid: {claim}; {claims} in {} checked and linked in {seconds:.1} s",
                    text::count(parts, "part")
                )
            }
            _ => format!("valid: {claim}; {claims} checked in {seconds:.1} s"),
        }
    }
}
