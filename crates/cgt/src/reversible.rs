//! Step 3 of canonical forms: bypassing reversible options.
//!
//! A left option A of G is reversible if Right has an answer B <= G to it; the left options of B may then replace it.
//! B <= G depends on the value of G only, so an option that is not reversible stays so, and one pass suffices if the
//! replacements are examined too. G has no id yet, so B <= G recurses on its lists of options, after the usual tests on
//! stops and with a memo for this one game.
//!
//! If a game is not a number and has no dominated options, none of its options that are numbers is reversible: if A <
//! A^R <= G for a number A, then the left stop of G is above A, so another option dominates A. That saves most of the
//! work.

use rustc_hash::FxHashMap;

use crate::order::{Extent, try_any};
use crate::value::{Core, negated};
use crate::{Interrupted, MAX_DEPTH, Store, Value};

/// A game given by options, not yet in canonical form; known not to be a number.
pub(crate) struct Raw<'a> {
    pub(crate) left: &'a [Value],
    pub(crate) right: &'a [Value],
    pub(crate) extent: Extent,
}

/// Memo: whether a game is at most the raw game.
type Known = FxHashMap<Value, bool>;

impl Store {
    /// The left options after bypassing the reversible ones; `None` if no option is reversible.
    pub(crate) fn bypassed_left(&self, raw: &Raw<'_>) -> Result<Option<Vec<Value>>, Interrupted> {
        let mut known = Known::default();
        let mut pending = raw.left.to_vec();
        let mut kept = Vec::with_capacity(pending.len());
        let mut changed = false;
        while let Some(option) = pending.pop() {
            match self.reversing_answer(option, raw, &mut known)? {
                None => kept.push(option),
                Some(answer) => {
                    changed = true;
                    pending.extend(self.left_options(answer));
                }
            }
        }
        Ok(changed.then_some(kept))
    }

    /// The same for Right, who is Left in the negative.
    pub(crate) fn bypassed_right(&self, raw: &Raw<'_>) -> Result<Option<Vec<Value>>, Interrupted> {
        let (left, right) = (negated(raw.right), negated(raw.left));
        let mirrored = Raw { left: &left, right: &right, extent: raw.extent.negative() };
        Ok(self.bypassed_left(&mirrored)?.map(|options| negated(&options)))
    }

    /// Right's answer to a left option that is at most the raw game.
    fn reversing_answer(&self, option: Value, raw: &Raw<'_>, known: &mut Known) -> Result<Option<Value>, Interrupted> {
        if option.core() == Core::NUMBER {
            return Ok(None);
        }
        for answer in self.right_options(option) {
            if self.le_raw(answer, raw, known, 0)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Returns whether `game` is at most the raw game.
    fn le_raw(&self, game: Value, raw: &Raw<'_>, known: &mut Known, depth: u32) -> Result<bool, Interrupted> {
        let extent = self.extent(game);
        if let Some(answer) = extent.le(&raw.extent) {
            return Ok(answer);
        }
        if let Some(&answer) = known.get(&game) {
            return Ok(answer);
        }
        self.limits.check_stop()?;
        if depth > MAX_DEPTH {
            return Err(Interrupted::TooDeep);
        }
        let answer = self.le_raw_by_options(game, raw, known, depth + 1)?;
        known.insert(game, answer);
        Ok(answer)
    }

    fn le_raw_by_options(
        &self,
        game: Value,
        raw: &Raw<'_>,
        known: &mut Known,
        depth: u32,
    ) -> Result<bool, Interrupted> {
        Ok(!try_any(raw.right.iter().copied(), |option| self.le(option, game))?
            && !try_any(self.left_options(game), |option| self.ge_raw(option, raw, known, depth))?)
    }

    /// Returns whether `game` is at least the raw game.
    fn ge_raw(&self, game: Value, raw: &Raw<'_>, known: &mut Known, depth: u32) -> Result<bool, Interrupted> {
        if let Some(answer) = raw.extent.le(&self.extent(game)) {
            return Ok(answer);
        }
        Ok(!try_any(raw.left.iter().copied(), |option| self.le(game, option))?
            && !try_any(self.right_options(game), |option| self.le_raw(option, raw, known, depth))?)
    }
}
