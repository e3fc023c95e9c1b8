//! Nodes by position: a move that leads to a position of the tree leads to its node.
//!
//! Amazons has no loops, but the same moves in another order lead to the same position, the more often the more the board is
//! cut into parts. A new edge to a known position gets the known node, and a visit goes on below it: it costs no evaluation,
//! and what was found on one path serves the other. Edges keep their own visits, so that the move of a rare path is not
//! taken for a good one (UCT2 of Childs, Brodeur & Kocsis 2008).
//!
//! Each thread has a table of its own, with the nodes that it made and those kept from the last move.

use super::tree::Tree;

/// Open addressing with linear probing.
#[derive(Debug)]
pub(super) struct Transpositions {
    slots: Vec<Entry>,
    used: usize,
}

/// A node and a part of its hash, which saves a look at nearly all nodes that are not wanted.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Low half of the hash, whose last bits choose the slot.
    low_hash: u32,
    /// Index of the node, or 0.
    node: u32,
}

/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 10;

impl Transpositions {
    /// A table of all nodes of a tree.
    pub(super) fn of(tree: &Tree) -> Transpositions {
        let mut table = Transpositions { slots: vec![Entry::default(); FIRST_SLOTS], used: 0 };
        tree.for_each_node(|index, hash| table.insert(tree, hash, index));
        table
    }

    /// Node of the position with this hash.
    pub(super) fn find(&self, tree: &Tree, hash: u64) -> Option<u32> {
        let index = self.slots[self.place(tree, hash)].node;
        (index != 0).then_some(index)
    }

    pub(super) fn insert(&mut self, tree: &Tree, hash: u64, node: u32) {
        if 2 * self.used >= self.slots.len() {
            let twice = vec![Entry::default(); 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, twice);
            for entry in old.into_iter().filter(|entry| entry.node != 0) {
                // The nodes are of different positions.
                let mut at = self.first_place(entry.low_hash);
                while self.slots[at].node != 0 {
                    at = self.next_place(at);
                }
                self.slots[at] = entry;
            }
        }
        let place = self.place(tree, hash);
        self.used += usize::from(self.slots[place].node == 0);
        self.slots[place] = Entry { low_hash: hash as u32, node };
    }

    /// Slot of the node with this hash, or the free slot for it.
    fn place(&self, tree: &Tree, hash: u64) -> usize {
        let mut at = self.first_place(hash as u32);
        loop {
            let Entry { low_hash, node } = self.slots[at];
            if node == 0 || low_hash == hash as u32 && tree.node(node).hash() == hash {
                return at;
            }
            at = self.next_place(at);
        }
    }

    fn first_place(&self, low_hash: u32) -> usize {
        low_hash as usize & (self.slots.len() - 1)
    }

    fn next_place(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use otrera_board::GOLDEN;

    use super::super::tree::Coverage;
    use super::*;

    #[test]
    fn every_node_is_found_by_its_hash_and_the_newest_of_a_position() {
        let tree = Tree::new(1 << 20);
        let mut table = Transpositions::of(&tree);
        // Neighbouring hashes compete for neighbouring slots.
        let hashes: Vec<u64> = (1..2000_u64).map(|n| if n % 3 == 0 { n } else { n.wrapping_mul(GOLDEN) }).collect();
        let mut nodes = Vec::new();
        for &hash in &hashes {
            assert_eq!(table.find(&tree, hash), None);
            nodes.push(tree.add(hash, &[], Coverage::All).unwrap());
            table.insert(&tree, hash, nodes[nodes.len() - 1]);
        }
        let again = Transpositions::of(&tree);
        for (&hash, &node) in hashes.iter().zip(&nodes) {
            assert_eq!((table.find(&tree, hash), again.find(&tree, hash)), (Some(node), Some(node)));
        }
        let newer = tree.add(hashes[5], &[], Coverage::All).unwrap();
        table.insert(&tree, hashes[5], newer);
        assert_eq!(table.find(&tree, hashes[5]), Some(newer));
    }
}
