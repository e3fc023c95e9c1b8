//! By how much: the margin with best play, exactly. docs/scoring.md says what a margin is, and proves what is done here.
//!
//! A board is a sum of areas. Territories are whole numbers, and those of both sides cancel out. Small open areas are
//! games of which everything is kept that can matter to a margin (`form`), which is more than who wins: being made to
//! move in a zugzwang costs something, and nobody may pass. Where nothing is left but territories and simple zugzwangs,
//! the answer is that of a knapsack (`knapsack`); all else is searched (`search`).

mod bounds;
mod form;
mod ground;
mod key;
mod knapsack;
mod order;
mod play;
mod search;
mod sum;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use otrera_board::{Bits, Position, Side};
use otrera_cgt::Interrupted;

pub use play::Play;

use ground::Ground;
use play::Turn;
use search::{Shared, Worker};
use sum::Sum;

/// Who wins, and how many moves the winner has left when the loser cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Who wins.
    pub winner: Side,
    /// Moves that she could still make in a row.
    pub margin: u32,
}

impl Score {
    /// The same with the points of a komi that are added at the end.
    fn with_komi(ahead: i32, to_move: Side, komi: Option<Komi>) -> Score {
        let points = match komi {
            Some(Komi { side, points, rule: KomiRule::Points }) if side == to_move => i32::from(points),
            Some(Komi { points, rule: KomiRule::Points, .. }) => -i32::from(points),
            _ => 0,
        };
        Score::from_moves(ahead + points, to_move)
    }

    /// From moves made and moves left, those of the side to move less the other's.
    fn from_moves(ahead: i32, to_move: Side) -> Score {
        match ahead {
            1.. => Score { winner: to_move, margin: ahead as u32 - 1 },
            _ => Score { winner: !to_move, margin: ahead.unsigned_abs() },
        }
    }
}

/// Points given to one side beforehand, by one of the two rules of Lieberum (2005, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Komi {
    /// Who gets them.
    pub side: Side,
    /// How many.
    pub points: u16,
    /// What they are good for.
    pub rule: KomiRule,
}

/// What points are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiRule {
    /// The side may pass so many times instead of moving; passes that are left count as moves.
    Passes,
    /// They are added when the game is over: the other side wins if she has at least as many moves left as these.
    Points,
}

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreOptions {
    /// Nodes to search.
    pub nodes: u64,
    /// Threads to use.
    pub threads: usize,
    /// Bytes for all that is remembered.
    pub memory: usize,
}

impl Default for ScoreOptions {
    fn default() -> ScoreOptions {
        ScoreOptions { nodes: u64::MAX, threads: 1, memory: 1 << 30 }
    }
}

/// Works out margins, and remembers what it found.
pub struct Scorer<'a, B: Bits> {
    /// Of each thread.
    grounds: Vec<Ground<'a, B>>,
    shared: Shared,
    stop: &'a AtomicBool,
}

impl<'a, B: Bits> Scorer<'a, B> {
    /// Ready to search. `stop` is raised by the caller to end it.
    pub fn new(options: ScoreOptions, stop: &'a AtomicBool) -> Scorer<'a, B> {
        let threads = options.threads.max(1);
        let table = options.memory / 2;
        let ground = (options.memory - table) / threads;
        Scorer {
            grounds: (0..threads).map(|_| Ground::new(ground, stop)).collect(),
            shared: Shared::new(table, options.nodes),
            stop,
        }
    }

    /// Nodes that were searched so far.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// From here on, so many nodes may be searched; what was found before is kept.
    pub fn allow(&mut self, nodes: u64) {
        self.shared.most_nodes = self.nodes().saturating_add(nodes);
        self.grounds.iter_mut().for_each(|ground| ground.allow(nodes));
    }

    /// Something to look at while it searches.
    pub fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.shared.nodes))
    }

    /// The margin of a position with best play of both sides.
    pub fn score(&mut self, position: &Position<B>, komi: Option<Komi>) -> Result<Score, Interrupted> {
        let ahead = self.ahead(&Turn::new(position, komi))?;
        Ok(Score::with_komi(ahead, position.to_move(), komi))
    }

    /// Moves made and left of the side to move less the other's.
    fn ahead(&mut self, turn: &Turn<B>) -> Result<i32, Interrupted> {
        let (patch, elsewhere) = (turn.patch(), turn.elsewhere());
        let grounds = &mut self.grounds;
        let over = &AtomicBool::new(false);
        let (shared, stop) = (&self.shared, self.stop);
        let threads = grounds.len();
        let work = |ground: &mut Ground<'a, B>| {
            let mut sum = Sum::new(elsewhere);
            ground.prepare(&patch)?;
            sum.add(ground, &patch)?;
            let score = Worker { ground, shared, stop, over, threads }.score(&sum);
            over.store(true, Ordering::Relaxed);
            score
        };
        let (first, others) = grounds.split_first_mut().expect("there is a thread");
        let mut scores = std::thread::scope(|scope| {
            let work = &work;
            let others: Vec<_> = others.iter_mut().map(|ground| scope.spawn(move || work(ground))).collect();
            let mut scores = vec![work(first)];
            scores.extend(others.into_iter().map(|thread| thread.join().expect("a thread does not panic")));
            scores
        });
        scores.sort_by_key(Result::is_err);
        scores.swap_remove(0)
    }
}

/// How many nodes a search has had, to be asked while it goes on.
#[derive(Clone, Debug)]
pub struct Watch(Arc<AtomicU64>);

impl Watch {
    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<B: Bits> std::fmt::Debug for Scorer<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Scorer({} nodes)", self.nodes())
    }
}
