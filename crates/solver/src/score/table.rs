//! The score table: bounds of the score of each sum, shared by threads.
//!
//! Each shard has a young and an old half. When the young half is full it becomes the old one, and the old one is
//! dropped. A look-up moves an old entry to the young half.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::key::Key;

/// Bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: i16,
    pub(super) high: i16,
}

#[derive(Default)]
struct Shard {
    young: FxHashMap<Key, Range>,
    old: FxHashMap<Key, Range>,
}

pub(super) struct ScoreTable {
    shards: Vec<Mutex<Shard>>,
    /// Limit of entries in a half.
    max_entries: usize,
}

/// Shards, each with its own lock.
const SHARDS: usize = 256;
/// Bytes of an entry and its control byte.
const ENTRY: usize = size_of::<(Key, Range)>() + 1;
/// Smallest limit of entries in a half.
const MIN_ENTRIES: usize = 7;

impl ScoreTable {
    pub(super) fn new(bytes: usize) -> ScoreTable {
        // A map has a power of two of slots and fills seven in eight. While the young half doubles, one shard has two and
        // a half halves for a moment.
        let slots = (bytes / SHARDS / ENTRY / 2).max(8);
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        ScoreTable { shards, max_entries: (slots / 8 * 7).max(MIN_ENTRIES) }
    }

    fn shard(&self, key: Key) -> &Mutex<Shard> {
        &self.shards[(key.bits() >> 32) as usize % SHARDS]
    }

    pub(super) fn get(&self, key: Key) -> Option<Range> {
        let mut shard = self.shard(key).lock().expect("no thread panicked");
        if let Some(&range) = shard.young.get(&key) {
            return Some(range);
        }
        let range = shard.old.remove(&key)?;
        self.insert(&mut shard, key, range);
        Some(range)
    }

    /// Intersects the bounds of a key with `range`.
    pub(super) fn narrow(&self, key: Key, range: Range) {
        let mut shard = self.shard(key).lock().expect("no thread panicked");
        if let Some(known) = shard.young.get_mut(&key) {
            *known = Range { low: known.low.max(range.low), high: known.high.min(range.high) };
        } else {
            self.insert(&mut shard, key, range);
        }
    }

    fn insert(&self, shard: &mut Shard, key: Key, range: Range) {
        if shard.young.len() >= self.max_entries {
            shard.old = std::mem::take(&mut shard.young);
        }
        shard.young.insert(key, range);
    }
}
