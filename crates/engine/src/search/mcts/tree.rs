//! The tree in memory: nodes as runs of slots in a pool that grows by chunks.
//!
//! A node is a header slot followed by one slot per edge, so that selection reads adjacent memory. All fields of a slot are
//! relaxed atomics: threads may see each other's counts late, which costs accuracy and never safety. A node is published by
//! storing its index in the edge above, with release and acquire, after its slots are filled.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};

use otrera_board::Action;

use crate::choice::Proven;
use crate::search::{pack, unpack};

#[derive(Debug)]
pub(crate) struct Tree {
    chunks: Vec<OnceLock<Box<[Slot]>>>,
    /// First free slot.
    end: AtomicU32,
    full: AtomicBool,
}

/// Node: header and edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'t> {
    header: &'t Slot,
    edges: &'t [Slot],
}

/// Edge, or header of a node. Chances are those of the side that makes the move of the edge.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    /// Edge: packed move, [`WON`] and [`LOST`]. Header: number of edges, [`NARROW`], [`LEFT_OUT`], and [`WIN`] or [`LOSS`].
    bits: AtomicU32,
    /// Prior of the move, as bits of an `f32`. Header: low half of the hash of the position.
    prior: AtomicU32,
    /// Chance by minimax over the subtree, as bits of an `f32`. Header: the largest of all edges.
    minimax: AtomicU32,
    /// Visits, including those under way. Header: sum over all edges.
    visits: AtomicU32,
    /// Sum of the chances of finished visits, in units of 1 / [`UNITS`]. Header: sum over all edges.
    total: AtomicU64,
    /// Index of the node below, [`NO_NODE`] or [`BUSY`]. Header: index of the node with more moves that replaces this one.
    node: AtomicU32,
    /// Edge: worth for selection, as bits of an `f32`; minus infinity if the move loses. Header: high half of the hash.
    worth: AtomicU32,
}

/// Updates of an edge: the mixture of its worth, and the kind of its sums.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blend {
    /// Share of minimax, from 0 to 1.
    pub(crate) minimax: f32,
    /// Visits that minimax counts for in the mean.
    pub(crate) evaluation_visits: f32,
    /// True if no other thread uses the tree: plain sums are faster than atomic ones.
    pub(crate) alone: bool,
}

/// Move of a new node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) action: Action,
    /// Lead in squares after the move for the side that makes it; infinite if it wins at once.
    pub(crate) ahead: f32,
    /// Ordering bonus in squares.
    pub(crate) bonus: f32,
    pub(crate) prior: f32,
    pub(crate) chance: f32,
}

/// Part of the legal moves that a node has as edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    All,
    /// Many of the best.
    Broad,
    /// Few of the best; the node is broadened after more visits.
    Narrow,
}

/// Resolution of summed chances. Integer sums do not depend on the order of threads.
const UNITS: f32 = (1 << 20) as f32;
/// Index that stands for no node; slot 0 is never allocated.
pub(crate) const NO_NODE: u32 = 0;
/// Stands for a node that a thread is making.
const BUSY: u32 = u32::MAX;
/// Nodes copied between two reads of the clock: tens of microseconds.
const NODES_AT_ONCE: usize = 256;
/// Slots per chunk: one megabyte.
const CHUNK: u32 = 1 << 15;
/// Bits of the move in an edge, and of the number of edges in a header.
const MOVE: u32 = (1 << 21) - 1;
const WON: u32 = 1 << 30;
const LOST: u32 = 1 << 31;
const NARROW: u32 = 1 << 30;
const LEFT_OUT: u32 = 1 << 31;
const WIN: u32 = 1 << 29;
const LOSS: u32 = 1 << 28;

impl Tree {
    /// Creates a tree that may grow to `bytes`.
    pub(crate) fn new(bytes: usize) -> Tree {
        let chunks = (bytes / (CHUNK as usize * size_of::<Slot>())).clamp(1, (BUSY / CHUNK - 1) as usize);
        Tree::with_chunks(chunks)
    }

    fn with_chunks(chunks: usize) -> Tree {
        let chunks = (0..chunks).map(|_| OnceLock::new()).collect();
        Tree { chunks, end: AtomicU32::new(1), full: AtomicBool::new(false) }
    }

