//! The manager: decides which jobs go out, and takes their results into the ledger and the tree.
//!
//! A leaf is handed out with a budget of nodes. If it comes back open, its next budget is larger, because the first was
//! too small, and the table of a worker still has most of the work. After a number of tries the leaf is expanded instead.
//! So hard situations are split until their pieces fit into a job, and easy ones stay whole.
//!
//! Long jobs do not come last. Hard situations are split until their jobs are short, and of the jobs handed out together the
//! largest go first.
//!
//! The tree is rebuilt from the ledger. Every step that changed it was recorded before it was taken, so a manager that was
//! killed goes on where the ledger ends; it has lost the jobs in flight at most.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, ensure};
use otrera_board::{Position, Side};
use otrera_cgt::Interrupted;
use otrera_solver::{Knowledge, Lemmas, Numbers, Options, Situation, Solver};
use rustc_hash::FxHashMap;

use crate::key::Key;
use crate::message::{Answer, Job, JobId, Lemma, Outcome};
use crate::parts::Statement;
use crate::plan::Plan;
use crate::record::{Record, Work, is_worker_name};
use crate::tree::{Budgets, NewChild, NodeId, ROOT, Tree};

/// Failures of one job after which its leaf is expanded: some jobs need more memory than any worker has.
const FAILURES: u32 = 3;

/// The reason for which a part is refused whose worker knows more than the ledger.
const UNFOUNDED: &str = "the part rests on a claim that no accepted part makes";

/// The files of a campaign, as the manager uses them.
pub trait Archive {
    /// Appends a record to the ledger, and returns once it is on the disk.
    fn append(&mut self, record: &Record) -> anyhow::Result<()>;

    /// Checks a part and keeps it, if it proves the statement. It may rest on `known`.
    fn keep(&mut self, part: &[u8], statement: &Statement<'_>, known: &Lemmas) -> anyhow::Result<Verdict>;
}

/// The end of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The part holds, and is kept.
    Kept(Part),
    /// The part does not prove the result.
    Refused(String),
    /// The part rests on a claim that no accepted part makes. Its worker may have learnt the claim from a ledger whose end
    /// was lost.
    Unfounded,
    /// The part could not be checked, for this reason.
    Unchecked(String),
}

/// A part that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Hash of its content.
    pub hash: String,
    /// Number of its claims.
    pub claims: u64,
    /// Its length.
    pub bytes: u64,
}

/// The consequence of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It is in the ledger.
    Recorded,
    /// It is in the ledger, and others may rest on these situations.
    Proven(Vec<Lemma>),
    /// It was known already.
    Repeated,
    /// The job could not be done, for this reason.
    Failed(String),
    /// It was refused for this reason, and its worker gets no more jobs.
    Refused(String),
    /// It came from a worker that was banned before, and was not read.
    Unread,
}

/// Work and results of one worker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contribution {
    /// Results.
    pub jobs: u64,
    /// Nodes.
    pub nodes: u64,
    /// Seconds of CPU time.
    pub cpu: f64,
}

/// Sums over all results.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Results that came back open.
    pub open: u64,
    /// Results with a winner.
    pub proven: u64,
    /// Results that were known already.
    pub repeated: Contribution,
    /// All results, by worker.
    pub workers: BTreeMap<String, Contribution>,
    /// Jobs, and those with a winner, by the number of jobs that their leaf had before.
    pub tries: Vec<[u64; 2]>,
    /// Claims of all parts.
    pub claims: u64,
    /// Bytes of all parts.
    pub bytes: u64,
    /// Workers that get no more jobs, with the reason.
    pub banned: BTreeMap<String, String>,
}

impl Totals {
    fn count_try(&mut self, attempt: u32, is_proven: bool) {
        // A ledger can name any number, and the tries of a plan are few.
        let attempt = (attempt as usize).min(64);
        if self.tries.len() <= attempt {
            self.tries.resize(attempt + 1, [0; 2]);
        }
        self.tries[attempt][0] += 1;
        self.tries[attempt][1] += u64::from(is_proven);
    }
}

/// The state of a campaign.
pub struct Manager<'a> {
    pub(crate) plan: Plan,
    pub(crate) knowledge: &'a Knowledge<'a>,
    pub(crate) root: Position,
    /// Evaluates the children of expanded leaves. Its table stays empty.
    pub(crate) guesser: Solver<'a>,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) tree: Tree,
    /// Paths of the jobs that are out.
    out: FxHashMap<JobId, Vec<NodeId>>,
    failures: FxHashMap<JobId, u32>,
    /// Parts of a worker that rest on claims that no accepted part makes.
    unfounded: FxHashMap<String, u32>,
    pub(crate) totals: Totals,
    /// Situations that parts may rest on, for workers and as a set.
    pub(crate) published: Vec<Lemma>,
    pub(crate) lemmas: Lemmas,
    pub(crate) finished: Option<(Side, String)>,
}

