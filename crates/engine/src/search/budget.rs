use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::limits::Limits;

/// What a search may still spend, shared by its threads.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    spent: AtomicU64,
    over: AtomicBool,
}

/// One thread's purse: it counts positions, and goes to the shared budget only now and then.
#[derive(Debug)]
pub(crate) struct Purse<'a> {
    budget: &'a Budget<'a>,
    /// Positions until the budget is asked again.
    left: u64,
    /// Positions that were granted when it was last asked.
    granted: u64,
    over: bool,
}

/// Positions between two looks at the clock: some 6 microseconds, two hundred times what a look costs.
pub(crate) const GRANT: u64 = 32;

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> Budget<'a> {
        Budget { limits: *limits, spent: AtomicU64::new(0), over: AtomicBool::new(false) }
    }

    pub(crate) fn purse(&'a self) -> Purse<'a> {
        Purse { budget: self, left: 0, granted: 0, over: false }
    }

    /// Positions looked at by all threads; exact once their purses are dropped.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Ends the search of every thread.
    pub(crate) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Whether there is something left to spend.
    pub(crate) fn goes_on(&self) -> bool {
        !self.is_over() && !self.limits.is_over(self.spent())
    }
}

impl Purse<'_> {
    /// Pays for one position. False if there is nothing left to pay with: then the position must not be looked at.
    #[inline]
    pub(crate) fn pay(&mut self) -> bool {
        if self.left == 0 && !self.refill() {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Pays for as many of these positions as there is something left for. The others must not be looked at.
    #[inline]
    pub(crate) fn pay_for(&mut self, positions: usize) -> usize {
        if let Some(left) = self.left.checked_sub(positions as u64) {
            self.left = left;
            return positions;
        }
        (0..positions).take_while(|_| self.pay()).count()
    }

    /// Positions looked at by all threads, this one's included.
    pub(crate) fn spent(&self) -> u64 {
        self.budget.spent() + self.granted - self.left
    }

    fn return_rest(&mut self) {
        self.budget.spent.fetch_add(self.granted - self.left, Relaxed);
        (self.granted, self.left) = (0, 0);
    }

    #[cold]
    fn refill(&mut self) -> bool {
        self.return_rest();
        let spent = self.budget.spent();
        if self.over || self.budget.is_over() || self.budget.limits.is_over(spent) {
            self.over = true;
            self.budget.end();
            return false;
        }
        self.granted = self.budget.limits.nodes.map_or(GRANT, |most| GRANT.min(most - spent));
        self.left = self.granted;
        true
    }
}

impl Drop for Purse<'_> {
    fn drop(&mut self) {
        self.return_rest();
    }
}
