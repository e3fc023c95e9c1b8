//! The tree of a Monte-Carlo tree search: nodes as runs of slots in a pool that grows by chunks.
//!
//! A node is a header slot followed by one slot for each of its edges, so the edges that a selection reads lie side by
//! side. Everything in a slot is an atomic number read and written without order: threads may see each other's counts a
//! little late, which costs accuracy and never safety. A node is published by storing its place into the edge that leads
//! to it, with release and acquire, after its slots were filled.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};

use otrera_board::{Action, Point};

use crate::choice::Proven;

/// A pool of nodes.
#[derive(Debug)]
pub(crate) struct Tree {
    chunks: Vec<OnceLock<Box<[Slot]>>>,
    /// The first free place.
    end: AtomicU32,
    /// Whether there was no room for a node.
    full: AtomicBool,
}

/// A node: its header and its edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'t> {
    header: &'t Slot,
    edges: &'t [Slot],
}

/// An edge, or the header of a node. All chances are those of the side that makes the move of the edge.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    /// Edge: the move, and what is proven of it. Header: the number of edges, and whether moves were left out.
    what: AtomicU32,
    /// Share of the search that the move deserves before anything is known of it, as bits of an `f32`.
    prior: AtomicU32,
    /// Chance by plain minimax over the tree below, as bits of an `f32`.
    minimax: AtomicU32,
    /// Edge: visits, begun ones included. Header: the same of all edges together.
    visits: AtomicU32,
    /// Sum of the chances that visits ended with, in units of 1 / [`UNITS`]. Header: the same of all edges together.
    total: AtomicU64,
    /// Where the move leads: a place in the pool, [`NOWHERE`] or [`BUSY`].
    node: AtomicU32,
}

/// A move that a new node shall have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) action: Action,
    /// Squares ahead after the move for the side that makes it; infinite if it wins at once.
    pub(crate) ahead: f32,
    /// Squares that it is brought forward in the order of moves, for what it brought elsewhere.
    pub(crate) favour: f32,
    pub(crate) prior: f32,
    pub(crate) chance: f32,
}

/// Which moves of its position a node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    All,
    /// Many of the best.
    Broad,
    /// Few of the best: more are looked at if the node is visited often.
    Narrow,
}

/// Steps in which chances are summed up: integers add up to the same in any order.
const UNITS: f32 = (1 << 20) as f32;

/// No node yet. The place of the first header that is never given away.
pub(crate) const NOWHERE: u32 = 0;

/// A thread is making the node.
const BUSY: u32 = u32::MAX;

/// Nodes that are copied between two looks at the clock: some tens of microseconds.
const NODES_AT_ONCE: usize = 256;

/// Slots of a chunk: one megabyte.
const CHUNK: u32 = 1 << 15;

/// The bits of a move in an edge, and of the number of edges in a header.
const MOVE: u32 = (1 << 21) - 1;
const WON: u32 = 1 << 30;
const LOST: u32 = 1 << 31;
const NARROW: u32 = 1 << 30;
const LEFT_OUT: u32 = 1 << 31;

impl Tree {
    /// A tree that may fill so many bytes.
    pub(crate) fn new(bytes: usize) -> Tree {
        let chunks = (bytes / (CHUNK as usize * size_of::<Slot>())).clamp(1, (BUSY / CHUNK - 1) as usize);
        Tree::of(chunks)
    }

    fn of(chunks: usize) -> Tree {
        let chunks = (0..chunks).map(|_| OnceLock::new()).collect();
        Tree { chunks, end: AtomicU32::new(1), full: AtomicBool::new(false) }
    }

    /// Whether a node could not be made, because there was no room for it.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// Most edges that a node can have.
    pub(crate) const MOST_EDGES: usize = CHUNK as usize / 2;

    /// A new node; `None` if the pool is full.
    pub(crate) fn add(&self, moves: &[Candidate], choice: Selection) -> Option<u32> {
        let place = self.reserve(moves.len() as u32 + 1)?;
        let slots = self.slots(place, moves.len() + 1);
        let flag = match choice {
            Selection::All => 0,
            Selection::Broad => LEFT_OUT,
            Selection::Narrow => LEFT_OUT | NARROW,
        };
        slots[0].what.store(moves.len() as u32 | flag, Relaxed);
        for (slot, candidate) in slots[1..].iter().zip(moves) {
            let won = if candidate.ahead == f32::INFINITY { WON } else { 0 };
            slot.what.store(pack(candidate.action) | won, Relaxed);
            slot.prior.store(candidate.prior.to_bits(), Relaxed);
            slot.minimax.store(candidate.chance.to_bits(), Relaxed);
        }
        Some(place)
    }

