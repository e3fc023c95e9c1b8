//! Checking the parts of a campaign on its workers.
//!
//! A worker's verdict is a word and no proof, and there is nothing in it that could be checked for less than the part
//! itself. So the verifier trusts, and looks: the first verdict of each worker and one of [`SAMPLE`] others, chosen by
//! chance, are checked again here. A worker whose verdict was wrong gets no more parts, and all parts that it alone has
//! seen are handed out again. No part is refused on the word of a worker. Linking is done here, with the parts of this
//! machine, so a worker can neither exchange parts nor invent claims.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use otrera_api::{FarmWork, PartFarm, PartsError};
use otrera_cgt::Interrupted;
use otrera_proof::{CheckError, ContentHash, PartVerdict};

use crate::message::{Check, CheckAnswer, Finding};
use crate::queue::CheckQueue;

/// One of this many verdicts is checked again. A worker that lies about every part of 100 is found out almost surely; one
/// that lies about a single part is not.
const SAMPLE: u64 = 16;
/// Failures of workers after which a part is checked here.
const FAILURES: u32 = 3;
/// Longest wait for a verdict before other things are looked at.
const WAIT: Duration = Duration::from_millis(500);
/// Time between two looks for lost parts.
const SWEEP: Duration = Duration::from_secs(5);

/// Checks parts on the workers of a queue.
pub struct FarmVerifier<'q> {
    queue: &'q mut dyn CheckQueue,
    /// Distinguishes this verification from others, and selects the samples.
    session: u64,
    note: &'q dyn Fn(&str),
}

impl<'q> FarmVerifier<'q> {
    /// A verifier with a number that no other one has. `note` is told what the user should know.
    pub fn new(queue: &'q mut dyn CheckQueue, session: u64, note: &'q dyn Fn(&str)) -> FarmVerifier<'q> {
        FarmVerifier { queue, session, note }
    }
}

impl PartFarm for FarmVerifier<'_> {
    fn check(&mut self, work: &FarmWork<'_>) -> Result<Vec<PartVerdict>, PartsError> {
        let mut run = Run {
            verifier: self,
            work,
            parts: work.files.iter().map(|_| Progress::default()).collect(),
            waiting: (0..work.files.len()).collect(),
            out: HashMap::new(),
            sampled: HashSet::new(),
            banned: HashSet::new(),
        };
        run.run()?;
        let verdicts = run.parts.into_iter().map(|part| part.verdict.expect("all parts have verdicts").0);
        let verdicts = verdicts.collect();
        self.queue.finish().map_err(|error| transport(&error))?;
        Ok(verdicts)
    }
}

/// State of a part.
#[derive(Default)]
struct Progress {
    failures: u32,
    /// The verdict, and the worker that gave it; none if it was found here.
    verdict: Option<(PartVerdict, Option<String>)>,
}

/// A verification on its way.
struct Run<'r, 'q, 'w> {
    verifier: &'r mut FarmVerifier<'q>,
    work: &'r FarmWork<'w>,
    parts: Vec<Progress>,
    waiting: VecDeque<usize>,
    /// The parts that are out, by number, with their hashes.
    out: HashMap<usize, (Check, ContentHash)>,
    /// Workers whose first verdict was checked.
    sampled: HashSet<String>,
    banned: HashSet<String>,
}

fn transport(error: &anyhow::Error) -> PartsError {
    PartsError { file: None, why: CheckError::File(std::io::Error::other(format!("{error:#}"))) }
}

