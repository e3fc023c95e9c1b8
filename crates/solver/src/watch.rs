//! What can be seen of a search while it goes on.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, RwLock, RwLockReadGuard};

use otrera_board::{Move, Position};

use crate::checkpoint::{self, Head};
use crate::search::Stats;
use crate::situation::{Book, Situation};
use crate::table::Table;

/// Moves of a line that are shown.
pub(crate) const SHOWN: usize = 8;
/// Plies, from the root on, whose moves are counted.
pub(crate) const COUNTED: usize = 2;
/// Counters of threads at work; two nodes that share one only look a little worse than they are.
const COUNTERS: usize = 1 << 16;

/// What the threads of a search share.
pub(crate) struct Shared {
    pub(crate) expanded: AtomicU64,
    pub(crate) evaluated: AtomicU64,
    busy: Vec<AtomicU8>,
    /// Set by the thread that ends the search for all: it is solved, or the table has to grow.
    pub(crate) over: AtomicBool,
    /// Locked for writing only while it is made larger or smaller.
    table: RwLock<Table>,
    /// Where each thread is.
    pub(crate) views: Vec<View>,
}

impl Shared {
    pub(crate) fn new(table: Table, threads: usize) -> Shared {
        Shared {
            expanded: AtomicU64::new(0),
            evaluated: AtomicU64::new(0),
            busy: (0..COUNTERS).map(|_| AtomicU8::new(0)).collect(),
            over: AtomicBool::new(false),
            table: RwLock::new(table),
            views: (0..threads.max(1)).map(|_| View::default()).collect(),
        }
    }

    pub(crate) fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().expect("no thread panicked")
    }

    /// Changes the size of the table, when nobody reads it.
    pub(crate) fn change_table<R>(&self, change: impl FnOnce(&mut Table) -> R) -> R {
        change(&mut self.table.write().expect("no thread panicked"))
    }

    /// How many threads are in a node.
    #[inline]
    pub(crate) fn busy(&self, key: u128) -> &AtomicU8 {
        &self.busy[(key >> 64) as usize % COUNTERS]
    }
}

/// Where a thread is: the nodes on its way, and of the first ones how many moves are open. Written without locks and
/// read at any time, so what is read may be a moment apart.
#[derive(Default)]
pub(crate) struct View {
    steps: [AtomicU64; SHOWN],
    numbers: AtomicU64,
    moves: [AtomicU64; COUNTED],
}

impl View {
    /// The thread goes from a node at some ply to this child of it.
    #[inline]
    pub(crate) fn go(&self, ply: usize, key: u128, ahead: i16) {
        if ply < SHOWN {
            self.steps[ply].store(step(key, ahead), Relaxed);
            if let Some(next) = self.steps.get(ply + 1) {
                next.store(0, Relaxed);
            }
        }
    }

    /// The numbers of the root.
    pub(crate) fn set_numbers(&self, phi: u32, delta: u32) {
        self.numbers.store(pair(phi, delta), Relaxed);
    }

    /// How many moves of a node on the way are open, of all.
    pub(crate) fn set_moves(&self, ply: usize, open: usize, all: usize) {
        self.moves[ply].store(pair(open as u32, all as u32), Relaxed);
    }
}

fn pair(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

fn unpaired(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

/// What a node on the way is known by.
fn step(key: u128, ahead: i16) -> u64 {
    (key as u64) ^ (ahead as u64) << 1 | 1
}

/// A look at a search from outside, at any time and from any thread.
#[derive(Clone)]
pub struct Watch(pub(crate) Arc<Shared>);

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Proof and disproof number of the root; `None` before they are known.
    pub numbers: Option<(u32, u32)>,
    /// How many different moves at the root are open, of all.
    pub moves: (u32, u32),
    /// The same for the replies to the move that is searched.
    pub replies: (u32, u32),
    /// Entries in the table.
    pub used: usize,
    /// Entries that it has places for.
    pub places: usize,
    /// Bytes of the table.
    pub bytes: usize,
}

impl Watch {
    /// Nodes so far.
    pub fn expanded(&self) -> u64 {
        self.0.expanded.load(Relaxed)
    }

    /// How it went so far.
    pub fn stats(&self) -> Stats {
        Stats { expanded: self.expanded(), evaluated: self.0.evaluated.load(Relaxed) }
    }

    /// What the first thread sees that has begun.
    fn view(&self) -> &View {
        let views = &self.0.views;
        views.iter().find(|view| view.numbers.load(Relaxed) != 0).unwrap_or(&views[0])
    }

    /// How it stands, as one of the threads sees it. Waits while the table is made larger.
    pub fn standing(&self) -> Standing {
        let view = self.view();
        let numbers = unpaired(view.numbers.load(Relaxed));
        let [moves, replies] = [0, 1].map(|ply: usize| unpaired(view.moves[ply].load(Relaxed)));
        let table = self.0.table();
        Standing {
            expanded: self.expanded(),
            numbers: (numbers != (0, 0)).then_some(numbers),
            moves,
            replies,
            used: table.used(),
            places: table.places(),
            bytes: table.bytes(),
        }
    }

    /// The moves from a position, which is what is searched, to where a thread is: as far as they are moves on
    /// the board and not in a sum, and at most so many. Where moves come to the same, one of them.
    pub fn line(&self, book: &Book<'_>, small: usize, position: &Position<u64>, most: usize) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), *position);
        for wanted in self.view().steps.iter().take(most).map(|step| step.load(Relaxed)) {
            let found = position.actions().into_iter().find_map(|action| {
                let mut next = position;
                next.play_unchecked(action);
                let situation = book.situation_with(&next, small).ok()?;
                let (key, ahead) = place(book, &situation);
                (step(key, ahead) == wanted).then_some((position.name(action), next))
            });
            let Some((play, next)) = found else { break };
            line.push(play);
            position = next;
        }
        line
    }

    /// Writes the table as a checkpoint, while the search goes on; it waits only if the table has to grow meanwhile.
    /// Returns how many entries were written.
    pub fn save(&self, head: &Head, out: &mut impl Write) -> io::Result<u64> {
        checkpoint::write(&self.0.table(), head, out)
    }
}

/// The key of a situation in the table, and by how many moves the side to move is ahead.
pub(crate) fn place(book: &Book<'_>, situation: &Situation) -> (u128, i16) {
    let (core, ahead) = situation.split(book.store());
    (situation.key(book.store(), core), ahead as i16)
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Watch({})", self.expanded())
    }
}
