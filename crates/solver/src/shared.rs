//! State that the threads of a search share: the transposition table and its keys, counters, and traces of the threads.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{RwLock, RwLockReadGuard};

use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::situation::Situation;
use crate::table::TranspositionTable;

/// Moves of the current line that a trace records.
const TRACED: usize = 8;
/// Plies from the root whose moves are counted.
pub(crate) const COUNTED: usize = 2;
/// Counters of threads at work. Two nodes that share a counter only look a little harder than they are.
const COUNTERS: usize = 1 << 16;

/// A situation as the transposition table knows it: areas and core by hash, and the moves that the side to move is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SituationKey {
    pub(crate) hash: u128,
    pub(crate) ahead: i16,
}

impl SituationKey {
    pub(crate) fn new(knowledge: &Knowledge<'_>, situation: &Situation) -> SituationKey {
        let (core, ahead) = situation.split(knowledge.store());
        SituationKey { hash: situation.key(knowledge.store(), core), ahead: ahead as i16 }
    }

    /// A shorter hash for traces; never 0.
    pub(crate) fn tag(self) -> u64 {
        (self.hash as u64) ^ (self.ahead as u64) << 1 | 1
    }
}

/// Work of one thread, on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counters {
    pub(crate) expanded: AtomicU64,
    pub(crate) evaluated: AtomicU64,
}

pub(crate) struct Shared {
    /// The work of each thread.
    pub(crate) counters: Vec<Counters>,
    busy: Vec<AtomicU8>,
    /// Set by the thread that ends the search for all: the root is solved, or the table has to grow.
    pub(crate) over: AtomicBool,
    /// Locked for writing only while it is resized.
    table: RwLock<TranspositionTable>,
    /// One trace for each thread.
    pub(crate) traces: Vec<Trace>,
}

impl Shared {
    pub(crate) fn new(table: TranspositionTable, threads: usize) -> Shared {
        Shared {
            counters: (0..threads.max(1)).map(|_| Counters::default()).collect(),
            busy: (0..COUNTERS).map(|_| AtomicU8::new(0)).collect(),
            over: AtomicBool::new(false),
            table: RwLock::new(table),
            traces: (0..threads.max(1)).map(|_| Trace::default()).collect(),
        }
    }

    /// Nodes expanded by all threads.
    pub(crate) fn expanded(&self) -> u64 {
        self.counters.iter().map(|counters| counters.expanded.load(Relaxed)).sum()
    }

    /// Children evaluated by all threads.
    pub(crate) fn evaluated(&self) -> u64 {
        self.counters.iter().map(|counters| counters.evaluated.load(Relaxed)).sum()
    }

    pub(crate) fn table(&self) -> RwLockReadGuard<'_, TranspositionTable> {
        self.table.read().expect("no thread panicked")
    }

    /// Resizes the table, once no thread reads it.
    pub(crate) fn resize_table<R>(&self, resize: impl FnOnce(&mut TranspositionTable) -> R) -> R {
        resize(&mut self.table.write().expect("no thread panicked"))
    }

    /// The number of threads below a node.
    #[inline]
    pub(crate) fn busy(&self, key: SituationKey) -> &AtomicU8 {
        &self.busy[(key.hash >> 64) as usize % COUNTERS]
    }
}

/// Moves of a node whose result is open, and all of its moves. Equivalent moves count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCount {
    /// Moves whose result is open.
    pub open: u32,
    /// All moves.
    pub all: u32,
}

/// The path of one thread from the root. Written without locks, so a reader may see parts of different moments.
#[derive(Default)]
pub(crate) struct Trace {
    tags: [AtomicU64; TRACED],
    numbers: AtomicU64,
    moves: [AtomicU64; COUNTED],
}

impl Trace {
    /// Records that the thread descends from a node at `ply` to a child.
    #[inline]
    pub(crate) fn descend(&self, ply: usize, child: SituationKey) {
        if ply < TRACED {
            self.tags[ply].store(child.tag(), Relaxed);
            if let Some(next) = self.tags.get(ply + 1) {
                next.store(0, Relaxed);
            }
        }
    }

    /// Records numbers and moves of the node at `ply`, if it is near the root.
    pub(crate) fn record(&self, ply: usize, numbers: Numbers, open: usize, all: usize) {
        if ply == 0 {
            self.numbers.store(pack(numbers.proof, numbers.disproof), Relaxed);
        }
        if let Some(moves) = self.moves.get(ply) {
            moves.store(pack(open as u32, all as u32), Relaxed);
        }
    }

    /// Tags of the situations on the path.
    pub(crate) fn tags(&self) -> impl Iterator<Item = u64> {
        self.tags.iter().map(|tag| tag.load(Relaxed))
    }

    /// The numbers of the root; `None` before the first.
    pub(crate) fn numbers(&self) -> Option<Numbers> {
        let (proof, disproof) = unpack(self.numbers.load(Relaxed));
        Some(Numbers { proof, disproof }).filter(|&numbers| numbers != Numbers::UNSET)
    }

    pub(crate) fn moves(&self, ply: usize) -> MoveCount {
        let (open, all) = unpack(self.moves[ply].load(Relaxed));
        MoveCount { open, all }
    }
}

fn pack(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

fn unpack(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}
