//! A transposition table by position hash. A full bucket replaces the entry with the least work.

const WAYS: usize = 4;
/// Initial number of entries; the table grows when it is half full.
const FIRST: usize = 1 << 16;

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    key: u64,
    /// Nodes of the search; 0 in a free entry.
    work: u32,
    data: T,
}

#[derive(Debug)]
pub(super) struct TranspositionTable<T> {
    entries: Vec<Entry<T>>,
    used: usize,
    limit: usize,
}

impl<T: Copy + Default> TranspositionTable<T> {
    /// A table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> TranspositionTable<T> {
        let limit = (bytes / size_of::<Entry<T>>() / WAYS).max(1) * WAYS;
        TranspositionTable { entries: Self::free(limit.min(FIRST)), used: 0, limit }
    }

    fn free(count: usize) -> Vec<Entry<T>> {
        vec![Entry { key: 0, work: 0, data: T::default() }; count]
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = ((u128::from(key) * (self.entries.len() / WAYS) as u128) >> 64) as usize * WAYS;
        start..start + WAYS
    }

    pub(super) fn get(&self, key: u64) -> Option<T> {
        let bucket = &self.entries[self.bucket(key)];
        bucket.iter().find(|entry| entry.key == key && entry.work > 0).map(|entry| entry.data)
    }

    /// Stores the result of a search of `work` nodes.
    pub(super) fn store(&mut self, key: u64, work: u64, data: T) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.limit {
            self.grow();
        }
        self.insert(Entry { key, work: work.clamp(1, u64::from(u32::MAX)) as u32, data });
    }

    fn insert(&mut self, mut entry: Entry<T>) {
        let range = self.bucket(entry.key);
        let bucket = &mut self.entries[range];
        let same = bucket.iter().position(|old| old.key == entry.key && old.work > 0);
        let place = match same {
            Some(place) => {
                entry.work = entry.work.saturating_add(bucket[place].work);
                place
            }
            None => (0..WAYS).min_by_key(|&place| bucket[place].work).expect("a bucket has entries"),
        };
        self.used += usize::from(bucket[place].work == 0);
        bucket[place] = entry;
    }

    fn grow(&mut self) {
        let larger = Self::free((self.entries.len() * 4).min(self.limit));
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.work > 0) {
            self.insert(entry);
        }
    }
}
