//! Expansion of a node: bounds, replies that won elsewhere, and the evaluation of its children.
//!
//! Whatever settles a node at the least cost comes first.
//!
//! 1. *Replies.* A reply that won against a sister of the node is evaluated first ([`crate::replies`]). It wins at sight at half
//!    of all nodes, for the price of one child.
//! 2. *All bounds*, walls and three sure moves included, settle a tenth. They cost as much as some twenty children.
//! 3. *The more promising half* of the children ([`crate::waiting`]); one of them may win at sight. A reply that won against a
//!    sister after a search is searched first: its first disproof number is divided by [`PREFERENCE`].
//! 4. *The other half*, if the search comes to it.
//!
//! In the order bounds, replies, all children, the same searches took a third longer (docs/notes/lazy-expansion.md).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use otrera_cgt::Interrupted;
use smallvec::SmallVec;

use crate::children::{Child, CompactStep, Expanded};
use crate::numbers::Numbers;
use crate::replies::Replies;
use crate::search::{Node, Worker};
use crate::shared::{COUNTED, SituationKey};
use crate::situation::{Situation, Successors};
use crate::solver::Solver;
use crate::waiting::Waiting;

/// Children generated before the first of them is looked up, so that prefetched memory has arrived.
const BATCH: usize = 4;
type Batch = SmallVec<[Candidate; BATCH]>;

/// How many times cheaper the refutation of a child looks if the same reply won against a sister of the node. Chosen on twelve
/// positions; on 33 others 4 and 8 are as good as each other (docs/notes/lazy-expansion.md).
const PREFERENCE: u32 = 8;

/// A child that is not evaluated yet.
struct Candidate {
    step: CompactStep,
    node: Node,
}

/// Moves to try before all others at a node, and the move that won.
#[derive(Default)]
pub(crate) struct Tries {
    /// Moves in the only area: the points from, to and arrow.
    pub(crate) moves: SmallVec<[[u8; 3]; 4]>,
    pub(crate) winning: Option<CompactStep>,
}

impl Tries {
    fn has(&self, step: CompactStep) -> bool {
        matches!(step, CompactStep::Area { index: 0, points } if self.moves.contains(&points))
    }
}

/// The beginning of a visit to a node.
pub(crate) enum Visit {
    Settled(Numbers),
    Open(Expanded),
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
            self.settled.push(child.key());
        }
    }
}

impl Worker<'_, '_> {
    /// The children of a node, or its numbers if they are settled without search.
    pub(crate) fn children(&self, node: &Node, ply: usize, tries: &mut Tries) -> Result<Visit, Interrupted> {
        if let Some(mut expanded) = self.solver.kept.take(node.key) {
            for child in &expanded.open {
                self.table.prefetch(child.key().hash);
            }
            for child in &mut expanded.open {
                self.look_up(child);
            }
            expanded.open.retain(|child| !child.numbers.is_won());
            return Ok(Visit::Open(expanded));
        }
        let successors = Successors::new(self.solver.knowledge, &node.situation, self.solver.options.small);
        let replies = tries.moves.iter().map(|&points| CompactStep::Area { index: 0, points });
        tries.winning = self.evaluate(&successors, replies, &mut Children::default())?;
        if tries.winning.is_some() {
            count(&self.counters.expanded, 1);
            return Ok(Visit::Settled(Numbers::WON));
        }
        let numbers = self.solver.evaluator.evaluate_fully(&node.situation)?;
        if numbers.is_settled() {
            return Ok(Visit::Settled(numbers));
        }
        self.expand(&node.situation, &successors, ply, tries)
    }

