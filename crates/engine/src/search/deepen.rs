//! Iterative deepening: searches to depth 1, 2, 3 and so on, each of which puts the moves in order for the next.
//!
//! Threads search the same position side by side and share only the table (lazy SMP): what one of them finds, the others
//! do not search again. The answer is that of the first thread.

use otrera_board::{Action, Bits, Position};

use super::budget::Budget;
use super::judge::Judge;
use super::order::History;
use super::player::{Judges, Searcher};
use super::pvs::{PER_SQUARE, PROVEN, Plan, Seeker, Value, WIN};
use super::table::Table;
use crate::choice::{Choice, Proven, Score};
use crate::engine::EngineOptions;
use crate::limits::Limits;

/// Principal-variation search, deeper and deeper.
#[derive(Debug)]
pub(crate) struct Deepening<J> {
    plan: Plan,
    judges: Judges<J>,
    table: Table,
    /// One a thread.
    histories: Vec<History>,
    memory: usize,
}

/// What a search to some depth found.
#[derive(Debug)]
struct Answer {
    depth: u32,
    value: Value,
    line: Vec<Action>,
}

/// No search is deeper: no game has more moves than the largest board has squares.
const MOST_DEPTH: u32 = 128;

/// Half of the first window around the last value: half a square. Twice as wide after each miss.
const WINDOW: Value = 50;

/// The first depth that is searched with a window.
const WINDOW_FROM: u32 = 3;

impl<J: Judge> Deepening<J> {
    pub(crate) fn new(plan: Plan, judges: Judges<J>, options: &EngineOptions) -> Deepening<J> {
        let histories = (0..options.threads.max(1)).map(|_| History::new()).collect();
        // The table is made here, not while a clock runs: clearing it takes longer than a short search.
        Deepening { plan, judges, table: Table::new(options.memory), histories, memory: options.memory }
    }
}

impl<J: Judge> Searcher for Deepening<J> {
    fn search<B: Bits>(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
        watch: &mut dyn FnMut(&Choice),
    ) -> Choice {
        let judge = self.judges.of(position.size());
        self.table.grow_older();
        let table = &self.table;
        let budget = Budget::new(limits);
        let (main, others) = self.histories.split_first_mut().expect("there is a thread");
        let plan = self.plan;
        let answer = std::thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate() {
                let budget = &budget;
                scope.spawn(move || {
                    history.age();
                    let mut seeker = Seeker::new(judge, table, budget.purse(), plan, history);
                    // Every other thread is a ply ahead of its time.
                    deepen(&mut seeker, position, 1 + (number as u32 + 1) % 2, |_, _| true);
                });
            }
            main.age();
            let mut seeker = Seeker::new(judge, table, budget.purse(), plan, main);
            let answer = deepen(&mut seeker, position, 1, |answer, nodes| {
                watch(&answer.choice(position, judge, nodes));
                let settled = answer.value.abs() >= PROVEN || limits.depth.is_some_and(|most| answer.depth >= most);
                !settled && !limits.is_enough(nodes)
            });
            budget.end();
            // However little could be spent, there is a move.
            answer.unwrap_or_else(|| Answer { depth: 0, value: 0, line: vec![position.actions()[0]] })
        });
        answer.choice(position, judge, budget.spent())
    }

    fn forget(&mut self) {
        self.table = Table::new(self.memory);
        self.histories.iter_mut().for_each(|history| *history = History::new());
    }
}

/// Searches deeper and deeper until `go_on`, which is told the answer and the nodes so far, says no. The last answer.
fn deepen<B: Bits, J: Judge>(
    seeker: &mut Seeker<'_, B, J>,
    position: &Position<B>,
    first_depth: u32,
    mut go_on: impl FnMut(&Answer, u64) -> bool,
) -> Option<Answer> {
    let mut answer: Option<Answer> = None;
    for depth in first_depth..=MOST_DEPTH {
        let last = answer.as_ref().map(|answer| answer.value);
        let value = within(seeker, position, depth, last.filter(|_| depth >= WINDOW_FROM));
        if !seeker.line().is_empty() {
            // A search that was broken off began with the best move of the one before, so what it has is no worse.
            let depth = depth - u32::from(value.is_none());
            answer = Some(Answer { depth, value: value.or(last).unwrap_or(0), line: seeker.line().to_vec() });
        }
        if value.is_none() || !answer.as_ref().is_some_and(|answer| go_on(answer, seeker.purse.spent())) {
            break;
        }
    }
    answer
}

/// The value to a depth, looked for first near a guess.
fn within<B: Bits, J: Judge>(
    seeker: &mut Seeker<'_, B, J>,
    position: &Position<B>,
    depth: u32,
    guess: Option<Value>,
) -> Option<Value> {
    let Some(guess) = guess.filter(|guess| guess.abs() < PROVEN) else {
        return seeker.seek(position, depth, -WIN, WIN);
    };
    let (mut alpha, mut beta) = (guess - WINDOW, guess + WINDOW);
    let mut wider = WINDOW;
    loop {
        let value = seeker.seek(position, depth, alpha, beta)?;
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

impl Answer {
    fn choice<B: Bits, J: Judge>(&self, position: &Position<B>, judge: &J, nodes: u64) -> Choice {
        let ahead = self.value as f32 / PER_SQUARE;
        let score = match self.value {
            PROVEN.. => Score::proven(Proven::Win, 1.0),
            ..=NEVER => Score::proven(Proven::Loss, -1.0),
            _ => Score::guess(judge.chance(ahead), ahead),
        };
        let line: Vec<_> = self.line.iter().map(|&action| position.name(action)).collect();
        Choice { play: line[0], score, line, depth: self.depth, nodes, candidates: Vec::new() }
    }
}

/// A value down from here is a proven loss.
const NEVER: Value = -PROVEN;
