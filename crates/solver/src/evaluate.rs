//! Evaluation of a situation without search: numbers that settle it, or first numbers.
//!
//! The value of all large areas is at least the sum of their lower bounds and at most the sum of their upper bounds. The
//! side to move wins if it wins the rest plus the lower sum, and loses if it loses the rest plus the upper sum. Else the
//! first proof numbers come from the distance of each sum to a win, and from the squares that each side reaches first
//! (min-distance, Müller & Tegos 2002, section 6.2).

use std::ops::RangeInclusive;
use std::sync::Mutex;

use otrera_board::{Area, Bits, Side};
use otrera_cgt::{Interrupted, Outcome, Value};
use smallvec::SmallVec;

use crate::area_cache::{AreaBounds, AreaCache};
use crate::bounds::{MAX_ROUNDS, bounds, is_at_least};
use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::options::Options;
use crate::situation::{Situation, area_key};
use crate::walls::{Bound, walls};

/// Logarithm to base 2 of the first proof number where both sides reach as much and no bound lacks a move. This and the
/// next five were found by a random walk: the mean of the logarithm of the evaluated children on fourteen positions of 4x5
/// to 6x6, with 150,000 nodes at most. On 24 other positions they take 14 % fewer children than the constants before, which
/// had neither [`SECOND`] nor [`PER_AREA`] (docs/notes/sure-moves.md).
const EVEN: f64 = 3.5;
/// The same for disproof numbers, in addition: to lose takes all moves.
const SECOND: f64 = 0.75;
/// Change of the logarithm for each large area. Several areas are soon small.
const PER_AREA: f64 = -0.25;
/// Lead in squares that halves a first number.
const HALVING: f64 = 4.0;
/// Share of a first number that is added for each move that the bound lacks.
const PER_LACK: f64 = 0.5;
/// Worth of a square to the side to move that both sides reach in one move.
const TIE: f64 = 1.0 / TIES as f64;
/// Such squares that are worth one that only one side reaches.
const TIES: i32 = 5;
/// Walls are tried where the other bounds lack at most this many moves. With 3 instead of 1, 5x5 takes 2 % fewer nodes and
/// 1 % more time, 4x5 3 % fewer and 10 % more.
const WALLS_LACK: f64 = 1.0;
/// Largest first number.
const LARGEST: f64 = 10_000.0;

/// Limits of the search for sure moves.
#[derive(Clone, Copy)]
struct Effort {
    /// Index of the effort among the refuted bounds of an area.
    index: usize,
    /// Moves that a side may lack.
    lack: i64,
    /// Most sure moves.
    rounds: u32,
}

/// The effort for a child. Three rounds take 7 % fewer children and a little more time (docs/notes/sure-moves.md).
const FOR_CHILD: Effort = Effort { index: 0, lack: 2, rounds: 2 };
/// The effort for a node before it is expanded: all that the rule allows.
const FOR_NODE: Effort = Effort { index: 1, lack: 2 * MAX_ROUNDS as i64, rounds: MAX_ROUNDS };

/// Evaluates situations, with caches of bounds by area.
pub(crate) struct Evaluator<'a> {
    knowledge: &'a Knowledge<'a>,
    options: Options,
    cache: AreaCache,
    /// Bounds with walls. A new entry replaces the old one in its slot.
    walls: Vec<Mutex<Option<WallBounds>>>,
}

/// Part of the memory for bounds with walls, which are asked for at nodes only.
const WALLS_SHARE: usize = 8;
/// Most areas whose bounds with walls are kept: 14 MB. Those of the last thousands of nodes are asked for again.
const MAX_WALLS: usize = 1 << 17;

/// The bounds of all areas of a situation.
pub(crate) type KnownBounds = SmallVec<[AreaBounds; 2]>;

