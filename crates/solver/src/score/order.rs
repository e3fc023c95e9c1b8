//! The order of games by their margins, and the simplifications that it allows. docs/internals/scoring.md has the proofs.

use super::form::{Draft, Form, Forms, Stops};

impl Forms {
    /// True if Left provably never does worse with `a` than with `b`, beside anything else. The test is sufficient, not
    /// necessary.
    pub(crate) fn at_least(&mut self, a: Form, b: Form) -> bool {
        if a == b {
            return true;
        }
        if !self[a].stops.cover(self[b].stops) {
            return false;
        }
        if let (Some(a), Some(b)) = (self[a].integer, self[b].integer) {
            return a >= b;
        }
        if let Some(&known) = self.compared.get(&(a, b)) {
            return known;
        }
        let is_at_least = self.each_left_is_met(a, b) && self.each_right_is_met(a, b);
        self.compared.insert((a, b), is_at_least);
        is_at_least
    }

    /// True if for each move of Left in `b`, Left has as good a move in `a`, or Right has a reply that is at most `a`.
    fn each_left_is_met(&mut self, a: Form, b: Form) -> bool {
        (0..self[b].left.len()).all(|i| {
            let option = self[b].left[i];
            (0..self[a].left.len()).any(|j| self.at_least(self[a].left[j], option))
                || (0..self[option].right.len()).any(|j| self.at_least(a, self[option].right[j]))
        })
    }

    /// True if for each move of Right in `a`, Right has as good a move in `b`, or Left has a reply that is at least `b`.
    fn each_right_is_met(&mut self, a: Form, b: Form) -> bool {
        (0..self[a].right.len()).all(|i| {
            let option = self[a].right[i];
            (0..self[b].right.len()).any(|j| self.at_least(option, self[b].right[j]))
                || (0..self[option].left.len()).any(|j| self.at_least(self[option].left[j], b))
        })
    }

    /// [`at_least`](Self::at_least) for a draft.
    pub(super) fn draft_at_least(&mut self, a: &Draft, stops: Stops, b: Form) -> bool {
        if !stops.cover(self[b].stops) {
            return false;
        }
        let left = (0..self[b].left.len()).all(|i| {
            let option = self[b].left[i];
            a.left.iter().any(|&own| self.at_least(own, option))
                || (0..self[option].right.len()).any(|j| self.draft_at_least(a, stops, self[option].right[j]))
        });
        left && a.right.iter().all(|&option| {
            (0..self[b].right.len()).any(|j| self.at_least(option, self[b].right[j]))
                || (0..self[option].left.len()).any(|j| self.at_least(self[option].left[j], b))
        })
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
            for j in 0..self[option].right.len() {
                let reply = self[option].right[j];
                if !self.draft_at_least(draft, stops, reply) {
                    continue;
                }
                let mut left = draft.left.clone();
                left.remove(i);
                let after = &self[reply].left;
                if after.is_empty() {
                    // Left may be at an end there, and must not do worse without the option.
                    let rest = left.iter().map(|&other| 1 + self[other].stops.low[1]).max();
                    if rest.is_none_or(|rest| rest < self[reply].stops.low[0]) {
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
