//! What the search remembers about a sum of areas and a core: for which numbers of moves ahead it is won or lost by the
//! side to move, and proof and disproof numbers where that is open.
//!
//! An entry has sixteen bytes, four of them are a bucket, and a bucket is a line of the processor's cache. Threads share
//! the table without locks (Hyatt & Mann 2002): an entry is two words, and what tells keys apart is kept combined with the
//! other word, so an entry that two threads wrote at once belongs to no key, and is lost; to forget is allowed.
//!
//! Of a key's 128 bits, the first 64 choose the bucket, and the table is right about 80: the first sixteen follow from
//! where the bucket is, and the entry has the next 64. With a thousand million entries and a hundred thousand million
//! look-ups, the chance that any of them finds what belongs to another key is one in ten thousand. A certificate would
//! not pass then: it is checked without any hashing.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::prefetch::prefetch;

/// What is known. Won from `won` moves ahead on, lost up to `lost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Numbers have eleven binary digits at least, and are rounded down beyond; 0 if there are none yet.
    pub(crate) phi: u32,
    pub(crate) delta: u32,
    pub(crate) won: i8,
    pub(crate) lost: i8,
    /// Nodes that were expanded for it, rounded like the others; at least 1.
    pub(crate) work: u32,
}

impl Entry {
    const NEW: Entry = Entry { phi: 0, delta: 0, won: i8::MAX, lost: i8::MIN, work: 1 };

    fn word(self) -> u64 {
        let [phi, delta, work] = [self.phi, self.delta, self.work.max(1)].map(|n| u64::from(short(n)));
        phi << 48 | delta << 32 | u64::from(self.won as u8) << 24 | u64::from(self.lost as u8) << 16 | work
    }

    fn of(word: u64) -> Entry {
        let [phi, delta, work] = [word >> 48, word >> 32, word].map(|bits| long(bits as u16));
        Entry { phi, delta, won: (word >> 24) as u8 as i8, lost: (word >> 16) as u8 as i8, work }
    }
}

/// Binary digits of a short number after its first.
const DIGITS: u32 = 11;

/// A number in sixteen bits, rounded down. Their order is the order of the numbers.
fn short(n: u32) -> u16 {
    let shift = (u32::BITS - n.leading_zeros()).saturating_sub(DIGITS + 1);
    // Below 2^12 the first digit is written; above, it is where the exponent is.
    if n >> DIGITS == 0 { n as u16 } else { (shift << DIGITS) as u16 + (n >> shift) as u16 }
}

fn long(bits: u16) -> u32 {
    let (shift, rest) = (u32::from(bits) >> DIGITS, u32::from(bits) & ((1 << DIGITS) - 1));
    if shift == 0 { rest } else { (1 << DIGITS | rest) << (shift - 1) }
}

/// Places that a key can have.
const WAYS: usize = 4;
/// Buckets of a segment. As many as keys have different first sixteen bits, so that a bucket's number tells them.
const SEGMENT: usize = 1 << 16;
/// Bits of a key that follow from the number of the bucket.
const SHELF_BITS: u32 = 16;
/// Keys that have their first sixteen bits in common.
pub(crate) const SHELVES: usize = 1 << SHELF_BITS;
/// Bytes of a segment.
pub(crate) const SEGMENT_BYTES: usize = SEGMENT * size_of::<Bucket>();

/// A part of the key combined with the entry, and the entry; both 0 in a place that is free.
#[derive(Default)]
struct Place {
    tag: AtomicU64,
    word: AtomicU64,
}

impl Place {
    fn load(&self) -> (u64, u64) {
        let word = self.word.load(Relaxed);
        (self.tag.load(Relaxed) ^ word, word)
    }

    fn store(&self, tag: u64, word: u64) {
        self.tag.store(tag ^ word, Relaxed);
        self.word.store(word, Relaxed);
    }

    fn clear(&self) {
        self.store(0, 0);
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Place; WAYS]);

/// A table that is changed in place when it grows or shrinks.
pub(crate) struct Table {
    /// All of `SEGMENT` buckets, but in a table that is smaller than that.
    segments: Vec<Box<[Bucket]>>,
    buckets: usize,
    used: AtomicUsize,
}

impl Table {
    /// A table of at most so many bytes. With less than a segment it can neither grow nor be saved without forgetting.
    pub(crate) fn new(bytes: usize) -> Table {
        let mut table = Table { segments: Vec::new(), buckets: 0, used: AtomicUsize::new(0) };
        match bytes / SEGMENT_BYTES {
            0 => {
                table.buckets = (bytes / size_of::<Bucket>()).max(1);
                table.segments.push(segment(table.buckets));
            }
            segments => table.add_segments(segments),
        }
        table
    }

