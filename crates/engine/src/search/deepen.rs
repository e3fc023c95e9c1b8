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
        let choice = std::thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate() {
                let budget = &budget;
                scope.spawn(move || {
                    history.age();
                    let mut seeker = Seeker::new(judge, table, budget.purse(), plan, history);
                    // Every other thread is a ply ahead of its time.
                    deepen(&mut seeker, position, 1 + (number as u32 + 1) % 2, &mut |_, _, _, _| true);
                });
            }
            main.age();
            let mut seeker = Seeker::new(judge, table, budget.purse(), plan, main);
            let answer = deepen(&mut seeker, position, 1, &mut |depth, value, line, nodes| {
                watch(&choice(position, judge, depth, value, line, nodes));
                let settled = value.abs() >= PROVEN || limits.depth.is_some_and(|most| depth >= most);
                !settled && !limits.is_enough(nodes)
            });
            budget.end();
            let nodes = seeker.purse.spent();
            let (depth, value, line) = answer.unwrap_or_else(|| (0, 0, any_move(position)));
            choice(position, judge, depth, value, &line, nodes)
        });
        Choice { nodes: budget.spent().max(choice.nodes), ..choice }
    }

    fn forget(&mut self) {
        self.table = Table::new(self.memory);
        self.histories.iter_mut().for_each(|history| *history = History::new());
    }
}

/// Searches deeper and deeper until `go_on`, which is told depth, value, line and nodes, says no. The last answer.
fn deepen<B: Bits, J: Judge>(
    seeker: &mut Seeker<'_, J>,
    position: &Position<B>,
    first_depth: u32,
    go_on: &mut dyn FnMut(u32, Value, &[Action], u64) -> bool,
) -> Option<(u32, Value, Vec<Action>)> {
    let mut answer: Option<(u32, Value, Vec<Action>)> = None;
    for depth in first_depth..=MOST_DEPTH {
        let guess = answer.as_ref().filter(|_| depth >= WINDOW_FROM).map(|&(_, value, _)| value);
        let value = within(seeker, position, depth, guess);
        let line = seeker.line();
        if !line.is_empty() {
            // A search that was broken off began with the best move of the one before, so what it has is no worse.
            let known = value.or(answer.as_ref().map(|&(_, value, _)| value)).unwrap_or(0);
            answer = Some((depth - u32::from(value.is_none()), known, line.to_vec()));
        }
        let (Some(value), Some((_, _, line))) = (value, &answer) else { break };
        if !go_on(depth, value, line, seeker.purse.spent()) {
            break;
        }
    }
    answer
}

/// The value to a depth, looked for first near a guess.
fn within<B: Bits, J: Judge>(
    seeker: &mut Seeker<'_, J>,
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

fn any_move<B: Bits>(position: &Position<B>) -> Vec<Action> {
    position.actions().into_iter().take(1).collect()
}

fn choice<B: Bits, J: Judge>(
    position: &Position<B>,
    judge: &J,
    depth: u32,
    value: Value,
    line: &[Action],
    nodes: u64,
) -> Choice {
    let ahead = value as f32 / PER_SQUARE;
    let score = match value {
        PROVEN.. => Score::proven(Proven::Win, 1.0),
        _ if value <= -PROVEN => Score::proven(Proven::Loss, -1.0),
        _ => Score::guess(judge.chance(ahead), ahead),
    };
    let line: Vec<_> = line.iter().map(|&action| position.name(action)).collect();
    Choice { play: line[0], score, line, depth, nodes }
}
