//! df-pn over situations (Nagai 2002), with bounds and known games at the leaves.
//!
//! Every node is seen by the side to move: `phi` is how hard it is to prove that it wins, `delta` that it loses. A node
//! is won if a child is lost, so `phi` is the least `delta` of the children and `delta` is made of their `phi`. The
//! search goes down to the child that is most worth it until its numbers pass what the rest of the tree allows.
//!
//! Threads share the table and search the same tree. A child that another thread is in looks worse for as long, so that
//! they go different ways (virtual proof numbers, Pawlewicz & Hayward 2013).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use otrera_board::Position;
use otrera_cgt::Interrupted;
use smallvec::SmallVec;

use crate::evaluate::{Evaluator, Known};
use crate::options::Options;
use crate::situation::{Book, Situation};
use crate::table::{Entry, Table};

/// A proof number that means: never.
const NEVER: u32 = u32::MAX / 4;
/// Bytes of the first table; it grows when it is half full.
const FIRST_TABLE: usize = 1 << 25;
/// The part of the table from which on it grows.
const FULL: f64 = 0.5;
/// One part in so many of the memory is for bounds of areas.
const BOUNDS_SHARE: usize = 5;
/// Most bytes for bounds of areas before the table has grown.
const FIRST_BOUNDS: usize = 1 << 24;
/// Children that are made before the first of them is looked up, so that memory is there in time.
const BATCH: usize = 4;
/// Counters of threads at work; two nodes that share one only look a little worse than they are.
const COUNTERS: usize = 1 << 16;

/// How a search went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children that were looked at.
    pub evaluated: u64,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move.
    Won,
    /// The other side.
    Lost,
}

/// A search and what it remembers. It can be asked again, and goes on from what it knows.
pub struct Solver<'a> {
    pub(crate) book: &'a Book<'a>,
    pub(crate) options: Options,
    table: Table,
    evaluator: Evaluator<'a>,
    stop: &'a AtomicBool,
    counters: Arc<Counters>,
}

/// How many nodes a search has expanded, to be asked while it goes on.
#[derive(Clone)]
pub struct Watch(Arc<Counters>);

impl Watch {
    /// Nodes so far.
    pub fn expanded(&self) -> u64 {
        self.0.expanded.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Watch({})", self.expanded())
    }
}

/// What threads count together.
struct Counters {
    expanded: AtomicU64,
    evaluated: AtomicU64,
    busy: Vec<AtomicU8>,
    /// Set by the thread that ends the search for all: it is solved, or the table has to grow.
    over: AtomicBool,
}

struct Child {
    situation: Situation,
    key: u64,
    ahead: i16,
    phi: u32,
    delta: u32,
}

