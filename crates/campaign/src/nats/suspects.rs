//! Messages that are missing from a stream.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

/// Messages that were not in the stream at the last look, since when.
pub(super) struct Suspects<T>(HashMap<T, Instant>);

impl<T> Default for Suspects<T> {
    fn default() -> Suspects<T> {
        Suspects(HashMap::new())
    }
}

impl<T: Clone + Eq + Hash> Suspects<T> {
    /// Takes all messages that are missing now. Returns those that have been missing for the lease: a result may be on its
    /// way, or in the stream of results, for a while.
    pub(super) fn look(&mut self, missing: impl Iterator<Item = T>, lease: Duration) -> Vec<T> {
        let now = Instant::now();
        self.0 = missing.map(|one| (one.clone(), self.0.get(&one).copied().unwrap_or(now))).collect();
        let is_lost = |since: &Instant| now.duration_since(*since) >= lease;
        self.0.iter().filter(|(_, since)| is_lost(since)).map(|(one, _)| one.clone()).collect()
    }
}