    fn expand(
        &self,
        situation: &Situation,
        successors: &Successors<'_, '_, '_>,
        ply: usize,
        tries: &mut Tries,
    ) -> Result<Visit, Interrupted> {
        let Solver { knowledge, options, .. } = self.solver;
        count(&self.counters.expanded, 1);
        let mut children = Children { open: self.scratch.take(), settled: Vec::new(), counts: ply < COUNTED };
        children.open.clear();
        let options_of_rest = knowledge.store().left_options(situation.rest).count() as u32;
        tries.winning = self.evaluate(successors, (0..options_of_rest).map(CompactStep::Rest), &mut children)?;
        let mut waiting = Waiting::default();
        if tries.winning.is_none() {
            // Near the root, all moves are counted.
            let is_lazy = options.lazy && ply >= COUNTED;
            waiting = if is_lazy { Waiting::ranked(situation, &tries.moves) } else { Waiting::listed(situation) };
            let first = if is_lazy { waiting.first_half() } else { waiting.len() };
            tries.winning = self.evaluate(successors, waiting.take(first), &mut children)?;
        }
        let Children { mut open, mut settled, .. } = children;
        if tries.winning.is_some() {
            self.scratch.set(open);
            return Ok(Visit::Settled(Numbers::WON));
        }
        if !waiting.is_empty() {
            waiting.estimate(open.iter().map(|child| child.numbers.disproof).collect());
        }
        for child in &mut open {
            if tries.has(child.step) {
                child.numbers.disproof = (child.numbers.disproof / PREFERENCE).max(1);
            }
        }
        sort(&mut open);
        settled.sort_unstable();
        settled.dedup();
        let all = open.len() + settled.len();
        let expanded = Expanded { open: open.clone(), waiting, all, replies: Replies::default() };
        self.scratch.set(open);
        Ok(Visit::Open(expanded))
    }

    /// Evaluates the waiting moves of a node and adds them to its open children. Returns a move that wins at sight.
    pub(crate) fn expand_waiting(
        &self,
        situation: &Situation,
        open: &mut Vec<Child>,
        waiting: &mut Waiting,
    ) -> Result<Option<CompactStep>, Interrupted> {
        let successors = Successors::new(self.solver.knowledge, situation, self.solver.options.small);
        let mut children = Children { open: std::mem::take(open), ..Children::default() };
        let winning = self.evaluate(&successors, waiting.take(waiting.len()), &mut children)?;
        *open = children.open;
        sort(open);
        Ok(winning)
    }

    /// Evaluates the children after `steps` and adds them to `children`. Returns the move to a child that the opponent loses, if
    /// there is one.
    fn evaluate(
        &self,
        successors: &Successors<'_, '_, '_>,
        steps: impl Iterator<Item = CompactStep>,
        children: &mut Children,
    ) -> Result<Option<CompactStep>, Interrupted> {
        let mut batch = Batch::new();
        for step in steps {
            let situation = successors.after(step)?;
            let key = SituationKey::new(self.solver.knowledge, &situation);
            self.table.prefetch(key.hash);
            self.solver.evaluator.prefetch(&situation);
            batch.push(Candidate { step, node: Node { situation, key } });
            if batch.len() == BATCH {
                let winning = self.evaluate_batch(&mut batch, children)?;
                if winning.is_some() {
                    return Ok(winning);
                }
            }
        }
        self.evaluate_batch(&mut batch, children)
    }

    /// Evaluates a batch and adds it to `children`. Returns the move to a child that the opponent loses, if there is one.
    fn evaluate_batch(&self, batch: &mut Batch, children: &mut Children) -> Result<Option<CompactStep>, Interrupted> {
        let (mut winning, mut evaluated) = (None, 0);
        for Candidate { step, node } in batch.drain(..) {
            evaluated += 1;
            let evaluator = &self.solver.evaluator;
            let known = evaluator.known_bounds(&node.situation);
            let mut child = Child::new(node.key, step, evaluator.evaluate_by(&node.situation, &known)?);
            if !child.numbers.is_settled()
                && !self.look_up(&mut child)
                && let Some(winner) = evaluator.winner_by_sure_moves(&node.situation, &known)?
            {
                child.numbers = Numbers::settled(winner);
            }
            if child.numbers.is_lost() {
                winning = Some(step);
                break;
            }
            children.push(child);
        }
        count(&self.counters.evaluated, evaluated);
        Ok(winning)
    }
}

/// Sorts children by their keys and drops duplicates.
fn sort(children: &mut Vec<Child>) {
    children.sort_unstable_by_key(Child::key);
    children.dedup_by_key(|child| child.key());
}

/// Adds to a counter that only this thread writes.
#[inline]
fn count(counter: &AtomicU64, more: u64) {
    counter.store(counter.load(Relaxed) + more, Relaxed);
}
