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
//!   a b c d     Black to move. No bound decides any of the 50 moves: proof 37, disproof 170.
//! 3 b . . .     a3-c1xd2 is cheapest. It has 15 replies, so it is soon more expensive than a3-c1xc2,
//! 2 . . . .     which has 8. Of these 2 lose at sight; the other 6 are refuted one by one.
//! 1 . . . w     a3-c1xc2 wins after 13 nodes, and 48 moves are never searched.
//! ```
//!
//! A node costs the generation and evaluation of children ([`crate::expand`]). A node that is given up keeps them for the next
//! visit ([`crate::children`]). In plain df-pn, disproof is the sum of the proofs of the children. Their subtrees have much in common, and the sum counts the same work many
//! times: it took 1.4 to 21 times the nodes. First numbers of 1 instead of those of the evaluator took 3 to 700 times
//! (docs/results.md).
//!
//! Threads share the table and search the same tree. A child with other threads below it looks more expensive, so that
//! threads take different ways (virtual proof numbers, Pawlewicz & Hayward 2013), but only at nodes that look lost: there
//! all children have to be searched anyway. After each child a thread looks whether another one has settled this node or
//! one above. With one thread, the nodes are the same in every run.

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering::Relaxed;

use otrera_cgt::Interrupted;

use crate::children::{Child, Expanded};
use crate::expand::{Tries, Visit};
use crate::numbers::{INFINITE, Numbers};
use crate::replies::Frame;
use crate::shared::{Counters, Shared, SituationKey, Trace};
use crate::situation::Situation;
use crate::solver::Solver;
use crate::table::{Entry, TranspositionTable};
use crate::waiting::Waiting;

/// How many times its disproof number a child looks more expensive for each other thread below it, at a node that looks
/// lost. There all children have to be searched, so that threads share them out. At a node that looks won one child
/// suffices, and a thread that searches another one works in vain: both stay together and part further down.
/// With half of the number at all nodes, two threads searched twice as many nodes as one (docs/notes/solver-threads.md).
const AVOIDANCE: u32 = 3;

/// A node to be searched.
pub(crate) struct Node {
    pub(crate) situation: Situation,
    pub(crate) key: SituationKey,
}

/// One thread of a search.
pub(crate) struct Worker<'s, 'a> {
    pub(crate) solver: &'s Solver<'a>,
    shared: &'s Shared,
    pub(crate) table: &'s TranspositionTable,
    pub(crate) counters: &'s Counters,
    trace: &'s Trace,
    /// Memory for the children of a node during its expansion.
    pub(crate) scratch: Cell<Vec<Child>>,
    /// The nodes from the root to the parent of the current node, if there are other threads.
    path: RefCell<Vec<SituationKey>>,
    /// The ply of a node that another thread has settled: the search returns to it.
    settled_ply: Cell<usize>,
}

impl<'s, 'a> Worker<'s, 'a> {
    /// The worker of a thread, by its index.
    pub(crate) fn new(solver: &'s Solver<'a>, table: &'s TranspositionTable, thread: usize) -> Worker<'s, 'a> {
        let shared = &*solver.shared;
        let (counters, trace) = (&shared.counters[thread], &shared.traces[thread]);
        let (scratch, path, settled_ply) = (Cell::default(), RefCell::default(), Cell::new(usize::MAX));
        Worker { solver, shared, table, counters, trace, scratch, path, settled_ply }
    }

    pub(crate) fn search_root(&self, root: &Node) -> Result<Numbers, Interrupted> {
        self.search(root, Numbers::LIMITS, 0, &mut Tries::default())
    }

