//! The tree of a campaign: proof-number search over the situations near the root, whose leaves are jobs.
//!
//! Every node has a proof and a disproof number, seen by its side to move, as in the search of one machine
//! (`otrera_solver`). A node's proof number is the least disproof number of its children. Its disproof number is their
//! largest proof number plus 1/32 of the others. The numbers of a leaf are those of its last job.
//!
//! A leaf that is out with a worker carries a *virtual loss*: all nodes on the way to it look more expensive to the node
//! above, so that the next job is found elsewhere (Wu et al., job-level proof-number search). A child with k jobs below
//! it has its disproof number raised by k halves. A leaf that is out is not handed out again.
//!
//! ```text
//!            root: proof 4                  The first job goes to the left leaf, whose disproof number is least.
//!           /             \                 While it is out, the left child looks like 4 + 4/2 + 1 = 7,
//!     disproof 4       disproof 6           and the second job goes to the right.
//! ```
//!
//! One node is *contested*: there the side that seems to lose is to move, and all of her moves have to be refuted. Its moves
//! get their jobs in rounds: every move the first budget, then those that are open the second, and so on, beyond their
//! expansion too. So the easy ones come early, with their lemmas, and what they took is a sample from which to estimate
//! what is left. In a round, numbers decide. If the side wins after all, rounds delay her winning move by the work on the
//! others. So a node is contested only once a move there has been refuted. docs/notes/campaigns.md has the measurements.
//!
//! Equal situations are one node, so the tree is a graph without cycles. A winner also settles every node with the same
//! areas and core and a better lead. The tree has no clock and no chance: the order of calls decides everything.

use otrera_board::Side;
use otrera_solver::{Numbers, Situation};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::key::Key;

/// Index of a node.
pub(crate) type NodeId = usize;

/// The root.
pub(crate) const ROOT: NodeId = 0;

/// Inverse of the share of all but the hardest child in a disproof number, as in `otrera_solver::Options::FULL`.
const SHARE: u64 = 32;

/// A situation near the root.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) situation: Situation,
    pub(crate) numbers: Numbers,
    /// Jobs that came back open.
    pub(crate) attempts: u32,
    /// The worker of the last of them, whose table has their work.
    pub(crate) worker: Option<String>,
    /// Nodes of all jobs at this node.
    pub(crate) nodes: u64,
    /// Seconds of CPU time of all jobs at this node.
    pub(crate) cpu: f64,
    /// Nodes of all jobs at this node, and of those below it since they are below it.
    pub(crate) below: u64,
    /// Numbers of children from the table of a worker, for the expansion.
    pub(crate) foreseen: Vec<(Key, Numbers)>,
    /// Hash of the part that proves the winner, if a job proved it.
    pub(crate) part: Option<String>,
    /// First digits of the hash of a part of an earlier campaign, or nothing, if the winner is assumed.
    pub(crate) assumed: Option<String>,
    /// Children that bounds do not decide; none in a leaf.
    pub(crate) children: Vec<NodeId>,
    pub(crate) is_expanded: bool,
    parents: Vec<NodeId>,
    is_out: bool,
    /// Jobs that are out at or below this node, on the paths that they were chosen on.
    busy: u32,
    /// There is a leaf at or below this node that can be handed out.
    is_available: bool,
}

/// A child on its way into the tree.
#[derive(Clone, Debug)]
pub(crate) struct NewChild {
    pub(crate) key: Key,
    pub(crate) situation: Situation,
    pub(crate) numbers: Numbers,
}

/// Nodes and their numbers.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    ids: FxHashMap<Key, NodeId>,
    /// Nodes with the same areas, core and side to move.
    kin: FxHashMap<Kin, Vec<NodeId>>,
    budgets: Budgets,
}

/// Budgets of the jobs of a leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budgets {
    /// Nodes of the first job.
    pub(crate) first: u64,
    /// Factor from one job to the next.
    pub(crate) growth: u64,
}

/// Hash and side to move of a key.
type Kin = (u128, otrera_board::Side);

fn kin(key: Key) -> Kin {
    (key.hash, key.to_move)
}

impl Tree {
    pub(crate) fn new(root: NewChild, budgets: Budgets) -> Tree {
        let (ids, kin) = (FxHashMap::default(), FxHashMap::default());
        let mut tree = Tree { nodes: Vec::new(), ids, kin, budgets };
        tree.add(root);
        tree
    }

