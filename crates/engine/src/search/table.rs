//! What a principal-variation search remembers of positions: their values to a depth, and their best moves.
//!
//! Four entries share a cache line, and a position may be in any of them. Threads share the table without locks: an entry
//! is two words, the first of which is the hash combined with the second, so a torn entry belongs to no position
//! (Hyatt & Mann 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use otrera_board::{Action, Point};

/// A table of values.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    /// The search that is going on, for telling old entries: 0 to [`AGES`] - 1.
    age: u64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) best: Option<Action>,
    pub(crate) value: i32,
    pub(crate) depth: u32,
    pub(crate) bound: Bound,
}

/// What a value is to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    AtLeast = 1,
    AtMost = 2,
    Exact = 3,
}

const AGES: u64 = 64;
/// Added to values so that they are stored without a sign; more than any value, and half of what 24 bits hold.
const OFFSET: i32 = 1 << 23;
/// In the place of a move: there is none.
const NO_MOVE: u64 = (1 << 21) - 1;

impl Table {
    /// A table of so many bytes, or of as many as come closest from below with a power of two of buckets.
    pub(crate) fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Bucket>()).max(1);
        let count = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Table { buckets: (0..count).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// A new search: what earlier ones stored may be overwritten first.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// What is known of the position with this hash.
    pub(crate) fn find(&self, hash: u64) -> Option<Memory> {
        self.bucket(hash).iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (data != 0 && entry.check.load(Relaxed) ^ data == hash).then(|| Memory::unpack(data))
        })
    }

    /// Remembers a position in the place of the entry that is worth least.
    pub(crate) fn store(&self, hash: u64, memory: Memory) {
        let bucket = self.bucket(hash);
        let same = bucket.iter().find(|entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && entry.check.load(Relaxed) ^ data == hash
        });
        let worth = |entry: &&Entry| match entry.data.load(Relaxed) {
            0 => -1_000,
            // An entry of an older search is worth as much as one that is so much less deep.
            data => Memory::unpack(data).depth as i32 - 4 * ((self.age + AGES - (data >> 58)) % AGES) as i32,
        };
        let entry = same.unwrap_or_else(|| bucket.iter().min_by_key(worth).expect("a bucket has entries"));
        let data = memory.pack() | self.age << 58;
        entry.data.store(data, Relaxed);
        entry.check.store(hash ^ data, Relaxed);
    }

    fn bucket(&self, hash: u64) -> &[Entry; 4] {
        &self.buckets[hash as usize & (self.buckets.len() - 1)].0
    }
}

impl Memory {
    fn pack(self) -> u64 {
        let best = self.best.map_or(NO_MOVE, |Action { from, to, arrow }| {
            u64::from(from.0) | u64::from(to.0) << 7 | u64::from(arrow.0) << 14
        });
        let value = (self.value + OFFSET) as u64 & 0xff_ffff;
        best | value << 21 | u64::from(self.depth.min(255)) << 45 | (self.bound as u64) << 53
    }

    fn unpack(data: u64) -> Memory {
        let point = |shift: u32| Point((data >> shift & 127) as u8);
        let best = (data & NO_MOVE != NO_MOVE).then(|| Action { from: point(0), to: point(7), arrow: point(14) });
        let bound = match data >> 53 & 3 {
            1 => Bound::AtLeast,
            2 => Bound::AtMost,
            _ => Bound::Exact,
        };
        Memory { best, value: (data >> 21 & 0xff_ffff) as i32 - OFFSET, depth: (data >> 45 & 255) as u32, bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Table::new(1 << 12);
        let action = Action { from: Point(127), to: Point(0), arrow: Point(99) };
        let memories = [-1_000_000, -77, 0, 12_345, 1_000_000]
            .into_iter()
            .flat_map(|value| [Bound::AtLeast, Bound::AtMost, Bound::Exact].map(move |bound| (value, bound)));
        for (number, (value, bound)) in memories.enumerate() {
            let best = (number % 2 == 0).then_some(action);
            let memory = Memory { best, value, depth: number as u32, bound };
            let hash = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
            table.store(hash, memory);
            assert_eq!(table.find(hash), Some(memory));
            assert_eq!(table.find(!hash), None);
        }
    }

    #[test]
    fn the_deepest_and_newest_stay() {
        let mut table = Table::new(64);
        let memory = |depth| Memory { best: None, value: 0, depth, bound: Bound::Exact };
        for depth in [5, 1, 6, 7, 8] {
            table.store(u64::from(depth), memory(depth));
        }
        assert_eq!(table.find(1), None);
        table.grow_older();
        table.grow_older();
        table.store(2, memory(2));
        assert_eq!((table.find(5), table.find(2)), (None, Some(memory(2))));
    }
}