    /// Returns true once a node did not fit.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// Upper bound on the edges of a node.
    pub(crate) const MOST_EDGES: usize = CHUNK as usize / 2;

    /// Adds the node of a position and returns its index; `None` if the pool is full.
    pub(crate) fn add(&self, hash: u64, moves: &[Candidate], coverage: Coverage) -> Option<u32> {
        let index = self.reserve(moves.len() as u32 + 1)?;
        let slots = self.slots(index, moves.len() + 1);
        let flag = match coverage {
            Coverage::All => 0,
            Coverage::Broad => LEFT_OUT,
            Coverage::Narrow => LEFT_OUT | NARROW,
        };
        let won = moves.iter().any(|candidate| candidate.ahead == f32::INFINITY);
        let outcome = match coverage {
            _ if won => WIN,
            Coverage::All if moves.is_empty() => LOSS,
            _ => 0,
        };
        slots[0].bits.store(moves.len() as u32 | flag | outcome, Relaxed);
        slots[0].prior.store(hash as u32, Relaxed);
        slots[0].worth.store((hash >> 32) as u32, Relaxed);
        for (slot, candidate) in slots[1..].iter().zip(moves) {
            let won = if candidate.ahead == f32::INFINITY { WON } else { 0 };
            slot.bits.store(pack(candidate.action) | won, Relaxed);
            slot.prior.store(candidate.prior.to_bits(), Relaxed);
            slot.minimax.store(candidate.chance.to_bits(), Relaxed);
            slot.worth.store(candidate.chance.to_bits(), Relaxed);
        }
        self.node(index).refresh_minimax();
        Some(index)
    }

    /// Adds a node with more moves that takes over the statistics of `old`.
    pub(crate) fn broaden(&self, old: Node<'_>, moves: &[Candidate], coverage: Coverage) -> Option<u32> {
        let index = self.add(old.hash(), moves, coverage)?;
        let new = self.node(index);
        for edge in new.edges {
            let same = |known: &&Slot| (known.bits.load(Relaxed) ^ edge.bits.load(Relaxed)) & MOVE == 0;
            let Some(known) = old.edges.iter().find(same) else { continue };
            edge.bits.fetch_or(known.bits.load(Relaxed), Relaxed);
            edge.copy_counts(known);
            edge.node.store(known.node().unwrap_or(NO_NODE), Relaxed);
            new.header.visits.fetch_add(known.visits(), Relaxed);
            new.header.total.fetch_add(known.total.load(Relaxed), Relaxed);
        }
        new.refresh_minimax();
        Some(index)
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> Node<'_> {
        let slots = &self.chunk(index)[(index % CHUNK) as usize..];
        let (header, rest) = slots.split_first().expect("an index has a slot");
        Node { header, edges: &rest[..(header.bits.load(Relaxed) & MOVE) as usize] }
    }