/// Best bounds of an area with walls, for Black and for White, once computed.
#[derive(Clone, Copy)]
struct WallBounds {
    area: Area<u64>,
    bounds: [Option<Bound>; 2],
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(knowledge: &'a Knowledge<'a>, options: Options, bytes: usize) -> Evaluator<'a> {
        let for_walls = bytes / WALLS_SHARE;
        let walls = (for_walls / size_of::<Mutex<Option<WallBounds>>>()).clamp(1, MAX_WALLS);
        let walls = (0..walls).map(|_| Mutex::new(None)).collect();
        Evaluator { knowledge, options, cache: AreaCache::new(bytes - for_walls), walls }
    }

    /// Loads the cached bounds of a situation that will be evaluated soon.
    #[inline]
    pub(crate) fn prefetch(&self, situation: &Situation) {
        for area in &situation.areas {
            self.cache.prefetch(area);
        }
    }

    fn area_bounds(&self, area: &Area<u64>) -> AreaBounds {
        self.cache.get(area).unwrap_or_else(|| {
            let (low, high) = bounds(self.knowledge, area, self.options.rules);
            let counted = [low as i8, -high as i8];
            let reach = if self.options.guess { reach(area) as f32 } else { 0.0 };
            let found = AreaBounds { area: *area, counted, sure: counted, refuted: [[i8::MAX; 2]; 2], reach };
            self.cache.insert(&found);
            found
        })
    }

    /// The winner of a child by sure moves, if a small effort finds it.
    pub(crate) fn winner_by_sure_moves(
        &self,
        situation: &Situation,
        known: &KnownBounds,
    ) -> Result<Option<Side>, Interrupted> {
        self.sure_winner(situation, known, FOR_CHILD)
    }

    /// Evaluates by the bounds and the sure moves that a child is asked for.
    pub(crate) fn evaluate_at_little_cost(&self, situation: &Situation) -> Result<Numbers, Interrupted> {
        let known = self.known_bounds(situation);
        let numbers = self.evaluate_by(situation, &known)?;
        if numbers.is_settled() {
            return Ok(numbers);
        }
        Ok(self.winner_by_sure_moves(situation, &known)?.map_or(numbers, Numbers::settled))
    }

    fn sure_winner(
        &self,
        situation: &Situation,
        known: &KnownBounds,
        effort: Effort,
    ) -> Result<Option<Side>, Interrupted> {
        if !self.options.rules.sure {
            return Ok(None);
        }
        let bounds = sums(known);
        for side in Side::BOTH {
            let Some(mut lack) = self.lack(situation, side, bounds[side.index()], effort.lack)? else { continue };
            for known in known {
                // A single area has to make up for all that is missing.
                let least = if situation.areas.len() == 1 { lack } else { 1 };
                lack -= self.sure_gain(known, side, effort, least..=lack);
                if lack <= 0 {
                    return Ok(Some(side));
                }
            }
        }
        Ok(None)
    }

    /// The moves that `side` lacks to a win with the sum of its bounds; `None` if they are more than `limit`.
    fn lack(&self, situation: &Situation, side: Side, bound: i64, limit: i64) -> Result<Option<i64>, Interrupted> {
        let is_black = side == Side::Black;
        let rest = if is_black { situation.rest } else { -situation.rest };
        if let Some(integer) = rest.to_integer() {
            let lack = i64::from(is_black) - integer - bound;
            return Ok(Some(lack).filter(|&lack| lack <= limit));
        }
        for lack in 1..=limit {
            if self.wins(rest, bound + lack, is_black)? {
                return Ok(Some(lack));
            }
        }
        Ok(None)
    }

    /// True if Left wins `game` + `integer`, moving first or second.
    fn wins(&self, game: Value, integer: i64, first: bool) -> Result<bool, Interrupted> {
        let store = self.knowledge.store();
        let outcome = store.outcome(store.add(game, store.integer(integer)?)?);
        Ok(outcome == Outcome::Left || outcome == if first { Outcome::Next } else { Outcome::Previous })
    }

    /// The most moves of `gains` by which sure moves raise the bound of an area; 0 if they do not.
    fn sure_gain(&self, known: &AreaBounds, side: Side, effort: Effort, gains: RangeInclusive<i64>) -> i64 {
        let base = known.sure[side.index()];
        let before = known.refuted[effort.index][side.index()];
        let mut refuted = before;
        let own = if side == Side::Black { known.area } else { known.area.swapped() };
        let gain = gains.rev().find(|&gain| {
            let need = base + gain as i8;
            let is_proven = need < refuted && is_at_least(self.knowledge, &own, need.into(), effort.rounds);
            if !is_proven {
                refuted = refuted.min(need);
            }
            is_proven
        });
        let gain = gain.unwrap_or(0);
        if gain != 0 || refuted != before {
            self.cache.update(&known.area, |known| {
                known.refuted[effort.index][side.index()] = refuted;
                known.sure[side.index()] = base + gain as i8;
            });
        }
        gain
    }

    /// The best lower bound of an area with or without walls, for Black, who moves first, or for White, who moves second,
    /// as that side sees it.
    fn best_bound(&self, area: &Area<u64>, side: Side) -> Result<Bound, Interrupted> {
        let slot = &self.walls[((u128::from(area_key(area)) * self.walls.len() as u128) >> 64) as usize];
        let known = slot.lock().expect("no thread panicked").filter(|known| known.area == *area);
        let known = known.unwrap_or(WallBounds { area: *area, bounds: [None; 2] });
        if let Some(bound) = known.bounds[side.index()] {
            return Ok(bound);
        }
        let (knowledge, store) = (self.knowledge, self.knowledge.store());
        let first = side == Side::Black;
        let own = if first { *area } else { area.swapped() };
        // Not raised by sure moves: certificates do not mix them with walls.
        let mut best = Bound::integer(store, self.area_bounds(area).counted[side.index()].into());
        let mut rank = best.rank(store, first)?;
        walls(knowledge, &own, self.options.small, |bound| {
            let found = bound.rank(store, first)?;
            if found > rank {
                (best, rank) = (bound, found);
            }
            Ok(())
        })?;
        let mut bounds = known.bounds;
        bounds[side.index()] = Some(best);
        *slot.lock().expect("no thread panicked") = Some(WallBounds { bounds, ..known });
        Ok(best)
    }

    /// True if `side` wins with its best bounds, with walls and without sure moves.
    pub(crate) fn wins_by_walls(&self, situation: &Situation, side: Side) -> Result<bool, Interrupted> {
        let store = self.knowledge.store();
        let is_black = side == Side::Black;
        let (mut integer, mut game) = (0, if is_black { situation.rest } else { -situation.rest });
        for area in &situation.areas {
            let bound = self.best_bound(area, side)?;
            integer += i64::from(bound.integer);
            game = store.add(game, bound.game)?;
        }
        self.wins(game, integer, is_black)
    }

    /// Evaluates by bounds without walls. Walls tried for every child took a third more time on 4x5 and a seventh more on
    /// 5x5 than they saved.
    pub(crate) fn evaluate(&self, situation: &Situation) -> Result<Numbers, Interrupted> {
        self.evaluate_with(situation, &self.known_bounds(situation), false)
    }

    /// [`evaluate`](Self::evaluate) with bounds that are known already.
    pub(crate) fn evaluate_by(&self, situation: &Situation, known: &KnownBounds) -> Result<Numbers, Interrupted> {
        self.evaluate_with(situation, known, false)
    }

    /// The bounds of all areas, without sure moves that were not asked for before.
    pub(crate) fn known_bounds(&self, situation: &Situation) -> KnownBounds {
        situation.areas.iter().map(|area| self.area_bounds(area)).collect()
    }

    /// Evaluates by all bounds.
    pub(crate) fn evaluate_fully(&self, situation: &Situation) -> Result<Numbers, Interrupted> {
        let known = self.known_bounds(situation);
        let numbers = self.evaluate_with(situation, &known, self.options.rules.walls)?;
        if numbers.is_settled() {
            return Ok(numbers);
        }
        Ok(self.sure_winner(situation, &known, FOR_NODE)?.map_or(numbers, Numbers::settled))
    }

    fn evaluate_with(&self, situation: &Situation, known: &KnownBounds, walls: bool) -> Result<Numbers, Interrupted> {
        let store = self.knowledge.store();
        let [low, below] = sums(known);
        let high = -below;
        let (wins, loses, mean) = match situation.rest.to_integer() {
            // Most often the rest is an integer.
            Some(integer) => (integer + low > 0, integer + high <= 0, integer as f64),
            None => {
                let wins = self.wins(situation.rest, low, true)?;
                let loses = !wins && self.wins(-situation.rest, -high, false)?;
                (wins, loses, if wins || loses { 0.0 } else { store.mean(situation.rest)?.to_f64() })
            }
        };
        if wins || loses {
            return Ok(if wins { Numbers::WON } else { Numbers::LOST });
        }
        let interval = Interval {
            low: low as f64 + mean,
            high: high as f64 + mean,
            ahead: known.iter().map(|known| f64::from(known.reach)).sum::<f64>() + mean,
            areas: situation.areas.len(),
        };
        if walls {
            for side in Side::BOTH {
                if interval.lacks(side) <= WALLS_LACK && self.wins_by_walls(situation, side)? {
                    return Ok(Numbers::settled(side));
                }
            }
        }
        Ok(self.first_numbers(&interval))
    }

    fn first_numbers(&self, interval: &Interval) -> Numbers {
        if !self.options.guess {
            return Numbers { proof: 1, disproof: 1 };
        }
        let number = |side: Side, exponent: f64| {
            let lack = interval.lacks(side).max(0.0);
            let number = power(EVEN + PER_AREA * interval.areas as f64 + exponent) * (1.0 + PER_LACK * lack);
            number.clamp(1.0, LARGEST) as u32
        };
        let ahead = interval.ahead / HALVING;
        Numbers { proof: number(Side::Black, -ahead), disproof: number(Side::White, SECOND + ahead) }
    }
}

