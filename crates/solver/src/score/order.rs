//! The order of games by their margins, and the simplifications that it allows. docs/internals/scoring.md has the proofs.

use super::form::{Draft, Form, Forms, Stops};

impl Forms {
    /// True if Left provably never does worse with `a` than with `b`, beside anything else. The test is sufficient, not
    /// necessary.
    pub(crate) fn at_least(&mut self, a: Form, b: Form) -> bool {
        if a == b {
            return true;
        }
        if !self.node(a).stops.cover(self.node(b).stops) {
            return false;
        }
        if let (Some(a), Some(b)) = (self.node(a).integer, self.node(b).integer) {
            return a >= b;
        }
        if let Some(&known) = self.compared.get(&(a, b)) {
            return known;
        }
        let is_at_least =
            self.each_left_is_met(a, b) && (0..self.right(a).len()).all(|i| self.right_is_met(self.right(a)[i], b));
        self.compared.insert((a, b), is_at_least);
        is_at_least
    }

    /// True if for each move of Left in `b`, Left has as good a move in `a`, or Right has a reply that is at most `a`.
    fn each_left_is_met(&mut self, a: Form, b: Form) -> bool {
        (0..self.left(b).len()).all(|i| {
            let option = self.left(b)[i];
            (0..self.left(a).len()).any(|j| self.at_least(self.left(a)[j], option))
                || (0..self.right(option).len()).any(|j| self.at_least(a, self.right(option)[j]))
        })
    }

    /// True if Right has as good a move in `b` as the move to `option`, or Left has a reply that is at least `b`.
    fn right_is_met(&mut self, option: Form, b: Form) -> bool {
        (0..self.right(b).len()).any(|j| self.at_least(option, self.right(b)[j]))
            || (0..self.left(option).len()).any(|j| self.at_least(self.left(option)[j], b))
    }

    /// [`at_least`](Self::at_least) for a draft.
    pub(super) fn draft_at_least(&mut self, a: &Draft, stops: Stops, b: Form) -> bool {
        if !stops.cover(self.node(b).stops) {
            return false;
        }
        let left = (0..self.left(b).len()).all(|i| {
            let option = self.left(b)[i];
            a.left.iter().any(|&own| self.at_least(own, option))
                || (0..self.right(option).len()).any(|j| self.draft_at_least(a, stops, self.right(option)[j]))
        });
        left && a.right.iter().all(|&option| self.right_is_met(option, b))
    }

    /// Simplifies the options of Left. Returns true if something changed.
    pub(super) fn simplify_left(&mut self, draft: &mut Draft) -> bool {
        let dominated = self.drop_dominated(draft);
        self.bypass_reversed(draft) || dominated
    }

    fn drop_dominated(&mut self, draft: &mut Draft) -> bool {
        let before = draft.left.len();
        let mut kept: Vec<Form> = Vec::new();
        for &option in &draft.left {
            if kept.iter().any(|&other| self.at_least(other, option)) {
                continue;
            }
            kept.retain(|&other| !self.at_least(option, other));
            kept.push(option);
        }
        draft.left = kept;
        draft.left.len() != before
    }

    /// Replaces one reversible option: if Right has a reply that is no better for Left than this game, the option gives way
    /// to Left's options after the reply. One at a time, because the game changes.
    fn bypass_reversed(&mut self, draft: &mut Draft) -> bool {
        let stops = self.draft_stops(draft);
        for i in 0..draft.left.len() {
            let option = draft.left[i];
            for j in 0..self.right(option).len() {
                let reply = self.right(option)[j];
                if !self.draft_at_least(draft, stops, reply) {
                    continue;
                }
                let mut left = draft.left.clone();
                left.remove(i);
                let after = self.left(reply);
                if after.is_empty() {
                    // Left may be at an end there, and must not do worse without the option.
                    let rest = left.iter().map(|&other| 1 + self.node(other).stops.low[1]).max();
                    if rest.is_none_or(|rest| rest < self.node(reply).stops.low[0]) {
                        continue;
                    }
                } else {
                    left.extend_from_slice(after);
                    left.sort_unstable();
                    left.dedup();
                }
                draft.left = left;
                return true;
            }
        }
        false
    }
}
