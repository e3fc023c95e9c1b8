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
//! Equal situations are one node, so the tree is a graph without cycles. A winner also settles every node with the same
//! areas and core and a better lead. The tree has no clock and no chance: the order of calls decides everything.

use otrera_solver::{Numbers, Situation};
use rustc_hash::FxHashMap;

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
    /// Nodes of all jobs at this node.
    pub(crate) nodes: u64,
    /// Seconds of CPU time of all jobs at this node.
    pub(crate) cpu: f64,
    /// Numbers of children from the table of a worker, for the expansion.
    pub(crate) foreseen: Vec<(Key, Numbers)>,
    /// Hash of the part that proves the winner, if a job proved it.
    pub(crate) part: Option<String>,
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
}

/// Hash and side to move of a key.
type Kin = (u128, otrera_board::Side);

fn kin(key: Key) -> Kin {
    (key.hash, key.to_move)
}

impl Tree {
    pub(crate) fn new(root: NewChild) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), ids: FxHashMap::default(), kin: FxHashMap::default() };
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
            nodes: 0,
            cpu: 0.0,
            foreseen: Vec::new(),
            part: None,
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

    pub(crate) fn find(&self, key: Key) -> Option<NodeId> {
        self.ids.get(&key).copied()
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes with the same areas and core whose winner is also that of a key.
    fn deciding_kin(&self, key: Key) -> impl Iterator<Item = &Node> {
        let decides = move |node: &&Node| match node.numbers {
            numbers if numbers.is_won() => node.key.ahead <= key.ahead,
            numbers if numbers.is_lost() => node.key.ahead >= key.ahead,
            _ => false,
        };
        let nodes = self.kin.get(&kin(key)).map_or(&[][..], |nodes| nodes);
        nodes.iter().map(|&id| &self.nodes[id]).filter(decides)
    }

    /// Settled numbers for a key, from a node with the same areas and core.
    fn winner_of_kin(&self, key: Key) -> Option<Numbers> {
        self.deciding_kin(key).next().map(|node| node.numbers)
    }

    /// Hash of the part that proves the winner of a node, or of a node that decides it.
    pub(crate) fn part(&self, id: NodeId) -> Option<&str> {
        let node = &self.nodes[id];
        let kin = self.deciding_kin(node.key).find_map(|node| node.part.as_deref());
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
        self.descend(|node| node.is_available)
    }

    /// The path to the leaf that is most worth expanding while it is out.
    pub(crate) fn next_leaf_out(&self) -> Option<Vec<NodeId>> {
        self.descend(|node| !node.numbers.is_settled())
    }

    fn descend(&self, may_enter: impl Fn(&Node) -> bool) -> Option<Vec<NodeId>> {
        let mut path = vec![ROOT];
        let mut id = ROOT;
        if !may_enter(&self.nodes[ROOT]) {
            return None;
        }
        while self.nodes[id].is_expanded {
            let children = self.nodes[id].children.iter().copied().filter(|&child| may_enter(&self.nodes[child]));
            id = children.min_by_key(|&child| (self.virtual_disproof(child), child))?;
            path.push(id);
        }
        Some(path)
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
