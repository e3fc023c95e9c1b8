//! Iterative deepening, with aspiration windows and one search per thread.

use otrera_board::{Action, Bits, Position};

use super::history::History;
use super::node::AlphaBeta;
use super::table::TranspositionTable;
use super::{PER_SQUARE, PROVEN, Pruning, Value, WIN};
use crate::choice::{Choice, Proven, Score};
use crate::engine::EngineOptions;
use crate::limits::Limits;
use crate::search::budget::SharedBudget;
use crate::search::evaluation::{Evaluation, SizedEvaluation};
use crate::search::player::{Searcher, Watch};

pub(crate) struct Deepening<E> {
    pruning: Pruning,
    evaluations: SizedEvaluation<E>,
    table: TranspositionTable,
    /// One per thread.
    histories: Vec<History>,
    memory: usize,
}

#[derive(Debug)]
struct Iteration {
    depth: u32,
    value: Value,
    line: Vec<Action>,
}

/// Upper bound on the depth: no game has more moves than the largest board has squares.
const MOST_DEPTH: u32 = 128;
/// Half of the first aspiration window, in hundredths of a square. Each miss widens it.
const WINDOW: Value = 50;
/// First depth with an aspiration window.
const WINDOW_FROM: u32 = 3;

impl<E: Evaluation> Deepening<E> {
    pub(crate) fn new(pruning: Pruning, evaluations: SizedEvaluation<E>, options: &EngineOptions) -> Deepening<E> {
        let histories = (0..options.threads.max(1)).map(|_| History::new()).collect();
        // Allocated before any clock runs: clearing the table takes longer than a short search.
        let table = TranspositionTable::new(options.memory);
        Deepening { pruning, evaluations, table, histories, memory: options.memory }
    }
}

impl<E: Evaluation> Searcher for Deepening<E> {
    fn search<B: Bits>(&mut self, position: &Position<B>, limits: &Limits<'_>, watch: Watch<'_>) -> Choice {
        let (pruning, evaluation) = (self.pruning, self.evaluations.of(position.size()));
        self.table.next_search();
        let table = &self.table;
        let budget = SharedBudget::new(limits);
        let (main, others) = self.histories.split_first_mut().expect("there is a thread");
        let last = std::thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate() {
                let budget = &budget;
                scope.spawn(move || {
                    history.age();
                    let mut search = AlphaBeta::new(evaluation, table, budget.for_thread(), pruning, history);
                    // Every other thread searches one ply deeper, so that they differ.
                    deepen(&mut search, position, 1 + (number as u32 + 1) % 2, |_, _| true);
                });
            }
            main.age();
            let mut search = AlphaBeta::new(evaluation, table, budget.for_thread(), pruning, main);
            let last = deepen(&mut search, position, 1, |iteration, nodes| {
                watch(&iteration.choice(position, evaluation, nodes));
                let deep_enough = limits.depth.is_some_and(|most| iteration.depth >= most);
                iteration.value.abs() < PROVEN && !deep_enough && !limits.is_enough(nodes)
            });
            budget.end();
            // There is a move even without budget.
            last.unwrap_or_else(|| Iteration { depth: 0, value: 0, line: vec![position.actions()[0]] })
        });
        last.choice(position, evaluation, budget.spent())
    }

    fn forget(&mut self) {
        self.table = TranspositionTable::new(self.memory);
        self.histories.iter_mut().for_each(|history| *history = History::new());
    }
}

/// Searches deeper and deeper while `goes_on`, given the last iteration and the nodes so far. Returns the last iteration.
fn deepen<B: Bits, E: Evaluation>(
    search: &mut AlphaBeta<'_, B, E>,
    position: &Position<B>,
    first_depth: u32,
    mut goes_on: impl FnMut(&Iteration, u64) -> bool,
) -> Option<Iteration> {
    let mut iteration: Option<Iteration> = None;
    for depth in first_depth..=MOST_DEPTH {
        let last = iteration.as_ref().map(|iteration| iteration.value);
        let value = search_near(search, position, depth, last.filter(|_| depth >= WINDOW_FROM));
        if !search.line().is_empty() {
            // An interrupted iteration began with the best move of the one before, so its move is no worse.
            let depth = depth - u32::from(value.is_none());
            iteration = Some(Iteration { depth, value: value.or(last).unwrap_or(0), line: search.line().to_vec() });
        }
        if value.is_none() || !iteration.as_ref().is_some_and(|iteration| goes_on(iteration, search.budget.spent())) {
            break;
        }
    }
    iteration
}

/// Value to a depth, searched with an aspiration window around `guess`.
fn search_near<B: Bits, E: Evaluation>(
    search: &mut AlphaBeta<'_, B, E>,
    position: &Position<B>,
    depth: u32,
    guess: Option<Value>,
) -> Option<Value> {
    let Some(guess) = guess.filter(|guess| guess.abs() < PROVEN) else {
        return search.search_root(position, depth, -WIN, WIN);
    };
    let (mut alpha, mut beta) = (guess - WINDOW, guess + WINDOW);
    let mut wider = WINDOW;
    loop {
        let value = search.search_root(position, depth, alpha, beta)?;
        wider *= 4;
        if value <= alpha && alpha > -WIN {
            alpha = if wider > 64 * WINDOW { -WIN } else { value - wider };
        } else if value >= beta && beta < WIN {
            beta = if wider > 64 * WINDOW { WIN } else { value + wider };
        } else {
            return Some(value);
        }
    }
}

impl Iteration {
    fn choice<B: Bits, E: Evaluation>(&self, position: &Position<B>, evaluation: &E, nodes: u64) -> Choice {
        let ahead = self.value as f32 / PER_SQUARE;
        let score = match self.value {
            PROVEN.. => Score::proven(Proven::Win, 1.0),
            value if value <= -PROVEN => Score::proven(Proven::Loss, -1.0),
            _ => Score::guess(evaluation.chance(ahead), ahead),
        };
        let line: Vec<_> = self.line.iter().map(|&action| position.name(action)).collect();
        Choice { play: line[0], score, line, depth: self.depth, nodes, candidates: Vec::new() }
    }
}
