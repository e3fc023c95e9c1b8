//! An estimate of the work that is left.
//!
//! It follows the likely winner through the tree: the best move where the winner is to move, all open replies where the
//! loser is. For each leaf met there, the work is expected from what happened to other leaves: of those that had as many
//! jobs, some share was proven by the next one, and the others went on. A leaf that has to be expanded is expected to take
//! as much as the average of those that were expanded and settled. Before there is one, the sum is a lower bound.

use otrera_api::{clock, grouped};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::manager::Manager;
use crate::status::work_below;
use crate::tree::{NodeId, ROOT};

/// Work that is left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// Leaves that have to be settled, as the tree stands.
    pub leaves: usize,
    /// Nodes to search.
    pub nodes: f64,
    /// Seconds of CPU time.
    pub cpu: f64,
    /// True if no leaf that was expanded has been settled yet: then it may be much more.
    pub is_lower_bound: bool,
}

impl Estimate {
    /// The estimate as a sentence.
    pub fn text(&self) -> String {
        let bound = if self.is_lower_bound { "at least " } else { "about " };
        let time = clock(std::time::Duration::from_secs_f64(self.cpu.min(1e9)));
        format!("{bound}{} nodes, {time} of CPU time, in {} open leaves", grouped(self.nodes as u64), self.leaves)
    }
}

/// The estimate; `None` if the root is settled or nothing is known yet.
pub(crate) fn estimate(manager: &Manager<'_>, nodes: u64, cpu: f64) -> Option<Estimate> {
    if manager.winner().is_some() || nodes == 0 {
        return None;
    }
    let (expected, is_lower_bound) = expected_nodes(manager);
    let leaves = leaves(manager);
    let last = expected.len() - 1;
    let nodes_left =
        leaves.iter().map(|&leaf| expected[(manager.tree.node(leaf).attempts as usize).min(last)]).sum::<f64>();
    Some(Estimate { leaves: leaves.len(), nodes: nodes_left, cpu: nodes_left * cpu / nodes as f64, is_lower_bound })
}

/// Nodes that a leaf is expected to need, by the jobs that it had. The last entry is for leaves to be expanded.
fn expected_nodes(manager: &Manager<'_>) -> (Vec<f64>, bool) {
    let tree = &manager.tree;
    let tries = manager.plan.tries as usize;
    let settled = (0..tree.nodes().len()).filter(|&id| {
        let node = tree.node(id);
        id != ROOT && node.is_expanded && node.numbers.is_settled()
    });
    let totals: Vec<f64> = settled.map(|id| (work_below(tree, id).0 - tree.node(id).nodes) as f64).collect();
    let is_lower_bound = totals.is_empty();
    let beyond = match totals.len() {
        0 => manager.plan.nodes(manager.plan.tries) as f64,
        all => totals.iter().sum::<f64>() / all as f64,
    };
    let mut expected = vec![beyond; tries + 1];
    for attempt in (0..tries).rev() {
        let [tried, proven] = manager.totals.tries.get(attempt).copied().unwrap_or_default();
        // One more of each: a share is never certain.
        let share = (proven as f64 + 1.0) / (tried as f64 + 2.0);
        let budget = manager.plan.nodes(attempt as u32) as f64;
        // A job that proves its leaf uses half of its nodes on average.
        expected[attempt] = share * budget / 2.0 + (1.0 - share) * (budget + expected[attempt + 1]);
    }
    (expected, is_lower_bound)
}

/// The open leaves below the likely winner's best moves.
fn leaves(manager: &Manager<'_>) -> Vec<NodeId> {
    let tree = &manager.tree;
    let root = tree.node(ROOT);
    let to_move = root.key.to_move;
    let winner = if root.numbers.proof <= root.numbers.disproof { to_move } else { !to_move };
    let (mut seen, mut pending, mut leaves) = (FxHashSet::default(), vec![ROOT], Vec::new());
    while let Some(id) = pending.pop() {
        let node = tree.node(id);
        if node.numbers.is_settled() || !seen.insert(id) {
            continue;
        }
        if !node.is_expanded {
            leaves.push(id);
        } else if node.key.to_move == winner {
            let open = node.children.iter().filter(|&&child| !tree.node(child).numbers.is_settled());
            pending.extend(open.min_by_key(|&&child| (tree.node(child).numbers.disproof, child)));
        } else {
            pending.extend(&node.children);
        }
    }
    leaves
}
