//! df-pn over situations (Nagai 2002), with bounds and known games at the leaves.
//!
//! Every node has two numbers, seen by its side to move: *proof* estimates the work to show that it wins, *disproof* that
//! it loses. A node is won if one child is lost for the opponent, and lost if all children are won for the opponent, so
//!
//! - proof is the least disproof of the children;
//! - disproof is the largest proof of the children, plus 1/32 of the others ([`crate::Options::share`]).
//!
//! Proof-number search expands the leaf that is cheapest by these numbers. df-pn does so depth first, with a table
//! instead of a tree in memory: it stays below a child until a number passes its limit, which means that another part of
//! the tree has become cheaper. The limits leave some slack ([`crate::Options::slack`]), so that the search does not
//! alternate between two equal children.
//!
//! ```text
//!   a b c d     Black to move. No bound decides any of the 50 moves: proof 32, disproof 252.
//! 3 b . . .     a3-b2xc1 is cheapest. It has 23 replies, so it is soon more expensive than a3-c1xd2.
//! 2 . . . .     a3-c1xd2 has 15, and is given up too. a3-c1xc2 has 8, of which 2 lose at sight;
//! 1 . . . w     the other 6 are refuted one by one. It wins after 16 nodes, and 47 moves are never searched.
//! ```
//!
//! A node costs the generation and evaluation of its children, 14 on average in this example. In plain df-pn, disproof is
//! the sum of the proofs of the children. Their subtrees have much in common, and the sum counts the same work many
//! times: it took 1.4 to 21 times the nodes. First numbers of 1 instead of those of the evaluator took 3 to 700 times
//! (docs/results.md).
//!
//! Threads share the table and search the same tree. A child with other threads below it looks more expensive, so that
//! threads take different ways (virtual proof numbers, Pawlewicz & Hayward 2013). With one thread, the nodes are the same
//! in every run.

use std::sync::atomic::Ordering::Relaxed;

use otrera_cgt::Interrupted;
use smallvec::SmallVec;

use crate::numbers::{INFINITE, Numbers};
use crate::replies::{Frame, Replies};
use crate::shared::{COUNTED, Shared, SituationKey, Trace};
use crate::situation::{Situation, Step};
use crate::solver::Solver;
use crate::table::{Entry, TranspositionTable};

/// Children generated before the first of them is looked up, so that prefetched memory has arrived.
const BATCH: usize = 4;
type Batch = SmallVec<[Child; BATCH]>;

/// A node below its parent.
pub(crate) struct Child {
    /// The move that leads to it; unused at the root.
    pub(crate) step: Step,
    pub(crate) situation: Situation,
    pub(crate) key: SituationKey,
    pub(crate) numbers: Numbers,
}

/// One thread of a search.
pub(crate) struct Worker<'s, 'a> {
    pub(crate) solver: &'s Solver<'a>,
    pub(crate) shared: &'s Shared,
    pub(crate) table: &'s TranspositionTable,
    pub(crate) trace: &'s Trace,
}

impl Worker<'_, '_> {
    pub(crate) fn search_root(&self, root: &Child) -> Result<Numbers, Interrupted> {
        self.search(root, Numbers::LIMITS, 0, &mut Tries::default())
    }