    /// Copies a node and its descendants with at least `least` visits to another tree, breadth first, as long as they fit and
    /// `goes_on`. `None` if there is no room for the node itself.
    pub(crate) fn copy_to(
        &self,
        index: u32,
        other: &Tree,
        least: u32,
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<u32> {
        let index = self.latest(index);
        let first = self.copy_node(index, other)?;
        let mut copies = HashMap::from([(index, first)]);
        let mut todo = VecDeque::from([(index, first)]);
        for count in 0_usize.. {
            let Some((from, to)) = todo.pop_front() else { break };
            if count.is_multiple_of(NODES_AT_ONCE) && !goes_on() {
                break;
            }
            for (old, new) in self.node(from).edges.iter().zip(other.node(to).edges) {
                let Some(below) = self.below(old).filter(|&below| self.node(below).visits() >= least) else { continue };
                let copy = copies.get(&below).copied().or_else(|| {
                    let copy = self.copy_node(below, other)?;
                    copies.insert(below, copy);
                    todo.push_back((below, copy));
                    Some(copy)
                });
                new.node.store(copy.unwrap_or(NO_NODE), Relaxed);
            }
        }
        Some(first)
    }

    /// Copies a subtree, without its least visited nodes, so that at most half of the pool is used. The edges that led to
    /// those nodes keep their statistics. Returns the tree and its root; `None` once `goes_on` is false.
    pub(crate) fn pruned(&self, index: u32, mut goes_on: impl FnMut() -> bool) -> Option<(Tree, u32)> {
        // Slots of nodes by bit length of their visits.
        let mut slots = [0; u32::BITS as usize + 1];
        let mut todo = VecDeque::from([self.latest(index)]);
        let mut seen = HashSet::new();
        for count in 0_usize.. {
            let Some(index) = todo.pop_front() else { break };
            if count.is_multiple_of(NODES_AT_ONCE) && !goes_on() {
                return None;
            }
            let node = self.node(index);
            slots[(u32::BITS - node.visits().leading_zeros()) as usize] += node.edges.len() + 1;
            todo.extend(node.edges.iter().filter_map(|edge| self.below(edge)).filter(|&below| seen.insert(below)));
        }
        let half = self.chunks.len() * CHUNK as usize / 2;
        let mut kept = 0;
        let fits = slots.iter().rev().take_while(|&&slots| {
            kept += slots;
            kept <= half
        });
        let bits = slots.len() - fits.count();
        let least = if bits == 0 { 0 } else { 1_u32.checked_shl(bits as u32 - 1).unwrap_or(u32::MAX) };
        let tree = Tree::with_chunks(self.chunks.len());
        let index = self.copy_to(index, &tree, least, &mut goes_on)?;
        goes_on().then_some((tree, index))
    }

    /// The newest replacement of a node, or the node itself.
    #[inline]
    pub(crate) fn latest(&self, mut index: u32) -> u32 {
        while let Some(newer) = self.node(index).header.node() {
            index = newer;
        }
        index
    }

    /// The newest node below an edge, if there is one.
    #[inline]
    pub(crate) fn below(&self, edge: &Slot) -> Option<u32> {
        edge.node().map(|below| self.latest(below))
    }

    /// Calls `take` with every node and its hash. No thread may add nodes meanwhile.
    pub(crate) fn for_each_node(&self, mut take: impl FnMut(u32, u64)) {
        let end = self.end.load(Relaxed);
        let mut index = 1;
        while index < end {
            let node = self.node(index);
            // A slot that was never used: what follows did not fit into the chunk.
            if node.edges.is_empty() && node.hash() == 0 {
                index = (index / CHUNK + 1) * CHUNK;
                continue;
            }
            take(index, node.hash());
            index += node.edges.len() as u32 + 1;
        }
    }

    fn copy_node(&self, index: u32, other: &Tree) -> Option<u32> {
        let Node { header, edges } = self.node(index);
        let copy = other.reserve(edges.len() as u32 + 1)?;
        let slots = other.slots(copy, edges.len() + 1);
        for (old, new) in std::iter::once(header).chain(edges).zip(slots) {
            new.bits.store(old.bits.load(Relaxed), Relaxed);
            new.prior.store(old.prior.load(Relaxed), Relaxed);
            new.copy_counts(old);
        }
        Some(copy)
    }

    /// Allocates `count` adjacent slots of one chunk.
    fn reserve(&self, count: u32) -> Option<u32> {
        let most = self.chunks.len() as u32 * CHUNK;
        let mut end = self.end.load(Relaxed);
        loop {
            let room = CHUNK - end % CHUNK;
            let start = if room < count { end + room } else { end };
            if start + count > most {
                self.full.store(true, Relaxed);
                return None;
            }
            match self.end.compare_exchange_weak(end, start + count, Relaxed, Relaxed) {
                Ok(_) => return Some(start),
                Err(now) => end = now,
            }
        }
    }

    #[inline]
    fn chunk(&self, index: u32) -> &[Slot] {
        let chunk = &self.chunks[(index / CHUNK) as usize];
        chunk.get_or_init(|| (0..CHUNK).map(|_| Slot::default()).collect())
    }

    fn slots(&self, index: u32, count: usize) -> &[Slot] {
        let start = (index % CHUNK) as usize;
        &self.chunk(index)[start..start + count]
    }
}

impl<'t> Node<'t> {
    /// Edges, in descending order of their first rank.
    #[inline]
    pub(crate) fn edges(self) -> &'t [Slot] {
        self.edges
    }

