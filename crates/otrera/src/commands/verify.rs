//! `otrera verify`: whether a certificate proves what it says.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use otrera_cgt::{Interrupted, Limits};
use otrera_proof::{CheckError, CheckOptions, Verdict, check_file};
use serde::Serialize;

use crate::cli::{Cli, VerifyArgs};
use crate::limits::all_threads;
use crate::limits::{self, OutOfLimits};
use crate::output::{self, grouped};

#[derive(Serialize)]
struct Report {
    file: String,
    valid: bool,
    /// What is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    /// Claims that were checked.
    positions: u64,
    /// Why nothing is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    seconds: f64,
    threads: usize,
}

pub(super) fn run(cli: &Cli, args: &VerifyArgs) -> anyhow::Result<()> {
    let stop = limits::stop_flag(args.work.limits.time)?;
    let threads = args.work.threads.map_or_else(all_threads, NonZeroUsize::get);
    let done = AtomicU64::new(0);
    let all = AtomicU64::new(0);
    let progress = |claims| {
        done.fetch_add(1, Ordering::Relaxed);
        all.store(claims, Ordering::Relaxed);
    };
    let work = CheckOptions { threads, limits: Limits { bytes: args.memory, stop }, progress: &progress };
    let begin = Instant::now();
    let state = || {
        let [done, all] = [&done, &all].map(|number| grouped(number.load(Ordering::Relaxed)));
        format!("{done} of {all} claims checked")
    };
    let outcome = output::watched(cli, state, || check_file(&args.file, &work));
    let seconds = begin.elapsed().as_secs_f64();
    let positions = done.load(Ordering::Relaxed);
    let file = args.file.display().to_string();
    let report = Report {
        file,
        valid: false,
        claim: None,
        board: None,
        winner: None,
        positions,
        reason: None,
        seconds,
        threads,
    };
    match outcome {
        Ok(verdict) => {
            let report = Report {
                valid: true,
                claim: Some(claim(&verdict)),
                board: Some(verdict.root.to_string()),
                winner: Some(verdict.winner.name()),
                ..report
            };
            output::answer(cli, &report, human)
        }
        Err(CheckError::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory))) => {
            let why = if why == Interrupted::Stopped { "stopped".to_string() } else { why.to_string() };
            let sentence = format!("{why} after {seconds:.1} s with {} checked", count(positions));
            Err(OutOfLimits(sentence).into())
        }
        Err(refusal) => {
            if cli.json {
                output::answer(cli, &Report { reason: Some(refusal.to_string()), ..report }, human)?;
            }
            Err(anyhow::anyhow!("{}: {refusal}", args.file.display()))
        }
    }
}

fn claim(verdict: &Verdict) -> String {
    let Verdict { root, winner, .. } = verdict;
    let mut setup = root.setup();
    setup.to_move = None;
    format!("{winner} wins {setup} with {} to move", root.to_move())
}

fn human(report: &Report) -> String {
    let claim = report.claim.as_deref().unwrap_or_default();
    format!("valid: {claim}; {} checked in {:.1} s", count(report.positions), report.seconds)
}

fn count(number: u64) -> String {
    if number == 1 { "1 claim".into() } else { format!("{} claims", grouped(number)) }
}
