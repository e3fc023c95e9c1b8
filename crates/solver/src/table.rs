//! The transposition table.
//!
//! For the hash of areas and core ([`crate::Situation::key`]), an entry has the leads from which on the side to move wins
//! and up to which it loses, and proof numbers for the leads between.
//!
//! An entry has 16 bytes, and a bucket of four is a cache line. Threads share the table without locks (Hyatt & Mann
//! 2002). An entry is two words. The tag that identifies the key is stored combined with the other word, so an entry that
//! two threads wrote at once matches no key and is lost, which is harmless.
//!
//! Of the 128 bits of a hash, the first 64 choose the bucket. A look-up compares 80: the first 16 follow from the index of
//! the bucket, and the tag has the next 64. With 10^9 entries and 10^11 look-ups, the chance of any false match is one in
//! ten thousand. A false match cannot make a valid certificate, because the checker compares boards and not hashes.
//!
//! The first entries are in a hash map. Buckets are made when it is full, so a search of a few nodes needs no megabytes.
//! The entries are the same either way: so few fill no bucket.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock};

use otrera_board::Side;
use rustc_hash::FxHashMap;

use crate::numbers::{INFINITE, Numbers};
use crate::prefetch::prefetch;

/// Results for one hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Rounded down to twelve significant binary digits.
    pub(crate) numbers: Numbers,
    /// Least lead that is known to win.
    pub(crate) won: i8,
    /// Greatest lead that is known to lose.
    pub(crate) lost: i8,
    /// Nodes expanded for the entry, at least 1; rounded like the numbers.
    pub(crate) work: u32,
}

impl Entry {
    const NEW: Entry = Entry { numbers: Numbers::UNSET, won: i8::MAX, lost: i8::MIN, work: 1 };

    /// The winner with the side to move, Black, ahead by this many moves.
    pub(crate) fn winner(&self, ahead: i16) -> Option<Side> {
        match ahead {
            _ if ahead >= self.won.into() => Some(Side::Black),
            _ if ahead <= self.lost.into() => Some(Side::White),
            _ => None,
        }
    }

    /// True if a search can have written this word: numbers are both set or both unset, and finite; there was some work; and
    /// no lead is both won and lost.
    pub(crate) fn is_plausible(word: u64) -> bool {
        let Entry { numbers, won, lost, work } = Entry::of(word);
        let range = 1..=INFINITE;
        let is_open = range.contains(&numbers.proof) && range.contains(&numbers.disproof);
        (numbers == Numbers::UNSET || is_open) && work > 0 && won > lost
    }

    fn word(self) -> u64 {
        let Numbers { proof, disproof } = self.numbers;
        let [proof, disproof, work] = [proof, disproof, self.work.max(1)].map(|n| u64::from(short(n)));
        proof << 48 | disproof << 32 | u64::from(self.won as u8) << 24 | u64::from(self.lost as u8) << 16 | work
    }

    fn of(word: u64) -> Entry {
        let [proof, disproof, work] = [word >> 48, word >> 32, word].map(|bits| long(bits as u16));
        let numbers = Numbers { proof, disproof };
        Entry { numbers, won: (word >> 24) as u8 as i8, lost: (word >> 16) as u8 as i8, work }
    }
}

/// Binary digits of a short number after the leading one.
const DIGITS: u32 = 11;

/// Encodes a number in 16 bits, rounded down. Codes have the order of the numbers.
fn short(n: u32) -> u16 {
    let shift = (u32::BITS - n.leading_zeros()).saturating_sub(DIGITS + 1);
    // Below 2^12 the leading digit is written; above, it is implied by the exponent.
    if n >> DIGITS == 0 { n as u16 } else { (shift << DIGITS) as u16 + (n >> shift) as u16 }
}

fn long(bits: u16) -> u32 {
    let (shift, rest) = (u32::from(bits) >> DIGITS, u32::from(bits) & ((1 << DIGITS) - 1));
    if shift == 0 { rest } else { (1 << DIGITS | rest) << (shift - 1) }
}

/// Entries of a bucket.
const WAYS: usize = 4;
/// Buckets of a segment: one for each key prefix, so that the prefix follows from the index of the bucket.
const SEGMENT: usize = 1 << 16;
/// First bits of a key, which follow from the index of the bucket.
const PREFIX_BITS: u32 = 16;
pub(crate) const PREFIXES: usize = 1 << PREFIX_BITS;
pub(crate) const SEGMENT_BYTES: usize = SEGMENT * size_of::<Bucket>();

/// An entry, and its tag combined with it; both 0 in a free slot.
#[derive(Default)]
struct Slot {
    tag: AtomicU64,
    word: AtomicU64,
}

