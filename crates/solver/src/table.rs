//! What the search remembers about a sum of areas and a core: for which numbers of moves ahead it is won or lost by the
//! side to move, and proof and disproof numbers where that is open.

/// What is known. Won from `won` moves ahead on, lost up to `lost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) phi: u32,
    pub(crate) delta: u32,
    pub(crate) won: i16,
    pub(crate) lost: i16,
    /// Nodes that were expanded for it, roughly.
    pub(crate) work: u32,
}

impl Entry {
    const EMPTY: Entry = Entry { key: 0, phi: 0, delta: 0, won: i16::MAX, lost: i16::MIN, work: 0 };
}

/// Places that a key can have.
const WAYS: usize = 4;

pub(crate) struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

impl Table {
    pub(crate) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Entry>()).max(WAYS);
        let count = 1 << count.ilog2();
        Table { entries: vec![Entry::EMPTY; count], mask: count - 1 }
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & self.mask) & !(WAYS - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let start = self.bucket(key);
        self.entries[start..start + WAYS].iter().find(|entry| entry.key == key && entry.work > 0).copied()
    }

    /// Changes the entry of a key; one that is not there takes the place of the one with the least work.
    pub(crate) fn update(&mut self, key: u64, change: impl FnOnce(&mut Entry)) {
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + WAYS];
        let place = bucket.iter().position(|entry| entry.key == key && entry.work > 0);
        let entry = match place {
            Some(place) => &mut bucket[place],
            None => {
                let least = bucket.iter_mut().min_by_key(|entry| entry.work).expect("a bucket has entries");
                *least = Entry { key, work: 1, ..Entry::EMPTY };
                least
            }
        };
        change(entry);
    }

    /// Of a thousand, how many entries are in use.
    pub(crate) fn use_per_mille(&self) -> usize {
        let sample = &self.entries[..self.entries.len().min(1 << 16)];
        1000 * sample.iter().filter(|entry| entry.work > 0).count() / sample.len()
    }
}
