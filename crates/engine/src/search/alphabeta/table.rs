//! Transposition table: values and best moves of positions searched before.
//!
//! Four entries share a cache line, and a position may be in any of them. Threads share the table without locks: an entry is
//! two words, the first of which is the hash xor the second, so that a torn entry matches no position (Hyatt & Mann 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use otrera_board::Action;

use crate::search::{pack, unpack};

#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// Number of the current search modulo [`AGES`].
    age: u64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([PackedEntry; 4]);

#[derive(Debug, Default)]
struct PackedEntry {
    check: AtomicU64,
    data: AtomicU64,
}

/// Result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Action>,
    pub(crate) value: i32,
    pub(crate) depth: u32,
    pub(crate) bound: Bound,
}

/// Relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Lower = 1,
    Upper = 2,
    Exact = 3,
}

const AGES: u64 = 64;
/// Added to values to store them without a sign in 24 bits; exceeds every value.
const OFFSET: i32 = 1 << 23;
/// Packed move that stands for none.
const NO_MOVE: u64 = (1 << 21) - 1;

impl TranspositionTable {
    /// Creates a table of at most `bytes`, with a power of two of buckets, at least 1.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let count = 1_usize << (bytes / size_of::<Bucket>()).max(1).ilog2();
        TranspositionTable { buckets: (0..count).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// Starts a new search: entries of earlier ones are overwritten first.
    pub(crate) fn next_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Finds the entry of the position with this hash.
    pub(crate) fn find(&self, hash: u64) -> Option<Entry> {
        self.bucket(hash).iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (data != 0 && entry.check.load(Relaxed) ^ data == hash).then(|| Entry::unpack(data))
        })
    }

    /// Stores an entry over that of the same position, or else over the least valuable one.
    pub(crate) fn store(&self, hash: u64, result: Entry) {
        let bucket = self.bucket(hash);
        let same = bucket.iter().find(|entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && entry.check.load(Relaxed) ^ data == hash
        });
        let worth = |entry: &&PackedEntry| match entry.data.load(Relaxed) {
            0 => -1_000,
            // Each search that has passed counts as four plies of depth.
            data => Entry::unpack(data).depth as i32 - 4 * ((self.age + AGES - (data >> 58)) % AGES) as i32,
        };
        let entry = same.unwrap_or_else(|| bucket.iter().min_by_key(worth).expect("a bucket has entries"));
        let data = result.pack() | self.age << 58;
        entry.data.store(data, Relaxed);
        entry.check.store(hash ^ data, Relaxed);
    }

    fn bucket(&self, hash: u64) -> &[PackedEntry; 4] {
        &self.buckets[hash as usize & (self.buckets.len() - 1)].0
    }
}

impl Entry {
    fn pack(self) -> u64 {
        let best = self.best.map_or(NO_MOVE, |best| pack(best).into());
        let value = (self.value + OFFSET) as u64 & 0xff_ffff;
        best | value << 21 | u64::from(self.depth.min(255)) << 45 | (self.bound as u64) << 53
    }

    fn unpack(data: u64) -> Entry {
        let best = (data & NO_MOVE != NO_MOVE).then(|| unpack(data as u32));
        let bound = match data >> 53 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Entry { best, value: (data >> 21 & 0xff_ffff) as i32 - OFFSET, depth: (data >> 45 & 255) as u32, bound }
    }
}

#[cfg(test)]
mod tests {
    use otrera_board::Point;

    use super::*;

    #[test]
    fn stored_entries_are_found_and_others_are_not() {
        let table = TranspositionTable::new(1 << 12);
        let action = Action { from: Point(127), to: Point(0), arrow: Point(99) };
        let entries = [-1_000_000, -77, 0, 12_345, 1_000_000]
            .into_iter()
            .flat_map(|value| [Bound::Lower, Bound::Upper, Bound::Exact].map(move |bound| (value, bound)));
        for (number, (value, bound)) in entries.enumerate() {
            let best = (number % 2 == 0).then_some(action);
            let entry = Entry { best, value, depth: number as u32, bound };
            let hash = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
            table.store(hash, entry);
            assert_eq!(table.find(hash), Some(entry));
            assert_eq!(table.find(!hash), None);
        }
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(64);
        let entry = |depth| Entry { best: None, value: 0, depth, bound: Bound::Exact };
        for depth in [5, 1, 6, 7, 8] {
            table.store(u64::from(depth), entry(depth));
        }
        assert_eq!(table.find(1), None);
        table.next_search();
        table.next_search();
        table.store(2, entry(2));
        assert_eq!((table.find(5), table.find(2)), (None, Some(entry(2))));
    }
}
