//! A lossy memo of bounded size that threads share without locks.
//!
//! Each key has one slot; a new entry evicts the old one. A slot is a sequence lock made of atomics: the writer marks the
//! slot busy, fills it and increments its counter; a reader that sees the counter busy or changed treats the key as
//! absent. So a result is never a mix of two entries, at the cost of one compare-and-swap per write and none per read.
//!
//! The memo grows with the store in a few steps (an empty store should cost nothing) and is emptied at each step.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

/// Slots of the first step, as a power of two.
const FIRST_BITS: u32 = 10;
/// Growth of each step, as a power of two.
const STEP_BITS: u32 = 2;
/// Number of steps; the last has 2^22 slots of 24 bytes, 96 MiB.
const STEPS: usize = 7;

/// Bit of the counter that is set while a slot is being written.
const BUSY: u64 = 1;

#[derive(Default)]
struct Slot {
    counter: AtomicU64,
    key: AtomicU64,
    word: AtomicU64,
}

/// A lossy map from keys to words. Key 0 is reserved for empty slots. A caller with a key longer than 64 bits stores the
/// remaining bits in the word, compares them, and passes them as the `salt` that helps to choose the slot.
#[derive(Default)]
pub(crate) struct Memo {
    steps: [OnceLock<Box<[Slot]>>; STEPS],
    current: AtomicUsize,
}

impl Memo {
    /// Makes room for about `entries`, if that takes no more than `room` bytes.
    pub(crate) fn reserve(&self, entries: usize, room: usize) {
        let current = self.current.load(Ordering::Relaxed);
        let wanted = current + 1 < STEPS && entries > 1 << bits(current);
        if wanted && size_of::<Slot>() << bits(current + 1) <= room {
            self.current.fetch_max(current + 1, Ordering::Relaxed);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.steps.iter().filter_map(OnceLock::get).map(|slots| size_of_val::<[Slot]>(slots)).sum()
    }

    /// The word last put under this key, unless it was evicted.
    #[inline]
    pub(crate) fn get(&self, key: u64, salt: u32) -> Option<u64> {
        let slot = self.slot(key, salt);
        let before = slot.counter.load(Ordering::Acquire);
        if before & BUSY != 0 || slot.key.load(Ordering::Relaxed) != key {
            return None;
        }
        let word = slot.word.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        (slot.counter.load(Ordering::Relaxed) == before).then_some(word)
    }

    pub(crate) fn put(&self, key: u64, salt: u32, word: u64) {
        debug_assert_ne!(key, 0);
        let slot = self.slot(key, salt);
        let before = slot.counter.load(Ordering::Relaxed);
        // A slot that another thread is writing is skipped: the memo is lossy.
        if before & BUSY != 0
            || slot.counter.compare_exchange(before, before + BUSY, Ordering::Acquire, Ordering::Relaxed).is_err()
        {
            return;
        }
        fence(Ordering::Release);
        slot.key.store(key, Ordering::Relaxed);
        slot.word.store(word, Ordering::Relaxed);
        slot.counter.store(before + 2 * BUSY, Ordering::Release);
    }

    #[inline]
    fn slot(&self, key: u64, salt: u32) -> &Slot {
        let step = self.current.load(Ordering::Relaxed);
        let slots = self.steps[step].get_or_init(|| (0..1 << bits(step)).map(|_| Slot::default()).collect());
        // Fibonacci hashing: the high bits of a product with 2^64 / golden ratio depend on all bits below.
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = (key ^ u64::from(salt).wrapping_mul(GOLDEN)).wrapping_mul(GOLDEN);
        let hash = (mixed ^ mixed >> 32).wrapping_mul(GOLDEN);
        &slots[(hash >> (64 - bits(step))) as usize]
    }
}

fn bits(step: usize) -> u32 {
    FIRST_BITS + STEP_BITS * step as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_last_until_the_memo_grows() {
        let memo = Memo::default();
        assert_eq!(memo.get(7, 1), None);
        memo.put(7, 1, 42);
        assert_eq!(memo.get(7, 1), Some(42));
        memo.reserve(1 << FIRST_BITS, usize::MAX);
        memo.reserve(1 << 30, 24 << FIRST_BITS);
        assert_eq!(memo.get(7, 1), Some(42));
        memo.reserve((1 << FIRST_BITS) + 1, usize::MAX);
        assert_eq!(memo.get(7, 1), None);
        assert_eq!(memo.bytes(), 24 * ((1 << FIRST_BITS) + (1 << (FIRST_BITS + STEP_BITS))));
    }

    #[test]
    fn threads_never_see_a_mixed_entry() {
        let memo = Memo::default();
        std::thread::scope(|scope| {
            for salt in 0..3_u64 {
                let memo = &memo;
                scope.spawn(move || {
                    for i in 1..200_000_u64 {
                        let key = i % 5000 + 1;
                        memo.put(key, 0, key * 1000 + salt);
                        if let Some(word) = memo.get(key, 0) {
                            assert_eq!(word / 1000, key);
                        }
                    }
                });
            }
        });
    }
}
