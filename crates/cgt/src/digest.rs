//! Digests: 64 bits that are the same for the same game in every store.
//!
//! The bits of a [`Value`] hold an index into its store, and indices depend on the order in which games happen to be
//! made. Files, and look-ups across runs, need a key that depends on the game alone. A digest is computed from the
//! digests of the canonical options, once, when a game enters the store. A game and its negative share an entry, so an
//! entry has two digests.
//!
//! Different games have different digests, up to collisions of 64 bits: among a hundred million games the probability of
//! a collision is one in several thousand.

use crate::arena::Arena;
use crate::value::Form;
use crate::{Store, Value};

/// Digits of the square roots of 2 (made odd), 3, 5 and 7.
const CLOSED: u64 = 0x6a09_e667_f3bc_c909;
const NUMBER: u64 = 0xbb67_ae85_84ca_a73b;
const LEFT: u64 = 0x3c6e_f372_fe94_f82b;
const RIGHT: u64 = 0xa54f_f53a_5f1d_36f1;

impl Store {
    /// 64 bits that depend on the game alone: the same in every store, on every machine.
    #[inline]
    pub fn digest(&self, value: Value) -> u64 {
        self.arena.digest(value)
    }
}

impl Arena {
    #[inline]
    fn digest(&self, value: Value) -> u64 {
        match value.form() {
            // Closed forms have no entry; their bits depend on the game alone.
            Form::Closed { .. } => mix(value.bits() ^ CLOSED),
            Form::Tree { id, negated } => {
                let number = u64::from(value.bits() as u32);
                mix(self.get(id).digests[usize::from(negated)] ^ number.wrapping_mul(NUMBER))
            }
        }
    }

    /// The digests of a form with these options, and of its negative.
    pub(crate) fn digests(&self, left: &[Value], right: &[Value]) -> [u64; 2] {
        // Sums, because options have no order.
        let sum = |options: &[Value], side: u64, sign: fn(Value) -> Value| {
            let one = |option: &Value| mix(self.digest(sign(*option)) ^ side);
            options.iter().map(one).fold(side, u64::wrapping_add)
        };
        let same = |value: Value| value;
        let negative = |value: Value| -value;
        [
            mix(sum(left, LEFT, same) ^ sum(right, RIGHT, same).rotate_left(32)),
            mix(sum(right, LEFT, negative) ^ sum(left, RIGHT, negative).rotate_left(32)),
        ]
    }
}

/// The finish of SplitMix64 (Steele, Lea & Flood 2014). A copy of `otrera_board::mix` less its increment: this crate uses no
/// other crate of the workspace.
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const TEXTS: &str = "0 7/8 -3 *2 ^3* {2|0} 5+{2|0} +-{1,{2|0}} {3||2|0} {0||-2|-3} 1/2+{1|*} {4|1||0|||-2} \
                         {2|0}+{3|0||-1} {6|3||1|||0}+^2";

    #[test]
    fn a_digest_is_the_same_in_every_store() {
        let store = Store::new();
        let other = Store::new();
        // Other games first, and in another order, so that indices differ and other forms are stored for a game and
        // its negative.
        for text in ["{9||8|-8}", "{0|-2}", "{0||-1|-4}"].into_iter().chain(TEXTS.split(' ').rev()) {
            other.parse(text).unwrap();
        }
        let mut moved = 0;
        for text in TEXTS.split(' ') {
            for sign in [1, -1] {
                let [one, two] = [&store, &other].map(|store| {
                    let value = store.parse(text).unwrap();
                    (store.digest(if sign > 0 { value } else { -value }), value)
                });
                assert_eq!(one.0, two.0, "{text}");
                moved += usize::from(one.1 != two.1);
            }
        }
        assert!(moved > 8, "only {moved} games have another index");
    }

    #[test]
    fn different_games_have_different_digests() {
        let store = Store::new();
        let mut seen = HashMap::new();
        let values: Vec<Value> = TEXTS.split(' ').map(|text| store.parse(text).unwrap()).collect();
        for &g in &values {
            for &h in &values {
                for value in [g, store.add(g, h).unwrap(), store.sub(g, h).unwrap(), store.game(&[g], &[h]).unwrap()] {
                    for value in [value, -value] {
                        assert_eq!(*seen.entry(store.digest(value)).or_insert(value), value);
                    }
                }
            }
        }
        assert!(seen.len() > 300, "{}", seen.len());
    }

    /// Files contain digests.
    #[test]
    fn digests_do_not_change() {
        let store = Store::new();
        let digest = |text: &str| store.digest(store.parse(text).unwrap());
        assert_eq!(digest("0"), mix(CLOSED));
        // 1 + {1|-1}, computed by another program from the description above.
        assert_eq!(digest("{2|0}"), 0x9327_6886_567e_2627);
    }
}
