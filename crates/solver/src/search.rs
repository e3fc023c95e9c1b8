//! df-pn over situations (Nagai 2002), with bounds and known games at the leaves.
//!
//! Every node is seen by the side to move: `phi` is how hard it is to prove that it wins, `delta` that it loses. A node
//! is won if a child is lost, so `phi` is the least `delta` of the children and `delta` is made of their `phi`. The
//! search goes down to the child that is most worth it until its numbers pass what the rest of the tree allows.
//!
//! Threads share the table and search the same tree. A child that another thread is in looks worse for as long, so that
//! they go different ways (virtual proof numbers, Pawlewicz & Hayward 2013).

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use otrera_board::{Bits, Position};
use otrera_cgt::Interrupted;
use smallvec::SmallVec;

use crate::checkpoint::{self, Head, ResumeError};
use crate::evaluate::{Evaluator, Known};
use crate::options::Options;
use crate::replies::{Frame, Replies};
use crate::situation::{Book, Situation, Step};
use crate::table::{Entry, SEGMENT_BYTES, Table};
use crate::watch::{COUNTED, Shared, View, Watch, place};

/// A proof number that means: never.
const NEVER: u32 = u32::MAX / 4;
/// Bytes of the first table; it grows when it is half full. Small questions are answered in a table that is near.
const FIRST_TABLE: usize = 1 << 23;
/// The part of the table from which on it grows.
const FULL: f64 = 0.5;
/// How many times larger the table gets at once.
const LARGEST_STEP: usize = 8;
/// One part in so many of the memory is for bounds of areas.
const BOUNDS_SHARE: usize = 5;
/// Most bytes for bounds of areas before the table has grown.
const FIRST_BOUNDS: usize = 1 << 24;
/// Children that are made before the first of them is looked up, so that memory is there in time.
const BATCH: usize = 4;
/// Bytes of claims that there is always room for.
const LEAST_FOR_CLAIMS: usize = 1 << 20;

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
    evaluator: Evaluator<'a>,
    stop: &'a AtomicBool,
    shared: Arc<Shared>,
    /// Nodes that do not count against the limit: those of a checkpoint, and those before [`Solver::allow`].
    before: u64,
    /// Bytes of a certificate that is being made, which the table cannot have.
    claims: usize,
}

struct Child {
    /// The move that leads to it; at the root it means nothing.
    step: Step,
    situation: Situation,
    key: u128,
    ahead: i16,
    phi: u32,
    delta: u32,
}

