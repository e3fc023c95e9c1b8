//! The queue of one machine: channels between the manager and workers on threads of the same process.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::message::{Answer, Beat, Check, CheckAnswer, Job, JobId, Lemma};
use crate::queue::{CheckQueue, Closed, Delivery, Farm, Next, Queue, Source};
use crate::status::Status;

/// Messages on their way.
#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    results: VecDeque<Delivery>,
    checks: VecDeque<(Check, Vec<u8>)>,
    verdicts: VecDeque<CheckAnswer>,
    lemmas: Vec<Lemma>,
    banned: HashMap<String, String>,
    beats: HashMap<String, Beat>,
    /// Workers that wait for a job.
    waiting: usize,
    is_finished: bool,
    tokens: u64,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics with the lock")
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>, until: Instant) -> MutexGuard<'s, State> {
        let wait = until.saturating_duration_since(Instant::now());
        self.changed.wait_timeout(state, wait).expect("no thread panics with the lock").0
    }
}

/// The manager's end.
#[derive(Default)]
pub struct EmbeddedQueue {
    shared: Arc<Shared>,
}

/// A worker's end.
pub struct EmbeddedSource {
    shared: Arc<Shared>,
    name: String,
    /// The job or part taken last, until it is answered.
    current: Option<Current>,
    /// Lemmas that this worker has seen.
    seen: usize,
}

/// A job or part with a worker.
enum Current {
    Job(Job),
    Check(Check, Vec<u8>),
}

impl EmbeddedQueue {
    /// An end for a worker.
    pub fn source(&self, name: &str) -> EmbeddedSource {
        EmbeddedSource { shared: Arc::clone(&self.shared), name: name.into(), current: None, seen: 0 }
    }
}

impl Farm for EmbeddedQueue {
    fn demand(&mut self) -> anyhow::Result<usize> {
        let state = self.shared.lock();
        Ok(state.waiting.saturating_sub(state.jobs.len() + state.checks.len()))
    }

    fn done(&mut self, _: u64) -> anyhow::Result<()> {
        Ok(())
    }

    fn ban(&mut self, worker: &str, why: &str) -> anyhow::Result<()> {
        self.shared.lock().banned.insert(worker.into(), why.into());
        self.shared.changed.notify_all();
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        self.shared.lock().is_finished = true;
        self.shared.changed.notify_all();
        Ok(())
    }
}

impl CheckQueue for EmbeddedQueue {
    fn put_check(&mut self, check: &Check, part: Vec<u8>) -> anyhow::Result<()> {
        self.shared.lock().checks.push_back((check.clone(), part));
        self.shared.changed.notify_all();
        Ok(())
    }

    fn next_verdict(&mut self, wait: Duration) -> anyhow::Result<Option<(CheckAnswer, u64)>> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        while state.verdicts.is_empty() && state.waiting <= state.checks.len() && Instant::now() < until {
            state = self.shared.wait(state, until);
        }
        Ok(state.verdicts.pop_front().map(|answer| (answer, 0)))
    }

    fn lost_checks(&mut self, _: &[Check]) -> anyhow::Result<Vec<Check>> {
        Ok(Vec::new())
    }
}

impl Queue for EmbeddedQueue {
    fn outstanding(&mut self, _: &mut dyn FnMut(JobId) -> bool) -> anyhow::Result<()> {
        Ok(())
    }

    fn put(&mut self, job: &Job) -> anyhow::Result<()> {
        self.shared.lock().jobs.push_back(job.clone());
        self.shared.changed.notify_all();
        Ok(())
    }

    fn next(&mut self, wait: Duration) -> anyhow::Result<Option<Delivery>> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        while state.results.is_empty() && state.waiting <= state.jobs.len() && Instant::now() < until {
            state = self.shared.wait(state, until);
        }
        Ok(state.results.pop_front())
    }

    fn agree(&mut self, lemmas: &[Lemma]) -> anyhow::Result<()> {
        // Workers of this process have learnt nothing before.
        self.shared.lock().lemmas = lemmas.to_vec();
        Ok(())
    }

    fn publish(&mut self, lemma: &Lemma) -> anyhow::Result<()> {
        self.shared.lock().lemmas.push(lemma.clone());
        Ok(())
    }

    fn lost(&mut self, _: &[JobId]) -> anyhow::Result<Vec<JobId>> {
        Ok(Vec::new())
    }

    fn show(&mut self, _: &Status) -> anyhow::Result<()> {
        Ok(())
    }

    fn workers(&mut self) -> anyhow::Result<Vec<Beat>> {
        Ok(self.shared.lock().beats.values().cloned().collect())
    }
}

impl Source for EmbeddedSource {
    fn take(&mut self, wait: Duration) -> anyhow::Result<Next> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        state.waiting += 1;
        self.shared.changed.notify_all();
        let next = loop {
            if let Some(why) = state.banned.get(&self.name) {
                break Next::Closed(Closed::Banned(why.clone()));
            }
            if state.is_finished {
                break Next::Closed(Closed::Finished);
            }
            if let Some(job) = state.jobs.pop_front() {
                self.current = Some(Current::Job(job.clone()));
                break Next::Job(job);
            }
            if let Some((check, part)) = state.checks.pop_front() {
                self.current = Some(Current::Check(check.clone(), part.clone()));
                break Next::Check(check, part);
            }
            if Instant::now() >= until {
                break Next::Nothing;
            }
            state = self.shared.wait(state, until);
        };
        state.waiting -= 1;
        Ok(next)
    }

    fn lemmas(&mut self) -> anyhow::Result<Vec<Lemma>> {
        let state = self.shared.lock();
        let new = state.lemmas[self.seen..].to_vec();
        self.seen = state.lemmas.len();
        Ok(new)
    }

    fn answer(&mut self, answer: &Answer, part: Option<Vec<u8>>) -> anyhow::Result<()> {
        self.current = None;
        let mut state = self.shared.lock();
        state.tokens += 1;
        let token = state.tokens;
        state.results.push_back(Delivery { answer: answer.clone(), part, token });
        self.shared.changed.notify_all();
        Ok(())
    }

    fn verdict(&mut self, answer: &CheckAnswer) -> anyhow::Result<()> {
        self.current = None;
        self.shared.lock().verdicts.push_back(answer.clone());
        self.shared.changed.notify_all();
        Ok(())
    }

    fn give_back(&mut self) -> anyhow::Result<()> {
        match self.current.take() {
            Some(Current::Job(job)) => self.shared.lock().jobs.push_front(job),
            Some(Current::Check(check, part)) => self.shared.lock().checks.push_front((check, part)),
            None => {}
        }
        self.shared.changed.notify_all();
        Ok(())
    }

    fn report(&mut self, beat: &Beat) -> anyhow::Result<()> {
        self.shared.lock().beats.insert(self.name.clone(), beat.clone());
        Ok(())
    }
}