    fn add_segments(&mut self, segments: usize) {
        self.segments.resize_with(segments, || segment(SEGMENT));
        self.buckets = segments * SEGMENT;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.buckets * size_of::<Bucket>()
    }

    /// Places for entries.
    pub(crate) fn places(&self) -> usize {
        WAYS * self.buckets
    }

    /// Places that are taken.
    pub(crate) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The part of the table that is in use, from 0 to 1.
    pub(crate) fn load(&self) -> f64 {
        self.used() as f64 / self.places() as f64
    }

    /// Makes the table as large as fits into so many bytes, but not larger than `most` times what it is. Every entry stays.
    pub(crate) fn grow(&mut self, bytes: usize, most: usize) {
        let old = self.buckets;
        let segments = (bytes / SEGMENT_BYTES).min(most * self.segments.len());
        if old < SEGMENT || segments <= self.segments.len() {
            return;
        }
        self.add_segments(segments);
        // From the last bucket on: entries move up, to where nothing is any more.
        for bucket in (0..old).rev() {
            self.move_entries(bucket, old);
        }
    }

    /// Makes the table half as large, if it can be. Where there are too many entries, those with less work go.
    pub(crate) fn halve(&mut self) -> bool {
        let (old, segments) = (self.buckets, self.segments.len() / 2);
        if segments == 0 {
            return false;
        }
        self.buckets = segments * SEGMENT;
        for bucket in 0..old {
            self.move_entries(bucket, old);
        }
        self.segments.truncate(segments);
        true
    }

    /// Puts the entries of a bucket where they belong now; the table had `old` buckets when they were put there.
    fn move_entries(&self, bucket: usize, old: usize) {
        let places = &self.at(bucket).0;
        let entries: [(u64, u64); WAYS] = std::array::from_fn(|way| places[way].load());
        places.iter().for_each(Place::clear);
        let shelf = bucket / (old / SEGMENT);
        for (tag, word) in entries.into_iter().filter(|&(_, word)| word != 0) {
            self.used.fetch_sub(1, Relaxed);
            self.insert(shelf, tag, word);
        }
    }

    /// Puts an entry back that was taken out, if there is a place for it or one with less work.
    pub(crate) fn insert(&self, shelf: usize, tag: u64, word: u64) {
        let places = &self.at(self.bucket((shelf as u64) << (64 - SHELF_BITS) | tag >> SHELF_BITS)).0;
        let least = places.iter().min_by_key(|place| work(place.load().1)).expect("a bucket has places");
        let (_, old) = least.load();
        if old == 0 {
            self.used.fetch_add(1, Relaxed);
        }
        if old == 0 || work(old) < work(word) {
            least.store(tag, word);
        }
    }

    /// Calls `visit` with what was put in under keys that have their first bits in common, as two words each.
    pub(crate) fn for_each_on_shelf(&self, shelf: usize, mut visit: impl FnMut(u64, u64)) {
        let [begin, end] = [shelf, shelf + 1].map(|shelf| (shelf * self.buckets).div_ceil(SHELVES));
        for bucket in begin..end {
            for place in &self.at(bucket).0 {
                let (tag, word) = place.load();
                if word != 0 {
                    visit(tag, word);
                }
            }
        }
    }

