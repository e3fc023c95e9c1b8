//! The solver: a df-pn search with its table and evaluator, which keep what they know from one question to the next.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use otrera_board::{Bits, Position, Side};
use otrera_cgt::Interrupted;

use crate::checkpoint::{self, CheckpointHeader, ResumeError};
use crate::children::KeptNodes;
use crate::error::{SolveError, describe};
use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::options::Options;
use crate::search::{Node, Worker};
use crate::shared::{Shared, SituationKey};
use crate::situation::Situation;
use crate::staged::StagedEvaluator;
use crate::table::{Entry, SEGMENT_BYTES, TranspositionTable};
use crate::watch::Watch;

/// Bytes of the first table: small searches stay in cache.
const FIRST_TABLE: usize = 1 << 23;
/// Load from which the table grows.
const FULL: f64 = 0.5;
/// Largest factor by which the table grows in one step.
const GROWTH: usize = 8;
/// Inverse of the share of the memory for bounds of areas.
const BOUNDS_SHARE: usize = 5;
/// Bytes for bounds of areas before the table has grown.
const FIRST_BOUNDS: usize = 1 << 24;
/// Inverse of the share of the memory for children of nodes.
const KEPT_SHARE: usize = 6;
/// Bytes for children of nodes before the table has grown.
const FIRST_KEPT: usize = 1 << 24;
/// Nodes after which the evaluator gets its full cache.
const FEW_NODES: u64 = 100;
/// Bytes of claims that need no room from the table.
const FREE_CLAIMS: usize = 1 << 20;

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes expanded: their children were generated.
    pub expanded: u64,
    /// Children evaluated.
    pub evaluated: u64,
}

/// Finds winners, winning moves and certificates.
pub struct Solver<'a> {
    pub(crate) knowledge: &'a Knowledge<'a>,
    pub(crate) options: Options,
    pub(crate) evaluator: StagedEvaluator<'a>,
    /// Children of nodes that may be searched again.
    pub(crate) kept: KeptNodes,
    pub(crate) shared: Arc<Shared>,
    stop: &'a AtomicBool,
    /// Nodes that do not count against the limit: those of a checkpoint, and those before [`Solver::allow`].
    before: u64,
    /// Bytes of the claims of a certificate in progress, which the table cannot have.
    claims: usize,
    /// The table began as a checkpoint.
    is_resumed: bool,
}

impl<'a> Solver<'a> {
    /// A solver without any results yet. The caller sets `stop` to end a search.
    pub fn new(knowledge: &'a Knowledge<'a>, options: Options, stop: &'a AtomicBool) -> Solver<'a> {
        let bounds = (options.memory / BOUNDS_SHARE).min(FIRST_BOUNDS);
        let kept = kept_bytes(&options).min(FIRST_KEPT);
        let table = TranspositionTable::new((options.memory - bounds - kept).min(FIRST_TABLE));
        Solver {
            knowledge,
            options,
            evaluator: StagedEvaluator::new(knowledge, options, bounds),
            kept: KeptNodes::new(kept),
            shared: Arc::new(Shared::new(table, options.threads)),
            stop,
            before: 0,
            claims: 0,
            is_resumed: false,
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets a new limit of `nodes` from here on, and keeps all results.
    pub fn allow(&mut self, nodes: u64) {
        self.options.nodes = nodes;
        self.before = self.stats().expanded;
    }

    /// A handle to observe the search.
    pub fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.shared))
    }

    /// Statistics of this search, including work done before a resumed checkpoint.
    pub fn stats(&self) -> Stats {
        self.watch().stats()
    }

    /// Reads a checkpoint of `length` bytes, and returns its header. It must belong to the same search as `header`. After
    /// an error, the solver must not be used.
    ///
    /// Entries are taken on trust: a forged checkpoint makes [`Solver::solve`] wrong. Only a certificate that the checker
    /// accepts is a proof.
    pub fn resume(
        &mut self,
        from: &mut impl Read,
        length: u64,
        header: &CheckpointHeader,
    ) -> Result<CheckpointHeader, ResumeError> {
        let limit = self.table_limit();
        let mut has_grown = false;
        let found = self.shared.resize_table(|table| {
            checkpoint::read(from, length, header, |entries| {
                while (entries as f64) > FULL * table.places() as f64 && can_grow(table, limit) {
                    table.grow(limit, GROWTH);
                    has_grown = true;
                }
                table
            })
        })?;
        if has_grown {
            self.enlarge_evaluator();
        }
        let first = &self.shared.counters[0];
        first.expanded.store(found.expanded, Relaxed);
        first.evaluated.store(found.evaluated, Relaxed);
        self.before = found.expanded;
        self.is_resumed = true;
        Ok(found)
    }

    /// The winner of a situation, if the table has it. Black is the side to move.
    pub(crate) fn stored_winner(&self, situation: &Situation) -> Option<Side> {
        let (entry, ahead) = self.stored_entry(situation)?;
        entry.winner(ahead)
    }

    /// The entry of a situation in the table, and the moves that the side to move is ahead.
    pub(crate) fn stored_entry(&self, situation: &Situation) -> Option<(Entry, i16)> {
        let key = SituationKey::new(self.knowledge, situation);
        Some((self.shared.table().get(key.hash)?, key.ahead))
    }