/// The sums of the bounds as each side sees them, by [`Side::index`].
fn sums(known: &KnownBounds) -> [i64; 2] {
    known.iter().fold([0; 2], |[black, white], area| [black + i64::from(area.sure[0]), white + i64::from(area.sure[1])])
}

/// Bounds of a situation, and the lead of Left in squares reached first.
struct Interval {
    low: f64,
    high: f64,
    ahead: f64,
    /// Number of large areas.
    areas: usize,
}

impl Interval {
    /// Moves that the bound of `side` lacks to a win.
    fn lacks(&self, side: Side) -> f64 {
        if side == Side::Black { -self.low } else { self.high }
    }
}

/// Steps of [`power`] between two powers of 2.
const STEPS: usize = 32;
/// 2^(n/32), by repeated multiplication.
const POWERS: [f64; STEPS] = {
    let mut powers = [1.0; STEPS];
    let mut step = 1;
    while step < STEPS {
        powers[step] = powers[step - 1] * 1.021_897_148_654_116_7;
        step += 1;
    }
    powers
};

/// Approximates 2^x, with the same result on every machine. The functions of the system differ.
fn power(x: f64) -> f64 {
    let steps = (x * STEPS as f64).round() as i32;
    let (whole, part) = (steps.div_euclid(STEPS as i32), steps.rem_euclid(STEPS as i32));
    let factor = if whole < 0 { 1.0 / (1_u64 << (-whole).min(60)) as f64 } else { (1_u64 << whole.min(60)) as f64 };
    POWERS[part as usize] * factor
}

