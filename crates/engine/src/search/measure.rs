//! What Multi-ProbCut rests on: searches of many positions to several depths.

use std::sync::atomic::AtomicBool;

use otrera_board::{Bits, Position, Side};

use super::budget::Budget;
use super::order::History;
use super::probcut::Cut;
use super::pvs::{PROVEN, Plan, Seeker, Value, WIN};
use super::table::Table;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::random::Random;

/// Random moves that make the games differ.
const RANDOM_MOVES: usize = 4;

/// One in so many positions of a game is looked at: neighbours are too alike to count twice.
const EVERY: usize = 3;

/// Bytes of the table of one search.
const MEMORY: usize = 16 << 20;

/// Fits [`Cut`]s for all pairs of depths of the same parity up to `depth`: plays games at depth 1 from a start position,
/// and searches every third of their positions to every depth over all moves, until nobody's squares are left.
pub fn measure_cuts(start: &Position, games: usize, depth: u32, seed: u64) -> Vec<Cut> {
    let mut random = Random::new(seed);
    let judge = Evaluator::for_size(start.size());
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for _ in 0..games {
        let mut position = *start;
        for ply in 0.. {
            let actions = position.actions();
            if actions.is_empty() || is_apart(&position) {
                break;
            }
            if ply < RANDOM_MOVES {
                position.play_unchecked(actions[random.below(actions.len())]);
                continue;
            }
            let stop = AtomicBool::new(false);
            let budget = Budget::new(&Limits::none(&stop));
            let (table, mut history) = (Table::new(MEMORY), History::new());
            let plan = Plan { width: None, reductions: false, cuts: None };
            let mut seeker = Seeker::new(&judge, &table, budget.purse(), plan, &mut history);
            let most = if ply % EVERY == 0 { depth } else { 1 };
            let mut next = None;
            let values = (1..=most)
                .map(|depth| {
                    let value = seeker.seek(&position, depth, -WIN, WIN).expect("nothing ends this search");
                    next = next.or(seeker.line().first().copied());
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

/// Whether no square can be reached by both sides: from then on, searches only fill.
fn is_apart(position: &Position) -> bool {
    let [black, white] = Side::BOTH.map(|side| position.grid().flood(position.amazons(side), position.empty()));
    (black & white & position.empty()).is_none()
}
