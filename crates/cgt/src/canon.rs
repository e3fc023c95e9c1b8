//! Canonical forms: the one smallest game equal to a given one.
//!
//! Given any lists of options, in this order because each step makes the next one cheap:
//!
//! 1. *Number?* The options' stops tell, without a comparison, which numbers x lie between the options. If there are
//!    any, the game is the simplest of them. If not, the same stops are the stops of the game.
//! 2. *Dominated options* go: a left option below another left option is never needed.
//! 3. *Reversible options* are bypassed: if Right can answer a left option A by B <= G, then Left may as well have the
//!    left options of B. Whether B <= G is a question about the value of G only, so an option found not reversible
//!    stays so, and one pass suffices; what comes in by bypassing is itself examined.
//! 4. What is left has a closed form, or is kept in the store.
//!
//! A number is never reversible in a game that is none and has no dominated options: if A < A^R <= G for a number A,
//! then the left stop of G is above A, so another option dominates A. That spares most of step 3.
//!
//! Sources: Siegel, *Combinatorial Game Theory*, II.2; Albert, Nowakowski and Wolfe, *Lessons in Play*, chapter 4.

use rustc_hash::FxHashMap;

use crate::closed::recognise;
use crate::order::Extent;
use crate::shift::Fixed;
use crate::simplest::{End, simplest};
use crate::value::Core;
use crate::{Interrupted, MAX_DEPTH, Store, Value};

/// A game given by options, not yet in canonical form; known not to be a number.
struct Raw<'a> {
    left: &'a [Value],
    right: &'a [Value],
    extent: Extent,
}

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

        // Step 1. Numbers, and the stops of all others.
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
        let mut known = FxHashMap::default();
        let new_left = self.bypassed_left(&raw, &mut known)?;
        known.clear();
        let new_right = self.bypassed_right(&raw, &mut known)?;
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

    /// The lower end of the numbers that are not below or equal to any left option.
    pub(crate) fn low_end(&self, left: &[Value]) -> Option<End> {
        left.iter()
            .map(|&option| self.extent(option))
            .map(|e| End { at: e.right_stop, closed: !e.above_right_stop })
            .reduce(|a, b| {
                if a.at == b.at {
                    End { at: a.at, closed: a.closed && b.closed }
                } else if a.at > b.at {
                    a
                } else {
                    b
                }
            })
    }

    /// The upper end of the numbers that are not above or equal to any right option.
    pub(crate) fn high_end(&self, right: &[Value]) -> Option<End> {
        right
            .iter()
            .map(|&option| self.extent(option))
            .map(|e| End { at: e.left_stop, closed: !e.below_left_stop })
            .reduce(|a, b| {
                if a.at == b.at {
                    End { at: a.at, closed: a.closed && b.closed }
                } else if a.at < b.at {
                    a
                } else {
                    b
                }
            })
    }

    /// Drops left options that are at most another one.
    fn keep_greatest(&self, options: &mut Vec<Value>) -> Result<(), Interrupted> {
        self.keep_undominated(options, |e| (-e.right_stop, -e.left_stop), |a, b| a.le(b), |a, b| self.le(a, b))
    }

    /// Drops right options that are at least another one.
    fn keep_least(&self, options: &mut Vec<Value>) -> Result<(), Interrupted> {
        self.keep_undominated(options, |e| (e.left_stop, e.right_stop), |a, b| b.le(a), |a, b| self.le(b, a))
    }

    /// Keeps the options that no other makes useless, where `worse(a, b)` says that b makes a useless. The strongest
    /// by their stops are tried first, so that most of the weak ones meet their master early.
    fn keep_undominated(
        &self,
        options: &mut Vec<Value>,
        strength: impl Fn(&Extent) -> (Fixed, Fixed),
        quick: impl Fn(&Extent, &Extent) -> Option<bool>,
        worse: impl Fn(Value, Value) -> Result<bool, Interrupted>,
    ) -> Result<(), Interrupted> {
        options.sort_unstable();
        options.dedup();
        if options.len() < 2 {
            return Ok(());
        }
        let mut candidates: Vec<(Value, Extent)> = options.iter().map(|&v| (v, self.extent(v))).collect();
        candidates.sort_by_key(|(_, extent)| strength(extent));
        let mut kept: Vec<(Value, Extent)> = Vec::with_capacity(candidates.len());
        'candidates: for (candidate, extent) in candidates {
            // Those the stops can decide first; only then the ones that may need play.
            if kept.iter().any(|(_, other)| quick(&extent, other) == Some(true)) {
                continue;
            }
            for (other, other_extent) in &kept {
                if quick(&extent, other_extent).is_none() && worse(candidate, *other)? {
                    continue 'candidates;
                }
            }
            let mut i = 0;
            while i < kept.len() {
                let useless = match quick(&kept[i].1, &extent) {
                    Some(known) => known,
                    None => worse(kept[i].0, candidate)?,
                };
                if useless {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push((candidate, extent));
        }
        options.clear();
        options.extend(kept.into_iter().map(|(value, _)| value));
        Ok(())
    }

    /// The left options after bypassing the reversible ones, or `None` if there are none of these.
    fn bypassed_left(&self, raw: &Raw<'_>, known: &mut Known) -> Result<Option<Vec<Value>>, Interrupted> {
        let mut pending = raw.left.to_vec();
        let mut kept = Vec::with_capacity(pending.len());
        let mut changed = false;
        while let Some(option) = pending.pop() {
            match self.reversing_answer(option, raw, known)? {
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
    fn bypassed_right(&self, raw: &Raw<'_>, known: &mut Known) -> Result<Option<Vec<Value>>, Interrupted> {
        let negate = |games: &[Value]| -> Vec<Value> { games.iter().map(|&g| -g).collect() };
        let (left, right) = (negate(raw.right), negate(raw.left));
        let mirrored = Raw { left: &left, right: &right, extent: raw.extent.negative() };
        Ok(self.bypassed_left(&mirrored, known)?.map(|options| negate(&options)))
    }

    /// Right's answer to a left option that leaves at most the game itself.
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

    /// Whether `game` is at most the raw game.
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
        for &option in raw.right {
            if self.le(option, game)? {
                return Ok(false);
            }
        }
        for option in self.left_options(game) {
            if self.ge_raw(option, raw, known, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `game` is at least the raw game.
    fn ge_raw(&self, game: Value, raw: &Raw<'_>, known: &mut Known, depth: u32) -> Result<bool, Interrupted> {
        if let Some(answer) = raw.extent.le(&self.extent(game)) {
            return Ok(answer);
        }
        for &option in raw.left {
            if self.le(game, option)? {
                return Ok(false);
            }
        }
        for option in self.right_options(game) {
            if self.le_raw(option, raw, known, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Answers of [`Store::le_raw`] for one raw game.
type Known = FxHashMap<Value, bool>;