impl<'a> Solver<'a> {
    /// Ready to search. `stop` is raised by the caller to end it.
    pub fn new(book: &'a Book<'a>, options: Options, stop: &'a AtomicBool) -> Solver<'a> {
        let bounds = (options.memory / BOUNDS_SHARE).min(FIRST_BOUNDS);
        let table = Table::new((options.memory - bounds).min(FIRST_TABLE));
        Solver {
            book,
            options,
            evaluator: Evaluator::new(book, options, bounds),
            stop,
            shared: Arc::new(Shared::new(table, options.threads)),
            before: 0,
            claims: 0,
        }
    }

    /// What it uses.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// From here on, so many nodes may be expanded; what was found before is kept.
    pub fn allow(&mut self, nodes: u64) {
        self.options.nodes = nodes;
        self.before = self.stats().expanded;
    }

    /// Something to look at while it searches.
    pub fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.shared))
    }

    /// How it went so far, what was done before a checkpoint included.
    pub fn stats(&self) -> Stats {
        self.watch().stats()
    }

    /// The part of the table that is in use, from 0 to 1.
    pub fn load(&self) -> f64 {
        self.shared.table().load()
    }

    /// Goes on from a checkpoint of a search like the one of `head`, in a file of this length. Returns its head. After an
    /// error nothing is to be expected of the solver.
    pub fn resume(&mut self, from: &mut impl Read, length: u64, head: &Head) -> Result<Head, ResumeError> {
        let most = self.most_for_table();
        let mut grown = false;
        let found = self.shared.change_table(|table| {
            checkpoint::read(from, length, head, |entries| {
                while (entries as f64) > FULL * table.places() as f64 && is_larger(most, table) {
                    table.grow(most, LARGEST_STEP);
                    grown = true;
                }
                table
            })
        })?;
        if grown {
            self.enlarge_evaluator();
        }
        self.shared.expanded.store(found.expanded, Relaxed);
        self.shared.evaluated.store(found.evaluated, Relaxed);
        self.before = found.expanded;
        Ok(found)
    }

    pub(crate) fn evaluator(&self) -> &Evaluator<'a> {
        &self.evaluator
    }

    /// Who wins a situation, if the table knows.
    pub(crate) fn is_settled(&self, situation: &Situation) -> Option<Answer> {
        let (key, ahead) = place(self.book, situation);
        let entry = self.shared.table().get(key)?;
        match ahead {
            _ if ahead >= entry.won.into() => Some(Answer::Won),
            _ if ahead <= entry.lost.into() => Some(Answer::Lost),
            _ => None,
        }
    }

    /// Proof and disproof number of a situation, as far as it was searched.
    pub fn numbers(&self, situation: &Situation) -> Option<(u32, u32)> {
        let (key, _) = place(self.book, situation);
        self.shared.table().get(key).map(|entry| (entry.phi, entry.delta))
    }

    /// Who wins a position.
    ///
    /// # Panics
    /// If the position does not [fit](Book::fits).
    pub fn solve<B: Bits>(&mut self, position: &Position<B>) -> Result<Answer, Interrupted> {
        let situation = self.book.situation_with(position, self.options.small)?;
        self.solve_situation(&situation)
    }

    /// Who wins a situation.
    pub fn solve_situation(&mut self, situation: &Situation) -> Result<Answer, Interrupted> {
        let (phi, delta) = match self.evaluator.evaluate(situation)? {
            Known::Won => return Ok(Answer::Won),
            Known::Lost => return Ok(Answer::Lost),
            Known::Open(phi, delta) => (phi, delta),
        };
        let (key, ahead) = place(self.book, situation);
        let root = Child { step: Step::Rest(situation.rest), situation: situation.clone(), key, ahead, phi, delta };
        loop {
            if let Some(answer) = self.is_settled(situation) {
                return Ok(answer);
            }
            let outcomes = self.search_together(&root);
            for outcome in &outcomes {
                match outcome {
                    Ok((0, _)) => return Ok(Answer::Won),
                    Ok((_, 0)) => return Ok(Answer::Lost),
                    Err(why) if *why != Interrupted::Stopped => return Err(*why),
                    _ => {}
                }
            }
            if self.is_asked_to_stop() || !self.wants_to_grow(&self.shared.table()) {
                return Err(Interrupted::Stopped);
            }
            self.grow();
        }
    }

    /// Searches the root with all threads until one of them knows who wins, or the search has to stop. Returns what each
    /// thread found.
    fn search_together(&self, root: &Child) -> Vec<Result<(u32, u32), Interrupted>> {
        self.shared.over.store(false, Relaxed);
        let table = self.shared.table();
        let work = |view| {
            let worker = Worker { solver: self, shared: &self.shared, table: &table, view };
            let outcome = worker.search(root, (NEVER - 1, NEVER - 1), 0, &mut Tries::default());
            self.shared.over.store(true, Relaxed);
            outcome
        };
        std::thread::scope(|scope| {
            let (first, others) = self.shared.views.split_first().expect("there is a thread");
            let others: Vec<_> = others.iter().map(|view| scope.spawn(move || work(view))).collect();
            let own = work(first);
            let joined = others.into_iter().map(|thread| thread.join().expect("a thread does not panic"));
            joined.chain([own]).collect()
        })
    }

    fn most_for_table(&self) -> usize {
        (self.options.memory - self.options.memory / BOUNDS_SHARE).saturating_sub(self.claims)
    }

    /// Makes room for so many bytes of claims, by making the table smaller. Fails if they get too many.
    pub(crate) fn make_room(&mut self, claims: usize) -> Result<(), Interrupted> {
        self.claims = claims;
        if claims <= LEAST_FOR_CLAIMS {
            return Ok(());
        }
        if claims > self.options.memory / 8 * 5 {
            return Err(Interrupted::OutOfMemory);
        }
        let most = self.most_for_table();
        // Who saves the table holds it for a while, and is waited for only if it has to change.
        if self.shared.table().bytes() > most {
            self.shared.change_table(|table| while table.bytes() > most && table.halve() {});
        }
        Ok(())
    }

    fn wants_to_grow(&self, table: &Table) -> bool {
        table.load() > FULL && is_larger(self.most_for_table(), table)
    }

    fn grow(&mut self) {
        self.shared.change_table(|table| table.grow(self.most_for_table(), LARGEST_STEP));
        self.enlarge_evaluator();
    }

    fn enlarge_evaluator(&mut self) {
        // The old one goes first: both together may be too much.
        self.evaluator = Evaluator::new(self.book, self.options, 0);
        self.evaluator = Evaluator::new(self.book, self.options, self.options.memory / BOUNDS_SHARE);
    }

    /// Whether the caller's flag is raised.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn is_asked_to_stop(&self) -> bool {
        let expanded = self.shared.expanded.load(Relaxed) - self.before;
        self.is_stopped() || expanded >= self.options.nodes
    }
}