    /// Returns true if the position has moves that are not among the edges.
    pub(crate) fn is_partial(self) -> bool {
        self.header.bits.load(Relaxed) & LEFT_OUT != 0
    }

    /// Returns true if the node has not been broadened.
    #[inline]
    pub(crate) fn is_narrow(self) -> bool {
        self.header.bits.load(Relaxed) & NARROW != 0
    }

    #[inline]
    pub(crate) fn visits(self) -> u32 {
        self.header.visits()
    }

    #[inline]
    pub(crate) fn hash(self) -> u64 {
        u64::from(self.header.prior.load(Relaxed)) | u64::from(self.header.worth.load(Relaxed)) << 32
    }

    /// Replaces the node by one of the same position, wherever it hangs in the tree.
    pub(crate) fn replace_by(self, newer: u32) {
        self.header.node.store(newer, Release);
    }

    /// Proven outcome for the side that moves here, as recorded.
    #[inline]
    pub(crate) fn outcome(self) -> Option<Proven> {
        match self.header.bits.load(Relaxed) {
            bits if bits & WIN != 0 => Some(Proven::Win),
            bits if bits & LOSS != 0 => Some(Proven::Loss),
            _ => None,
        }
    }

    /// Records the proven outcome, for the paths that lead here from elsewhere.
    pub(crate) fn record(self, outcome: Proven) {
        self.header.bits.fetch_or(if outcome == Proven::Win { WIN } else { LOSS }, Relaxed);
    }

    /// Begins a visit along an edge: a virtual loss until it ends.
    #[inline]
    pub(crate) fn begin(self, edge: usize, blend: Blend) {
        let edge = &self.edges[edge];
        if blend.alone {
            // Nobody looks at the worth before the visit ends.
            self.header.visits.store(self.visits() + 1, Relaxed);
            edge.visits.store(edge.visits() + 1, Relaxed);
            return;
        }
        self.header.visits.fetch_add(1, Relaxed);
        edge.visits.fetch_add(1, Relaxed);
        edge.refresh_worth(blend);
    }

    /// Ends a visit with its chance for the side that moves here.
    #[inline]
    pub(crate) fn end(self, edge: usize, chance: f32, blend: Blend) {
        let units = (chance * UNITS) as u64;
        for slot in [self.header, &self.edges[edge]] {
            if blend.alone {
                slot.total.store(slot.total.load(Relaxed).wrapping_add(units), Relaxed);
            } else {
                slot.total.fetch_add(units, Relaxed);
            }
        }
    }

    /// Takes back a visit that was interrupted.
    pub(crate) fn cancel(self, edge: usize, blend: Blend) {
        self.header.visits.fetch_sub(1, Relaxed);
        self.edges[edge].visits.fetch_sub(1, Relaxed);
        self.edges[edge].refresh_worth(blend);
    }

    /// Mean chance of the visits except one under way; minimax if there was none.
    pub(crate) fn mean(self) -> f32 {
        match self.visits() {
            0 | 1 => self.minimax(),
            visits => self.header.total() / (visits - 1) as f32,
        }
    }

    /// Largest minimax chance of a move; 0 without moves.
    #[inline]
    pub(crate) fn minimax(self) -> f32 {
        self.header.minimax()
    }

    /// Stores the minimax chance of an edge.
    pub(crate) fn set_minimax(self, edge: usize, chance: f32) {
        let (edge, most) = (&self.edges[edge], self.minimax());
        let before = edge.minimax();
        edge.store_minimax(chance);
        if chance >= most {
            self.header.store_minimax(chance);
        } else if before == most {
            self.refresh_minimax();
        }
    }

    fn refresh_minimax(self) {
        self.header.store_minimax(self.edges.iter().map(Slot::minimax).fold(0.0, f32::max));
    }

    /// Stores the proven outcome of an edge.
    pub(crate) fn prove(self, edge: usize, outcome: Proven) {
        self.edges[edge].bits.fetch_or(if outcome == Proven::Win { WON } else { LOST }, Relaxed);
        self.set_minimax(edge, if outcome == Proven::Win { 1.0 } else { 0.0 });
    }