    /// Searches a node until one of its numbers reaches its limit, and returns its numbers.
    fn search(&self, node: &Child, limits: Numbers, ply: usize, tries: &mut Tries) -> Result<Numbers, Interrupted> {
        let before = self.shared.expanded.load(Relaxed);
        // Step 1. All bounds, walls included: cheaper than the children they save.
        let numbers = self.solver.evaluator.evaluate_fully(&node.situation)?;
        if numbers.is_settled() {
            self.store(node, numbers, 1);
            return Ok(numbers);
        }
        // Step 2. The children. One that the opponent loses at sight settles the node.
        let Expansion::Open { mut children, all } = self.expand(&node.situation, ply, tries)? else {
            self.store(node, Numbers::WON, 1);
            return Ok(Numbers::WON);
        };
        let mut replies = Replies::default();
        loop {
            // Step 3. The numbers of the node, and its best child.
            let Selection { numbers, virtual_proof, best, second } = self.select(&children);
            let work = self.shared.expanded.load(Relaxed) - before + 1;
            self.trace.record(ply, numbers, children.len(), all);
            if numbers.is_settled() {
                let numbers = if numbers.is_won() { Numbers::WON } else { Numbers::LOST };
                self.store(node, numbers, work);
                return Ok(numbers);
            }
            if virtual_proof >= limits.proof || numbers.disproof >= limits.disproof {
                // The table gets the real number. The virtual one only keeps the parent away while other threads are here.
                self.store(node, numbers, work);
                return Ok(Numbers { proof: virtual_proof, ..numbers });
            }
            if self.is_over() {
                return Err(Interrupted::Stopped);
            }
            // Step 4. Limits of the child: until the second best is better by some slack, or this node reaches its own.
            let child = &mut children[best];
            let slack = second / self.solver.options.slack;
            let child_limits = Numbers {
                proof: (limits.disproof - numbers.disproof).saturating_add(child.numbers.proof).min(INFINITE - 1),
                disproof: limits.proof.min(second.saturating_add(slack).saturating_add(1)).min(INFINITE - 1),
            };
            // Step 5. Down, with replies that won against its sisters to be tried first.
            let busy = self.shared.busy(child.key);
            self.trace.descend(ply, child.key);
            busy.fetch_add(1, Relaxed);
            let frame = Frame::new(&node.situation, child.step, &child.situation);
            let moves = frame.as_ref().map(|frame| replies.for_child(frame, &child.situation)).unwrap_or_default();
            let mut tries = Tries { moves, winning: None };
            let outcome = self.search(child, child_limits, ply + 1, &mut tries);
            busy.fetch_sub(1, Relaxed);
            child.numbers = outcome?;
            if let (Some(frame), Some(reply)) = (frame, tries.winning) {
                replies.add(&frame, &child.situation, reply);
            }
            // Step 6. A child that the opponent wins is dropped. Other threads may have settled more. Open numbers are not
            // taken from the table: they may be older than ours, and the loop might never end.
            if child.numbers.is_won() {
                children.swap_remove(best);
            }
            if self.solver.options.threads > 1 {
                for child in &mut children {
                    self.look_up_winner(child);
                }
                children.retain(|child| !child.numbers.is_won());
            }
        }
    }

    fn is_over(&self) -> bool {
        self.shared.over.load(Relaxed) || self.solver.has_to_stop() || self.solver.wants_to_grow(self.table)
    }

    /// The numbers of a node and the child to search next.
    fn select(&self, children: &[Child]) -> Selection {
        let mut proof = INFINITE;
        let mut selection =
            Selection { numbers: Numbers::LOST, virtual_proof: INFINITE, best: usize::MAX, second: INFINITE };
        let (mut most, mut sum) = (0, 0_u64);
        for (index, child) in children.iter().enumerate() {
            let Numbers { proof: child_proof, disproof } = child.numbers;
            proof = proof.min(disproof);
            most = most.max(child_proof);
            sum += u64::from(child_proof);
            let virtual_disproof = match self.solver.options.threads {
                1 => disproof,
                _ => {
                    let busy = self.shared.busy(child.key).load(Relaxed);
                    disproof.saturating_add((disproof / 2).saturating_mul(busy.into())).saturating_add(busy.into())
                }
            };
            if virtual_disproof < selection.virtual_proof || selection.best == usize::MAX {
                selection.second = selection.virtual_proof;
                selection.virtual_proof = virtual_disproof;
                selection.best = index;
            } else if virtual_disproof < selection.second {
                selection.second = virtual_disproof;
            }
        }
        let others = (sum - u64::from(most)) / u64::from(self.solver.options.share);
        let disproof = (u64::from(most) + others).min(u64::from(INFINITE)) as u32;
        Selection { numbers: Numbers { proof, disproof }, ..selection }
    }

