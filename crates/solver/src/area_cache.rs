//! Cache of the bounds of large areas. Threads share it without locks.
//!
//! An entry has four words, and a cache line two entries. A new entry takes the first place of its line, and the entry that
//! was there takes the second.
//!
//! The words with the squares are stored combined with a hash of the other two, so an entry that two threads wrote at once
//! matches no area and is lost (Hyatt & Mann 2002 do this for transposition tables). Bounds only become better, so an older
//! state of an entry is true, and an update that another thread overwrites costs time only.
//!
//! The memory comes from the system, which gives it page by page, filled with zeros, when it is first touched: a small
//! search does not pay for a large cache.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use otrera_board::{Area, Side};

use crate::prefetch::prefetch;
use crate::situation::{KEY, area_key, folded};

/// Words of an entry.
const ENTRY: usize = 4;
/// Words of a cache line.
const LINE: usize = 8;
type Words = [u64; ENTRY];

/// What is known about the bounds of an area. Areas have at most 64 squares, so that bounds fit into bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AreaBounds {
    pub(crate) area: Area<u64>,
    /// Bounds by rules 1 and 2 as each side sees them, by [`Side::index`].
    pub(crate) counted: [i8; 2],
    /// The same, raised by sure moves where they were asked for.
    pub(crate) sure: [i8; 2],
    /// The least bounds that sure moves do not reach, by effort and [`Side::index`]; `i8::MAX` if none is known.
    pub(crate) refuted: [[i8; 2]; 2],
    /// Lead of Left in squares reached first.
    pub(crate) reach: f32,
}

pub(crate) struct AreaCache {
    words: Box<[AtomicU64]>,
    /// Index of the first word on a cache line.
    first: usize,
    lines: usize,
}

impl AreaCache {
    /// A cache of about `bytes` bytes, at least one line.
    pub(crate) fn new(bytes: usize) -> AreaCache {
        let lines = (bytes / (LINE * size_of::<u64>())).max(1);
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box((lines + 1) * LINE);
        let first = (words.as_ptr().addr() / size_of::<u64>()).wrapping_neg() % LINE;
        AreaCache { words, first, lines }
    }

    fn line(&self, area: &Area<u64>) -> &[AtomicU64; LINE] {
        let index = ((u128::from(area_key(area)) * self.lines as u128) >> 64) as usize;
        self.words[self.first + LINE * index..].first_chunk().expect("there is one line more")
    }

    /// Loads the line of an area that is looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, area: &Area<u64>) {
        prefetch(self.line(area));
    }

    #[inline]
    pub(crate) fn get(&self, area: &Area<u64>) -> Option<AreaBounds> {
        self.line(area).chunks_exact(ENTRY).find_map(|entry| unpack(area, load(entry)))
    }

    pub(crate) fn insert(&self, bounds: &AreaBounds) {
        let (first, second) = self.line(&bounds.area).split_at(ENTRY);
        store(second, load(first));
        store(first, pack(bounds));
    }

    /// Changes the bounds of an area, if they are still there.
    pub(crate) fn update(&self, area: &Area<u64>, change: impl FnOnce(&mut AreaBounds)) {
        let mut entries = self.line(area).chunks_exact(ENTRY);
        let found = entries.find_map(|entry| unpack(area, load(entry)).map(|bounds| (entry, bounds)));
        if let Some((entry, mut bounds)) = found {
            change(&mut bounds);
            store(entry, pack(&bounds));
        }
    }
}

fn load(entry: &[AtomicU64]) -> Words {
    std::array::from_fn(|word| entry[word].load(Relaxed))
}

fn store(entry: &[AtomicU64], words: Words) {
    for (place, word) in entry.iter().zip(words) {
        place.store(word, Relaxed);
    }
}

