//! The order of games by what they make of every margin, and what it allows to take away. docs/scoring.md has the proofs.

use super::form::{Form, Forms, Loose, Stops};

impl Forms {
    /// Whether Left never does worse with `a` than with `b`, whatever else is on the board. True if found so; what is not
    /// found may still hold.
    pub(crate) fn at_least(&mut self, a: Form, b: Form) -> bool {
        if a == b {
            return true;
        }
        if !self.stops(a).cover(self.stops(b)) {
            return false;
        }
        if let (Some(a), Some(b)) = (self.to_whole(a), self.to_whole(b)) {
            return a >= b;
        }
        if let Some(&known) = self.compared.get(&(a, b)) {
            return known;
        }
        let answer = self.each_left_is_met(a, b) && self.each_right_is_met(a, b);
        self.compared.insert((a, b), answer);
        answer
    }

    /// Each move of Left in `b` has one in `a` that is as good, or an answer that brings it down to `a`.
    fn each_left_is_met(&mut self, a: Form, b: Form) -> bool {
        (0..self.left(b).len()).all(|i| {
            let option = self.left(b)[i];
            (0..self.left(a).len()).any(|j| self.at_least(self.left(a)[j], option))
                || (0..self.right(option).len()).any(|j| self.at_least(a, self.right(option)[j]))
        })
    }

    /// Each move of Right in `a` has one in `b` that is as good for her, or an answer that brings it up to `b`.
    fn each_right_is_met(&mut self, a: Form, b: Form) -> bool {
        (0..self.right(a).len()).all(|i| {
            let option = self.right(a)[i];
            (0..self.right(b).len()).any(|j| self.at_least(option, self.right(b)[j]))
                || (0..self.left(option).len()).any(|j| self.at_least(self.left(option)[j], b))
        })
    }

    /// Like [`at_least`](Self::at_least), for a game that is not kept yet.
    pub(super) fn loose_at_least(&mut self, a: &Loose, stops: Stops, b: Form) -> bool {
        if !stops.cover(self.stops(b)) {
            return false;
        }
        let left = (0..self.left(b).len()).all(|i| {
            let option = self.left(b)[i];
            a.left.iter().any(|&own| self.at_least(own, option))
                || (0..self.right(option).len()).any(|j| self.loose_at_least(a, stops, self.right(option)[j]))
        });
        left && a.right.iter().all(|&option| {
            (0..self.right(b).len()).any(|j| self.at_least(option, self.right(b)[j]))
                || (0..self.left(option).len()).any(|j| self.at_least(self.left(option)[j], b))
        })
    }

    /// Takes away options of Left that make no difference. Whether something changed.
    pub(super) fn simplify_left(&mut self, loose: &mut Loose) -> bool {
        let dominated = self.drop_dominated(loose);
        self.bypass_reversed(loose) || dominated
    }

    fn drop_dominated(&mut self, loose: &mut Loose) -> bool {
        let before = loose.left.len();
        let mut kept: Vec<Form> = Vec::new();
        for &option in &loose.left {
            if kept.iter().any(|&other| self.at_least(other, option)) {
                continue;
            }
            kept.retain(|&other| !self.at_least(option, other));
            kept.push(option);
        }
        loose.left = kept;
        loose.left.len() != before
    }

    /// An option that Right can answer with a game that is no better for Left than this one: she would, so Left has what
    /// Left has after it. One at a time, as the game changes with it.
    fn bypass_reversed(&mut self, loose: &mut Loose) -> bool {
        let stops = self.loose_stops(loose);
        for i in 0..loose.left.len() {
            let option = loose.left[i];
            for j in 0..self.right(option).len() {
                let answer = self.right(option)[j];
                if !self.loose_at_least(loose, stops, answer) {
                    continue;
                }
                let mut left = loose.left.clone();
                left.remove(i);
                let after = self.left(answer);
                if after.is_empty() {
                    // Then Left may be at an end there, and must not do worse than that without the option.
                    let rest = left.iter().map(|&other| 1 + self.stops(other).low[1]).max();
                    if rest.is_none_or(|rest| rest < self.stops(answer).low[0]) {
                        continue;
                    }
                } else {
                    left.extend_from_slice(after);
                    left.sort_unstable();
                    left.dedup();
                }
                loose.left = left;
                return true;
            }
        }
        false
    }
}
