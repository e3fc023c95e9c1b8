//! Estimate of the work that a long search has left.
//!
//! A proof is a tree: one move at the nodes of the winner, all moves at the nodes of the loser. The *part done* of a loser's
//! node is the mean of the parts done of its moves. That of a winner's node is the part done of its best move so far. A
//! settled node counts 1 and a node that was never searched 0. Moves that bounds settle at sight take no work and are not
//! counted. If a part p of the tree is done after n nodes, about n / p - n nodes are left.
//!
//! ```text
//! root            the winner moves; b1-b4xd4 is best
//!   157 replies   100 settled, 50 open and a tenth done, 7 not begun: (100 + 50 / 10) / 157 = 0.67
//! ```
//!
//! The parts are read from the transposition table while the search goes on: four plies, some ten milliseconds. The winner is
//! taken to be the side with the smaller number at the root.
//!
//! Replies differ in work by orders of magnitude, so the estimate is rough. An estimate from the distribution of the work of
//! settled replies, with open replies as censored observations, was worse: open replies share most of their work with
//! settled ones, and on 5x5 it promised more work the less was left. docs/notes/estimate.md has the errors of both.

use otrera_board::{Bits, Position};

use crate::bounds::{Rules, bounds};
use crate::knowledge::Knowledge;
use crate::shared::SituationKey;
use crate::situation::Situation;
use crate::table::{Entry, TranspositionTable};
use crate::watch::Watch;

/// Loser's nodes on a path that are looked into.
const DEPTH: u32 = 2;

/// Progress of a search towards its proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The part of the proof that is done, above 0 and at most 1.
    pub done: f64,
    /// Nodes left, if the rest takes as much work as the part that is done.
    pub nodes: f64,
}

impl Watch {
    /// An estimate of the work left to find the winner of `position`, the root of the search; `None` while nothing is done.
    ///
    /// # Panics
    /// If the position has a [wide area](crate::wide_area).
    pub fn estimate<B: Bits>(
        &self,
        knowledge: &Knowledge<'_>,
        small: usize,
        position: &Position<B>,
    ) -> Option<Estimate> {
        let root = knowledge.situation(position, small).ok()?;
        let (numbers, nodes) = (self.snapshot().numbers?, self.expanded());
        if numbers.is_settled() {
            return Some(Estimate { done: 1.0, nodes: 0.0 });
        }
        let tree = Tree { table: &self.0.table(), knowledge, small };
        let done =
            if numbers.proof <= numbers.disproof { tree.winners(&root, DEPTH) } else { tree.losers(&root, DEPTH) };
        (done > 0.0).then(|| Estimate { done, nodes: nodes as f64 / done - nodes as f64 })
    }
}

/// The tree of a search, as far as the table has it.
struct Tree<'t, 'a> {
    table: &'t TranspositionTable,
    knowledge: &'t Knowledge<'a>,
    small: usize,
}

impl Tree<'_, '_> {
    fn entry(&self, situation: &Situation) -> (SituationKey, Option<Entry>) {
        let key = SituationKey::new(self.knowledge, situation);
        (key, self.table.get(key.hash))
    }

    /// The situations after all moves, each once.
    fn children(&self, node: &Situation) -> Vec<(SituationKey, Option<Entry>, Situation)> {
        let mut children = Vec::new();
        let collect = |_, child| {
            let (key, entry) = self.entry(&child);
            children.push((key, entry, child));
            Ok(true)
        };
        // A search that is out of memory has fewer children here. The estimate is for display only.
        let _ = self.knowledge.for_each_child(node, self.small, collect);
        children.sort_unstable_by_key(|child| child.0);
        children.dedup_by_key(|child| child.0);
        children
    }

    /// The part done of a node at which the loser is to move.
    fn losers(&self, node: &Situation, depth: u32) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for (key, entry, child) in self.children(node) {
            let done = match entry {
                Some(entry) if entry.winner(key.ahead).is_some() => 1.0,
                Some(_) if depth > 1 => self.winners(&child, depth - 1),
                Some(_) => 0.0,
                None if self.is_decided(&child) => continue,
                None => 0.0,
            };
            sum += done;
            count += 1.0;
        }
        if count == 0.0 { 1.0 } else { sum / count }
    }

    /// The part done of a node at which the winner is to move.
    fn winners(&self, node: &Situation, depth: u32) -> f64 {
        let open = |(key, entry, child): (SituationKey, Option<Entry>, Situation)| {
            let entry = entry.filter(|entry| entry.winner(key.ahead).is_none())?;
            Some((entry.numbers.disproof, child))
        };
        let best = self.children(node).into_iter().filter_map(open).min_by_key(|(disproof, _)| *disproof);
        best.map_or(0.0, |(_, child)| self.losers(&child, depth))
    }

    /// True if integer bounds decide the situation.
    fn is_decided(&self, situation: &Situation) -> bool {
        let Some(integer) = situation.rest.to_integer() else { return situation.areas.is_empty() };
        let (mut low, mut high) = (integer, integer);
        for area in &situation.areas {
            let (lower, upper) = bounds(self.knowledge, area, Rules::ALL);
            low += i64::from(lower);
            high += i64::from(upper);
        }
        // Left is to move.
        low > 0 || high <= 0
    }
}
