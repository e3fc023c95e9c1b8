//! Cache of the moves in parts of rooms, and in territories that are too large for the atlas.
//!
//! The same few rooms occur in most children of a node. A look-up in the atlas normalises the squares and probes a table of
//! 25 MB; this cache fits into the second-level cache of a core and answers most of them. A new entry replaces the old one in
//! its slot. An entry is one word, so threads share the cache without locks.
//!
//! The upper 56 bits of an entry are those of the hash of the room. A false match takes two rooms with equal hashes: the
//! chance is one in 10^16 for a look-up. It could make the solver wrong, but no certificate, because the checker counts the
//! moves itself.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use otrera_board::Size;

use crate::situation::{KEY, folded};

/// Logarithm to base 2 of the number of slots: 128 kB.
const SLOT_BITS: u32 = 14;
/// Bits of an entry with the number of moves. They are no part of the hash.
const MOVES: u64 = 0xff;

pub(crate) struct RecentRooms(Box<[AtomicU64]>);

impl RecentRooms {
    pub(crate) fn new() -> RecentRooms {
        RecentRooms((0..1 << SLOT_BITS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The moves in a room on a board of this size: its squares, its inside amazons and its doors. A territory has its squares
    /// in place of the doors, which no room has.
    #[inline]
    pub(crate) fn get_or_insert<E>(
        &self,
        size: Size,
        room: [u64; 3],
        count: impl FnOnce() -> Result<u8, E>,
    ) -> Result<u8, E> {
        let [squares, amazons, doors] = room;
        let size = u64::from(size.width()) << 8 | u64::from(size.height());
        let hash = folded(folded(squares ^ KEY[0], amazons ^ KEY[1]) ^ doors, size ^ KEY[2]);
        let slot = &self.0[(hash >> (u64::BITS - SLOT_BITS)) as usize];
        let entry = slot.load(Relaxed);
        // A free slot matches a hash of 0 only, and that is answered with 0 moves: rooms with that hash are not cached.
        if (entry ^ hash) & !MOVES == 0 && entry != 0 {
            return Ok((entry & MOVES) as u8);
        }
        let moves = count()?;
        slot.store(hash & !MOVES | u64::from(moves), Relaxed);
        Ok(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_counted_once_until_it_is_replaced() {
        let (rooms, size) = (RecentRooms::new(), Size::new(6, 5).unwrap());
        let mut counted = 0;
        for _ in 0..3 {
            for squares in 1..500_u64 {
                let moves = rooms.get_or_insert(size, [squares << 3, 1, squares << 20], || {
                    counted += 1;
                    Ok::<u8, ()>(squares as u8)
                });
                assert_eq!(moves, Ok(squares as u8));
            }
        }
        // A few rooms share a slot.
        assert!((499..700).contains(&counted), "{counted}");
    }
}