/// Memory of the solver that evaluates children.
const GUESSER: usize = 32 << 20;

impl<'a> Manager<'a> {
    /// A campaign without any results but those that its plan assumes. The caller sets `stop` to end long work.
    pub fn new(plan: Plan, knowledge: &'a Knowledge<'a>, stop: &'a AtomicBool) -> anyhow::Result<Manager<'a>> {
        let root = plan.root()?;
        ensure!(
            otrera_solver::wide_area(&root).is_none(),
            "an area of the position needs a box of more than 64 squares"
        );
        let options = Options { memory: GUESSER, ..Options::FULL };
        let guesser = Solver::new(knowledge, options, stop);
        let situation = knowledge.situation(&root, options.small)?;
        let numbers = guesser.guess(&situation)?;
        let key = Key::new(knowledge.store(), &situation, root.to_move());
        let budgets = Budgets { first: plan.budget, growth: plan.growth };
        let tree = Tree::new(NewChild { key, situation, numbers }, budgets);
        let mut manager = Manager {
            plan,
            knowledge,
            root,
            guesser,
            stop,
            tree,
            out: FxHashMap::default(),
            failures: FxHashMap::default(),
            unfounded: FxHashMap::default(),
            totals: Totals::default(),
            published: Vec::new(),
            lemmas: Lemmas::default(),
            finished: None,
        };
        manager.assume()?;
        Ok(manager)
    }

    /// Rebuilds the state that the records describe.
    pub fn replay(&mut self, records: &[Record]) -> anyhow::Result<()> {
        for (index, record) in records.iter().enumerate() {
            self.apply(record).with_context(|| format!("record {} of the ledger", index + 1))?;
        }
        Ok(())
    }

    /// The winner of the root, once it is settled without assumptions.
    pub fn winner(&self) -> Option<Side> {
        self.settled().filter(|_| !self.tree.assumed().contains(&ROOT))
    }

    /// The winner of the root, once it is settled. It may rest on assumptions.
    pub fn settled(&self) -> Option<Side> {
        let root = self.tree.node(ROOT);
        match root.numbers {
            numbers if numbers.is_won() => Some(root.key.to_move),
            numbers if numbers.is_lost() => Some(!root.key.to_move),
            _ => None,
        }
    }

    /// True once the proof is complete.
    pub fn is_finished(&self) -> bool {
        self.finished.is_some()
    }

    /// Changes the state by a record.
    fn apply(&mut self, record: &Record) -> anyhow::Result<()> {
        match record {
            Record::Open { key, attempt, proof, disproof, children, work } => {
                let id = self.known(*key)?;
                self.count(work, |totals| totals.open += 1);
                self.totals.count_try(*attempt, false);
                self.tree.count_work(id, work.nodes, work.cpu);
                let node = self.tree.node_mut(id);
                node.attempts = node.attempts.max(attempt.saturating_add(1));
                node.worker = Some(work.worker.clone());
                if !node.is_expanded && !node.numbers.is_settled() {
                    let numbers = |&(key, proof, disproof): &(Key, u32, u32)| (key, Numbers { proof, disproof });
                    node.foreseen = children.iter().map(numbers).collect();
                    self.tree.set_numbers(id, Numbers { proof: *proof, disproof: *disproof });
                }
            }
            Record::Proven { key, attempt, winner, part, claims, bytes, lemmas, work } => {
                let id = self.known(*key)?;
                self.count(work, |totals| totals.proven += 1);
                self.totals.count_try(*attempt, true);
                self.totals.claims += claims;
                self.totals.bytes += bytes;
                self.tree.count_work(id, work.nodes, work.cpu);
                let node = self.tree.node_mut(id);
                node.part = Some(part.clone());
                let numbers = if winner.0 == key.to_move { Numbers::WON } else { Numbers::LOST };
                self.tree.set_numbers(id, numbers);
                for text in lemmas {
                    self.add_lemma(text)?;
                }
            }
            Record::Repeated { work, .. } => {
                self.count(work, |_| ());
                let Totals { repeated, .. } = &mut self.totals;
                repeated.jobs += 1;
                repeated.nodes = repeated.nodes.saturating_add(work.nodes);
                repeated.cpu += work.cpu;
            }
            Record::Expanded { key } => {
                let id = self.known(*key)?;
                ensure!(!self.tree.node(id).is_expanded, "a leaf is expanded twice");
                let children = self.children(id)?;
                self.tree.expand(id, children);
            }
            Record::Banned { worker, why } => {
                self.totals.banned.insert(worker.clone(), why.clone());
            }
            Record::Finished { winner, part, claims, bytes } => {
                self.totals.claims += claims;
                self.totals.bytes += bytes;
                self.finished = Some((winner.0, part.clone()));
            }
        }
        Ok(())
    }

    fn add_lemma(&mut self, text: &str) -> anyhow::Result<()> {
        let (situation, to_move) = self.knowledge.read_situation(text, Options::FULL.small)?;
        let key = Key::new(self.knowledge.store(), &situation, to_move);
        self.lemmas.insert(self.knowledge, &situation, to_move);
        self.published.push(Lemma { key, situation: text.into() });
        Ok(())
    }

    fn known(&self, key: Key) -> anyhow::Result<NodeId> {
        self.tree.find(key).context("the ledger names a situation that is not in its tree")
    }

    fn count(&mut self, work: &Work, change: impl FnOnce(&mut Totals)) {
        let worker = self.totals.workers.entry(work.worker.clone()).or_default();
        worker.jobs += 1;
        worker.nodes = worker.nodes.saturating_add(work.nodes);
        worker.cpu += work.cpu;
        change(&mut self.totals);
    }

    /// Appends a record to the ledger and takes it into the state.
    pub(crate) fn record(&mut self, archive: &mut dyn Archive, record: &Record) -> anyhow::Result<()> {
        archive.append(record)?;
        self.apply(record)
    }

    /// Children of a node for its expansion: with numbers from bounds, else from a worker, else first guesses.
    pub(crate) fn children(&self, id: NodeId) -> Result<Vec<NewChild>, Interrupted> {
        let node = self.tree.node(id);
        let foreseen: FxHashMap<Key, Numbers> = node.foreseen.iter().copied().collect();
        let to_move = !node.key.to_move;
        let children = self.guesser.numbered_children(&node.situation)?.into_iter();
        let with_key = |(situation, guess): (Situation, Numbers)| {
            let key = Key::new(self.knowledge.store(), &situation, to_move);
            let open = foreseen.get(&key).copied().filter(|numbers| !numbers.is_settled());
            let numbers = if guess.is_settled() { guess } else { open.unwrap_or(guess) };
            NewChild { key, situation, numbers }
        };
        Ok(children.map(with_key).collect())
    }

    /// Up to `count` jobs, the longest first. Leaves whose tries are used up are expanded on the way. If all leaves are
    /// out, the most promising of them is expanded, so that no worker waits.
    pub fn next_jobs(&mut self, archive: &mut dyn Archive, count: usize) -> anyhow::Result<Vec<Job>> {
        let mut jobs = Vec::new();
        while jobs.len() < count {
            let Some(path) = self.tree.next_leaf() else {
                let Some(path) = self.tree.next_leaf_out() else { break };
                self.expand(archive, &path)?;
                continue;
            };
            let &leaf = path.last().expect("a path has a leaf");
            let node = self.tree.node(leaf);
            let id = JobId { key: node.key, attempt: node.attempts };
            let has_failed = self.failures.get(&id).is_some_and(|&failures| failures >= FAILURES);
            if node.attempts >= self.plan.tries || has_failed {
                self.expand(archive, &path)?;
                continue;
            }
            jobs.push(Job {
                key: node.key,
                attempt: node.attempts,
                situation: self.knowledge.situation_text(&node.situation, node.key.to_move),
                nodes: self.plan.nodes(node.attempts),
                wants_children: node.attempts + 1 >= self.plan.tries,
                // Else the worker of the situation that this one is from: its table has met it.
                prefers: path.iter().rev().find_map(|&id| self.tree.node(id).worker.clone()),
            });
            self.tree.hand_out(&path);
            self.out.insert(id, path);
        }
        jobs.sort_by_key(|job| std::cmp::Reverse(job.nodes));
        Ok(jobs)
    }

    fn expand(&mut self, archive: &mut dyn Archive, path: &[NodeId]) -> anyhow::Result<()> {
        let key = self.tree.node(*path.last().expect("a path has a leaf")).key;
        self.record(archive, &Record::Expanded { key })
    }

    /// Marks a job that an earlier manager handed out. Returns false if nobody needs it any more.
    pub fn adopt(&mut self, job: JobId) -> bool {
        let Some(id) = self.tree.find(job.key) else { return false };
        let node = self.tree.node(id);
        let is_wanted = !node.numbers.is_settled() && !node.is_expanded && node.attempts == job.attempt;
        if is_wanted && !self.tree.is_out(id) {
            let path = vec![id];
            self.tree.hand_out(&path);
            self.out.insert(job, path);
        }
        is_wanted
    }

    /// Takes a lost job back, so that it can be handed out again.
    pub fn release(&mut self, job: JobId) {
        if let Some(path) = self.out.remove(&job) {
            self.tree.take_back(&path);
        }
    }

    /// The jobs that are out.
    pub fn jobs_out(&self) -> impl Iterator<Item = JobId> {
        self.out.keys().copied()
    }

    /// Takes a result. A part is checked before anything is recorded. If the archive fails, nothing is taken, and the
    /// result may come again.
    pub fn receive(
        &mut self,
        archive: &mut dyn Archive,
        answer: Answer,
        part: Option<&[u8]>,
    ) -> anyhow::Result<Receipt> {
        let Answer { job, work, outcome } = answer;
        if !is_worker_name(&work.worker) {
            // Of no worker of this program, and a ban needs a name.
            return Ok(Receipt::Failed("the result has no proper name of a worker".into()));
        }
        if self.totals.banned.contains_key(&work.worker) {
            self.release(job);
            return Ok(Receipt::Unread);
        }
        if !work.is_possible() {
            let work = Work { nodes: 0, cpu: 0.0, ..work };
            return self.refuse(archive, job, &work, "the result has impossible figures of its work".into());
        }
        let Some(id) = self.tree.find(job.key) else {
            // Of a ledger whose end was lost, or of another campaign: nobody lied.
            return Ok(Receipt::Failed("the result is about a situation that is not in the tree".into()));
        };
        let node = self.tree.node(id);
        let (is_settled, is_next) = (node.numbers.is_settled(), node.attempts == job.attempt);
        let (key, attempt) = (job.key, job.attempt);
        let receipt = match outcome {
            Outcome::Failed { why } => {
                *self.failures.entry(job).or_default() += 1;
                Receipt::Failed(why)
            }
            Outcome::Proven { .. } if is_settled => {
                self.record(archive, &Record::Repeated { key, work })?;
                Receipt::Repeated
            }
            Outcome::Open { .. } if is_settled || !is_next => {
                self.record(archive, &Record::Repeated { key, work })?;
                Receipt::Repeated
            }
            Outcome::Open { proof, disproof, children } => {
                let limit = Numbers::WON.disproof;
                let is_open = |number: u32| number > 0 && number < limit;
                if !is_open(proof) || !is_open(disproof) {
                    return self.refuse(archive, job, &work, "an open result has numbers of a settled one".into());
                }
                self.record(archive, &Record::Open { key, attempt, proof, disproof, children, work })?;
                Receipt::Recorded
            }
            Outcome::Proven { winner, lemmas } => {
                let statement =
                    Statement { situation: &node.situation, to_move: key.to_move, winner: winner.0, lemmas: &lemmas };
                let verdict = match part {
                    Some(part) => archive.keep(part, &statement, &self.lemmas)?,
                    None => Verdict::Refused("the result has no certificate part".into()),
                };
                let Part { hash: part, claims, bytes } = match verdict {
                    Verdict::Kept(part) => part,
                    Verdict::Refused(why) => return self.refuse(archive, job, &work, why),
                    Verdict::Unchecked(why) => {
                        *self.failures.entry(job).or_default() += 1;
                        self.release(job);
                        return Ok(Receipt::Failed(why));
                    }
                    Verdict::Unfounded => {
                        let failures = self.unfounded.entry(work.worker.clone()).or_default();
                        *failures += 1;
                        if *failures >= FAILURES {
                            return self.refuse(archive, job, &work, UNFOUNDED.into());
                        }
                        self.release(job);
                        return Ok(Receipt::Failed(UNFOUNDED.into()));
                    }
                };
                let before = self.published.len();
                self.record(archive, &Record::Proven { key, attempt, winner, part, claims, bytes, lemmas, work })?;
                Receipt::Proven(self.published[before..].to_vec())
            }
        };
        self.release(job);
        Ok(receipt)
    }

    /// Discards a wrong result, and bans its worker.
    fn refuse(&mut self, archive: &mut dyn Archive, job: JobId, work: &Work, why: String) -> anyhow::Result<Receipt> {
        self.record(archive, &Record::Banned { worker: work.worker.clone(), why: why.clone() })?;
        self.release(job);
        Ok(Receipt::Refused(why))
    }
}
