//! What the search remembers: for each sum the least and the most that its score can be. Threads share it.
//!
//! A part of the table has two halves, a young and an old one. When the young half is full it becomes the old one, and
//! what was old is forgotten, unless it was asked for in the meantime: that moves it to the young half.

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

pub(super) struct Table {
    shards: Vec<Mutex<Shard>>,
    /// Entries of a half, at most.
    most: usize,
}

/// Parts with a lock of their own.
const SHARDS: usize = 256;
/// Bytes of an entry and the byte beside it.
const ENTRY: usize = size_of::<(Key, Range)>() + 1;
/// Least entries of a half.
const LEAST: usize = 7;

impl Table {
    pub(super) fn new(bytes: usize) -> Table {
        // A map has a power of two of places, of which it fills seven in eight. There are two, and the young one may
        // just be moving to twice its size: with the old one that makes two and a half halves for a moment, in one part.
        let places = (bytes / SHARDS / ENTRY / 2).max(8);
        let places = if places.is_power_of_two() { places } else { places.next_power_of_two() / 2 };
        Table { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), most: (places / 8 * 7).max(LEAST) }
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

    /// Adds what was found out to what is known.
    pub(super) fn narrow(&self, key: Key, range: Range) {
        let mut shard = self.shard(key).lock().expect("no thread panicked");
        if let Some(known) = shard.young.get_mut(&key) {
            *known = Range { low: known.low.max(range.low), high: known.high.min(range.high) };
        } else {
            self.insert(&mut shard, key, range);
        }
    }

    fn insert(&self, shard: &mut Shard, key: Key, range: Range) {
        if shard.young.len() >= self.most {
            shard.old = std::mem::take(&mut shard.young);
        }
        shard.young.insert(key, range);
    }
}