impl Run<'_, '_, '_> {
    fn run(&mut self) -> Result<(), PartsError> {
        let mut swept = Instant::now();
        while self.parts.iter().any(|part| part.verdict.is_none()) {
            if self.work.stop.load(Relaxed) {
                return Err(PartsError { file: None, why: Interrupted::Stopped.into() });
            }
            self.hand_out()?;
            let next = self.verifier.queue.next_verdict(WAIT).map_err(|error| transport(&error))?;
            if let Some((answer, token)) = next {
                self.receive(answer)?;
                self.verifier.queue.done(token).map_err(|error| transport(&error))?;
                self.show();
            }
            if swept.elapsed() >= SWEEP {
                let out: Vec<Check> = self.out.values().map(|(check, _)| check.clone()).collect();
                let lost = self.verifier.queue.lost_checks(&out).map_err(|error| transport(&error))?;
                lost.iter().for_each(|check| self.take_back(check.number));
                swept = Instant::now();
            }
        }
        Ok(())
    }

    fn hand_out(&mut self) -> Result<(), PartsError> {
        let demand = self.verifier.queue.demand().map_err(|error| transport(&error))?;
        for _ in 0..demand {
            let Some(number) = self.waiting.pop_front() else { break };
            if self.parts[number].verdict.is_some() {
                continue;
            }
            let bytes = std::fs::read(self.file(number)).map_err(|error| self.of_file(number, error.into()))?;
            let digest = ContentHash::of(&bytes);
            let check = Check { session: self.verifier.session, number, hash: digest.to_string() };
            self.verifier.queue.put_check(&check, bytes).map_err(|error| transport(&error))?;
            self.out.insert(number, (check, digest));
        }
        Ok(())
    }

    fn file(&self, number: usize) -> &Path {
        &self.work.files[number]
    }

    fn of_file(&self, number: usize, why: CheckError) -> PartsError {
        PartsError { file: Some(self.file(number).into()), why }
    }

    fn receive(&mut self, answer: CheckAnswer) -> Result<(), PartsError> {
        let CheckAnswer { check, worker, finding } = answer;
        let number = check.number;
        let Some(&(_, digest)) = self.out.get(&number).filter(|(out, _)| *out == check) else {
            // Not of this verification, or known already.
            return Ok(());
        };
        if self.banned.contains(&worker) {
            self.take_back(number);
            return Ok(());
        }
        match finding {
            Finding::Failed { why } => {
                (self.verifier.note)(&format!("worker {worker} could not check a part: {why}"));
                self.parts[number].failures += 1;
                match self.parts[number].failures < FAILURES {
                    true => self.take_back(number),
                    false => self.check_here(number)?,
                }
            }
            Finding::Refused { why } => {
                // Returns if the part does not hold.
                self.check_here(number)?;
                self.ban(&worker, &format!("it refused a part that holds: {why}"))?;
            }
            Finding::Holds { winner, small, claims, required } => {
                let verdict = PartVerdict { winner: winner.0, small, claims, required, digest };
                if !self.is_sample(&worker, number) {
                    self.keep(number, verdict, Some(worker));
                    return Ok(());
                }
                self.check_here(number)?;
                let own = self.parts[number].verdict.as_ref().map(|(own, _)| own);
                if own == Some(&verdict) {
                    self.sampled.insert(worker);
                } else {
                    self.ban(&worker, "its verdict on a part was wrong")?;
                }
            }
        }
        Ok(())
    }

    fn is_sample(&self, worker: &str, number: usize) -> bool {
        let chance = otrera_board::mix(self.verifier.session ^ otrera_board::mix(number as u64));
        !self.sampled.contains(worker) || chance.is_multiple_of(SAMPLE)
    }

    /// Checks a part on this machine.
    fn check_here(&mut self, number: usize) -> Result<(), PartsError> {
        let verdict = (self.work.check)(self.file(number)).map_err(|why| self.of_file(number, why))?;
        self.keep(number, verdict, None);
        Ok(())
    }

    fn keep(&mut self, number: usize, verdict: PartVerdict, worker: Option<String>) {
        self.out.remove(&number);
        self.parts[number].verdict = Some((verdict, worker));
    }

    /// A part that is to be handed out again.
    fn take_back(&mut self, number: usize) {
        self.out.remove(&number);
        self.waiting.push_back(number);
    }

    /// Bans a worker, and hands out again what it alone has seen.
    fn ban(&mut self, worker: &str, why: &str) -> Result<(), PartsError> {
        (self.verifier.note)(&format!("worker {worker} gets no more parts: {why}"));
        self.banned.insert(worker.into());
        for (number, part) in self.parts.iter_mut().enumerate() {
            if part.verdict.take_if(|(_, by)| by.as_deref() == Some(worker)).is_some() {
                self.waiting.push_back(number);
            }
        }
        self.verifier.queue.ban(worker, why).map_err(|error| transport(&error))
    }

    fn show(&self) {
        let verdicts = || self.parts.iter().filter_map(|part| part.verdict.as_ref());
        (self.work.progress)(verdicts().map(|(verdict, _)| verdict.claims).sum(), verdicts().count());
    }
}
