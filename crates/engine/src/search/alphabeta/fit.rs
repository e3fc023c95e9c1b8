//! Measures Multi-ProbCut: searches many positions to several depths and fits the cuts.

use std::sync::atomic::AtomicBool;

use otrera_board::{Bits, Position, Side};

use super::history::History;
use super::node::AlphaBeta;
use super::probcut::Cut;
use super::table::TranspositionTable;
use super::{PROVEN, Pruning, Value, WIN};
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::random::Random;
use crate::search::budget::SharedBudget;

const RANDOM_MOVES: usize = 4;
/// Plies between two measured positions: neighbours are too alike to count twice.
const EVERY: usize = 3;
/// Bytes of the transposition table.
const MEMORY: usize = 16 << 20;

/// Fits [`Cut`]s for all pairs of depths of the same parity up to `depth`. Plays games at depth 1 from `start` until no
/// square is open to both sides, and searches every third position to every depth over all moves.
pub fn measure_cuts(start: &Position, games: usize, depth: u32, seed: u64) -> Vec<Cut> {
    let mut random = Random::new(seed);
    let evaluation = Evaluator::for_size(start.size());
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for _ in 0..games {
        let mut position = *start;
        for ply in 0.. {
            let actions = position.actions();
            if actions.is_empty() || is_closed(&position) {
                break;
            }
            if ply < RANDOM_MOVES {
                position.play_unchecked(actions[random.below(actions.len())]);
                continue;
            }
            let stop = AtomicBool::new(false);
            let budget = SharedBudget::new(&Limits::none(&stop));
            let (table, mut history) = (TranspositionTable::new(MEMORY), History::new());
            let pruning = Pruning { width: None, reductions: false, cuts: &[] };
            let mut search = AlphaBeta::new(&evaluation, &table, budget.for_thread(), pruning, &mut history);
            let most = if ply % EVERY == 0 { depth } else { 1 };
            let mut next = None;
            let values = (1..=most)
                .map(|depth| {
                    let value = search.search_root(&position, depth, -WIN, WIN).expect("nothing ends this search");
                    next = next.or(search.line().first().copied());
                    value
                })
                .collect::<Vec<_>>();
            if most == depth && values.iter().all(|value| value.abs() < PROVEN) {
                rows.push(values);
            }
            position.play_unchecked(next.expect("a side that can move has a best move"));
        }
    }
    let pairs = (3..=depth).flat_map(|deep| {
        (1..deep).filter(move |shallow| (deep - shallow) % 2 == 0).map(move |shallow| (shallow, deep))
    });
    pairs
        .filter_map(|(shallow, deep)| {
            let values: Vec<_> = rows.iter().map(|row| (row[shallow as usize - 1], row[deep as usize - 1])).collect();
            Cut::fit(shallow, deep, &values)
        })
        .collect()
}

/// Returns true if no empty square can be reached by both sides: the rest is filling.
fn is_closed(position: &Position) -> bool {
    let [black, white] = Side::BOTH.map(|side| position.grid().flood(position.amazons(side), position.empty()));
    (black & white & position.empty()).is_none()
}