    /// A node with more moves in the place of another one, with what is known of the moves that were there.
    pub(crate) fn broaden(&self, old: Node<'_>, moves: &[Candidate], choice: Selection) -> Option<u32> {
        let place = self.add(moves, choice)?;
        let new = self.node(place);
        for edge in new.edges {
            let same = |known: &&Slot| (known.what.load(Relaxed) ^ edge.what.load(Relaxed)) & MOVE == 0;
            let Some(known) = old.edges.iter().find(same) else { continue };
            edge.what.fetch_or(known.what.load(Relaxed), Relaxed);
            edge.copy_counts(known);
            edge.node.store(known.node().unwrap_or(NOWHERE), Relaxed);
            new.header.visits.fetch_add(known.visits(), Relaxed);
            new.header.total.fetch_add(known.total.load(Relaxed), Relaxed);
        }
        Some(place)
    }

    /// The node at a place.
    #[inline]
    pub(crate) fn node(&self, place: u32) -> Node<'_> {
        let slots = &self.chunk(place)[(place % CHUNK) as usize..];
        let (header, rest) = slots.split_first().expect("a place has a slot");
        Node { header, edges: &rest[..(header.what.load(Relaxed) & MOVE) as usize] }
    }

    /// A copy of a node as the only node of another tree, with all below it that was visited so often, the nearest first, as
    /// long as it fits and is to go on. `None` if there is no room for the node itself.
    pub(crate) fn copy_to(
        &self,
        place: u32,
        other: &Tree,
        least: u32,
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<u32> {
        let first = self.copy_node(place, other)?;
        let mut todo = VecDeque::from([(place, first)]);
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

    /// A tree of the same size with what is below a node, and its place there, without the nodes that were visited least: so
    /// that at most half of the pool is filled. What is known of the moves that led to these nodes stays. `None` if it was not to go on.
    pub(crate) fn thinned(&self, place: u32, mut goes_on: impl FnMut() -> bool) -> Option<(Tree, u32)> {
        // Slots of nodes by the number of bits of their visits.
        let mut slots = [0; u32::BITS as usize + 1];
        let mut todo = VecDeque::from([place]);
        for count in 0_usize.. {
            let Some(place) = todo.pop_front() else { break };
            if count.is_multiple_of(NODES_AT_ONCE) && !goes_on() {
                return None;
            }
            let node = self.node(place);
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
        // The node itself is copied whatever it is.
        let least = if bits == 0 { 0 } else { 1_u32.checked_shl(bits as u32 - 1).unwrap_or(u32::MAX) };
        let tree = Tree::of(self.chunks.len());
        let place = self.copy_to(place, &tree, least, &mut goes_on)?;
        goes_on().then_some((tree, place))
    }

    fn copy_node(&self, place: u32, other: &Tree) -> Option<u32> {
        let Node { header, edges } = self.node(place);
        let copy = other.reserve(edges.len() as u32 + 1)?;
        let slots = other.slots(copy, edges.len() + 1);
        for (old, new) in std::iter::once(header).chain(edges).zip(slots) {
            new.what.store(old.what.load(Relaxed), Relaxed);
            new.prior.store(old.prior.load(Relaxed), Relaxed);
            new.copy_counts(old);
        }
        Some(copy)
    }

    /// So many slots side by side in one chunk.
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
    fn chunk(&self, place: u32) -> &[Slot] {
        let chunk = &self.chunks[(place / CHUNK) as usize];
        chunk.get_or_init(|| (0..CHUNK).map(|_| Slot::default()).collect())
    }

    fn slots(&self, place: u32, count: usize) -> &[Slot] {
        let start = (place % CHUNK) as usize;
        &self.chunk(place)[start..start + count]
    }
}

impl<'t> Node<'t> {
    /// Its edges, the one that looked best at first before the others.
    #[inline]
    pub(crate) fn edges(self) -> &'t [Slot] {
        self.edges
    }

    /// Whether the position has moves that are not among the edges.
    pub(crate) fn is_partial(self) -> bool {
        self.header.what.load(Relaxed) & LEFT_OUT != 0
    }

    /// Whether only the very best looking moves are among the edges.
    #[inline]
    pub(crate) fn is_narrow(self) -> bool {
        self.header.what.load(Relaxed) & NARROW != 0
    }

    #[inline]
    pub(crate) fn visits(self) -> u32 {
        self.header.visits()
    }

    /// A visit goes along an edge.
    pub(crate) fn begin(self, edge: usize) {
        self.header.visits.fetch_add(1, Relaxed);
        self.edges[edge].visits.fetch_add(1, Relaxed);
    }

    /// The visit ended with this chance for the side that moves here.
    pub(crate) fn end(self, edge: usize, chance: f32) {
        let units = (chance * UNITS) as u64;
        self.header.total.fetch_add(units, Relaxed);
        self.edges[edge].total.fetch_add(units, Relaxed);
    }

    /// The visit was broken off.
    pub(crate) fn cancel(self, edge: usize) {
        self.header.visits.fetch_sub(1, Relaxed);
        self.edges[edge].visits.fetch_sub(1, Relaxed);
    }

    /// The chance that visits ended with on average, apart from one that is under way; what is promised if there was none.
    pub(crate) fn mean(self) -> f32 {
        match self.visits() {
            0 | 1 => self.minimax(),
            visits => self.header.total() / (visits - 1) as f32,
        }
    }

    /// The chance of the best move by minimax, and 0 without moves.
    pub(crate) fn minimax(self) -> f32 {
        self.edges.iter().map(Slot::minimax).fold(0.0, f32::max)
    }

    /// What is proven for the side that moves here.
    pub(crate) fn proven(self) -> Option<Proven> {
        if self.edges.iter().any(|edge| edge.proven() == Some(Proven::Win)) {
            return Some(Proven::Win);
        }
        let lost = !self.is_partial() && self.edges.iter().all(|edge| edge.proven() == Some(Proven::Loss));
        lost.then_some(Proven::Loss)
    }
}

impl Candidate {
    /// What the moves of a node are ordered by.
    #[inline]
    pub(crate) fn rank(&self) -> f32 {
        self.ahead + self.favour
    }
}

impl Slot {
    fn copy_counts(&self, other: &Slot) {
        self.minimax.store(other.minimax.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.total.store(other.total.load(Relaxed), Relaxed);
    }

    pub(crate) fn action(&self) -> Action {
        unpack(self.what.load(Relaxed))
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

    /// What the move is proven to lead to, for the side that makes it.
    #[inline]
    pub(crate) fn proven(&self) -> Option<Proven> {
        match self.what.load(Relaxed) {
            what if what & WON != 0 => Some(Proven::Win),
            what if what & LOST != 0 => Some(Proven::Loss),
            _ => None,
        }
    }

    pub(crate) fn prove(&self, outcome: Proven) {
        self.what.fetch_or(if outcome == Proven::Win { WON } else { LOST }, Relaxed);
        self.set_minimax(if outcome == Proven::Win { 1.0 } else { 0.0 });
    }

    /// The node that the move leads to, if there is one.
    #[inline]
    pub(crate) fn node(&self) -> Option<u32> {
        let node = self.node.load(Acquire);
        (node != NOWHERE && node != BUSY).then_some(node)
    }

    /// Whether this thread may make the node; if so, it must call [`publish`](Self::publish).
    pub(crate) fn claim(&self) -> bool {
        self.node.compare_exchange(NOWHERE, BUSY, AcqRel, Relaxed).is_ok()
    }

    /// The node is ready, or is not to be had.
    pub(crate) fn publish(&self, node: Option<u32>) {
        self.node.store(node.unwrap_or(NOWHERE), Release);
    }
}

fn pack(Action { from, to, arrow }: Action) -> u32 {
    u32::from(from.0) | u32::from(to.0) << 7 | u32::from(arrow.0) << 14
}

fn unpack(what: u32) -> Action {
    let point = |shift: u32| Point((what >> shift & 127) as u8);
    Action { from: point(0), to: point(7), arrow: point(14) }
}
