//! Alpha-beta search for the score of a sum, with bounds, the knapsack, and a table shared by threads.
//!
//! The score counts moves made and moves left, Left's less Right's. Left is to move: if the score is positive she wins by
//! one less, else Right wins by minus the score. A move counts one, so a child is worth `1 - score(child)`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use otrera_board::Bits;
use otrera_cgt::Interrupted;

use super::area_forms::AreaForms;
use super::key::Key;
use super::sum::{Clipped, Sum};
use super::table::{Range, ScoreTable};

pub(super) struct SharedState {
    pub(super) table: ScoreTable,
    pub(super) nodes: Arc<AtomicU64>,
    pub(super) max_nodes: u64,
    /// Threads at work, by key. Two sums that share a counter only wait for each other.
    pub(super) busy: Vec<AtomicU8>,
}

impl SharedState {
    pub(super) fn new(bytes: usize, max_nodes: u64) -> SharedState {
        let busy = (0..COUNTERS).map(|_| AtomicU8::new(0)).collect();
        SharedState { table: ScoreTable::new(bytes), nodes: Arc::default(), max_nodes, busy }
    }
}

const COUNTERS: usize = 1 << 16;

/// One thread of a search.
pub(super) struct Worker<'w, 'a, B: Bits> {
    pub(super) area_forms: &'w mut AreaForms<'a, B>,
    pub(super) shared: &'w SharedState,
    /// Set by the caller to end the search.
    pub(super) stop: &'w AtomicBool,
    /// Set by the thread that has the result.
    pub(super) over: &'w AtomicBool,
    pub(super) threads: usize,
}

struct Child<B: Bits> {
    sum: Sum<B>,
    key: Key,
    surplus: i32,
    /// Bounds of the score of the parent after the move to this child.
    low: i32,
    high: i32,
}

impl<B: Bits> Child<B> {
    /// The sum before it was clipped.
    fn unclipped(mut self) -> Sum<B> {
        self.sum.ahead += self.surplus;
        self.sum
    }
}

impl<B: Bits> Worker<'_, '_, B> {
    /// The score of a sum, Left to move.
    pub(super) fn score(&mut self, sum: &Sum<B>) -> Result<i32, Interrupted> {
        let Child { sum, key, surplus, low, high } = self.child(sum.clone());
        // The bounds of a child are those of its parent; turn them back.
        let (mut low, mut high) = (1 - surplus - high, 1 - surplus - low);
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
        Ok(low + surplus)
    }

    /// Decides without search if the score is at most `limit`; `None` if it cannot.
    pub(super) fn is_known_at_most(&mut self, sum: &Sum<B>, limit: i32) -> Option<bool> {
        let Child { low, high, .. } = self.child(sum.clone());
        match limit {
            _ if 1 - low <= limit => Some(true),
            _ if 1 - high > limit => Some(false),
            _ => None,
        }
    }

    /// True if the score is at most `limit`.
    pub(super) fn is_at_most(&mut self, sum: &Sum<B>, limit: i32) -> Result<bool, Interrupted> {
        if let Some(known) = self.is_known_at_most(sum, limit) {
            return Ok(known);
        }
        let Child { sum, key, surplus, .. } = self.child(sum.clone());
        Ok(self.search(&sum, key, limit - surplus, limit - surplus + 1)? <= limit - surplus)
    }

    /// Bounds of a child without search.
    fn child(&mut self, sum: Sum<B>) -> Child<B> {
        let Clipped { sum, surplus } = sum.clipped(&self.area_forms.forms);
        let Range { mut low, mut high } = sum.bounds(self.area_forms);
        let forms = &self.area_forms.forms;
        let key = sum.key(forms);
        if low < high {
            if let Some(score) = sum.knapsack(forms) {
                (low, high) = (score as i16, score as i16);
            } else if let Some(known) = self.shared.table.get(key) {
                (low, high) = (low.max(known.low), high.min(known.high));
            }
        }
        Child { sum, key, surplus, low: 1 - surplus - i32::from(high), high: 1 - surplus - i32::from(low) }
    }

    /// Fail-soft alpha-beta.
    fn search(&mut self, sum: &Sum<B>, key: Key, alpha: i32, beta: i32) -> Result<i32, Interrupted> {
        // Step 1. Limits.
        let nodes = self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        if nodes >= self.shared.max_nodes || self.stop.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        // Step 2. All moves and their bounds, which often suffice. Without a move, the game is over.
        let mut children: Vec<Child<B>> = Vec::new();
        for next in sum.children(self.area_forms)? {
            children.push(self.child(next));
        }
        let Some(mut low) = children.iter().map(|child| child.low).max() else {
            let score = sum.end(self.area_forms)?;
            self.store(key, score, score);
            return Ok(score);
        };
        if low >= beta {
            self.store(key, low, i32::from(i16::MAX));
            return Ok(low);
        }
        // Step 3. The most promising first, each sum once.
        children.sort_unstable_by_key(|child| {
            (-child.high, -child.low, child.sum.areas.len(), child.key.bits(), child.surplus)
        });
        children.dedup_by(|a, b| a.key == b.key && a.surplus == b.surplus);
        // Step 4. Search children that may improve the score; `most` is the upper bound of all moves. Children that
        // another thread is searching come last: by then the table may have them.
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
                child = self.child(child.unclipped());
            }
            let best = low.max(alpha);
            low = low.max(child.low);
            if child.high <= best || low >= beta {
                most = most.max(child.high);
            } else {
                let score = 1 - child.surplus - self.descend(&child, beta, best)?;
                most = most.max(score);
                if score > best {
                    low = score;
                }
            }
            if low >= beta {
                self.store(key, low, i32::from(i16::MAX));
                return Ok(low);
            }
        }
        self.store(key, low, most);
        Ok(most)
    }

    /// Searches a child, marked as busy for other threads.
    fn descend(&mut self, child: &Child<B>, beta: i32, best: i32) -> Result<i32, Interrupted> {
        let (alpha, beta) = (1 - child.surplus - beta, 1 - child.surplus - best);
        self.busy(child.key).fetch_add(1, Ordering::Relaxed);
        let score = self.search(&child.sum, child.key, alpha, beta);
        self.busy(child.key).fetch_sub(1, Ordering::Relaxed);
        score
    }

    fn busy(&self, key: Key) -> &AtomicU8 {
        &self.shared.busy[key.bits() as usize % COUNTERS]
    }

    fn store(&self, key: Key, low: i32, high: i32) {
        self.shared.table.narrow(key, Range { low: low as i16, high: high as i16 });
    }
}