    /// Edge to play: a proven win, else the most visited edge that is not proven to lose.
    pub(crate) fn best(self) -> Option<&'t Slot> {
        // Of equals, the first had the better evaluation.
        self.edges.iter().rev().max_by(|a, b| a.cmp_rank(b))
    }

    /// Proven outcome for the side that moves here.
    pub(crate) fn proven(self) -> Option<Proven> {
        if self.edges.iter().any(|edge| edge.proven() == Some(Proven::Win)) {
            return Some(Proven::Win);
        }
        let lost = !self.is_partial() && self.edges.iter().all(|edge| edge.proven() == Some(Proven::Loss));
        lost.then_some(Proven::Loss)
    }
}

impl Candidate {
    #[inline]
    pub(crate) fn rank(&self) -> f32 {
        self.ahead + self.bonus
    }
}

impl Slot {
    fn copy_counts(&self, other: &Slot) {
        self.minimax.store(other.minimax.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.total.store(other.total.load(Relaxed), Relaxed);
        self.worth.store(other.worth.load(Relaxed), Relaxed);
    }

    pub(crate) fn action(&self) -> Action {
        unpack(self.bits.load(Relaxed))
    }

    #[inline]
    pub(crate) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    #[inline]
    pub(crate) fn minimax(&self) -> f32 {
        f32::from_bits(self.minimax.load(Relaxed))
    }

    fn store_minimax(&self, chance: f32) {
        self.minimax.store(chance.to_bits(), Relaxed);
    }

    /// Worth of the move: the mean of its visits, of which its own chance counts as some, mixed with minimax.
    #[inline]
    pub(crate) fn worth(&self) -> f32 {
        f32::from_bits(self.worth.load(Relaxed))
    }

    /// Computes the worth. Selection reads it far more often than it changes.
    pub(crate) fn refresh_worth(&self, blend: Blend) {
        let deep = self.minimax();
        let mean = (self.total() + blend.evaluation_visits * deep) / (self.visits() as f32 + blend.evaluation_visits);
        let worth = mean + blend.minimax * (deep - mean);
        let lost = self.proven() == Some(Proven::Loss);
        self.worth.store(if lost { f32::NEG_INFINITY } else { worth }.to_bits(), Relaxed);
    }

    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Sum of the chances of all visits.
    #[inline]
    pub(crate) fn total(&self) -> f32 {
        self.total.load(Relaxed).cast_signed() as f32 / UNITS
    }

    /// Mean chance of the visits; minimax if there was none.
    pub(crate) fn mean(&self) -> f32 {
        let visits = self.visits() as f32;
        if visits == 0.0 { self.minimax() } else { self.total() / visits }
    }

    pub(crate) fn cmp_rank(&self, other: &Slot) -> std::cmp::Ordering {
        let rank = |edge: &Slot| {
            let proven = match edge.proven() {
                Some(Proven::Win) => 2,
                None => 1,
                Some(Proven::Loss) => 0,
            };
            (proven, edge.visits())
        };
        rank(self).cmp(&rank(other)).then(self.minimax().total_cmp(&other.minimax()))
    }

    /// Proven outcome of the move, for the side that makes it.
    #[inline]
    pub(crate) fn proven(&self) -> Option<Proven> {
        match self.bits.load(Relaxed) {
            bits if bits & WON != 0 => Some(Proven::Win),
            bits if bits & LOST != 0 => Some(Proven::Loss),
            _ => None,
        }
    }

    /// Index of the node below, if there is one.
    #[inline]
    pub(crate) fn node(&self) -> Option<u32> {
        let node = self.node.load(Acquire);
        (node != NO_NODE && node != BUSY).then_some(node)
    }

    /// Reserves the edge for expansion. If it returns true, the caller must call [`publish`](Self::publish).
    pub(crate) fn claim(&self) -> bool {
        self.node.compare_exchange(NO_NODE, BUSY, AcqRel, Relaxed).is_ok()
    }

    /// Stores the index of the finished node; `None` gives up.
    pub(crate) fn publish(&self, node: Option<u32>) {
        self.node.store(node.unwrap_or(NO_NODE), Release);
    }
}
