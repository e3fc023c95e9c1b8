//! Sums of games.
//!
//! Numbers only translate, closed forms add their parts, and G - G is 0. Otherwise the options of the sum, a move in one
//! summand each, are built and brought into canonical form. One memo entry per pair of cores serves all their translates
//! and, by negation, the sum of the negatives.

use crate::value::{Core, Form};
use crate::{Interrupted, MAX_DEPTH, Store, Value};

impl Store {
    /// The sum `g + h`: both games side by side, a move being a move in one of them.
    pub fn add(&self, g: Value, h: Value) -> Result<Value, Interrupted> {
        self.add_from(g, h, 0)
    }

    /// The difference `g - h`.
    pub fn sub(&self, g: Value, h: Value) -> Result<Value, Interrupted> {
        self.add(g, -h)
    }

    /// The sum of any number of games.
    pub fn sum(&self, games: impl IntoIterator<Item = Value>) -> Result<Value, Interrupted> {
        games.into_iter().try_fold(self.zero(), |sum, game| self.add(sum, game))
    }

    fn add_from(&self, g: Value, h: Value, depth: u32) -> Result<Value, Interrupted> {
        if g.core() == Core::NUMBER {
            return self.translate(h, g.shift());
        }
        if h.core() == Core::NUMBER {
            return self.translate(g, h.shift());
        }
        let sum = self.add_cores(g.unshifted(), h.unshifted(), depth)?;
        self.translate(sum, g.shift() + h.shift())
    }

    /// The sum of two values whose numbers are 0.
    fn add_cores(&self, g: Value, h: Value, depth: u32) -> Result<Value, Interrupted> {
        if g == -h {
            return Ok(Value::ZERO);
        }
        if let (Form::Closed { ups, nimber }, Form::Closed { ups: more, nimber: other }) = (g.form(), h.form()) {
            return self.up(ups + more, nimber ^ other);
        }
        // One entry for both orders, and for the negatives: the least of the four pairs.
        let sorted = |g: Value, h: Value| if g.core() <= h.core() { (g, h) } else { (h, g) };
        let (same, opposite) = (sorted(g, h), sorted(-g, -h));
        let negative = opposite < same;
        let (first, second) = if negative { opposite } else { same };
        let key = u64::from(first.core().0) << 32 | u64::from(second.core().0);
        let sum = match self.sums.get(key, 0) {
            Some(bits) => Value::from_bits(bits),
            None => {
                self.limits.check_stop()?;
                if depth > 2 * MAX_DEPTH {
                    return Err(Interrupted::TooDeep);
                }
                let sum = self.add_by_options(first, second, depth + 1)?;
                self.sums.put(key, 0, sum.bits());
                sum
            }
        };
        Ok(if negative { -sum } else { sum })
    }

    fn add_by_options(&self, g: Value, h: Value, depth: u32) -> Result<Value, Interrupted> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (moved, still) in [(g, h), (h, g)] {
            for option in self.left_options(moved) {
                left.push(self.add_from(option, still, depth)?);
            }
            for option in self.right_options(moved) {
                right.push(self.add_from(option, still, depth)?);
            }
        }
        self.canonical(left, right)
    }
}