impl Slot {
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
struct Bucket([Slot; WAYS]);

/// Buckets in segments of `SEGMENT`, except in a table smaller than that.
type Segments = Vec<Box<[Bucket]>>;
/// Words of the first entries, by key.
type FirstEntries = FxHashMap<u128, u64>;
/// Number of first entries, after which the buckets are made.
const FIRST_ENTRIES: usize = 1 << 12;

/// A table that grows and shrinks in place.
pub(crate) struct TranspositionTable {
    segments: OnceLock<Segments>,
    /// Empty once there are segments.
    first: Mutex<FirstEntries>,
    buckets: usize,
    used: AtomicUsize,
}

impl TranspositionTable {
    /// A table of at most `bytes`. A table smaller than a segment can neither grow nor be saved without loss.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let (segments, buckets) = match bytes / SEGMENT_BYTES {
            0 => {
                let buckets = (bytes / size_of::<Bucket>()).max(1);
                (vec![segment(buckets)].into(), buckets)
            }
            segments => (OnceLock::new(), segments * SEGMENT),
        };
        TranspositionTable { segments, first: Mutex::default(), buckets, used: AtomicUsize::new(0) }
    }

    /// The segments, which are made if they are not there yet.
    fn segments(&self) -> &Segments {
        self.segments.get().unwrap_or_else(|| self.make_segments(self.first()))
    }

    #[cold]
    fn make_segments(&self, mut first: MutexGuard<'_, FirstEntries>) -> &Segments {
        self.segments.get_or_init(|| {
            let segments: Segments = (0..self.buckets / SEGMENT).map(|_| segment(SEGMENT)).collect();
            for (key, word) in std::mem::take(&mut *first) {
                let is_new = put(&at(&segments, self.bucket((key >> 64) as u64)).0, tag(key), word);
                self.used.fetch_sub(usize::from(!is_new), Relaxed);
            }
            segments
        })
    }

    fn first(&self) -> MutexGuard<'_, FirstEntries> {
        self.first.lock().expect("no thread panicked")
    }

    fn resize(&mut self, segments: usize) {
        self.segments();
        let list = self.segments.get_mut().expect("they were made just now");
        list.resize_with(segments, || segment(SEGMENT));
        self.buckets = segments * SEGMENT;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.buckets * size_of::<Bucket>()
    }

    /// Capacity in entries.
    pub(crate) fn places(&self) -> usize {
        WAYS * self.buckets
    }

    pub(crate) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// Fraction of the capacity in use.
    pub(crate) fn load(&self) -> f64 {
        self.used() as f64 / self.places() as f64
    }

    /// Grows the table to as much as fits into `bytes`, at most by `factor`. Every entry stays.
    pub(crate) fn grow(&mut self, bytes: usize, factor: usize) {
        let old = self.buckets;
        let segments = (bytes / SEGMENT_BYTES).min(factor * (old / SEGMENT));
        if segments <= old / SEGMENT {
            return;
        }
        self.resize(segments);
        // From the last bucket down: entries move up, into buckets that are empty already.
        for bucket in (0..old).rev() {
            self.move_entries(bucket, old);
        }
    }

    /// Halves the table, unless it has one segment. Where entries do not fit, those with the least work are dropped.
    pub(crate) fn halve(&mut self) -> bool {
        let (old, segments) = (self.buckets, self.buckets / SEGMENT / 2);
        if segments == 0 {
            return false;
        }
        self.segments();
        self.buckets = segments * SEGMENT;
        for bucket in 0..old {
            self.move_entries(bucket, old);
        }
        self.resize(segments);
        true
    }

    /// Moves the entries of a bucket to their new buckets. The table had `old` buckets before.
    fn move_entries(&self, bucket: usize, old: usize) {
        let slots = &self.at(bucket).0;
        let entries: [(u64, u64); WAYS] = std::array::from_fn(|way| slots[way].load());
        slots.iter().for_each(Slot::clear);
        let prefix = bucket / (old / SEGMENT);
        for (tag, word) in entries.into_iter().filter(|&(_, word)| word != 0) {
            self.used.fetch_sub(1, Relaxed);
            self.insert(prefix, tag, word);
        }
    }

    /// Inserts an entry read from a table, if there is a free slot or one with less work.
    pub(crate) fn insert(&self, prefix: usize, tag: u64, word: u64) {
        let slots = &self.at(self.bucket((prefix as u64) << (64 - PREFIX_BITS) | tag >> PREFIX_BITS)).0;
        self.used.fetch_add(usize::from(put(slots, tag, word)), Relaxed);
    }

    /// Calls `visit` with the tag and word of each entry whose key has this prefix.
    pub(crate) fn for_each_with_prefix(&self, prefix: usize, mut visit: impl FnMut(u64, u64)) {
        let [begin, end] = [prefix, prefix + 1].map(|prefix| (prefix * self.buckets).div_ceil(PREFIXES));
        for bucket in begin..end {
            for slot in &self.at(bucket).0 {
                let (tag, word) = slot.load();
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

    fn at(&self, bucket: usize) -> &Bucket {
        at(self.segments(), bucket)
    }

    /// The slots of a key, if the buckets are made.
    #[inline]
    fn slots(&self, key: u128) -> Option<&[Slot; WAYS]> {
        Some(&at(self.segments.get()?, self.bucket((key >> 64) as u64)).0)
    }

    /// Loads the bucket of a key that will be looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u128) {
        if let Some(slots) = self.slots(key) {
            prefetch(slots);
        }
    }

    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<Entry> {
        let tag = tag(key);
        let Some(slots) = self.slots(key) else { return self.get_first(key) };
        let mut found = slots.iter().map(Slot::load).filter(|&(other, word)| other == tag && word != 0);
        found.next().map(|(_, word)| Entry::of(word))
    }

    #[cold]
    fn get_first(&self, key: u128) -> Option<Entry> {
        let first = self.first();
        match self.segments.get() {
            None => first.get(&key).map(|&word| Entry::of(word)),
            // Another thread made them before this one had the lock.
            Some(_) => self.get(key),
        }
    }

    /// Changes the entry of a key. A new entry replaces the one with the least work in its bucket.
    pub(crate) fn update(&self, key: u128, change: impl FnOnce(&mut Entry)) {
        let tag = tag(key);
        let Some(slots) = self.slots(key) else { return self.update_first(key, change) };
        let (mut least, mut least_work, mut entry) = (&slots[0], u16::MAX, Entry::NEW);
        for slot in slots {
            let (other, word) = slot.load();
            if other == tag && word != 0 {
                (least, least_work, entry) = (slot, 1, Entry::of(word));
                break;
            }
            if work(word) < least_work {
                (least, least_work) = (slot, work(word));
            }
        }
        if least_work == 0 {
            self.used.fetch_add(1, Relaxed);
        }
        change(&mut entry);
        least.store(tag, entry.word());
    }

    #[cold]
    fn update_first(&self, key: u128, change: impl FnOnce(&mut Entry)) {
        let mut first = self.first();
        if self.segments.get().is_some() {
            // Another thread made them before this one had the lock.
            return self.update(key, change);
        }
        let mut entry = first.get(&key).map_or(Entry::NEW, |&word| Entry::of(word));
        change(&mut entry);
        if first.insert(key, entry.word()).is_none() {
            self.used.fetch_add(1, Relaxed);
        }
        if first.len() >= FIRST_ENTRIES {
            self.make_segments(first);
        }
    }
}

#[inline]
fn at(segments: &Segments, bucket: usize) -> &Bucket {
    &segments[bucket / SEGMENT][bucket % SEGMENT]
}

/// Stores an entry in a free slot, or in one with less work. Returns whether it was free.
fn put(slots: &[Slot; WAYS], tag: u64, word: u64) -> bool {
    let least = slots.iter().min_by_key(|slot| work(slot.load().1)).expect("a bucket has slots");
    let (_, old) = least.load();
    if old == 0 || work(old) < work(word) {
        least.store(tag, word);
    }
    old == 0
}

fn segment(buckets: usize) -> Box<[Bucket]> {
    (0..buckets).map(|_| Bucket::default()).collect()
}

fn tag(key: u128) -> u64 {
    (key >> (64 - PREFIX_BITS)) as u64
}

/// Work of an entry, which decides replacement; 0 in a free slot.
fn work(word: u64) -> u16 {
    word as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random keys.
    fn key(n: u64) -> u128 {
        let n = u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        n ^ n >> 61
    }

    #[test]
    fn short_numbers_keep_twelve_digits_and_their_order() {
        let numbers = (0..5000).chain((0..32).flat_map(|bit| [(1_u32 << bit) - 1, 1 << bit, (1 << bit) + 1]));
        let mut numbers: Vec<u32> = numbers.chain([u32::MAX, u32::MAX / 4, 123_456_789]).collect();
        numbers.sort_unstable();
        for &n in &numbers {
            let decoded = long(short(n));
            assert!(decoded <= n && n - decoded <= n >> DIGITS, "{n}: {decoded}");
            assert!(n >= 1 << (DIGITS + 1) || decoded == n);
        }
        assert!(numbers.windows(2).all(|pair| short(pair[0]) <= short(pair[1])));
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        for entry in [
            Entry::NEW,
            Entry { numbers: Numbers { proof: 3, disproof: 4095 }, won: -7, lost: -9, work: 1 << 20 },
            Entry { numbers: Numbers { proof: 1 << 30, disproof: 1 }, won: 127, lost: -128, work: 2 },
        ] {
            assert_eq!(Entry::of(entry.word()), entry);
        }
    }

    #[test]
    fn the_entry_with_the_least_work_is_replaced() {
        let table = TranspositionTable::new(2 * size_of::<Bucket>());
        // High bits choose the bucket, so these keys share one.
        let key = |n: u64| u128::from(n) << 64;
        for n in 1..=4 {
            table.update(key(n), |entry| entry.work = 10 * n as u32);
        }
        table.update(key(5), |entry| entry.won = 3);
        assert_eq!(table.get(key(1)), None, "it had the least work");
        assert_eq!(table.get(key(5)).map(|entry| entry.won), Some(3));
        assert!((2..=4).all(|n| table.get(key(n)).is_some_and(|entry| entry.work == 10 * n as u32)));
        assert!((table.load() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn the_first_entries_stay_when_the_buckets_are_made() {
        let table = TranspositionTable::new(SEGMENT_BYTES);
        for n in 0..2 * FIRST_ENTRIES as u64 {
            assert_eq!(table.get(key(n)), None);
            for _ in 0..2 {
                table.update(key(n), |entry| entry.numbers.proof += 3);
            }
            assert_eq!(table.used(), n as usize + 1);
            assert_eq!(table.segments.get().is_some(), table.used() >= FIRST_ENTRIES);
            let known = |n: &u64| table.get(key(*n)).is_some_and(|entry| entry.numbers.proof == 6);
            assert!((0..=n).step_by(100).all(|n| known(&n)) && known(&n), "{n}");
        }
        assert!(table.first().is_empty());
    }

    #[test]
    fn threads_that_make_the_buckets_lose_nothing() {
        let table = TranspositionTable::new(SEGMENT_BYTES);
        let each = FIRST_ENTRIES as u64;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope
                    .spawn(move || (0..each).for_each(|n| table.update(key(thread * each + n), |entry| entry.won = 5)));
            }
        });
        assert!((0..4 * each).all(|n| table.get(key(n)).is_some_and(|entry| entry.won == 5)));
        assert_eq!(table.used() as u64, 4 * each);
    }

    #[test]
    fn growing_keeps_all_entries() {
        let mut table = TranspositionTable::new(SEGMENT_BYTES);
        for n in 0..100_000 {
            table.update(key(n), |entry| entry.numbers.proof = n as u32 % 1000);
        }
        let known: Vec<Option<Entry>> = (0..100_000).map(|n| table.get(key(n))).collect();
        assert!(known.iter().flatten().count() > 97_000);
        let used = table.used();
        for (segments, factor) in [(3, 8), (3, 8), (8, 2), (7, 2)] {
            table.grow(segments * SEGMENT_BYTES + 5, factor);
            assert!((0..100_000).all(|n| table.get(key(n)) == known[n as usize]));
            assert_eq!(table.used(), used);
        }
        assert_eq!(table.bytes(), 7 * SEGMENT_BYTES);
        let mut seen = 0;
        (0..PREFIXES).for_each(|prefix| table.for_each_with_prefix(prefix, |_, _| seen += 1));
        assert_eq!(seen, used);
    }

    #[test]
    fn halving_keeps_the_entries_with_the_most_work() {
        let mut table = TranspositionTable::new(4 * SEGMENT_BYTES);
        for n in 0..600_000 {
            table.update(key(n), |entry| entry.work = 1 + n as u32 % 10);
        }
        let count = |table: &TranspositionTable, work: u64| {
            (0..600_000).filter(|n| n % 10 == work && table.get(key(*n)).is_some()).count()
        };
        assert!(table.halve() && table.halve() && !table.halve());
        assert_eq!(table.bytes(), SEGMENT_BYTES);
        let [least, most] = [count(&table, 0), count(&table, 9)];
        assert!(least < 15_000 && most > 55_000, "{least} {most}");
        assert!(table.load() > 0.85 && table.load() <= 1.0, "{}", table.load());
    }

    #[test]
    fn entries_can_be_inserted_into_a_table_of_another_size() {
        let [table, larger] = [1, 3].map(|segments| TranspositionTable::new(segments * SEGMENT_BYTES));
        (0..50_000).for_each(|n| table.update(key(n), |entry| entry.numbers.disproof = n as u32 % 1000));
        for prefix in 0..PREFIXES {
            table.for_each_with_prefix(prefix, |tag, word| larger.insert(prefix, tag, word));
        }
        assert!((0..50_000).all(|n| larger.get(key(n)) == table.get(key(n))));
        assert_eq!(larger.used(), table.used());
    }
}
