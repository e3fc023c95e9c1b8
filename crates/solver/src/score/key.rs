//! Keys of the score table: hashes of 128 bits, long enough to neglect collisions.

use std::hash::{Hash, Hasher};

use otrera_board::{GOLDEN, mix};
use rustc_hash::FxHasher;

/// A hash of 128 bits, the same in every run and thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key(u64, u64);

impl Key {
    pub(crate) fn of(value: &impl Hash) -> Key {
        let half = |seed: u64| {
            let mut hasher = FxHasher::default();
            seed.hash(&mut hasher);
            value.hash(&mut hasher);
            mix(hasher.finish() ^ seed)
        };
        Key(half(GOLDEN), half(0xd1b5_4a32_d192_ed03))
    }

    /// The key of two values together, in either order.
    pub(crate) fn plus(self, other: Key) -> Key {
        Key(self.0.wrapping_add(other.0), self.1.wrapping_add(other.1))
    }

    /// The key of this value in a role, unrelated to its own key.
    pub(crate) fn then(self, role: u64) -> Key {
        let half = |half: u64, other: u64| mix(half.rotate_left(17) ^ mix(other.wrapping_add(role)));
        Key(half(self.0, self.1), half(self.1, self.0.rotate_left(32)))
    }

    /// Some bits of the key, to choose a shard or counter.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }
}