    #[inline]
    fn bucket(&self, high: u64) -> usize {
        ((u128::from(high) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn at(&self, bucket: usize) -> &Bucket {
        &self.segments[bucket / SEGMENT][bucket % SEGMENT]
    }

    /// Says that an entry will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u128) {
        prefetch(self.at(self.bucket((key >> 64) as u64)));
    }

    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<Entry> {
        let tag = tag(key);
        let places = &self.at(self.bucket((key >> 64) as u64)).0;
        let mut found = places.iter().map(Place::load).filter(|&(other, word)| other == tag && word != 0);
        found.next().map(|(_, word)| Entry::of(word))
    }

    /// Changes the entry of a key; one that is not there takes the place of the one with the least work.
    pub(crate) fn update(&self, key: u128, change: impl FnOnce(&mut Entry)) {
        let tag = tag(key);
        let places = &self.at(self.bucket((key >> 64) as u64)).0;
        let (mut least, mut least_work, mut entry) = (&places[0], u16::MAX, Entry::NEW);
        for place in places {
            let (other, word) = place.load();
            if other == tag && word != 0 {
                (least, least_work, entry) = (place, 1, Entry::of(word));
                break;
            }
            if work(word) < least_work {
                (least, least_work) = (place, work(word));
            }
        }
        if least_work == 0 {
            self.used.fetch_add(1, Relaxed);
        }
        change(&mut entry);
        least.store(tag, entry.word());
    }
}

fn segment(buckets: usize) -> Box<[Bucket]> {
    (0..buckets).map(|_| Bucket::default()).collect()
}

fn tag(key: u128) -> u64 {
    (key >> (64 - SHELF_BITS)) as u64
}

/// What entries are kept by; 0 in a place that is free.
fn work(word: u64) -> u16 {
    word as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys as good as random.
    fn key(n: u64) -> u128 {
        let n = u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        n ^ n >> 61
    }

    #[test]
    fn short_numbers_are_near_and_in_order() {
        let numbers = (0..5000).chain((0..32).flat_map(|bit| [(1_u32 << bit) - 1, 1 << bit, (1 << bit) + 1]));
        let mut numbers: Vec<u32> = numbers.chain([u32::MAX, u32::MAX / 4, 123_456_789]).collect();
        numbers.sort_unstable();
        for &n in &numbers {
            let again = long(short(n));
            assert!(again <= n && n - again <= n >> DIGITS, "{n}: {again}");
            assert!(n >= 1 << (DIGITS + 1) || again == n);
        }
        assert!(numbers.windows(2).all(|pair| short(pair[0]) <= short(pair[1])));
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        for entry in [
            Entry::NEW,
            Entry { phi: 3, delta: 4095, won: -7, lost: -9, work: 1 << 20 },
            Entry { phi: 1 << 30, delta: 1, won: 127, lost: -128, work: 2 },
        ] {
            assert_eq!(Entry::of(entry.word()), entry);
        }
    }

    #[test]
    fn entries_stay_until_there_is_more_work() {
        let table = Table::new(2 * size_of::<Bucket>());
        // High bits choose the bucket, so these share one.
        let key = |n: u64| u128::from(n) << 64;
        for n in 1..=4 {
            table.update(key(n), |entry| entry.work = 10 * n as u32);
        }
        table.update(key(5), |entry| entry.won = 3);
        assert_eq!(table.get(key(1)), None, "the least work had to go");
        assert_eq!(table.get(key(5)).map(|entry| entry.won), Some(3));
        assert!((2..=4).all(|n| table.get(key(n)).is_some_and(|entry| entry.work == 10 * n as u32)));
        assert!((table.load() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_table_keeps_its_entries_when_it_grows() {
        let mut table = Table::new(SEGMENT_BYTES);
        for n in 0..100_000 {
            table.update(key(n), |entry| entry.phi = n as u32 % 1000);
        }
        let known: Vec<Option<Entry>> = (0..100_000).map(|n| table.get(key(n))).collect();
        assert!(known.iter().flatten().count() > 97_000);
        let used = table.used();
        for (segments, most) in [(3, 8), (3, 8), (8, 2), (7, 2)] {
            table.grow(segments * SEGMENT_BYTES + 5, most);
            assert!((0..100_000).all(|n| table.get(key(n)) == known[n as usize]));
            assert_eq!(table.used(), used);
        }
        assert_eq!(table.bytes(), 7 * SEGMENT_BYTES);
        let mut seen = 0;
        (0..SHELVES).for_each(|shelf| table.for_each_on_shelf(shelf, |_, _| seen += 1));
        assert_eq!(seen, used);
    }

    #[test]
    fn half_a_table_keeps_the_most_work() {
        let mut table = Table::new(4 * SEGMENT_BYTES);
        for n in 0..600_000 {
            table.update(key(n), |entry| entry.work = 1 + n as u32 % 10);
        }
        let count =
            |table: &Table, work: u64| (0..600_000).filter(|n| n % 10 == work && table.get(key(*n)).is_some()).count();
        assert!(table.halve() && table.halve() && !table.halve());
        assert_eq!(table.bytes(), SEGMENT_BYTES);
        let [least, most] = [count(&table, 0), count(&table, 9)];
        assert!(least < 15_000 && most > 55_000, "{least} {most}");
        assert!(table.load() > 0.85 && table.load() <= 1.0, "{}", table.load());
    }

    #[test]
    fn what_is_taken_out_can_be_put_into_another_table() {
        let [table, larger] = [1, 3].map(|segments| Table::new(segments * SEGMENT_BYTES));
        (0..50_000).for_each(|n| table.update(key(n), |entry| entry.delta = n as u32 % 1000));
        for shelf in 0..SHELVES {
            table.for_each_on_shelf(shelf, |tag, word| larger.insert(shelf, tag, word));
        }
        assert!((0..50_000).all(|n| larger.get(key(n)) == table.get(key(n))));
        assert_eq!(larger.used(), table.used());
    }
}
