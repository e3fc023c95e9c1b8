//! A worker: takes one job at a time, searches it, and returns a winner with its part, numbers, or the reason of a failure.
//!
//! The solver and its table live as long as the worker, because neighbouring jobs share most of their positions.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use otrera_board::Side;
use otrera_proof::{CheckError, ContentHash, PartVerdict, check_part};
use otrera_solver::{Knowledge, Lemmas, Options, SolveError, Solver};

use crate::directory::Checking;
use crate::key::Key;
use crate::message::{Answer, Beat, Check, CheckAnswer, Finding, Job, Lemma, Outcome};
use crate::parts::{self, Proof};
use crate::queue::{Closed, Next, Source};
use crate::record::{SideLetter, Work};

/// Longest wait for a job before other things are looked at.
const WAIT: Duration = Duration::from_millis(500);

/// Identity and limits of a worker.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Its name.
    pub name: String,
    /// Threads of its solver.
    pub threads: usize,
    /// Time without a job after which it leaves.
    pub idle: Option<Duration>,
}

/// The end of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The campaign is over.
    Finished,
    /// There was no job for a while.
    Idle,
    /// It was told to stop, and has given its job back.
    Stopped,
    /// The manager gives it no more jobs.
    Banned(String),
    /// It has learnt situations that are not proven any more, and has to begin with an empty table.
    Renewed,
}

/// A result of a job: `None` if it was stopped.
type Done = Option<(Outcome, Option<Vec<u8>>)>;

/// Does jobs.
pub trait Prover {
    /// Does a job.
    fn work(&mut self, job: &Job) -> Done;

    /// Checks a part: `None` if it was stopped.
    fn check(&mut self, check: &Check, part: &[u8]) -> Option<Finding>;

    /// Takes a situation that was proven elsewhere.
    fn learn(&mut self, lemma: &Lemma);

    /// Nodes expanded so far.
    fn nodes(&self) -> u64;
}

/// Takes jobs until the campaign ends or `stop` is set.
pub fn work(
    source: &mut dyn Source,
    prover: &mut dyn Prover,
    settings: &WorkerSettings,
    stop: &AtomicBool,
) -> anyhow::Result<End> {
    let WorkerSettings { name, threads, idle } = settings;
    let begin = Instant::now();
    let (mut last, mut jobs) = (begin, 0);
    let beat = |jobs: u64, nodes: u64| Beat {
        worker: name.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        threads: *threads,
        jobs,
        nodes,
        seconds: begin.elapsed().as_secs_f64(),
        at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
    };
    source.report(&beat(jobs, prover.nodes()))?;
    while !stop.load(Relaxed) {
        let job = match source.take(WAIT)? {
            Next::Job(job) => job,
            Next::Check(check, part) => {
                match prover.check(&check, &part) {
                    None => source.give_back()?,
                    Some(finding) => {
                        source.verdict(&CheckAnswer { check, worker: name.clone(), finding })?;
                        jobs += 1;
                    }
                }
                last = Instant::now();
                source.report(&beat(jobs, prover.nodes()))?;
                continue;
            }
            Next::Closed(Closed::Finished) => return Ok(End::Finished),
            Next::Closed(Closed::Banned(why)) => return Ok(End::Banned(why)),
            Next::Closed(Closed::Renewed) => return Ok(End::Renewed),
            Next::Nothing if idle.is_some_and(|idle| last.elapsed() >= idle) => return Ok(End::Idle),
            Next::Nothing => continue,
        };
        for lemma in source.lemmas()? {
            prover.learn(&lemma);
        }
        let (cpu, nodes) = (cpu_seconds(), prover.nodes());
        match prover.work(&job) {
            None => source.give_back()?,
            Some((outcome, part)) => {
                let work = Work { nodes: prover.nodes() - nodes, cpu: cpu_seconds() - cpu, worker: name.clone() };
                source.answer(&Answer { job: job.id(), work, outcome }, part)?;
                jobs += 1;
            }
        }
        last = Instant::now();
        source.report(&beat(jobs, prover.nodes()))?;
    }
    Ok(End::Stopped)
}

