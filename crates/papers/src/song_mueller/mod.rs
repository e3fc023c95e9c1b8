//! The solver of Song & Müller ("An Enhanced Solver for the Game of Amazons", 2014), rewritten for comparison.
//!
//! It decides the winner of a position by a search of whole boards. [`Evaluator`] splits a board into its areas, bounds
//! each from a database or by rules, and adds up the bounds; if the [`Sum`] does not decide the winner, df-pn or
//! alpha-beta searches on. In order, an active area is bounded by
//!
//! 1. the database of active areas, from a thermograph (`databases.rs`);
//! 2. the improved partition: territories behind blockers are set apart and filled (`territory.rs`);
//! 3. a local search, if the area is small (`local.rs`);
//! 4. safe moves, which the opponent cannot take away (`safe.rs`), and the number of empty squares.
//!
//! For example, without the database:
//!
//! ```text
//!   . . b . w     White cannot reach a1 and b1 while Black's amazon stands on c1: a blocker territory with 2 moves.
//!                 The square d1 may give either side a move. So the bounds are 2 - 1 = 1 and 2 + 1 = 3, and
//!                 Black wins with either side to move. The exact value is 2*.
//! ```
//!
//! Nothing here is shared with `otrera-solver`, which searches sums of areas instead of boards, so the two check each
//! other. With all techniques this solver needs 6 times the nodes of ours on 4x4 and 5x4 and 9 times on 4x5.
//! [`Techniques`] has a switch for each part: blockers, widening and safe moves are worth most, the databases little on
//! such boards.
//!
//! Each module names the choices made where the paper leaves something open. The databases are filled on demand from
//! the atlas and by computation, so nodes can be compared with the paper's, but seconds include that work.

mod alpha_beta;
mod census;
mod databases;
mod evaluate;
mod local;
mod proof_numbers;
mod safe;
mod sum;
mod techniques;
mod territory;
mod transposition_table;

use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::{Move, Position, Side};
use otrera_cgt::Interrupted;

pub use census::{AreaCensus, AreaCounts};
pub use databases::Databases;
pub use evaluate::{Evaluation, Evaluator};
pub use local::local_scores;
pub use safe::safe_moves;
pub use sum::Sum;
pub use techniques::{Method, Techniques};
pub use territory::{BlockerChoice, BlockerTerritory, choose_blockers, plod};

use crate::children;
use proof_numbers::Numbers;
use transposition_table::TranspositionTable;

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Evaluated children.
    pub evaluated: u64,
}

/// A search with its transposition table.
pub struct Solver<'a> {
    evaluator: Evaluator<'a>,
    techniques: Techniques,
    stop: &'a AtomicBool,
    stats: Stats,
    proofs: TranspositionTable<Numbers>,
    values: TranspositionTable<alpha_beta::ValueBounds>,
}

impl<'a> Solver<'a> {
    /// A search with empty tables. The caller raises `stop` to cancel it.
    pub fn new(databases: Databases<'a>, techniques: Techniques, stop: &'a AtomicBool) -> Solver<'a> {
        let memory = |method| if techniques.method == method { techniques.memory } else { 0 };
        Solver {
            evaluator: Evaluator::new(databases, techniques),
            techniques,
            stop,
            stats: Stats::default(),
            proofs: TranspositionTable::new(memory(Method::ProofNumbers)),
            values: TranspositionTable::new(memory(Method::AlphaBeta)),
        }
    }

    /// Statistics so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The areas met, by number of burnt squares.
    pub fn census(&self) -> &AreaCensus {
        self.evaluator.census()
    }

    /// The databases, for another search.
    pub fn into_databases(self) -> Databases<'a> {
        self.evaluator.into_databases()
    }

    /// Finds the winner of a position.
    pub fn solve(&mut self, position: &Position<u64>) -> Result<Side, Interrupted> {
        if let Some(winner) = self.evaluator.evaluate(position)?.winner {
            return Ok(winner);
        }
        let wins = match self.techniques.method {
            Method::ProofNumbers => self.solve_by_proof_numbers(position)?,
            Method::AlphaBeta => self.solve_by_alpha_beta(position)?,
        };
        Ok(if wins { position.to_move() } else { !position.to_move() })
    }

    /// Finds a winning move; `None` if the position is lost.
    pub fn winning_move(&mut self, position: &Position<u64>) -> Result<Option<Move>, Interrupted> {
        if self.solve(position)? != position.to_move() {
            return Ok(None);
        }
        let mut open = Vec::new();
        for (action, child) in children(position) {
            match self.evaluator.evaluate(&child)?.winner {
                Some(winner) if winner == position.to_move() => return Ok(Some(position.name(action))),
                Some(_) => {}
                None if self.is_lost(&child) => return Ok(Some(position.name(action))),
                None => open.push((action, child)),
            }
        }
        // The entry of the winning child was replaced.
        for (action, child) in open {
            if self.solve(&child)? == position.to_move() {
                return Ok(Some(position.name(action)));
            }
        }
        unreachable!("a won position has a winning move")
    }

    /// Returns whether the table has a loss for the side to move.
    fn is_lost(&self, position: &Position<u64>) -> bool {
        match self.techniques.method {
            Method::ProofNumbers => self.proofs.get(position.hash()) == Some(Numbers::LOST),
            Method::AlphaBeta => self.values.get(position.hash()).is_some_and(|value| value.is_lost()),
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.stats.expanded >= self.techniques.nodes
    }
}
