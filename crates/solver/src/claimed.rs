//! Compact set of the claims that a certificate already has: there may be tens of millions.
//!
//! A claim is identified by 96 bits of its hash. If two claims collided, the later would be missing and the certificate
//! would be refused. Among 10^8 claims the chance of that is one in 10^13.

use hashbrown::HashTable;
use otrera_cgt::table_bytes;

/// Parts of the set. Only the part that grows is in memory twice.
const PARTS: usize = 256;

/// 96 bits of the key of a claim, and the least lead with which the winner wins.
type Record = (u64, u32, i16);

/// The least lead with which the winner wins, by claim.
pub(crate) struct Claimed {
    parts: Vec<HashTable<Record>>,
    len: usize,
    bytes: usize,
}

impl Claimed {
    pub(crate) fn new() -> Claimed {
        Claimed { parts: (0..PARTS).map(|_| HashTable::new()).collect(), len: 0, bytes: 0 }
    }

    /// Number of claims, each with its least lead.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns whether the claim was inserted with this lead or a smaller one.
    pub(crate) fn covers(&self, key: u128, ahead: i16) -> bool {
        let (hash, more) = ((key >> 32) as u64, key as u32);
        let found = self.parts[part(key)].find(hash, |known| (known.0, known.1) == (hash, more));
        found.is_some_and(|known| known.2 <= ahead)
    }

    /// Inserts a claim. Returns true if it is new or has a smaller lead than before.
    pub(crate) fn insert(&mut self, key: u128, ahead: i16) -> bool {
        let part = &mut self.parts[part(key)];
        let (hash, more) = ((key >> 32) as u64, key as u32);
        if let Some(known) = part.find_mut(hash, |known| (known.0, known.1) == (hash, more)) {
            let is_stronger = ahead < known.2;
            known.2 = known.2.min(ahead);
            return is_stronger;
        }
        let before = part.capacity();
        part.insert_unique(hash, (hash, more, ahead), |known| known.0);
        self.bytes += table_bytes::<Record>(part.capacity() - before);
        self.len += 1;
        true
    }
}

/// Index of the part for a key.
fn part(key: u128) -> usize {
    (key >> 120) as usize % PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_inserted_if_it_is_new_or_stronger() {
        let mut claimed = Claimed::new();
        let keys = [1, 1 << 40, 1 << 127, (1 << 127) + 1];
        assert!(keys.iter().all(|&key| claimed.insert(key, 3)));
        assert!(!claimed.insert(1, 3) && !claimed.insert(1, 4) && claimed.insert(1, 2) && !claimed.insert(1, 2));
        assert_eq!(claimed.len(), 4);
        assert!(claimed.covers(1, 2) && claimed.covers(1, 9) && !claimed.covers(1, 1) && !claimed.covers(2, 9));
        for n in 0..100_000_u128 {
            claimed.insert(n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835), 0);
        }
        let each = claimed.bytes() / claimed.len();
        assert!((17..=40).contains(&each), "{each}");
    }
}