    /// Searches a node until one of its numbers reaches its limit, and returns its numbers.
    fn search(&self, node: &Node, limits: Numbers, ply: usize, tries: &mut Tries) -> Result<Numbers, Interrupted> {
        let Solver { knowledge, options, kept, .. } = self.solver;
        let before = self.counters.expanded.load(Relaxed);
        // Step 1. The children, from an earlier visit or generated. A bound or a child may settle the node.
        let Expanded { open: mut children, mut waiting, all, mut replies } = match self.children(node, ply, tries)? {
            Visit::Settled(numbers) => {
                self.store(node, numbers, 1);
                return Ok(numbers);
            }
            Visit::Open(expanded) => expanded,
        };
        loop {
            // Step 2. The numbers of the node, and its best child.
            let Selection { numbers, virtual_proof, best, second } = self.select(&children, &waiting);
            let work = self.counters.expanded.load(Relaxed) - before + 1;
            self.trace.record(ply, numbers, children.len(), all);
            if numbers.is_settled() {
                let numbers = if numbers.is_won() { Numbers::WON } else { Numbers::LOST };
                tries.winning = numbers.is_won().then(|| children[best].step);
                self.store(node, numbers, work);
                return Ok(numbers);
            }
            let is_obsolete = self.settled_ply.get() < ply;
            if virtual_proof >= limits.proof || numbers.disproof >= limits.disproof || is_obsolete {
                // The table gets the real number. The virtual one only keeps the parent away while other threads are here.
                self.store(node, numbers, work);
                kept.put(node.key, Expanded { open: children, waiting, all, replies });
                return Ok(Numbers { proof: virtual_proof, ..numbers });
            }
            if self.is_over() {
                return Err(Interrupted::Stopped);
            }
            // The best child may be among those that are not evaluated yet.
            if best == children.len() {
                tries.winning = self.expand_waiting(&node.situation, &mut children, &mut waiting)?;
                if tries.winning.is_some() {
                    self.store(node, Numbers::WON, work);
                    return Ok(Numbers::WON);
                }
                continue;
            }
            // Step 3. The child, unless it was settled on another way or by another thread. Open numbers are not taken from
            // the table: they may be older than ours, and the loop might never end.
            self.look_up_winner(&mut children[best]);
            if children[best].numbers.is_settled() {
                if children[best].numbers.is_won() {
                    children.swap_remove(best);
                }
                continue;
            }
            // Its limits: until the second best is better by some slack, or this node reaches its own.
            let Child { numbers: child_numbers, step, .. } = children[best];
            let slack = second / options.slack;
            let child_limits = Numbers {
                proof: (limits.disproof - numbers.disproof).saturating_add(child_numbers.proof).min(INFINITE - 1),
                disproof: limits.proof.min(second.saturating_add(slack).saturating_add(1)).min(INFINITE - 1),
            };
            // Step 4. Down, with replies that won against its sisters to be tried first.
            let key = children[best].key();
            let child = Node { situation: knowledge.child(&node.situation, options.small, step)?, key };
            let busy = self.shared.busy(key);
            self.trace.descend(ply, key);
            busy.fetch_add(1, Relaxed);
            let frame = options.replies.then(|| Frame::new(&node.situation, step, &child.situation)).flatten();
            let moves = frame.as_ref().map(|frame| replies.for_child(frame, &child.situation)).unwrap_or_default();
            let mut tries = Tries { moves, winning: None };
            let has_company = options.threads > 1;
            if has_company {
                self.path.borrow_mut().push(node.key);
            }
            let outcome = self.search(&child, child_limits, ply + 1, &mut tries);
            if has_company {
                self.path.borrow_mut().pop();
            }
            busy.fetch_sub(1, Relaxed);
            children[best].numbers = outcome?;
            if let (Some(frame), Some(reply)) = (frame, tries.winning) {
                replies.add(&frame, &child.situation, reply);
            }
            // Step 5. A child that the opponent wins is dropped. Another thread may have settled this node or one above.
            if children[best].numbers.is_won() {
                children.swap_remove(best);
            }
            if has_company && let Some(numbers) = self.settled_by_others(node, ply) {
                return Ok(numbers);
            }
        }
    }

