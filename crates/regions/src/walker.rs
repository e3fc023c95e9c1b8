//! Shared tools for visiting all regions of a size: facts by graph, and a thread's scratch space.

use std::hash::BuildHasher as _;
use std::sync::Mutex;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::graph::{Canonizer, Labelling, LineGraph};
use crate::region::Region;

/// Locks that the graphs are spread over, so that threads seldom meet.
const SHARDS: usize = 64;

/// Facts about graphs by canonical code, shared by threads.
#[derive(Debug)]
pub struct Graphs<T> {
    shards: Vec<Mutex<FxHashMap<Box<[u8]>, T>>>,
}

impl<T> Graphs<T> {
    /// An empty map.
    pub fn new() -> Graphs<T> {
        Graphs { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    fn shard(&self, code: &[u8]) -> &Mutex<FxHashMap<Box<[u8]>, T>> {
        // The map takes the high bits of its hash, and this the low ones.
        &self.shards[FxBuildHasher.hash_one(code) as usize % SHARDS]
    }

    /// Calls `then` with the fact about a graph, computing it first if it is missing. The flag is true for the caller
    /// that inserted it. Two threads may compute the same fact; one insertion wins.
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

impl<T> Default for Graphs<T> {
    fn default() -> Graphs<T> {
        Graphs::new()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no thread panicked")
}

/// Scratch space of one thread that visits regions.
#[derive(Debug, Default)]
pub struct Walker {
    canonizer: Canonizer,
    /// The graph of the last region.
    pub graph: LineGraph,
}

impl Walker {
    /// Returns the graph of `region` and its canonical labelling. The graph stays in `self.graph`.
    pub fn label(&mut self, region: Region) -> (&LineGraph, &Labelling) {
        region.graph_into(&mut self.graph);
        (&self.graph, self.canonizer.label(&self.graph, &[]))
    }
}
