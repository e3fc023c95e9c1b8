//! The solver of Song & Müller ("An Enhanced Solver for the Game of Amazons", 2014), written anew to be compared with.
//!
//! It searches boards as they are: a position is split into areas, each area gets bounds by rules or from a database,
//! the bounds are added up, and where the sum does not tell who wins, df-pn or alpha-beta goes on. Nothing here is
//! shared with our own search, so the two check each other. [`Techniques`] has a switch for each part of it.
//!
//! Where the paper leaves something open, the module concerned says what was chosen. What it calls databases is worked
//! out here when it is first asked for, and kept: nodes can be compared with the paper's, seconds count that work too.

mod alpha_beta;
mod census;
mod databases;
mod evaluate;
mod local;
mod proof_numbers;
mod safe;
mod sum;
mod table;
mod techniques;
mod territory;

use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::{Action, Move, Position, Side};
use otrera_cgt::Interrupted;

pub use census::{Census, Count, Kind};
pub use databases::Databases;
pub use evaluate::{Evaluation, Evaluator};
pub use local::local_scores;
pub use safe::safe_moves;
pub use sum::Sum;
pub use techniques::{Method, Techniques};
pub use territory::{Chosen, choose, plod};

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Children that were evaluated.
    pub evaluated: u64,
}

/// A search and what it remembers.
pub struct Solver<'a> {
    evaluator: Evaluator<'a>,
    techniques: Techniques,
    stop: &'a AtomicBool,
    stats: Stats,
    proofs: table::Table<proof_numbers::Numbers>,
    values: table::Table<alpha_beta::Value>,
}

impl<'a> Solver<'a> {
    /// Ready to search. `stop` is raised by the caller to end it.
    pub fn new(databases: Databases<'a>, techniques: Techniques, stop: &'a AtomicBool) -> Solver<'a> {
        let memory = |method| if techniques.method == method { techniques.memory } else { 0 };
        Solver {
            evaluator: Evaluator::new(databases, techniques),
            techniques,
            stop,
            stats: Stats::default(),
            proofs: table::Table::new(memory(Method::ProofNumbers)),
            values: table::Table::new(memory(Method::AlphaBeta)),
        }
    }

    /// How it went so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// What kinds of areas were met, by the number of burnt squares.
    pub fn census(&self) -> &Census {
        self.evaluator.census()
    }

    /// What is known about areas, to be used by another search.
    pub fn into_databases(self) -> Databases<'a> {
        self.evaluator.into_databases()
    }

    /// The winner of a position.
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

    /// A move that wins a position; `None` if it is lost.
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
        // The table has forgotten which one it was.
        for (action, child) in open {
            if self.solve(&child)? == position.to_move() {
                return Ok(Some(position.name(action)));
            }
        }
        unreachable!("a position that is won has a move that wins")
    }

    /// Whether a table knows that the side to move loses.
    fn is_lost(&self, position: &Position<u64>) -> bool {
        match self.techniques.method {
            Method::ProofNumbers => {
                self.proofs.get(position.hash()).is_some_and(|numbers| numbers == proof_numbers::Numbers::LOST)
            }
            Method::AlphaBeta => self.values.get(position.hash()).is_some_and(|value| value.is_lost()),
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.stats.expanded >= self.techniques.nodes
    }
}

/// The moves of a position with what they lead to.
fn children(position: &Position<u64>) -> Vec<(Action, Position<u64>)> {
    let mut children = Vec::new();
    position.for_each_child(|action, child| children.push((action, *child)));
    children
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver({:?})", self.stats)
    }
}
