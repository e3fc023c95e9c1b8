//! Step 2 of canonical forms: options that another option makes useless.

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
}
