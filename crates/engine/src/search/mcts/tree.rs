//! The tree in memory: nodes as runs of slots in a pool that grows by chunks.
//!
//! A node is a header slot followed by one slot per edge, so that selection reads adjacent memory. All fields of a slot are
//! relaxed atomics: threads may see each other's counts late, which costs accuracy and never safety. A node is published by
//! storing its index in the edge above, with release and acquire, after its slots are filled.

use std::collections::VecDeque;
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
    /// Edge: packed move, [`WON`] and [`LOST`]. Header: number of edges, [`NARROW`] and [`LEFT_OUT`].
    bits: AtomicU32,
    /// Prior of the move, as bits of an `f32`.
    prior: AtomicU32,
    /// Chance by minimax over the subtree, as bits of an `f32`.
    minimax: AtomicU32,
    /// Visits, including those under way. Header: sum over all edges.
    visits: AtomicU32,
    /// Sum of the chances of finished visits, in units of 1 / [`UNITS`]. Header: sum over all edges.
    total: AtomicU64,
    /// Index of the node below, [`NO_NODE`] or [`BUSY`].
    node: AtomicU32,
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

    /// Adds a node and returns its index; `None` if the pool is full.
    pub(crate) fn add(&self, moves: &[Candidate], coverage: Coverage) -> Option<u32> {
        let index = self.reserve(moves.len() as u32 + 1)?;
        let slots = self.slots(index, moves.len() + 1);
        let flag = match coverage {
            Coverage::All => 0,
            Coverage::Broad => LEFT_OUT,
            Coverage::Narrow => LEFT_OUT | NARROW,
        };
        slots[0].bits.store(moves.len() as u32 | flag, Relaxed);
        for (slot, candidate) in slots[1..].iter().zip(moves) {
            let won = if candidate.ahead == f32::INFINITY { WON } else { 0 };
            slot.bits.store(pack(candidate.action) | won, Relaxed);
            slot.prior.store(candidate.prior.to_bits(), Relaxed);
            slot.minimax.store(candidate.chance.to_bits(), Relaxed);
        }
        Some(index)
    }

    /// Adds a node with more moves that takes over the statistics of `old`.
    pub(crate) fn broaden(&self, old: Node<'_>, moves: &[Candidate], coverage: Coverage) -> Option<u32> {
        let index = self.add(moves, coverage)?;
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
        let first = self.copy_node(index, other)?;
        let mut todo = VecDeque::from([(index, first)]);
        for count in 0_usize.. {
            let Some((from, to)) = todo.pop_front() else { break };
            if count.is_multiple_of(NODES_AT_ONCE) && !goes_on() {
                break;
            }
            for (old, new) in self.node(from).edges.iter().zip(other.node(to).edges) {
                let below = old.node().filter(|&below| self.node(below).visits() >= least);
                if let Some(below) = below.and_then(|below| Some((below, self.copy_node(below, other)?))) {
                    new.node.store(below.1, Relaxed);
                    todo.push_back(below);
                }
            }
        }
        Some(first)
    }

    /// Copies a subtree, without its least visited nodes, so that at most half of the pool is used. The edges that led to
    /// those nodes keep their statistics. Returns the tree and its root; `None` once `goes_on` is false.
    pub(crate) fn pruned(&self, index: u32, mut goes_on: impl FnMut() -> bool) -> Option<(Tree, u32)> {
        // Slots of nodes by bit length of their visits.
        let mut slots = [0; u32::BITS as usize + 1];
        let mut todo = VecDeque::from([index]);
        for count in 0_usize.. {
            let Some(index) = todo.pop_front() else { break };
            if count.is_multiple_of(NODES_AT_ONCE) && !goes_on() {
                return None;
            }
            let node = self.node(index);
            slots[(u32::BITS - node.visits().leading_zeros()) as usize] += node.edges.len() + 1;
            todo.extend(node.edges.iter().filter_map(Slot::node));
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

    /// Begins a visit along an edge: a virtual loss until it ends.
    pub(crate) fn begin(self, edge: usize) {
        self.header.visits.fetch_add(1, Relaxed);
        self.edges[edge].visits.fetch_add(1, Relaxed);
    }

    /// Ends a visit with its chance for the side that moves here.
    pub(crate) fn end(self, edge: usize, chance: f32) {
        let units = (chance * UNITS) as u64;
        self.header.total.fetch_add(units, Relaxed);
        self.edges[edge].total.fetch_add(units, Relaxed);
    }

    /// Takes back a visit that was interrupted.
    pub(crate) fn cancel(self, edge: usize) {
        self.header.visits.fetch_sub(1, Relaxed);
        self.edges[edge].visits.fetch_sub(1, Relaxed);
    }

    /// Mean chance of the visits except one under way; minimax if there was none.
    pub(crate) fn mean(self) -> f32 {
        match self.visits() {
            0 | 1 => self.minimax(),
            visits => self.header.total() / (visits - 1) as f32,
        }
    }

    /// Largest minimax chance of a move; 0 without moves.
    pub(crate) fn minimax(self) -> f32 {
        self.edges.iter().map(Slot::minimax).fold(0.0, f32::max)
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

    pub(crate) fn set_minimax(&self, chance: f32) {
        self.minimax.store(chance.to_bits(), Relaxed);
    }

    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Sum of the chances of all visits.
    #[inline]
    pub(crate) fn total(&self) -> f32 {
        self.total.load(Relaxed) as f32 / UNITS
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

    pub(crate) fn prove(&self, outcome: Proven) {
        self.bits.fetch_or(if outcome == Proven::Win { WON } else { LOST }, Relaxed);
        self.set_minimax(if outcome == Proven::Win { 1.0 } else { 0.0 });
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