/// CPU time of the process.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// A prover with a solver of its own.
pub struct SolverProver<'a> {
    knowledge: &'a Knowledge<'a>,
    solver: Solver<'a>,
    lemmas: Lemmas,
    /// Nodes from which a situation of a proof is a lemma.
    threshold: u64,
    checking: Checking,
}

impl<'a> SolverProver<'a> {
    /// A prover that knows nothing yet. Situations that take `threshold` nodes become lemmas.
    pub fn new(
        knowledge: &'a Knowledge<'a>,
        solver: Solver<'a>,
        threshold: u64,
        checking: Checking,
    ) -> SolverProver<'a> {
        SolverProver { knowledge, solver, lemmas: Lemmas::default(), threshold, checking }
    }

    fn search(&mut self, job: &Job) -> Result<(Outcome, Option<Vec<u8>>), SolveError> {
        let failed = |why: String| Ok((Outcome::Failed { why }, None));
        let (situation, to_move) = match self.knowledge.read_situation(&job.situation, Options::FULL.small) {
            Ok(read) => read,
            Err(error) => return failed(format!("the situation cannot be read: {error}")),
        };
        let store = self.knowledge.store();
        if Key::new(store, &situation, to_move) != job.key {
            return failed("the situation has another key here".into());
        }
        let numbers = self.solver.search_situation(&situation, job.nodes)?;
        if numbers.is_settled() {
            // The walk searches again what the table has lost.
            self.solver.allow(u64::MAX);
            let SolverProver { knowledge, solver, lemmas, threshold, .. } = self;
            let proof = parts::prove(knowledge, solver, &situation, to_move, lemmas, *threshold)?;
            let Proof { winner, bytes, lemmas } = proof;
            return Ok((Outcome::Proven { winner: SideLetter(winner), lemmas }, Some(bytes)));
        }
        let mut children = Vec::new();
        if job.wants_children {
            for (child, numbers) in self.solver.numbered_children(&situation)? {
                if !numbers.is_settled() {
                    children.push((Key::new(store, &child, !job.key.to_move), numbers.proof, numbers.disproof));
                }
            }
        }
        Ok((Outcome::Open { proof: numbers.proof, disproof: numbers.disproof, children }, None))
    }
}

impl Prover for SolverProver<'_> {
    fn work(&mut self, job: &Job) -> Done {
        match self.search(job) {
            Ok(done) => Some(done),
            Err(_) if self.solver.is_stopped() => None,
            Err(error) => Some((Outcome::Failed { why: error.to_string() }, None)),
        }
    }

    fn check(&mut self, check: &Check, part: &[u8]) -> Option<Finding> {
        if ContentHash::of(part).to_string() != check.hash {
            return Some(Finding::Failed { why: "the part was damaged on its way".into() });
        }
        match check_part(part, &self.checking.options(&|_| ())) {
            Ok(PartVerdict { winner, small, claims, required, .. }) => {
                Some(Finding::Holds { winner: SideLetter(winner), small, claims, required })
            }
            Err(CheckError::Interrupted(_)) if self.checking.stop.load(Relaxed) => None,
            Err(CheckError::Interrupted(why)) => Some(Finding::Failed { why: why.to_string() }),
            Err(refusal) => Some(Finding::Refused { why: refusal.to_string() }),
        }
    }

    fn learn(&mut self, lemma: &Lemma) {
        // A lemma that cannot be read is of no use here, and does no harm.
        let Ok((situation, to_move)) = self.knowledge.read_situation(&lemma.situation, Options::FULL.small) else {
            return;
        };
        // The side to move loses, and is Black in a situation.
        self.solver.learn(&situation, Side::White);
        self.lemmas.insert(self.knowledge, &situation, to_move);
    }

    fn nodes(&self) -> u64 {
        self.solver.stats().expanded
    }
}
