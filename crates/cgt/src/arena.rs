//! An append-only arena of canonical forms, each stored once.
//!
//! Readers index the arena without a lock. Writers look a form up under the lock of one shard, so two threads that
//! reach the same game agree on its id. No entry is ever moved or removed: a `Value` is valid as long as its store.

use std::hash::{BuildHasher, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::shift::{Fixed, Reach};
use crate::value::MAX_TREES;
use crate::{Interrupted, Value};

/// Shards of the intern table, a power of two. Many more than threads, so that contention is rare.
const SHARDS: usize = 64;
/// Overhead of the allocator for a block on the heap, in bytes; measured with glibc.
const BLOCK_OVERHEAD: usize = 16;

/// A canonical form whose stops are `+half_gap` and `-half_gap`.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Left's options, then Right's, each list sorted by bits.
    pub(crate) options: Box<[Value]>,
    /// Number of Left's `options`.
    pub(crate) lefts: u32,
    /// Longest chain of trees below, this one included.
    pub(crate) depth: u32,
    pub(crate) reach: Reach,
    pub(crate) key: Key,
    /// Of the form and of its negative; see `digest.rs`.
    pub(crate) digests: [u64; 2],
}

/// Stops and flags, which decide most comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// The left stop, and the negative of the right stop.
    pub(crate) half_gap: Fixed,
    /// True if the game is at most its left stop.
    pub(crate) below_left_stop: bool,
    /// True if the game is at least its right stop.
    pub(crate) above_right_stop: bool,
}

impl Key {
    pub(crate) fn negative(self) -> Self {
        Self { below_left_stop: self.above_right_stop, above_right_stop: self.below_left_stop, ..self }
    }
}

impl Tree {
    pub(crate) fn left(&self) -> &[Value] {
        &self.options[..self.lefts as usize]
    }

    pub(crate) fn right(&self) -> &[Value] {
        &self.options[self.lefts as usize..]
    }

    fn is(&self, left: &[Value], right: &[Value]) -> bool {
        self.left() == left && self.right() == right
    }
}

pub(crate) struct Arena {
    trees: boxcar::Vec<Tree>,
    shards: Box<[Mutex<HashTable<u32>>]>,
    bytes: AtomicUsize,
}

impl Arena {
    pub(crate) fn new() -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { trees: boxcar::Vec::new(), shards, bytes: AtomicUsize::new(0) }
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> &Tree {
        &self.trees[id as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.trees.count()
    }

    /// Memory in use, in bytes: trees, their option lists, and the intern table at its usual load.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The id of the form with these sorted options, added if it is new.
    pub(crate) fn intern(
        &self,
        left: &[Value],
        right: &[Value],
        key: Key,
        depth: u32,
        reach: Reach,
    ) -> Result<u32, Interrupted> {
        let hash = hash(left, right);
        // Bits from the middle: the table inside uses the lowest and the highest ones.
        let shard = &self.shards[(hash >> 40) as usize % SHARDS];
        let mut table = shard.lock().expect("no panic happens under this lock");
        if let Some(&id) = table.find(hash, |&id| self.get(id).is(left, right)) {
            return Ok(id);
        }
        if self.len() >= MAX_TREES {
            return Err(Interrupted::OutOfMemory);
        }
        let options: Box<[Value]> = [left, right].concat().into();
        let size = size_of::<Tree>() + size_of_val::<[Value]>(&options) + BLOCK_OVERHEAD + 2 * size_of::<u32>();
        let digests = self.digests(left, right);
        let id = self.trees.push(Tree { options, lefts: left.len() as u32, depth, reach, key, digests }) as u32;
        table.insert_unique(hash, id, |&id| {
            let tree = self.get(id);
            self::hash(tree.left(), tree.right())
        });
        self.bytes.fetch_add(size, Ordering::Relaxed);
        Ok(id)
    }
}

fn hash(left: &[Value], right: &[Value]) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write_usize(left.len());
    for value in left.iter().chain(right) {
        hasher.write_u64(value.bits());
    }
    hasher.finish()
}