    /// The numbers of a node that another thread has settled. Also looks at a node above, another one each time.
    fn settled_by_others(&self, node: &Node, ply: usize) -> Option<Numbers> {
        let winner = |key: SituationKey| self.table.get(key.hash)?.winner(key.ahead);
        if self.settled_ply.get() >= ply {
            self.settled_ply.set(usize::MAX);
        }
        let path = self.path.borrow();
        let above = self.counters.expanded.load(Relaxed) as usize % path.len().max(1);
        if path.get(above).is_some_and(|&key| winner(key).is_some()) {
            self.settled_ply.set(above);
        }
        winner(node.key).map(Numbers::settled)
    }

    fn is_over(&self) -> bool {
        self.shared.over.load(Relaxed) || self.solver.has_to_stop() || self.solver.wants_to_grow(self.table)
    }

    /// The numbers of a node and the child to search next. The waiting moves count as one child.
    fn select(&self, children: &[Child], waiting: &Waiting) -> Selection {
        let mut proof = INFINITE;
        let mut selection =
            Selection { numbers: Numbers::LOST, virtual_proof: INFINITE, best: usize::MAX, second: INFINITE };
        let (mut most, mut sum) = (0, 0_u64);
        for child in children {
            let Numbers { proof: child_proof, disproof } = child.numbers;
            proof = proof.min(disproof);
            most = most.max(child_proof);
            sum += u64::from(child_proof);
        }
        if !waiting.is_empty() {
            proof = proof.min(waiting.disproof());
            // One of them at least is open, and they are as hard to win as their sisters.
            most = most.max(1);
            sum = sum.max(1) * (children.len() + waiting.len()) as u64 / children.len().max(1) as u64;
        }
        let avoidance = if proof < most { 0 } else { AVOIDANCE };
        for (index, child) in children.iter().enumerate() {
            let disproof = child.numbers.disproof;
            let virtual_disproof = match self.solver.options.threads {
                1 => disproof,
                _ => {
                    let busy = u32::from(self.shared.busy(child.key()).load(Relaxed));
                    let more = disproof.saturating_mul(avoidance).saturating_add(1).saturating_mul(busy);
                    disproof.saturating_add(more).min(INFINITE - 1)
                }
            };
            selection.offer(index, virtual_disproof);
        }
        if !waiting.is_empty() {
            selection.offer(children.len(), waiting.disproof());
        }
        let others = (sum - u64::from(most)) / u64::from(self.solver.options.share);
        let disproof = (u64::from(most) + others).min(u64::from(INFINITE)) as u32;
        Selection { numbers: Numbers { proof, disproof }, ..selection }
    }

    fn store(&self, node: &Node, numbers: Numbers, work: u64) {
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

    /// Takes the numbers of a child from the table. Returns false if the table has none.
    pub(crate) fn look_up(&self, child: &mut Child) -> bool {
        match self.look_up_winner(child) {
            None => child.numbers.is_settled(),
            Some(entry) if entry.numbers != Numbers::UNSET => {
                child.numbers = entry.numbers;
                true
            }
            Some(_) => false,
        }
    }

    /// Takes the winner of a child from the table. Returns the entry if it does not settle the child.
    fn look_up_winner(&self, child: &mut Child) -> Option<Entry> {
        let entry = self.table.get(child.key().hash)?;
        match entry.winner(child.key().ahead) {
            Some(winner) => {
                child.numbers = Numbers::settled(winner);
                None
            }
            None => Some(entry),
        }
    }
}

/// The numbers of a node, and its choice of a child.
struct Selection {
    numbers: Numbers,
    /// The proof number, with children raised for each thread that is below them.
    virtual_proof: u32,
    /// Index of the child to search; the number of children for those that wait.
    best: usize,
    /// Raised disproof number of the second best child.
    second: u32,
}

impl Selection {
    fn offer(&mut self, child: usize, disproof: u32) {
        if disproof < self.virtual_proof || self.best == usize::MAX {
            self.second = self.virtual_proof;
            self.virtual_proof = disproof;
            self.best = child;
        } else if disproof < self.second {
            self.second = disproof;
        }
    }
}