    /// The winner of a position.
    ///
    /// # Panics
    /// If the position has a [wide area](crate::wide_area).
    pub fn solve<B: Bits>(&mut self, position: &Position<B>) -> Result<Side, SolveError> {
        let situation = self.knowledge.situation(position, self.options.small)?;
        let winner = self.solve_situation(&situation)?;
        Ok(if position.to_move() == Side::Black { winner } else { !winner })
    }

    /// The winner of a situation. Black is the side to move.
    pub fn solve_situation(&mut self, situation: &Situation) -> Result<Side, SolveError> {
        let numbers = self.evaluator.evaluate(situation)?;
        if let Some(winner) = numbers.winner() {
            return Ok(winner);
        }
        let key = SituationKey::new(self.knowledge, situation);
        let root = Node { situation: situation.clone(), key };
        loop {
            if let Some(winner) = self.stored_winner(situation) {
                return Ok(winner);
            }
            for outcome in self.search_with_all_threads(&root) {
                match outcome.map(Numbers::winner) {
                    Ok(Some(winner)) => return Ok(winner),
                    // Only a settled root reaches its limits, unless entries have absurd numbers.
                    Ok(None) => return Err(self.contradiction(describe(self.knowledge, situation, Side::Black))),
                    Err(Interrupted::Stopped) => {}
                    Err(why) => return Err(why.into()),
                }
            }
            if self.has_to_stop() || !self.wants_to_grow(&self.shared.table()) {
                return Err(Interrupted::Stopped.into());
            }
            self.grow();
        }
    }

    /// The error of a table whose entries disagree at `situation`.
    pub(crate) fn contradiction(&self, situation: String) -> SolveError {
        SolveError::Contradiction { is_resumed: self.is_resumed, situation }
    }

    /// Searches the root until one thread settles it or the search has to stop. Returns the outcome of each thread.
    fn search_with_all_threads(&self, root: &Node) -> Vec<Result<Numbers, Interrupted>> {
        self.shared.over.store(false, Relaxed);
        let table = self.shared.table();
        let work = |thread| {
            let outcome = Worker::new(self, &table, thread).search_root(root);
            self.shared.over.store(true, Relaxed);
            outcome
        };
        std::thread::scope(|scope| {
            let others: Vec<_> =
                (1..self.shared.traces.len()).map(|thread| scope.spawn(move || work(thread))).collect();
            let own = work(0);
            let joined = others.into_iter().map(|thread| thread.join().expect("a thread does not panic"));
            joined.chain([own]).collect()
        })
    }

    fn table_limit(&self) -> usize {
        let Options { memory, .. } = self.options;
        (memory - memory / BOUNDS_SHARE - kept_bytes(&self.options)).saturating_sub(self.claims)
    }

    /// Shrinks the table to make room for `claims` bytes of claims. Fails if they take more than five eighths of the memory.
    pub(crate) fn make_room(&mut self, claims: usize) -> Result<(), Interrupted> {
        self.claims = claims;
        if claims <= FREE_CLAIMS {
            return Ok(());
        }
        if claims > self.options.memory / 8 * 5 {
            return Err(Interrupted::OutOfMemory);
        }
        let limit = self.table_limit();
        // A save holds the read lock for a while, so the write lock is taken only if the table has to shrink.
        if self.shared.table().bytes() > limit {
            self.shared.resize_table(|table| while table.bytes() > limit && table.halve() {});
        }
        Ok(())
    }

    pub(crate) fn wants_to_grow(&self, table: &TranspositionTable) -> bool {
        table.load() > FULL && can_grow(table, self.table_limit())
    }

    fn grow(&mut self) {
        self.shared.resize_table(|table| table.grow(self.table_limit(), GROWTH));
        self.enlarge_evaluator();
    }

    fn enlarge_evaluator(&mut self) {
        // The old one is freed first: both together may exceed the memory.
        self.evaluator = StagedEvaluator::new(self.knowledge, self.options, 0);
        self.evaluator = StagedEvaluator::new(self.knowledge, self.options, self.options.memory / BOUNDS_SHARE);
        self.kept = KeptNodes::new(0);
        self.kept = KeptNodes::new(kept_bytes(&self.options));
    }

    /// True if the caller has set the stop flag.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(crate) fn has_to_stop(&self) -> bool {
        let all = self.shared.expanded();
        if all >= FEW_NODES {
            self.evaluator.enlarge();
        }
        let expanded = all - self.before;
        self.is_stopped() || expanded >= self.options.nodes
    }
}

/// Bytes for children of nodes.
fn kept_bytes(options: &Options) -> usize {
    if options.kept { options.memory / KEPT_SHARE } else { 0 }
}

/// True if the table can grow by at least one segment within `bytes`.
fn can_grow(table: &TranspositionTable, bytes: usize) -> bool {
    table.bytes() >= SEGMENT_BYTES && bytes / SEGMENT_BYTES > table.bytes() / SEGMENT_BYTES
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver({:?})", self.stats())
    }
}
