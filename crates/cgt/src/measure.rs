//! How large a game is: birthday and followers.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::shift::to_dyadic;
use crate::value::Form;
use crate::{Dyadic, Store, Value};

impl Store {
    /// The birthday: the most moves that can be made in the canonical form, by players who need not alternate.
    pub fn birthday(&self, value: Value) -> u64 {
        self.birthday_with(value, &mut FxHashMap::default())
    }

    /// How many different games can be reached in the canonical form by any moves, the game itself included.
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

/// From `*m` on day m, `up + *m` = `{0|*(m xor 1)}`, and one day per further up; `up*` is the exception.
fn closed_birthday(ups: u32, nimber: u32) -> u64 {
    match (ups, nimber) {
        (0, m) => u64::from(m),
        (1, 1) => 2,
        (k, m) => {
            // After k - 1 right moves the nimber has been flipped that often.
            let last = if k % 2 == 1 { m } else { m ^ 1 };
            let up = if last == 1 { 2 } else { 1 + u64::from(last ^ 1) };
            u64::from(k - 1) + up
        }
    }
}
