//! Kinds of games: numbers, infinitesimals, nimbers, switches, tinies, uptimals.

use rustc_hash::FxHashSet;

use crate::value::Form;
use crate::{Dyadic, Interrupted, Outcome, Store, Value};

impl Store {
    /// Returns whether the game is infinitesimally close to a number: its stops coincide.
    pub fn is_number_ish(&self, value: Value) -> bool {
        let extent = self.extent(value);
        extent.left_stop == extent.right_stop
    }

    /// Returns whether the game lies between all negative and all positive numbers: both stops are 0.
    pub fn is_infinitesimal(&self, value: Value) -> bool {
        let extent = self.extent(value);
        extent.left_stop == 0 && extent.right_stop == 0
    }

    /// Returns whether in every position of the game either both players can move or neither.
    pub fn is_all_small(&self, value: Value) -> bool {
        // A game is all-small exactly if 0 is the only number among its followers.
        let mut seen = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            // All-small games are infinitesimal (the lawnmower theorem). This ends most searches at once.
            if !self.is_infinitesimal(value) {
                return false;
            }
            if value.core().is_tree() && seen.insert(value) {
                pending.extend(self.left_options(value).chain(self.right_options(value)));
            }
        }
        true
    }

    /// The x and y of a switch `{x|y}` with x > y, numbers both; `None` for other games.
    pub fn switch(&self, value: Value) -> Option<(Dyadic, Dyadic)> {
        let Form::Tree { .. } = value.form() else { return None };
        let left = only(self.left_options(value))?.to_number()?;
        let right = only(self.right_options(value))?.to_number()?;
        Some((left, right))
    }

    /// The G of tiny-G = `{0||0|-G}`, G > 0; `None` for other games. Miny-G is its negative.
    pub fn tiny_subscript(&self, value: Value) -> Option<Value> {
        let Form::Tree { .. } = value.form() else { return None };
        let zero = self.zero();
        let threat = only(self.right_options(value))?;
        if only(self.left_options(value))? != zero || only(self.left_options(threat))? != zero {
            return None;
        }
        let game = -only(self.right_options(threat))?;
        (self.outcome(game) == Outcome::Left).then_some(game)
    }

    /// The sum of the first n powers of up, `^[n]` = `{^[n-1] | *}` (Siegel, *Combinatorial Game Theory*, II.5).
    pub fn up_sum(&self, n: u32) -> Result<Value, Interrupted> {
        let star = self.nimber(1)?;
        (0..n).try_fold(self.zero(), |sum, _| self.game(&[sum], &[star]))
    }

    /// The n-th power of up, `^<n>` = `^[n]` - `^[n-1]`; the first is up itself.
    pub fn up_power(&self, n: u32) -> Result<Value, Interrupted> {
        self.sub(self.up_sum(n)?, self.up_sum(n.saturating_sub(1))?)
    }

    /// The game `{0||0|-G}`.
    pub fn tiny(&self, subscript: Value) -> Result<Value, Interrupted> {
        let zero = self.zero();
        let threat = self.game(&[zero], &[-subscript])?;
        self.game(&[zero], &[threat])
    }
}

/// The one element of an iterator that has exactly one.
fn only(mut options: impl Iterator<Item = Value>) -> Option<Value> {
    let first = options.next()?;
    options.next().is_none().then_some(first)
}
