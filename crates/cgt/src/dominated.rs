//! Step 2 of canonical forms: removing dominated options.

use crate::order::Extent;
use crate::shift::Fixed;
use crate::{Interrupted, Store, Value};

impl Store {
    /// Drops left options that are at most another one.
    pub(crate) fn keep_greatest(&self, options: &mut Vec<Value>) -> Result<(), Interrupted> {
        self.keep_undominated(options, |e| (-e.right_stop, -e.left_stop), |a, b| a.le(b), |a, b| self.le(a, b))
    }

    /// Drops right options that are at least another one.
    pub(crate) fn keep_least(&self, options: &mut Vec<Value>) -> Result<(), Interrupted> {
        self.keep_undominated(options, |e| (e.left_stop, e.right_stop), |a, b| b.le(a), |a, b| self.le(b, a))
    }

    /// Keeps the undominated options; `worse(a, b)` decides whether b dominates a, and `quick` does so by stops alone.
    /// Options are tried in the order of `strength`, so that most weak ones are dominated early.
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
            // First all decisions by stops, then those that may need a search.
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
}