impl<'a> Solver<'a> {
    /// Ready to search. `stop` is raised by the caller to end it.
    pub fn new(book: &'a Book<'a>, options: Options, stop: &'a AtomicBool) -> Solver<'a> {
        let bounds = (options.memory / BOUNDS_SHARE).min(FIRST_BOUNDS);
        Solver {
            book,
            options,
            table: Table::new((options.memory - bounds).min(FIRST_TABLE)),
            evaluator: Evaluator::new(book, options, bounds),
            stop,
            counters: Arc::new(Counters {
                expanded: AtomicU64::new(0),
                evaluated: AtomicU64::new(0),
                busy: (0..COUNTERS).map(|_| AtomicU8::new(0)).collect(),
                over: AtomicBool::new(false),
            }),
        }
    }

    /// Something to look at while it searches.
    pub fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.counters))
    }

    /// How it went so far.
    pub fn stats(&self) -> Stats {
        let [expanded, evaluated] =
            [&self.counters.expanded, &self.counters.evaluated].map(|c| c.load(Ordering::Relaxed));
        Stats { expanded, evaluated }
    }

    pub(crate) fn evaluator(&self) -> &Evaluator<'a> {
        &self.evaluator
    }

    /// Who wins a situation, if the table knows.
    pub(crate) fn is_settled(&self, situation: &Situation) -> Option<Answer> {
        let (core, ahead) = situation.split(self.book.store());
        let (key, ahead) = (situation.key(core), ahead as i16);
        let entry = self.table.get(key)?;
        match ahead {
            _ if ahead >= entry.won => Some(Answer::Won),
            _ if ahead <= entry.lost => Some(Answer::Lost),
            _ => None,
        }
    }

    /// The part of the table that is in use, from 0 to 1.
    pub fn load(&self) -> f64 {
        self.table.load()
    }

    /// Proof and disproof number of a situation, as far as it was searched.
    pub fn numbers(&self, situation: &Situation) -> Option<(u32, u32)> {
        let (core, _) = situation.split(self.book.store());
        self.table.get(situation.key(core)).map(|entry| (entry.phi, entry.delta))
    }

    /// Who wins a position.
    pub fn solve(&mut self, position: &Position<u64>) -> Result<Answer, Interrupted> {
        let situation = self.book.situation_with(position, self.options.small)?;
        self.solve_situation(&situation)
    }

    /// Who wins a situation.
    pub fn solve_situation(&mut self, situation: &Situation) -> Result<Answer, Interrupted> {
        let (core, ahead) = situation.split(self.book.store());
        let mut root =
            Child { situation: situation.clone(), key: situation.key(core), ahead: ahead as i16, phi: 0, delta: 0 };
        loop {
            (root.phi, root.delta) = match self.evaluator.evaluate(situation)? {
                Known::Won => (0, NEVER),
                Known::Lost => (NEVER, 0),
                Known::Open(phi, delta) => (phi, delta),
            };
            self.look_up(&mut root);
            if root.phi == 0 {
                return Ok(Answer::Won);
            }
            if root.delta == 0 {
                return Ok(Answer::Lost);
            }
            self.counters.over.store(false, Ordering::Relaxed);
            let this = &*self;
            let outcomes: Vec<Result<(), Interrupted>> = std::thread::scope(|scope| {
                let work = || {
                    let outcome = this.search(&root.situation, root.key, root.ahead, NEVER - 1, NEVER - 1);
                    this.counters.over.store(true, Ordering::Relaxed);
                    outcome.map(|_| ())
                };
                let others: Vec<_> = (1..this.options.threads).map(|_| scope.spawn(work)).collect();
                let own = work();
                let joined = others.into_iter().map(|thread| thread.join().expect("a thread does not panic"));
                joined.chain([own]).collect()
            });
            self.look_up(&mut root);
            if root.phi == 0 || root.delta == 0 {
                continue;
            }
            let asked = self.stop.load(Ordering::Relaxed) || self.stats().expanded >= self.options.nodes;
            if asked || !self.wants_to_grow() {
                return Err(outcomes.into_iter().find_map(Result::err).unwrap_or(Interrupted::Stopped));
            }
            self.grow();
        }
    }

    fn most_for_table(&self) -> usize {
        self.options.memory - self.options.memory / BOUNDS_SHARE
    }

    fn wants_to_grow(&self) -> bool {
        self.table.load() > FULL && self.table.bytes() < self.most_for_table() * 9 / 10
    }

    fn grow(&mut self) {
        // Both tables are there for a moment: the first eighth of the memory is what that may cost.
        self.table = self.table.grown(self.most_for_table());
        self.evaluator = Evaluator::new(self.book, self.options, self.options.memory / BOUNDS_SHARE);
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.counters.over.load(Ordering::Relaxed)
            || self.counters.expanded.load(Ordering::Relaxed) >= self.options.nodes
            || self.wants_to_grow()
    }

    /// Searches a node until its numbers reach the limits, and gives them.
    fn search(
        &self,
        situation: &Situation,
        key: u64,
        ahead: i16,
        phi_limit: u32,
        delta_limit: u32,
    ) -> Result<(u32, u32), Interrupted> {
        let before = self.counters.expanded.load(Ordering::Relaxed);
        let numbers = match self.evaluator.look_closely(situation)? {
            Known::Won => (0, NEVER),
            Known::Lost => (NEVER, 0),
            Known::Open(..) => (1, 1),
        };
        if numbers != (1, 1) {
            self.keep(key, ahead, numbers, 1);
            return Ok(numbers);
        }
        let Some(mut children) = self.expand(situation)? else {
            self.keep(key, ahead, (0, NEVER), 1);
            return Ok((0, NEVER));
        };
        loop {
            // Step 1. The numbers of the node, and its best child.
            let Numbers { phi, looks, delta, best, second } = self.numbers_of(&children);
            let work = self.counters.expanded.load(Ordering::Relaxed) - before + 1;
            if phi == 0 || delta == 0 {
                let numbers = if phi == 0 { (0, NEVER) } else { (NEVER, 0) };
                self.keep(key, ahead, numbers, work);
                return Ok(numbers);
            }
            if looks >= phi_limit || delta >= delta_limit {
                // What others at work make it look like is for the way up, and not to be remembered.
                self.keep(key, ahead, (phi, delta), work);
                return Ok((looks, delta));
            }
            if self.is_over() {
                return Err(Interrupted::Stopped);
            }
            // Step 2. Down, until the second child is better by some slack, or the node's limits are reached.
            let child = &mut children[best];
            let child_phi = (delta_limit - delta).saturating_add(child.phi).min(NEVER - 1);
            let slack = second / self.options.slack;
            let child_delta = phi_limit.min(second.saturating_add(slack).saturating_add(1)).min(NEVER - 1);
            let busy = &self.counters.busy[child.key as usize % COUNTERS];
            busy.fetch_add(1, Ordering::Relaxed);
            let outcome = self.search(&child.situation, child.key, child.ahead, child_phi, child_delta);
            busy.fetch_sub(1, Ordering::Relaxed);
            (child.phi, child.delta) = outcome?;
            // Step 3. A child that the opponent wins is none. With others at work, more may be settled by now; numbers
            // that are open are not taken over, for they may be older than ours, and this would go on forever.
            if child.phi == 0 {
                children.swap_remove(best);
            }
            if self.options.threads > 1 {
                for child in &mut children {
                    self.look_up_settled(child);
                }
                children.retain(|child| child.phi != 0);
            }
        }
    }

    fn numbers_of(&self, children: &[Child]) -> Numbers {
        let mut numbers = Numbers { phi: NEVER, looks: NEVER, delta: 0, best: usize::MAX, second: NEVER };
        let (mut most, mut sum) = (0, 0_u64);
        for (number, child) in children.iter().enumerate() {
            numbers.phi = numbers.phi.min(child.delta);
            most = most.max(child.phi);
            sum += u64::from(child.phi);
            let looks = match self.options.threads {
                1 => child.delta,
                _ => {
                    let busy = self.counters.busy[child.key as usize % COUNTERS].load(Ordering::Relaxed);
                    child.delta.saturating_add(child.delta / 2 * u32::from(busy)).saturating_add(busy.into())
                }
            };
            if looks < numbers.looks || numbers.best == usize::MAX {
                numbers.second = numbers.looks;
                numbers.looks = looks;
                numbers.best = number;
            } else if looks < numbers.second {
                numbers.second = looks;
            }
        }
        let others = (sum - u64::from(most)) / u64::from(self.options.share);
        numbers.delta = (u64::from(most) + others).min(u64::from(NEVER)) as u32;
        numbers
    }

    /// All children that are open; `None` if one of them is lost for the opponent.
    fn expand(&self, situation: &Situation) -> Result<Option<Vec<Child>>, Interrupted> {
        self.counters.expanded.fetch_add(1, Ordering::Relaxed);
        let mut children: Vec<Child> = Vec::new();
        let mut batch = SmallVec::new();
        let mut won = false;
        self.book.for_each_child(situation, self.options.small, |_, child| {
            let (core, ahead) = child.split(self.book.store());
            let key = child.key(core);
            self.table.prefetch(key);
            self.evaluator.prefetch(&child);
            batch.push(Child { situation: child, key, ahead: ahead as i16, phi: 0, delta: 0 });
            if batch.len() == BATCH {
                won = self.evaluate_all(&mut batch, &mut children)?;
            }
            Ok(!won)
        })?;
        if won || self.evaluate_all(&mut batch, &mut children)? {
            return Ok(None);
        }
        children.sort_unstable_by_key(|child| (child.key, child.ahead));
        children.dedup_by_key(|child| (child.key, child.ahead));
        Ok(Some(children))
    }

    /// Adds those children of a batch that are open to others; says whether one is lost for the opponent.
    fn evaluate_all(
        &self,
        batch: &mut SmallVec<[Child; BATCH]>,
        children: &mut Vec<Child>,
    ) -> Result<bool, Interrupted> {
        let (mut won, mut evaluated) = (false, 0);
        for mut child in batch.drain(..) {
            evaluated += 1;
            match self.evaluator.evaluate(&child.situation)? {
                Known::Lost => won = true,
                Known::Won => {}
                Known::Open(phi, delta) => {
                    (child.phi, child.delta) = (phi, delta);
                    self.look_up(&mut child);
                    won = child.delta == 0;
                    if child.phi != 0 {
                        children.push(child);
                    }
                }
            }
            if won {
                break;
            }
        }
        self.counters.evaluated.fetch_add(evaluated, Ordering::Relaxed);
        Ok(won)
    }

    fn keep(&self, key: u64, ahead: i16, (phi, delta): (u32, u32), work: u64) {
        self.table.update(key, |entry| {
            match (phi, delta) {
                (0, _) => entry.won = entry.won.min(ahead),
                (_, 0) => entry.lost = entry.lost.max(ahead),
                _ => (entry.phi, entry.delta) = (phi, delta),
            }
            entry.work = entry.work.saturating_add(work.min(u64::from(u32::MAX)) as u32);
        });
    }

    /// What the table knows about a child.
    fn look_up(&self, child: &mut Child) {
        if let Some(entry) = self.look_up_settled(child)
            && entry.phi > 0
        {
            (child.phi, child.delta) = (entry.phi, entry.delta);
        }
    }

    /// Whether the table knows who wins a child; if it does not, its entry.
    fn look_up_settled(&self, child: &mut Child) -> Option<Entry> {
        let entry = self.table.get(child.key)?;
        if child.ahead >= entry.won {
            (child.phi, child.delta) = (0, NEVER);
        } else if child.ahead <= entry.lost {
            (child.phi, child.delta) = (NEVER, 0);
        } else {
            return Some(entry);
        }
        None
    }
}

/// The numbers of a node.
struct Numbers {
    phi: u32,
    /// The proof number with children that other threads are in looking worse.
    looks: u32,
    delta: u32,
    /// The child to go to.
    best: usize,
    /// What the next best child looks like.
    second: u32,
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver({:?})", self.stats())
    }
}
