//! What the search remembers about a sum of areas and a core: for which numbers of moves ahead it is won or lost by the
//! side to move, and proof and disproof numbers where that is open. Threads share it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::prefetch::prefetch;

/// What is known. Won from `won` moves ahead on, lost up to `lost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) phi: u32,
    pub(crate) delta: u32,
    pub(crate) won: i16,
    pub(crate) lost: i16,
    /// Nodes that were expanded for it; 0 in a place that is free.
    pub(crate) work: u32,
}

impl Entry {
    const FREE: Entry = Entry { key: 0, phi: 0, delta: 0, won: i16::MAX, lost: i16::MIN, work: 0 };
}

/// Places that a key can have.
const WAYS: usize = 4;
/// How much larger a table gets at a time.
const LARGEST_STEP: usize = 8;

type Bucket = Mutex<[Entry; WAYS]>;

pub(crate) struct Table {
    buckets: Vec<Bucket>,
    used: AtomicUsize,
}

impl Table {
    /// A table of at most so many bytes.
    pub(crate) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        Table { buckets: (0..count).map(|_| Mutex::new([Entry::FREE; WAYS])).collect(), used: AtomicUsize::new(0) }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// The same entries in a larger table, of at most so many bytes.
    pub(crate) fn grown(&self, most: usize) -> Table {
        let table = Table::new((self.bytes() * LARGEST_STEP).min(most));
        for bucket in &self.buckets {
            for entry in lock(bucket).iter().filter(|entry| entry.work > 0) {
                table.update(entry.key, |place| *place = *entry);
            }
        }
        table
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Says that an entry will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        lock(self.bucket(key)).iter().find(|entry| entry.key == key && entry.work > 0).copied()
    }

    /// Changes the entry of a key; one that is not there takes the place of the one with the least work.
    pub(crate) fn update(&self, key: u64, change: impl FnOnce(&mut Entry)) {
        let mut bucket = lock(self.bucket(key));
        let place = bucket.iter().position(|entry| entry.key == key && entry.work > 0);
        let entry = match place {
            Some(place) => &mut bucket[place],
            None => {
                let least = bucket.iter_mut().min_by_key(|entry| entry.work).expect("a bucket has places");
                if least.work == 0 {
                    self.used.fetch_add(1, Ordering::Relaxed);
                }
                *least = Entry { key, work: 1, ..Entry::FREE };
                least
            }
        };
        change(entry);
    }

    /// The part of the table that is in use, from 0 to 1.
    pub(crate) fn load(&self) -> f64 {
        self.used.load(Ordering::Relaxed) as f64 / (WAYS * self.buckets.len()) as f64
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no thread panicked")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_until_there_is_more_work() {
        let table = Table::new(2 * size_of::<Bucket>());
        // High bits choose the bucket, so these share one.
        for key in 1..=4 {
            table.update(key, |entry| entry.work = 10 * key as u32);
        }
        table.update(5, |entry| entry.won = 3);
        assert_eq!(table.get(1), None, "the least work had to go");
        assert_eq!(table.get(5).map(|entry| entry.won), Some(3));
        let grown = table.grown(1 << 20);
        assert!((2..=5).all(|key| grown.get(key) == table.get(key)));
        assert!((table.load() - 0.5).abs() < 1e-9);
    }
}