    fn add(&mut self, child: NewChild) -> NodeId {
        let NewChild { key, situation, numbers } = child;
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let numbers = self.winner_of_kin(key).unwrap_or(numbers);
        let id = self.nodes.len();
        self.nodes.push(Node {
            key,
            situation,
            numbers,
            attempts: 0,
            worker: None,
            nodes: 0,
            cpu: 0.0,
            below: 0,
            foreseen: Vec::new(),
            part: None,
            assumed: None,
            children: Vec::new(),
            is_expanded: false,
            parents: Vec::new(),
            is_out: false,
            busy: 0,
            is_available: !numbers.is_settled(),
        });
        self.ids.insert(key, id);
        self.kin.entry(kin(key)).or_default().push(id);
        id
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// Counts the work of a job at a node.
    pub(crate) fn count_work(&mut self, id: NodeId, nodes: u64, cpu: f64) {
        let node = &mut self.nodes[id];
        node.nodes = node.nodes.saturating_add(nodes);
        node.cpu += cpu;
        let (mut seen, mut pending) = (FxHashSet::default(), vec![id]);
        while let Some(id) = pending.pop() {
            if seen.insert(id) {
                let node = &mut self.nodes[id];
                node.below = node.below.saturating_add(nodes);
                pending.extend(&node.parents);
            }
        }
    }

    pub(crate) fn find(&self, key: Key) -> Option<NodeId> {
        self.ids.get(&key).copied()
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes with the same areas and core whose winner is also that of a key.
    fn deciding_kin(&self, key: Key) -> impl Iterator<Item = NodeId> {
        let decides = move |&id: &NodeId| match &self.nodes[id] {
            node if node.numbers.is_won() => node.key.ahead <= key.ahead,
            node if node.numbers.is_lost() => node.key.ahead >= key.ahead,
            _ => false,
        };
        let nodes = self.kin.get(&kin(key)).map_or(&[][..], |nodes| nodes);
        nodes.iter().copied().filter(decides)
    }

    /// Settled numbers for a key, from a node with the same areas and core.
    fn winner_of_kin(&self, key: Key) -> Option<Numbers> {
        self.deciding_kin(key).next().map(|id| self.nodes[id].numbers)
    }

    /// Hash of the part that proves the winner of a node, or of a node that decides it.
    pub(crate) fn part(&self, id: NodeId) -> Option<&str> {
        let node = &self.nodes[id];
        let kin = self.deciding_kin(node.key).find_map(|id| self.nodes[id].part.as_deref());
        node.part.as_deref().or(kin)
    }

    /// Sets the numbers of a node by a result, and those of all nodes that depend on it.
    pub(crate) fn set_numbers(&mut self, id: NodeId, numbers: Numbers) {
        let numbers = match numbers {
            _ if numbers.is_won() => Numbers::WON,
            _ if numbers.is_lost() => Numbers::LOST,
            _ => numbers,
        };
        let mut changed = vec![];
        self.assign(id, numbers, &mut changed);
        self.spread(changed);
    }

    /// Settles a node by an assumption: the side to move wins. `part` has the first digits of the hash of its part, if any.
    pub(crate) fn assume(&mut self, id: NodeId, part: String) {
        self.nodes[id].assumed = Some(part);
        self.set_numbers(id, Numbers::WON);
    }

    /// The settled nodes whose winner is assumed, or follows only with an assumption.
    pub(crate) fn assumed(&self) -> FxHashSet<NodeId> {
        if self.nodes.iter().all(|node| node.assumed.is_none()) {
            return FxHashSet::default();
        }
        let mut proven = vec![None; self.nodes.len()];
        let is_assumed = |&id: &NodeId| self.nodes[id].numbers.is_settled() && !self.is_proven(id, &mut proven);
        (0..self.nodes.len()).filter(is_assumed).collect()
    }

    /// Returns whether the winner of a settled node follows without assumptions: from a part, from bounds, from nodes that
    /// decide it, or from its children. `known` has the answers so far.
    fn is_proven(&self, id: NodeId, known: &mut Vec<Option<bool>>) -> bool {
        if let Some(known) = known[id] {
            return known;
        }
        // Nothing rests on itself.
        known[id] = Some(false);
        let node = &self.nodes[id];
        let kin: Vec<NodeId> = self.deciding_kin(node.key).filter(|&other| other != id).collect();
        let children = &node.children;
        let mut proven = |&child: &NodeId| self.nodes[child].numbers.is_settled() && self.is_proven(child, known);
        let is_proven = node.part.is_some()
            || kin.iter().any(&mut proven)
            || match node.is_expanded {
                // Bounds decided it, unless something else did.
                false => node.assumed.is_none() && kin.is_empty(),
                true if node.numbers.is_lost() => {
                    children.iter().all(|child| self.nodes[*child].numbers.is_won() && proven(child))
                }
                // Without children: one of them is lost by bounds.
                true if children.is_empty() => true,
                true => children.iter().any(|child| self.nodes[*child].numbers.is_lost() && proven(child)),
            };
        known[id] = Some(is_proven);
        is_proven
    }

    fn assign(&mut self, id: NodeId, numbers: Numbers, changed: &mut Vec<NodeId>) {
        let node = &mut self.nodes[id];
        if node.numbers.is_settled() {
            return;
        }
        node.numbers = numbers;
        changed.push(id);
        if numbers.is_settled() {
            node.foreseen = Vec::new();
            let key = node.key;
            for other in self.kin[&kin(key)].clone() {
                if !self.nodes[other].numbers.is_settled()
                    && let Some(numbers) = self.winner_of_kin(self.nodes[other].key)
                {
                    self.nodes[other].numbers = numbers;
                    self.nodes[other].foreseen = Vec::new();
                    changed.push(other);
                }
            }
        }
    }

    /// Computes the nodes above `changed` again, until nothing changes.
    fn spread(&mut self, mut changed: Vec<NodeId>) {
        while let Some(id) = changed.pop() {
            self.nodes[id].is_available = self.availability(id);
            for parent in self.nodes[id].parents.clone() {
                let node = &self.nodes[parent];
                if node.numbers.is_settled() {
                    continue;
                }
                let numbers = self.combined(parent);
                let is_available = self.availability(parent);
                if numbers != node.numbers {
                    self.assign(parent, numbers, &mut changed);
                } else if is_available != node.is_available {
                    changed.push(parent);
                }
            }
        }
    }

    fn availability(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        match node.is_expanded {
            _ if node.numbers.is_settled() => false,
            true => node.children.iter().any(|&child| self.nodes[child].is_available),
            false => !node.is_out,
        }
    }

    /// The numbers of an expanded node.
    fn combined(&self, id: NodeId) -> Numbers {
        let infinite = Numbers::WON.disproof;
        let (mut proof, mut most, mut sum) = (infinite, 0, 0_u64);
        for &child in &self.nodes[id].children {
            let numbers = self.nodes[child].numbers;
            proof = proof.min(numbers.disproof);
            most = most.max(numbers.proof);
            sum += u64::from(numbers.proof);
        }
        let disproof = u64::from(most) + (sum - u64::from(most)) / SHARE;
        // Open numbers stay below those of a winner.
        let numbers = Numbers { proof, disproof: disproof.min(u64::from(infinite)) as u32 };
        match numbers {
            _ if numbers.is_won() => Numbers::WON,
            _ if numbers.is_lost() => Numbers::LOST,
            Numbers { proof, disproof } => {
                Numbers { proof: proof.min(infinite - 1), disproof: disproof.min(infinite - 1) }
            }
        }
    }

    /// Expands a leaf. Children that the opponent wins by bounds are left out.
    pub(crate) fn expand(&mut self, id: NodeId, children: Vec<NewChild>) {
        assert!(!self.nodes[id].is_expanded, "a node is expanded once");
        self.nodes[id].is_expanded = true;
        self.nodes[id].foreseen = Vec::new();
        if children.iter().any(|child| child.numbers.is_lost()) {
            self.set_numbers(id, Numbers::WON);
            return;
        }
        for child in children.into_iter().filter(|child| !child.numbers.is_won()) {
            let child = self.add(child);
            self.nodes[id].children.push(child);
            self.nodes[child].parents.push(id);
        }
        let mut changed = vec![id];
        self.assign(id, self.combined(id), &mut changed);
        self.spread(changed);
    }

    /// The path to the leaf that should be handed out next; `None` if there is none.
    pub(crate) fn next_leaf(&self) -> Option<Vec<NodeId>> {
        self.descend(|node| node.is_available, self.contested())
    }

    /// The path to the leaf that is most worth expanding while it is out.
    pub(crate) fn next_leaf_out(&self) -> Option<Vec<NodeId>> {
        self.descend(|node| !node.numbers.is_settled(), None)
    }

    fn descend(&self, may_enter: impl Fn(&Node) -> bool, contested: Option<NodeId>) -> Option<Vec<NodeId>> {
        let mut path = vec![ROOT];
        let mut id = ROOT;
        if !may_enter(&self.nodes[ROOT]) {
            return None;
        }
        while self.nodes[id].is_expanded {
            let children = self.nodes[id].children.iter().copied().filter(|&child| may_enter(&self.nodes[child]));
            let round = |child: NodeId| if Some(id) == contested { self.round(child) } else { 0 };
            id = children.min_by_key(|&child| (round(child), self.virtual_disproof(child), child))?;
            path.push(id);
        }
        Some(path)
    }

    /// Rounds that a move has behind it: budgets that its jobs, or those below it, have used up.
    fn round(&self, id: NodeId) -> u32 {
        let (node, Budgets { first, growth }) = (&self.nodes[id], self.budgets);
        let (mut rounds, mut budget, mut sum) = (0, first, first);
        // A factor of 1 would need a round for every budget.
        while node.below >= sum && rounds < 64 {
            rounds += 1;
            budget = budget.saturating_mul(growth);
            sum = sum.saturating_add(budget);
        }
        rounds.max(node.attempts)
    }

    /// The share of the children of an open node that are settled: all of them against the side to move.
    fn settled_share(&self, id: NodeId) -> f64 {
        let children = &self.nodes[id].children;
        let settled = children.iter().filter(|&&child| self.nodes[child].numbers.is_settled()).count();
        settled as f64 / children.len().max(1) as f64
    }

    /// The open child of the root with the largest share of settled children; of equal ones the most promising.
    pub(crate) fn main_child(&self) -> Option<NodeId> {
        let open = self.nodes[ROOT].children.iter().copied().filter(|&child| !self.nodes[child].numbers.is_settled());
        let shares =
            open.map(|child| (self.settled_share(child), std::cmp::Reverse(self.nodes[child].numbers.disproof), child));
        shares.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(b.2.cmp(&a.2))).map(|(_, _, child)| child)
    }

    /// The side whose proof is further along: that of the side to move after her main move, or that of the other side at
    /// the root. Before any of the replies there is settled, numbers decide.
    pub(crate) fn likely_winner(&self) -> Side {
        let root = &self.nodes[ROOT];
        let own = self.main_child().map_or(0.0, |child| self.settled_share(child));
        let against = self.settled_share(ROOT);
        let is_ahead = match own == against {
            true => root.numbers.proof <= root.numbers.disproof,
            false => own > against,
        };
        if is_ahead { root.key.to_move } else { !root.key.to_move }
    }

    /// The node at which all moves of the likely loser have to be refuted: the root, or the winner's best move. None until
    /// a move there has been refuted.
    pub(crate) fn contested(&self) -> Option<NodeId> {
        let node = match self.likely_winner() == self.nodes[ROOT].key.to_move {
            true => self.main_child()?,
            false => ROOT,
        };
        Some(node).filter(|&node| self.settled_share(node) > 0.0)
    }

    /// The disproof number of a node, raised for the jobs below it.
    fn virtual_disproof(&self, id: NodeId) -> u64 {
        let Node { numbers, busy, .. } = &self.nodes[id];
        let (disproof, busy) = (u64::from(numbers.disproof), u64::from(*busy));
        disproof + disproof / 2 * busy + busy
    }

    /// Marks the leaf at the end of `path` as out.
    pub(crate) fn hand_out(&mut self, path: &[NodeId]) {
        let &leaf = path.last().expect("a path has a leaf");
        self.nodes[leaf].is_out = true;
        path.iter().for_each(|&id| self.nodes[id].busy += 1);
        self.spread(vec![leaf]);
    }

    /// Takes back the job that was handed out on `path`.
    pub(crate) fn take_back(&mut self, path: &[NodeId]) {
        let &leaf = path.last().expect("a path has a leaf");
        self.nodes[leaf].is_out = false;
        path.iter().for_each(|&id| self.nodes[id].busy -= 1);
        self.spread(vec![leaf]);
    }

    pub(crate) fn is_out(&self, id: NodeId) -> bool {
        self.nodes[id].is_out
    }
}
