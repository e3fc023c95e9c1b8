//! The score of a sum: alpha-beta over all moves, with bounds, the knapsack, and a table that threads share.
//!
//! The score counts moves made and moves left, Left's less Right's. Left is to move, so she wins if it is positive, by
//! one less than it; else Right wins, by minus the score. A move of Left counts one, and what Right makes of the rest
//! counts against her: `1 - score(child)`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use otrera_board::Bits;
use otrera_cgt::Interrupted;

use super::ground::Ground;
use super::key::Key;
use super::sum::{Clipped, Sum};
use super::table::{Range, Table};

/// What threads have in common.
pub(super) struct Shared {
    pub(super) table: Table,
    pub(super) nodes: Arc<AtomicU64>,
    pub(super) most_nodes: u64,
    /// Threads that are at work on sums with such a key; two sums that share a counter only wait for each other.
    pub(super) busy: Vec<AtomicU8>,
}

impl Shared {
    pub(super) fn new(bytes: usize, most_nodes: u64) -> Shared {
        let busy = (0..COUNTERS).map(|_| AtomicU8::new(0)).collect();
        Shared { table: Table::new(bytes), nodes: Arc::default(), most_nodes, busy }
    }
}

/// Counters of threads at work.
const COUNTERS: usize = 1 << 16;

/// One thread at work.
pub(super) struct Worker<'w, 'a, B: Bits> {
    pub(super) ground: &'w mut Ground<'a, B>,
    pub(super) shared: &'w Shared,
    /// Raised by the caller to end the search, and by the thread that has the answer.
    pub(super) stop: &'w AtomicBool,
    pub(super) over: &'w AtomicBool,
    /// How many there are.
    pub(super) threads: usize,
}

struct Child<B: Bits> {
    sum: Sum<B>,
    key: Key,
    /// What the child is worth beyond its sum.
    more: i32,
    /// What the move to it makes of the score of its parent: at least, and at most.
    low: i32,
    high: i32,
}

impl<B: Bits> Child<B> {
    /// The sum as it was, before it was clipped.
    fn sum_with_more(mut self) -> Sum<B> {
        self.sum.ahead += self.more;
        self.sum
    }
}

impl<B: Bits> Worker<'_, '_, B> {
    /// The score of a sum, Left to move.
    pub(super) fn score(&mut self, sum: &Sum<B>) -> Result<i32, Interrupted> {
        let Child { sum, key, more, low, high } = self.child(sum.clone());
        // As the search sees it: low and high are those of a parent.
        let (mut low, mut high) = (1 - more - high, 1 - more - low);
        let mut guess = (low + high) / 2;
        while low < high {
            let beta = if guess == low { guess + 1 } else { guess };
            guess = self.search(&sum, key, beta - 1, beta)?;
            if guess < beta {
                high = guess;
            } else {
                low = guess;
            }
        }
        Ok(low + more)
    }

    /// Whether the score is at most this, if that is known without search.
    pub(super) fn is_known_at_most(&mut self, sum: &Sum<B>, most: i32) -> Option<bool> {
        let Child { low, high, .. } = self.child(sum.clone());
        match most {
            _ if 1 - low <= most => Some(true),
            _ if 1 - high > most => Some(false),
            _ => None,
        }
    }

    /// Whether the score is at most this.
    pub(super) fn is_at_most(&mut self, sum: &Sum<B>, most: i32) -> Result<bool, Interrupted> {
        if let Some(known) = self.is_known_at_most(sum, most) {
            return Ok(known);
        }
        let Child { sum, key, more, .. } = self.child(sum.clone());
        Ok(self.search(&sum, key, most - more, most - more + 1)? <= most - more)
    }

    /// What is known about a child without searching it.
    fn child(&mut self, sum: Sum<B>) -> Child<B> {
        let Clipped { sum, more } = sum.clipped(&self.ground.forms);
        let Range { mut low, mut high } = sum.bounds(self.ground);
        let forms = &self.ground.forms;
        let key = sum.key(forms);
        if low < high {
            if let Some(score) = sum.knapsack(forms) {
                (low, high) = (score as i16, score as i16);
            } else if let Some(known) = self.shared.table.get(key) {
                (low, high) = (low.max(known.low), high.min(known.high));
            }
        }
        Child { sum, key, more, low: 1 - more - i32::from(high), high: 1 - more - i32::from(low) }
    }

    fn search(&mut self, sum: &Sum<B>, key: Key, alpha: i32, beta: i32) -> Result<i32, Interrupted> {
        // Step 1. The limits.
        let nodes = self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        if nodes >= self.shared.most_nodes || self.stop.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        // Step 2. All moves, and what is known about them: often enough to be done. Without any, the game is over.
        let mut children: Vec<Child<B>> = Vec::new();
        for next in sum.children(self.ground)? {
            children.push(self.child(next));
        }
        let Some(mut low) = children.iter().map(|child| child.low).max() else {
            let score = sum.end(self.ground)?;
            self.keep(key, score, score);
            return Ok(score);
        };
        if low >= beta {
            self.keep(key, low, i32::from(i16::MAX));
            return Ok(low);
        }
        // Step 3. The most promising first. Of the same sum, once.
        children.sort_unstable_by_key(|child| {
            (-child.high, -child.low, child.sum.areas.len(), child.key.bits(), child.more)
        });
        children.dedup_by(|a, b| a.key == b.key && a.more == b.more);
        // Step 4. Search what may be better than what there is. No move is worth more than `most`. What another thread is
        // at comes last: by then the table may have it.
        let mut most = low;
        let mut queue = VecDeque::from(children);
        let (mut at, fresh) = (0, queue.len());
        while let Some(mut child) = queue.pop_front() {
            at += 1;
            if self.threads > 1 && at > 1 && at <= fresh && self.busy(child.key).load(Ordering::Relaxed) > 0 {
                queue.push_back(child);
                continue;
            }
            if at > fresh {
                child = self.child(child.sum_with_more());
            }
            let best = low.max(alpha);
            low = low.max(child.low);
            if child.high <= best || low >= beta {
                most = most.max(child.high);
            } else {
                let score = 1 - child.more - self.descend(&child, beta, best)?;
                most = most.max(score);
                if score > best {
                    low = score;
                }
            }
            if low >= beta {
                self.keep(key, low, i32::from(i16::MAX));
                return Ok(low);
            }
        }
        self.keep(key, low, most);
        Ok(most)
    }

    /// Searches a child, and lets other threads know.
    fn descend(&mut self, child: &Child<B>, beta: i32, best: i32) -> Result<i32, Interrupted> {
        let (alpha, beta) = (1 - child.more - beta, 1 - child.more - best);
        self.busy(child.key).fetch_add(1, Ordering::Relaxed);
        let score = self.search(&child.sum, child.key, alpha, beta);
        self.busy(child.key).fetch_sub(1, Ordering::Relaxed);
        score
    }

    fn busy(&self, key: Key) -> &AtomicU8 {
        &self.shared.busy[key.bits() as usize % COUNTERS]
    }

    fn keep(&self, key: Key, low: i32, high: i32) {
        self.shared.table.narrow(key, Range { low: low as i16, high: high as i16 });
    }
}