fn pack(bounds: &AreaBounds) -> Words {
    let AreaBounds { area, counted: [a, b], sure: [c, d], refuted: [[e, f], [g, h]], reach } = *bounds;
    let facts = u64::from_le_bytes([a, b, c, d, e, f, g, h].map(|bound| bound as u8));
    let rest = u64::from(reach.to_bits()) << 32 | size(&area);
    let [first, second] = squares(&area, facts, rest);
    [first, second, facts, rest]
}

/// The bounds in an entry, if it is that of `area`. An empty entry has no size, so it is that of no area.
#[inline]
fn unpack(area: &Area<u64>, [first, second, facts, rest]: Words) -> Option<AreaBounds> {
    if rest & u64::from(u32::MAX) != size(area) || [first, second] != squares(area, facts, rest) {
        return None;
    }
    let [a, b, c, d, e, f, g, h] = facts.to_le_bytes().map(|byte| byte as i8);
    let reach = f32::from_bits((rest >> 32) as u32);
    Some(AreaBounds { area: *area, counted: [a, b], sure: [c, d], refuted: [[e, f], [g, h]], reach })
}

fn size(area: &Area<u64>) -> u64 {
    u64::from(area.size().width()) << 8 | u64::from(area.size().height())
}

/// The squares of an area as two words, each combined with a hash of the other words of the entry.
#[inline]
fn squares(area: &Area<u64>, facts: u64, rest: u64) -> [u64; 2] {
    let hash = folded(facts ^ KEY[0], rest ^ KEY[1]);
    let empty = area.empty();
    [(empty | area.amazons(Side::Black)) ^ hash, (empty | area.amazons(Side::White)) ^ hash.rotate_left(32)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounds of a strip, different for each `n` from 1 to 999.
    fn strip(n: u64) -> AreaBounds {
        let size = otrera_board::Size::new(10, 3).expect("it is a size");
        let counted = [n as i8, (n as i8).wrapping_neg()];
        let refuted = [[i8::MAX, -3], [(n >> 3) as i8, i8::MIN]];
        AreaBounds {
            area: Area::from_sets(size, [1 << 20, 1 << 21], n),
            counted,
            sure: counted,
            refuted,
            reach: n as f32,
        }
    }

    #[test]
    fn an_entry_is_found_until_two_others_came_to_its_line() {
        let cache = AreaCache::new(1 << 20);
        assert!((1..1000).all(|n| cache.get(&strip(n).area).is_none()));
        (1..1000).for_each(|n| cache.insert(&strip(n)));
        let found = (1..1000).filter(|&n| cache.get(&strip(n).area) == Some(strip(n))).count();
        assert!(found > 990, "{found}");
        let narrow = AreaCache::new(0);
        (1..4).for_each(|n| narrow.insert(&strip(n)));
        assert_eq!([1, 2, 3].map(|n| narrow.get(&strip(n).area).is_some()), [false, true, true]);
    }

    #[test]
    fn an_update_changes_its_area_only() {
        let cache = AreaCache::new(0);
        [1, 2].iter().for_each(|&n| cache.insert(&strip(n)));
        [1, 3].iter().for_each(|&n| cache.update(&strip(n).area, |bounds| bounds.sure = [7, 9]));
        assert_eq!(cache.get(&strip(1).area), Some(AreaBounds { sure: [7, 9], ..strip(1) }));
        assert_eq!(cache.get(&strip(2).area), Some(strip(2)));
        assert_eq!(cache.get(&strip(3).area), None);
    }

    #[test]
    fn words_of_two_entries_match_no_area() {
        for mixed in 1..15 {
            let [one, other] = [1, 2].map(|n| pack(&strip(n)));
            let words = std::array::from_fn(|word| if mixed >> word & 1 == 0 { one[word] } else { other[word] });
            assert!([1, 2].iter().all(|&n| unpack(&strip(n).area, words).is_none()), "{mixed:b}");
        }
    }

    #[test]
    fn lines_are_those_of_the_cache_memory() {
        let cache = AreaCache::new(1 << 12);
        assert_eq!(std::ptr::from_ref(cache.line(&strip(5).area)).addr() % 64, 0);
    }
}
