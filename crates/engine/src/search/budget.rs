use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::limits::Limits;
use crate::pulse::Beat;

/// Budget of one search, shared by its threads.
#[derive(Debug)]
pub(crate) struct SharedBudget<'a> {
    limits: Limits<'a>,
    spent: AtomicU64,
    over: AtomicBool,
}

/// Budget of one thread: counts positions locally and draws on the shared budget in grants.
#[derive(Debug)]
pub(crate) struct ThreadBudget<'a> {
    shared: &'a SharedBudget<'a>,
    /// Positions left of the last grant.
    left: u64,
    granted: u64,
    over: bool,
    beat: Beat,
}

/// Positions between two reads of the clock: about 6 microseconds, two hundred times the cost of a read.
pub(crate) const GRANT: u64 = 32;

impl<'a> SharedBudget<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> SharedBudget<'a> {
        SharedBudget { limits: *limits, spent: AtomicU64::new(0), over: AtomicBool::new(false) }
    }

    pub(crate) fn for_thread(&'a self) -> ThreadBudget<'a> {
        ThreadBudget { shared: self, left: 0, granted: 0, over: false, beat: Beat::default() }
    }

    /// Positions evaluated by all threads; exact once their budgets are dropped.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Ends the search in every thread.
    pub(crate) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Returns true if the search has ended or has reached its limits.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.limits.is_over(self.spent())
    }
}

impl ThreadBudget<'_> {
    /// Spends one position. If it returns false, the position must not be evaluated.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        if self.left == 0 && !self.refill() {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Spends up to `positions` and returns how many of them may be evaluated.
    #[inline]
    pub(crate) fn spend_up_to(&mut self, positions: usize) -> usize {
        if let Some(left) = self.left.checked_sub(positions as u64) {
            self.left = left;
            return positions;
        }
        (0..positions).take_while(|_| self.spend()).count()
    }

    /// Positions evaluated by all threads, including the current grant of this one.
    pub(crate) fn spent(&self) -> u64 {
        self.shared.spent() + self.granted - self.left
    }

    fn settle(&mut self) {
        self.shared.spent.fetch_add(self.granted - self.left, Relaxed);
        (self.granted, self.left) = (0, 0);
    }

    #[cold]
    fn refill(&mut self) -> bool {
        self.settle();
        let spent = self.shared.spent();
        if self.over || self.shared.over.load(Relaxed) || self.shared.limits.is_over_at(spent, &mut self.beat) {
            self.over = true;
            self.shared.end();
            return false;
        }
        self.granted = self.shared.limits.nodes.map_or(GRANT, |most| GRANT.min(most - spent));
        self.left = self.granted;
        true
    }
}

impl Drop for ThreadBudget<'_> {
    fn drop(&mut self) {
        self.settle();
    }
}
