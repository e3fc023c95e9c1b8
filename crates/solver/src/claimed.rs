//! Which claims a certificate has already, in little room: there may be tens of millions.
//!
//! A claim is known by 96 bits of its hash. If two had the same, the later would be missing, and the certificate would
//! be refused; among a hundred million claims the chance of that is one in ten million millions.

use hashbrown::HashTable;
use otrera_cgt::table_bytes;

/// Parts of the set, so that only one of them is there twice when it grows.
const PARTS: usize = 256;

/// The key of a claim, and how far behind the winner still wins.
type Known = (u64, u32, i16);

/// How far behind the winner still wins, by claim.
pub(crate) struct Claimed {
    parts: Vec<HashTable<Known>>,
    len: usize,
    bytes: usize,
}

impl Claimed {
    pub(crate) fn new() -> Claimed {
        Claimed { parts: (0..PARTS).map(|_| HashTable::new()).collect(), len: 0, bytes: 0 }
    }

    /// How many claims there are; one that says more than another has taken its place.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes a claim. Whether it says more than what was claimed before.
    pub(crate) fn insert(&mut self, key: u128, ahead: i16) -> bool {
        let part = &mut self.parts[(key >> 120) as usize % PARTS];
        let (hash, more) = ((key >> 32) as u64, key as u32);
        if let Some(known) = part.find_mut(hash, |known| (known.0, known.1) == (hash, more)) {
            let says_more = ahead < known.2;
            known.2 = known.2.min(ahead);
            return says_more;
        }
        let before = part.capacity();
        part.insert_unique(hash, (hash, more, ahead), |known| known.0);
        self.bytes += table_bytes::<Known>(part.capacity() - before);
        self.len += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_new_or_says_more_or_does_not_matter() {
        let mut claimed = Claimed::new();
        let keys = [1, 1 << 40, 1 << 127, (1 << 127) + 1];
        assert!(keys.iter().all(|&key| claimed.insert(key, 3)));
        assert!(!claimed.insert(1, 3) && !claimed.insert(1, 4) && claimed.insert(1, 2) && !claimed.insert(1, 2));
        assert_eq!(claimed.len(), 4);
        for n in 0..100_000_u128 {
            claimed.insert(n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835), 0);
        }
        let each = claimed.bytes() / claimed.len();
        assert!((17..=40).contains(&each), "{each}");
    }
}
