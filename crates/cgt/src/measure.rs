//! Size of a game: birthday, followers, subgames.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::shift::to_dyadic;
use crate::value::Form;
use crate::{Dyadic, Store, Value};

impl Store {
    /// The birthday: the length of the longest line of moves in the canonical form, alternating or not.
    pub fn birthday(&self, value: Value) -> u64 {
        self.measured(value, &mut FxHashMap::default(), closed_birthday, u64::max)
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
        self.measured(
            value,
            &mut FxHashMap::default(),
            |_, ups, nimber| closed_subgames(ups, nimber),
            u64::saturating_add,
        )
    }

    /// Measures closed games by number, ups and nimber; for others joins one more than the measure of each option.
    fn measured(
        &self,
        value: Value,
        known: &mut FxHashMap<Value, u64>,
        closed: fn(Dyadic, u32, u32) -> u64,
        join: fn(u64, u64) -> u64,
    ) -> u64 {
        if let Form::Closed { ups, nimber } = value.form() {
            return closed(to_dyadic(value.shift()), ups.unsigned_abs(), nimber);
        }
        if let Some(&measure) = known.get(&value) {
            return measure;
        }
        let options = self.left_options(value).chain(self.right_options(value));
        let measure = options.map(|option| self.measured(option, known, closed, join).saturating_add(1)).fold(0, join);
        known.insert(value, measure);
        measure
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

/// The birthday of the number, and from `*m` on day m, `up + *m` = `{0|*(m xor 1)}`, and one day per further up; `up*` is
/// the exception.
fn closed_birthday(number: Dyadic, ups: u32, nimber: u32) -> u64 {
    let infinitesimal = match (ups, last_nimber(ups, nimber)) {
        (0, m) => u64::from(m),
        (k, 1) => u64::from(k - 1) + 2,
        (k, m) => u64::from(k) + u64::from(m ^ 1),
    };
    number_birthday(number) + infinitesimal
}
