//! Counting regions and their graphs: Table 1 of Müller & Tegos (2002).

use std::hash::BuildHasher as _;
use std::sync::Mutex;

use otrera_cgt::Interrupted;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::graph::{Canonizer, Labelling, LineGraph};
use crate::region::{Region, Walk};

/// Locks that the graphs are spread over, so that threads seldom meet.
const SHARDS: usize = 64;

/// What is known about graphs, by their canonical code. Threads share it by reference.
#[derive(Debug)]
pub(crate) struct Graphs<T> {
    shards: Vec<Mutex<FxHashMap<Box<[u8]>, T>>>,
}

impl<T> Graphs<T> {
    pub(crate) fn new() -> Graphs<T> {
        Graphs { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    fn shard(&self, code: &[u8]) -> &Mutex<FxHashMap<Box<[u8]>, T>> {
        // The map takes the high bits of its hash, and this the low ones.
        &self.shards[FxBuildHasher.hash_one(code) as usize % SHARDS]
    }

    /// Uses what is known about a graph; if nothing is, finds it out first, and says so. Two threads may find it out at
    /// once; one of them is believed, and told that it was first.
    pub(crate) fn with<R>(&self, code: &[u8], find_out: impl FnOnce() -> T, then: impl FnOnce(&T, bool) -> R) -> R {
        let shard = self.shard(code);
        if let Some(known) = lock(shard).get(code) {
            return then(known, false);
        }
        let found = find_out();
        let mut map = lock(shard);
        if let Some(known) = map.get(code) {
            return then(known, false);
        }
        then(map.entry(code.into()).or_insert(found), true)
    }

    /// All of them as one map that needs no locks, for reading.
    pub(crate) fn into_map(self) -> FxHashMap<Box<[u8]>, T> {
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

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Regions up to symmetry.
    pub boards: u64,
    /// Their line segment graphs up to isomorphism.
    pub graphs: u64,
}

/// A thread's tools for going through regions.
#[derive(Debug, Default)]
pub(crate) struct Walker {
    canonizer: Canonizer,
    pub(crate) graph: LineGraph,
}

impl Walker {
    /// The graph of a region, labelled. The graph itself is left in `self.graph`.
    pub(crate) fn label(&mut self, region: Region) -> (&LineGraph, &Labelling) {
        region.graph_into(&mut self.graph);
        (&self.graph, self.canonizer.label(&self.graph, &[]))
    }
}

/// Counts the regions of a size and their graphs.
pub fn census(size: usize, walk: Walk<'_>) -> Result<Census, Interrupted> {
    let graphs = Graphs::<()>::new();
    let counts = walk.for_each(
        size,
        || (Walker::default(), Census { boards: 0, graphs: 0 }),
        |(walker, census), region| {
            let (_, labelling) = walker.label(region);
            census.boards += 1;
            graphs.with(&labelling.code, || (), |(), is_new| census.graphs += u64::from(is_new));
        },
    )?;
    let add = |a: Census, b: Census| Census { boards: a.boards + b.boards, graphs: a.graphs + b.graphs };
    Ok(counts.into_iter().map(|(_, census)| census).fold(Census { boards: 0, graphs: 0 }, add))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graphs_are_those_of_the_paper() {
        // Müller & Tegos 2002, Table 1.
        let paper = [(1, 1), (2, 1), (5, 3), (22, 11), (94, 42), (524, 199), (3031, 960), (18769, 4945)];
        for (size, (boards, graphs)) in (1..).zip(paper) {
            assert_eq!(census(size, Walk::quiet(2)), Ok(Census { boards, graphs }), "size {size}");
        }
    }
}
