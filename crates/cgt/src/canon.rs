//! Canonical forms: the one smallest game equal to a given one.
//!
//! Many games have the same value: no sum ever shows a difference between them. Among equal games exactly one has neither
//! dominated nor reversible options, and it has the fewest positions. The store keeps only this one. Equality is then a
//! comparison of integers, and every other operation works on the smallest trees there are.
//!
//! [`Store::game`] gets two lists of options, which are values and so canonical already. Its steps are ordered so that
//! each makes the next one cheap:
//!
//! 1. *Numbers.* The options' stops decide, without a comparison, which numbers x lie between the options. If there are
//!    any, the game is the simplest of them. If not, the same stops are the stops of the game.
//! 2. *Dominated options* are dropped: a left option at most another left option is never needed.
//! 3. *Reversible options* are bypassed: if Right can answer a left option A by some B <= G, the left options of B
//!    replace A. They may dominate others or be dominated, so step 2 follows once more.
//! 4. A form that is a number plus ups plus a nimber is encoded in the value itself. Any other form gets an entry of
//!    the store, shared with its negative and all its translates by numbers.
//!
//! Step 3 is the expensive one, because G has no memo yet: `B <= G` recurses on the lists of options. Numbers are
//! never reversible there (see `reversible`), which avoids most of it. Steps 2 and 3 compare mostly by stops (`order`).
//!
//! An example is the sum of up, `{0|*}`, and star, `{0|0}`. A move in either summand gives
//!
//! ```text
//! {*, ^ | 0, ^}     the options of ^ + *; 1. all stops are 0, and no number lies between the options
//! {*, ^ | 0}        2. Right prefers 0 to ^, so ^ is dominated; * and ^ are incomparable, so Left keeps both
//! {*, 0 | 0}        3. Right answers ^ by *, and * <= ^*: Left's ^ is reversible, and the left option 0 of * replaces it
//! ^*                4. one up and one star: a closed form, no entry
//! ```
//!
//! Sources: Siegel, *Combinatorial Game Theory*, II.2; Albert, Nowakowski and Wolfe, *Lessons in Play*, chapter 4.

use crate::closed::recognise;
use crate::order::Extent;
use crate::reversible::Raw;
use crate::simplest::{End, simplest};
use crate::value::Core;
use crate::{Interrupted, Store, Value};

impl Store {
    /// The game in which Left may move to any of `left` and Right to any of `right`.
    pub fn game(&self, left: &[Value], right: &[Value]) -> Result<Value, Interrupted> {
        self.canonical(left.to_vec(), right.to_vec())
    }

    pub(crate) fn canonical(&self, mut left: Vec<Value>, mut right: Vec<Value>) -> Result<Value, Interrupted> {
        self.limits.check_stop()?;
        for options in [&mut left, &mut right] {
            options.sort_unstable();
            options.dedup();
        }

        // Step 1. Numbers, and the stops of other games.
        let (low, high) = (self.low_end(&left), self.high_end(&right));
        if let Some(x) = simplest(low, high)? {
            return Value::new(Core::NUMBER, x);
        }
        let (Some(low), Some(high)) = (low, high) else { unreachable!("without options on one side it is a number") };
        let extent = Extent {
            left_stop: low.at,
            right_stop: high.at,
            below_left_stop: low.closed,
            above_right_stop: high.closed,
        };

        // Step 2. Dominated options.
        self.keep_greatest(&mut left)?;
        self.keep_least(&mut right)?;

        // Step 3. Reversible options.
        let raw = Raw { left: &left, right: &right, extent };
        let (new_left, new_right) = (self.bypassed_left(&raw)?, self.bypassed_right(&raw)?);
        if let Some(new) = new_left {
            left = new;
            self.keep_greatest(&mut left)?;
        }
        if let Some(new) = new_right {
            right = new;
            self.keep_least(&mut right)?;
        }

        // Step 4. Closed forms; trees.
        if low.at == high.at
            && let Some(core) = recognise(&left, &right, low.at)?
        {
            return Value::new(core, low.at);
        }
        self.intern(&mut left, &mut right, &extent)
    }

    /// The lower end of the numbers that are not at most any left option.
    pub(crate) fn low_end(&self, left: &[Value]) -> Option<End> {
        let end = |extent: Extent| End { at: extent.right_stop, closed: !extent.above_right_stop };
        left.iter().map(|&option| end(self.extent(option))).reduce(End::higher)
    }

    /// The upper end of the numbers that are not at least any right option.
    pub(crate) fn high_end(&self, right: &[Value]) -> Option<End> {
        let end = |extent: Extent| End { at: -extent.left_stop, closed: !extent.below_left_stop };
        right.iter().map(|&option| end(self.extent(option))).reduce(End::higher).map(End::mirrored)
    }
}
