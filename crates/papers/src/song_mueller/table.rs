//! What is remembered about positions, by their hash. Where there is no room, the least work goes.

/// Places that a key can have.
const WAYS: usize = 4;
/// Entries of the first table; it grows when it is half full.
const FIRST: usize = 1 << 16;

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    key: u64,
    /// 0 in a place that is free.
    work: u32,
    what: T,
}

#[derive(Debug)]
pub(super) struct Table<T> {
    entries: Vec<Entry<T>>,
    used: usize,
    most: usize,
}

impl<T: Copy + Default> Table<T> {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Table<T> {
        let most = (bytes / size_of::<Entry<T>>() / WAYS).max(1) * WAYS;
        Table { entries: Table::free(most.min(FIRST)), used: 0, most }
    }

    fn free(count: usize) -> Vec<Entry<T>> {
        vec![Entry { key: 0, work: 0, what: T::default() }; count]
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = ((u128::from(key) * (self.entries.len() / WAYS) as u128) >> 64) as usize * WAYS;
        start..start + WAYS
    }

    pub(super) fn get(&self, key: u64) -> Option<T> {
        let bucket = &self.entries[self.bucket(key)];
        bucket.iter().find(|entry| entry.key == key && entry.work > 0).map(|entry| entry.what)
    }

    /// Keeps what is known about a key, which took so much work.
    pub(super) fn keep(&mut self, key: u64, work: u64, what: T) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        self.put(Entry { key, work: work.clamp(1, u64::from(u32::MAX)) as u32, what });
    }

    fn put(&mut self, mut entry: Entry<T>) {
        let range = self.bucket(entry.key);
        let bucket = &mut self.entries[range];
        let same = bucket.iter().position(|old| old.key == entry.key && old.work > 0);
        let place = match same {
            Some(place) => {
                entry.work = entry.work.saturating_add(bucket[place].work);
                place
            }
            None => (0..WAYS).min_by_key(|&place| bucket[place].work).expect("a bucket has places"),
        };
        self.used += usize::from(bucket[place].work == 0);
        bucket[place] = entry;
    }

    fn grow(&mut self) {
        let larger = Table::free((self.entries.len() * 4).min(self.most));
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.work > 0) {
            self.put(entry);
        }
    }
}
