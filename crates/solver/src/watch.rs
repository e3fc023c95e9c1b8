//! Observation of a search in progress, from any thread.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use otrera_board::{Bits, Move, Position};

use crate::checkpoint::{self, CheckpointHeader};
use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::shared::{MoveCount, Shared, SituationKey, Trace};
use crate::solver::Stats;

/// A handle to observe a search and to save its table.
#[derive(Clone)]
pub struct Watch(pub(crate) Arc<Shared>);

/// State of a search, as one of its threads sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Nodes expanded.
    pub expanded: u64,
    /// Numbers of the root; `None` before the first.
    pub numbers: Option<Numbers>,
    /// Moves at the root.
    pub moves: MoveCount,
    /// Replies to the move that is searched.
    pub replies: MoveCount,
    /// Entries in the table.
    pub used: usize,
    /// Capacity of the table in entries.
    pub places: usize,
    /// Size of the table in bytes.
    pub bytes: usize,
}

impl Watch {
    /// Nodes expanded so far.
    pub fn expanded(&self) -> u64 {
        self.0.expanded()
    }

    /// Nodes expanded so far by each thread.
    pub fn expanded_by_thread(&self) -> Vec<u64> {
        self.0.counters.iter().map(|counters| counters.expanded.load(Relaxed)).collect()
    }

    /// Statistics so far.
    pub fn stats(&self) -> Stats {
        Stats { expanded: self.expanded(), evaluated: self.0.evaluated() }
    }

    /// The trace of the first thread that has begun.
    fn trace(&self) -> &Trace {
        let traces = &self.0.traces;
        traces.iter().find(|trace| trace.numbers().is_some()).unwrap_or(&traces[0])
    }

    /// The state of the search. Waits while the table is resized.
    pub fn snapshot(&self) -> Snapshot {
        let trace = self.trace();
        let table = self.0.table();
        Snapshot {
            expanded: self.expanded(),
            numbers: trace.numbers(),
            moves: trace.moves(0),
            replies: trace.moves(1),
            used: table.used(),
            places: table.places(),
            bytes: table.bytes(),
        }
    }

    /// The moves from `position`, the root of the search, to the node of a thread: at most `limit`, and only as far as they
    /// are moves on the board and not in the rest. Of equivalent moves, one is named.
    ///
    /// # Panics
    /// If the position has a [wide area](crate::wide_area).
    pub fn line<B: Bits>(
        &self,
        knowledge: &Knowledge<'_>,
        small: usize,
        position: &Position<B>,
        limit: usize,
    ) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), *position);
        for wanted in self.trace().tags().take(limit) {
            let found = position.actions().into_iter().find_map(|action| {
                let mut next = position;
                next.play_unchecked(action);
                let situation = knowledge.situation(&next, small).ok()?;
                let is_wanted = SituationKey::new(knowledge, &situation).tag() == wanted;
                is_wanted.then(|| (position.name(action), next))
            });
            let Some((play, next)) = found else { break };
            line.push(play);
            position = next;
        }
        line
    }

    /// Writes the table as a checkpoint while the search continues. The search waits only if the table has to be resized.
    /// Returns the number of entries written.
    pub fn save(&self, header: &CheckpointHeader, out: &mut impl Write) -> io::Result<u64> {
        checkpoint::write(&self.0.table(), header, out)
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Watch({})", self.expanded())
    }
}
