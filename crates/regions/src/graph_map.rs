//! Tools for visiting all regions of a size by many threads: facts shared by graph, and the scratch space of a thread.

use std::hash::BuildHasher as _;
use std::sync::Mutex;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::graph::{Canonizer, Labelling, LineGraph};
use crate::region::Region;

/// Locks that the entries are spread over, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// A concurrent map from canonical graph codes to facts about the graph.
#[derive(Debug)]
pub struct GraphMap<T> {
    shards: Vec<Mutex<FxHashMap<Box<[u8]>, T>>>,
}

impl<T> Default for GraphMap<T> {
    fn default() -> GraphMap<T> {
        GraphMap { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }
}

impl<T> GraphMap<T> {
    fn shard(&self, code: &[u8]) -> &Mutex<FxHashMap<Box<[u8]>, T>> {
        // The inner map uses the high bits of the same hash, so the shard uses the low ones.
        &self.shards[FxBuildHasher.hash_one(code) as usize % SHARDS]
    }

    /// Calls `then` with the fact about a graph, which `compute` makes if it is missing. The flag is true for the
    /// caller that inserted it. Two threads may compute the same fact; the first insertion wins.
    pub fn with<R>(&self, code: &[u8], compute: impl FnOnce() -> T, then: impl FnOnce(&T, bool) -> R) -> R {
        let shard = self.shard(code);
        if let Some(known) = lock(shard).get(code) {
            return then(known, false);
        }
        let found = compute();
        let mut map = lock(shard);
        if let Some(known) = map.get(code) {
            return then(known, false);
        }
        then(map.entry(code.into()).or_insert(found), true)
    }

    /// Merges the shards into one map without locks.
    pub fn into_map(self) -> FxHashMap<Box<[u8]>, T> {
        let maps = self.shards.into_iter().map(|shard| shard.into_inner().expect("no thread panicked"));
        maps.reduce(|mut all, map| {
            all.extend(map);
            all
        })
        .unwrap_or_default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no thread panicked")
}

/// Makes graphs of regions and labels them; one per thread.
#[derive(Debug, Default)]
pub struct Labeller {
    canonizer: Canonizer,
    graph: LineGraph,
}

impl Labeller {
    /// Returns the graph of `region` and its canonical labelling.
    pub fn label(&mut self, region: Region) -> (&LineGraph, &Labelling) {
        region.graph_into(&mut self.graph);
        (&self.graph, self.canonizer.label(&self.graph, &[]))
    }
}