/// [`lead`] in squares.
fn reach(area: &Area<u64>) -> f64 {
    f64::from(lead(area)) * TIE
}

/// Squares that Left reaches in fewer moves than Right, less those that Right does, in units of [`TIE`]. Squares that both
/// reach in one move count one unit for Left, who is to move.
pub(crate) fn lead(area: &Area<u64>) -> i32 {
    let grid = area.grid();
    let empty = area.empty();
    let [mut left, mut right] = Side::BOTH.map(|side| area.amazons(side));
    let (mut taken, mut ahead) = (0, 0);
    loop {
        left = grid.slide_all(left, empty);
        right = grid.slide_all(right, empty);
        let [first, second] = [left & !taken, right & !taken];
        if first | second == 0 {
            return ahead;
        }
        ahead += TIES * ((first & !second).count().cast_signed() - (second & !first).count().cast_signed());
        if taken == 0 {
            ahead += (first & second).count().cast_signed();
        }
        taken |= first | second;
        // Usually all squares are reached, and the next round would find nothing.
        if taken == empty {
            return ahead;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_is_near_the_exact_one() {
        for n in -400..=400 {
            let x = f64::from(n) / 21.0;
            let (found, exact) = (power(x), x.exp2());
            assert!((found / exact - 1.0).abs() < 0.011, "2^{x}: {found}, not {exact}");
        }
    }
}