/// Whether a table can grow to something that is worth it in so many bytes.
fn is_larger(bytes: usize, table: &Table) -> bool {
    table.bytes() >= SEGMENT_BYTES && bytes / SEGMENT_BYTES > table.bytes() / SEGMENT_BYTES
}

/// One thread of a search.
struct Worker<'s, 'a> {
    solver: &'s Solver<'a>,
    shared: &'s Shared,
    table: &'s Table,
    view: &'s View,
}

impl Worker<'_, '_> {
    fn is_over(&self) -> bool {
        self.shared.over.load(Relaxed) || self.solver.is_asked_to_stop() || self.solver.wants_to_grow(self.table)
    }

    /// Searches a node until its numbers reach the limits, and gives them.
    fn search(
        &self,
        node: &Child,
        limits: (u32, u32),
        ply: usize,
        tries: &mut Tries,
    ) -> Result<(u32, u32), Interrupted> {
        let (phi_limit, delta_limit) = limits;
        let before = self.shared.expanded.load(Relaxed);
        let settled = match self.solver.evaluator.look_closely(&node.situation)? {
            Known::Won => Some((0, NEVER)),
            Known::Lost => Some((NEVER, 0)),
            Known::Open(..) => None,
        };
        if let Some(numbers) = settled {
            self.keep(node, numbers, 1);
            return Ok(numbers);
        }
        let Some((mut children, all)) = self.expand(&node.situation, ply, tries)? else {
            self.keep(node, (0, NEVER), 1);
            return Ok((0, NEVER));
        };
        let mut replies = Replies::default();
        loop {
            // Step 1. The numbers of the node, and its best child.
            let Numbers { phi, looks, delta, best, second } = self.numbers_of(&children);
            let work = self.shared.expanded.load(Relaxed) - before + 1;
            self.show(ply, (phi, delta), children.len(), all);
            if phi == 0 || delta == 0 {
                let numbers = if phi == 0 { (0, NEVER) } else { (NEVER, 0) };
                self.keep(node, numbers, work);
                return Ok(numbers);
            }
            if looks >= phi_limit || delta >= delta_limit {
                // What others at work make it look like is for the way up, and not to be remembered.
                self.keep(node, (phi, delta), work);
                return Ok((looks, delta));
            }
            if self.is_over() {
                return Err(Interrupted::Stopped);
            }
            // Step 2. Down, until the second child is better by some slack, or the node's limits are reached.
            let child = &mut children[best];
            let child_phi = (delta_limit - delta).saturating_add(child.phi).min(NEVER - 1);
            let slack = second / self.solver.options.slack;
            let child_delta = phi_limit.min(second.saturating_add(slack).saturating_add(1)).min(NEVER - 1);
            let busy = self.shared.busy(child.key);
            self.view.go(ply, child.key, child.ahead);
            busy.fetch_add(1, Relaxed);
            let frame = Frame::new(&node.situation, child.step, &child.situation);
            let first = frame.as_ref().map(|frame| replies.for_child(frame, &child.situation)).unwrap_or_default();
            let mut tries = Tries { first, won: None };
            let outcome = self.search(child, (child_phi, child_delta), ply + 1, &mut tries);
            busy.fetch_sub(1, Relaxed);
            (child.phi, child.delta) = outcome?;
            if let (Some(frame), Some(reply)) = (frame, tries.won) {
                replies.add(&frame, &child.situation, reply);
            }
            // Step 3. A child that the opponent wins is none. With others at work, more may be settled by now; numbers
            // that are open are not taken over, for they may be older than ours, and this would go on forever.
            if child.phi == 0 {
                children.swap_remove(best);
            }
            if self.solver.options.threads > 1 {
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
            let looks = match self.solver.options.threads {
                1 => child.delta,
                _ => {
                    let busy = self.shared.busy(child.key).load(Relaxed);
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
        let others = (sum - u64::from(most)) / u64::from(self.solver.options.share);
        numbers.delta = (u64::from(most) + others).min(u64::from(NEVER)) as u32;
        numbers
    }

    /// All children that are open, and how many different ones there are, which is counted near the root only; `None` if
    /// one of them is lost for the opponent.
    fn expand(
        &self,
        situation: &Situation,
        ply: usize,
        tries: &mut Tries,
    ) -> Result<Option<(Vec<Child>, usize)>, Interrupted> {
        let Solver { book, options, evaluator, .. } = self.solver;
        self.shared.expanded.fetch_add(1, Relaxed);
        let child_of = |step, situation| {
            let (key, ahead) = place(book, &situation);
            Child { step, situation, key, ahead, phi: 0, delta: 0 }
        };
        let mut children = Children { open: Vec::new(), settled: Vec::new(), counts: ply < COUNTED };
        let mut batch = SmallVec::new();
        for squares in std::mem::take(&mut tries.first) {
            let [from, to, arrow] = squares;
            batch.push(child_of(
                Step::Area { number: 0, from, to, arrow },
                book.child_by(situation, options.small, squares)?,
            ));
            tries.won = self.evaluate_all(&mut batch, &mut Children::default())?;
            if tries.won.is_some() {
                return Ok(None);
            }
        }
        let mut won = None;
        book.for_each_child(situation, options.small, |step, child| {
            let child = child_of(step, child);
            self.table.prefetch(child.key);
            evaluator.prefetch(&child.situation);
            batch.push(child);
            if batch.len() == BATCH {
                won = self.evaluate_all(&mut batch, &mut children)?;
            }
            Ok(won.is_none())
        })?;
        if won.is_none() {
            won = self.evaluate_all(&mut batch, &mut children)?;
        }
        if won.is_some() {
            tries.won = won;
            return Ok(None);
        }
        let Children { mut open, mut settled, .. } = children;
        open.sort_unstable_by_key(|child| (child.key, child.ahead));
        open.dedup_by_key(|child| (child.key, child.ahead));
        settled.sort_unstable();
        settled.dedup();
        let all = open.len() + settled.len();
        Ok(Some((open, all)))
    }

    /// Adds the children of a batch to others; if one is lost for the opponent, the move that leads to it.
    fn evaluate_all(
        &self,
        batch: &mut SmallVec<[Child; BATCH]>,
        children: &mut Children,
    ) -> Result<Option<Step>, Interrupted> {
        let (mut won, mut evaluated) = (None, 0);
        for mut child in batch.drain(..) {
            evaluated += 1;
            (child.phi, child.delta) = match self.solver.evaluator.evaluate(&child.situation)? {
                Known::Lost => (NEVER, 0),
                Known::Won => (0, NEVER),
                Known::Open(phi, delta) => (phi, delta),
            };
            if child.phi != 0 && child.delta != 0 {
                self.look_up(&mut child);
            }
            if child.delta == 0 {
                won = Some(child.step);
                break;
            }
            children.push(child);
        }
        self.shared.evaluated.fetch_add(evaluated, Relaxed);
        Ok(won)
    }

    /// Shows those who watch how it goes near the root.
    fn show(&self, ply: usize, (phi, delta): (u32, u32), open: usize, all: usize) {
        if ply == 0 {
            self.view.set_numbers(phi, delta);
        }
        if ply < COUNTED {
            self.view.set_moves(ply, open, all);
        }
    }

    fn keep(&self, node: &Child, (phi, delta): (u32, u32), work: u64) {
        // Nobody is ahead by more than there are squares on a board; what is, is not remembered.
        let Ok(ahead) = i8::try_from(node.ahead) else { return };
        self.table.update(node.key, |entry| {
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
        if child.ahead >= entry.won.into() {
            (child.phi, child.delta) = (0, NEVER);
        } else if child.ahead <= entry.lost.into() {
            (child.phi, child.delta) = (NEVER, 0);
        } else {
            return Some(entry);
        }
        None
    }
}

/// What to try first at a node, and what came of it.
#[derive(Default)]
struct Tries {
    /// Moves in the only area, from, to and arrow.
    first: SmallVec<[[u64; 3]; 4]>,
    /// The move that won at sight.
    won: Option<Step>,
}

/// Children of a node.
#[derive(Default)]
struct Children {
    open: Vec<Child>,
    /// Those that the opponent wins, if they are counted.
    settled: Vec<(u128, i16)>,
    counts: bool,
}

impl Children {
    fn push(&mut self, child: Child) {
        if child.phi != 0 {
            self.open.push(child);
        } else if self.counts {
            self.settled.push((child.key, child.ahead));
        }
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
