//! The children of nodes, compact, and a cache of them for nodes that are searched again.
//!
//! df-pn leaves a node when another part of the tree looks cheaper, and comes back. Without the cache it generates and
//! evaluates all children again: 39 % of the evaluations on 5x5 before there were sure moves. A child is stored without its situation, which its move
//! makes again when the search descends. Proof numbers come from the transposition table, so a lost or old entry of this
//! cache costs time and changes no result.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::numbers::Numbers;
use crate::replies::Replies;
use crate::shared::SituationKey;
use crate::waiting::Waiting;

/// Bytes for which there is one slot: thirteen children.
const BYTES_PER_SLOT: usize = 512;

/// A child of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// The halves of the hash, so that the struct has no gaps.
    hash: [u64; 2],
    pub(crate) numbers: Numbers,
    pub(crate) step: CompactStep,
    ahead: i16,
}

/// A move in a situation, in eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompactStep {
    /// A move in the rest: the index of the option.
    Rest(u32),
    /// A move in an area: its index, and the points from, to and arrow.
    Area { index: u8, points: [u8; 3] },
}

impl Child {
    pub(crate) fn new(key: SituationKey, step: CompactStep, numbers: Numbers) -> Child {
        Child { hash: [(key.hash >> 64) as u64, key.hash as u64], numbers, step, ahead: key.ahead }
    }

    #[inline]
    pub(crate) fn key(&self) -> SituationKey {
        let [high, low] = self.hash;
        SituationKey { hash: u128::from(high) << 64 | u128::from(low), ahead: self.ahead }
    }
}

/// A node that was expanded.
#[derive(Default)]
pub(crate) struct Expanded {
    /// The children that are open.
    pub(crate) open: Vec<Child>,
    /// The moves whose children are not evaluated yet.
    pub(crate) waiting: Waiting,
    /// The number of all different children, which is counted near the root only.
    pub(crate) all: usize,
    pub(crate) replies: Replies,
}

impl Expanded {
    fn bytes(&self) -> usize {
        size_of::<Kept>() + self.open.capacity() * size_of::<Child>() + self.waiting.bytes()
    }
}

struct Kept {
    key: SituationKey,
    node: Expanded,
}

/// Expanded nodes, each in the slot of its hash. A new node replaces the old one there.
pub(crate) struct KeptNodes {
    slots: Vec<Mutex<Option<Box<Kept>>>>,
    bytes: AtomicUsize,
    limit: usize,
    /// The slot that is emptied next if the limit is exceeded.
    hand: AtomicUsize,
}

impl KeptNodes {
    /// A cache of at most `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> KeptNodes {
        let count = bytes / BYTES_PER_SLOT;
        let slots: Vec<_> = (0..count).map(|_| Mutex::default()).collect();
        let limit = bytes - count * size_of::<Mutex<Option<Box<Kept>>>>();
        KeptNodes { slots, bytes: AtomicUsize::new(0), limit, hand: AtomicUsize::new(0) }
    }

    fn slot(&self, key: SituationKey) -> Option<&Mutex<Option<Box<Kept>>>> {
        let index = (u128::from(key.hash as u64) * self.slots.len() as u128) >> 64;
        self.slots.get(index as usize)
    }

    /// Takes a node out of the cache.
    pub(crate) fn take(&self, key: SituationKey) -> Option<Expanded> {
        let mut slot = self.slot(key)?.lock().expect("no thread panicked");
        let kept = slot.take_if(|kept| kept.key == key)?;
        self.bytes.fetch_sub(kept.node.bytes(), Relaxed);
        Some(kept.node)
    }

    /// Puts a node into the cache.
    pub(crate) fn put(&self, key: SituationKey, mut node: Expanded) {
        let Some(slot) = self.slot(key) else { return };
        node.open.shrink_to_fit();
        node.waiting.shrink();
        let bytes = node.bytes();
        if bytes > self.limit {
            return;
        }
        self.bytes.fetch_add(bytes, Relaxed);
        // Room is made before the node is in its slot, so that it does not make way for itself.
        for _ in 0..self.slots.len() {
            if self.bytes.load(Relaxed) <= self.limit {
                break;
            }
            let hand = self.hand.fetch_add(1, Relaxed) % self.slots.len();
            let old = self.slots[hand].lock().expect("no thread panicked").take();
            self.forget(old);
        }
        let old = slot.lock().expect("no thread panicked").replace(Box::new(Kept { key, node }));
        self.forget(old);
    }

    fn forget(&self, old: Option<Box<Kept>>) {
        if let Some(old) = old {
            self.bytes.fetch_sub(old.node.bytes(), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(hash: u128) -> SituationKey {
        SituationKey { hash, ahead: -3 }
    }

    fn node(children: usize) -> Expanded {
        let child = Child::new(key(7 << 64 | 5), CompactStep::Rest(0), Numbers::LIMITS);
        Expanded { open: vec![child; children], all: children, ..Expanded::default() }
    }

    #[test]
    fn a_child_has_its_key() {
        assert_eq!(node(1).open[0].key(), key(7 << 64 | 5));
        assert!(size_of::<Child>() <= 40);
    }

    #[test]
    fn the_cache_keeps_its_limit() {
        let (limit, mut found) = (1 << 16, 0);
        let cache = KeptNodes::new(limit);
        for n in 0..1000_u128 {
            let key = key(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            cache.put(key, node(20));
            assert!(cache.bytes.load(Relaxed) <= cache.limit);
            found += usize::from(cache.take(key).is_some_and(|node| node.open.len() == 20));
            cache.put(key, node(20));
        }
        assert_eq!(found, 1000);
        let nodes = cache.slots.iter().filter(|slot| slot.lock().unwrap().is_some()).count();
        assert!(nodes > limit / 2000, "{nodes}");
        assert!(cache.take(key(1)).is_none());
        assert!(KeptNodes::new(0).take(key(1)).is_none());
    }
}
