//! Size of a game: birthday, followers, subgames.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::shift::to_dyadic;
use crate::value::Form;
use crate::{Dyadic, Store, Value};

impl Store {
    /// The birthday: the length of the longest line of moves in the canonical form, alternating or not.
    pub fn birthday(&self, value: Value) -> u64 {
        self.birthday_with(value, &mut FxHashMap::default())
    }

    /// Number of different games that any moves in the canonical form can reach, the game itself included.
    pub fn followers(&self, value: Value) -> u64 {
        // Whole numbers are counted as a range: a million has a million followers below it.
        let (mut most, mut least, mut whole) = (0_i64, 0_i64, false);
        let mut seen = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if let Some(n) = value.to_integer() {
                (most, least, whole) = (most.max(n), least.min(n), true);
            } else if seen.insert(value) {
                pending.extend(self.left_options(value).chain(self.right_options(value)).filter(|v| !seen.contains(v)));
            }
        }
        seen.len() as u64 + if whole { (most - least) as u64 + 1 } else { 0 }
    }

    /// Number of options in the canonical form written out down to numbers, each counted as often as it occurs; at most
    /// `u64::MAX`. Snatzke's measure of complexity (*Exhaustive Search in the Game Amazons*, 5.1).
    pub fn subgames(&self, value: Value) -> u64 {
        self.subgames_with(value, &mut FxHashMap::default())
    }

    fn subgames_with(&self, value: Value, known: &mut FxHashMap<Value, u64>) -> u64 {
        if let Form::Closed { ups, nimber } = value.form() {
            return closed_subgames(ups.unsigned_abs(), nimber);
        }
        if let Some(&subgames) = known.get(&value) {
            return subgames;
        }
        let mut subgames = 0_u64;
        for option in self.left_options(value).chain(self.right_options(value)) {
            subgames = subgames.saturating_add(1).saturating_add(self.subgames_with(option, known));
        }
        known.insert(value, subgames);
        subgames
    }

    fn birthday_with(&self, value: Value, known: &mut FxHashMap<Value, u64>) -> u64 {
        if let Form::Closed { ups, nimber } = value.form() {
            return number_birthday(to_dyadic(value.shift())) + closed_birthday(ups.unsigned_abs(), nimber);
        }
        if let Some(&birthday) = known.get(&value) {
            return birthday;
        }
        let options = self.left_options(value).chain(self.right_options(value));
        let birthday = 1 + options.map(|option| self.birthday_with(option, known)).max().unwrap_or(0);
        known.insert(value, birthday);
        birthday
    }
}

/// n for a whole number n; for m/2^e, the whole part, one more, and the e halvings.
fn number_birthday(x: Dyadic) -> u64 {
    let whole = x.mantissa().unsigned_abs() >> x.exponent();
    if x.exponent() == 0 { whole } else { whole + 1 + u64::from(x.exponent()) }
}

/// 3^m - 1 for `*m`, since each smaller nimber occurs on both sides; two more options for each up, of which 0 is one.
fn closed_subgames(ups: u32, nimber: u32) -> u64 {
    let of_nimber = |m: u32| 3_u64.saturating_pow(m).saturating_sub(1);
    match (ups, last_nimber(ups, nimber)) {
        (0, m) => of_nimber(m),
        // {0, * | 0}: three options, and the two of `*`.
        (k, 1) => 2 * u64::from(k - 1) + 5,
        (k, m) => (2 * u64::from(k)).saturating_add(of_nimber(m ^ 1)),
    }
}

/// The nimber beside the last up: each of the k - 1 moves before flips its lowest bit.
fn last_nimber(ups: u32, nimber: u32) -> u32 {
    if ups > 0 && ups.is_multiple_of(2) { nimber ^ 1 } else { nimber }
}

/// From `*m` on day m, `up + *m` = `{0|*(m xor 1)}`, and one day per further up; `up*` is the exception.
fn closed_birthday(ups: u32, nimber: u32) -> u64 {
    match (ups, last_nimber(ups, nimber)) {
        (0, m) => u64::from(m),
        (k, 1) => u64::from(k - 1) + 2,
        (k, m) => u64::from(k) + u64::from(m ^ 1),
    }
}