    fn expand(&self, situation: &Situation, ply: usize, tries: &mut Tries) -> Result<Expansion, Interrupted> {
        let Solver { knowledge, options, evaluator, .. } = self.solver;
        self.shared.expanded.fetch_add(1, Relaxed);
        let child_of = |step, situation| {
            let key = SituationKey::new(knowledge, &situation);
            Child { step, situation, key, numbers: Numbers::UNSET }
        };
        let mut children = Children { open: Vec::new(), settled: Vec::new(), counts: ply < COUNTED };
        let mut batch = Batch::new();
        for squares in std::mem::take(&mut tries.moves) {
            let [from, to, arrow] = squares;
            let child = knowledge.child(situation, options.small, squares)?;
            batch.push(child_of(Step::Area { index: 0, from, to, arrow }, child));
            tries.winning = self.evaluate(&mut batch, &mut Children::default())?;
            if tries.winning.is_some() {
                return Ok(Expansion::Won);
            }
        }
        let mut winning = None;
        knowledge.for_each_child(situation, options.small, |step, child| {
            let child = child_of(step, child);
            self.table.prefetch(child.key.hash);
            evaluator.prefetch(&child.situation);
            batch.push(child);
            if batch.len() == BATCH {
                winning = self.evaluate(&mut batch, &mut children)?;
            }
            Ok(winning.is_none())
        })?;
        if winning.is_none() {
            winning = self.evaluate(&mut batch, &mut children)?;
        }
        if winning.is_some() {
            tries.winning = winning;
            return Ok(Expansion::Won);
        }
        let Children { mut open, mut settled, .. } = children;
        open.sort_unstable_by_key(|child| child.key);
        open.dedup_by_key(|child| child.key);
        settled.sort_unstable();
        settled.dedup();
        let all = open.len() + settled.len();
        Ok(Expansion::Open { children: open, all })
    }

    /// Evaluates a batch and adds it to `children`. Returns the move to a child that the opponent loses, if there is one.
    fn evaluate(&self, batch: &mut Batch, children: &mut Children) -> Result<Option<Step>, Interrupted> {
        let (mut winning, mut evaluated) = (None, 0);
        for mut child in batch.drain(..) {
            evaluated += 1;
            child.numbers = self.solver.evaluator.evaluate(&child.situation)?;
            if !child.numbers.is_settled() {
                self.look_up(&mut child);
            }
            if child.numbers.is_lost() {
                winning = Some(child.step);
                break;
            }
            children.push(child);
        }
        self.shared.evaluated.fetch_add(evaluated, Relaxed);
        Ok(winning)
    }

    fn store(&self, node: &Child, numbers: Numbers, work: u64) {
        // A lead of more than 127 moves does not fit into an entry; no board has that many squares for one side.
        let Ok(ahead) = i8::try_from(node.key.ahead) else { return };
        self.table.update(node.key.hash, |entry| {
            if numbers.is_won() {
                entry.won = entry.won.min(ahead);
            } else if numbers.is_lost() {
                entry.lost = entry.lost.max(ahead);
            } else {
                entry.numbers = numbers;
            }
            entry.work = entry.work.saturating_add(work.min(u64::from(u32::MAX)) as u32);
        });
    }

    /// Takes the numbers of a child from the table.
    fn look_up(&self, child: &mut Child) {
        if let Some(entry) = self.look_up_winner(child)
            && entry.numbers != Numbers::UNSET
        {
            child.numbers = entry.numbers;
        }
    }

    /// Takes the winner of a child from the table. Returns the entry if it does not settle the child.
    fn look_up_winner(&self, child: &mut Child) -> Option<Entry> {
        let entry = self.table.get(child.key.hash)?;
        match entry.winner(child.key.ahead) {
            Some(winner) => {
                child.numbers = Numbers::settled(winner);
                None
            }
            None => Some(entry),
        }
    }
}

/// Moves to try before all others at a node, and the move that won at sight.
#[derive(Default)]
struct Tries {
    /// Moves in the only area: from, to and arrow.
    moves: SmallVec<[[u64; 3]; 4]>,
    winning: Option<Step>,
}

enum Expansion {
    /// The opponent loses one of the children.
    Won,
    /// The open children, and the number of all different ones, which is counted near the root only.
    Open { children: Vec<Child>, all: usize },
}

/// Children of a node during its expansion.
#[derive(Default)]
struct Children {
    open: Vec<Child>,
    /// Children that the opponent wins, if they are counted.
    settled: Vec<SituationKey>,
    counts: bool,
}

impl Children {
    fn push(&mut self, child: Child) {
        if !child.numbers.is_won() {
            self.open.push(child);
        } else if self.counts {
            self.settled.push(child.key);
        }
    }
}

/// The numbers of a node, and its choice of a child.
struct Selection {
    numbers: Numbers,
    /// The proof number, with children raised for each thread that is below them.
    virtual_proof: u32,
    /// Index of the child to search.
    best: usize,
    /// Raised disproof number of the second best child.
    second: u32,
}
