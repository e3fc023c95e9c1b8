//! Evaluation of a situation without search: the winner, or first proof numbers.
//!
//! The value of all large areas is at least the sum of their lower bounds and at most the sum of their upper bounds. The
//! side to move wins if it wins the rest plus the lower sum, and loses if it loses the rest plus the upper sum. Else the
//! first proof numbers come from the distance of each sum to a win, and from the squares that each side reaches first
//! (min-distance, Müller & Tegos 2002, section 6.2).

use std::sync::Mutex;

use otrera_board::{Area, Bits, Side, Twin};
use otrera_cgt::{Interrupted, Outcome};

use crate::bounds::bounds;
use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::options::Options;
use crate::prefetch::prefetch;
use crate::situation::{Situation, area_key};
use crate::walls::{Bound, walls};

/// First number where both sides reach as much. This and the next two are the best of some ten combinations by evaluated
/// children on 5x4, 4x5 and 4x6; none was better on all three boards.
const EVEN: f64 = 8.0;
/// Lead in squares that doubles a first number.
const DOUBLING: f64 = 4.0;
/// Worth of a square to the side to move that both sides reach in one move.
const TIE: f64 = 0.2;
/// Walls are tried where the other bounds lack at most this many moves. With 3 instead of 1, 5x5 takes 2 % fewer nodes and
/// 1 % more time, 4x5 3 % fewer and 10 % more.
const WALLS_LACK: f64 = 1.0;
/// Largest first number, before the factor for what a bound lacks.
const LARGEST: f64 = 10_000.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// The winner is known; Black is the side to move.
    Settled(Side),
    /// First proof numbers.
    Open(Numbers),
}

impl Evaluation {
    pub(crate) fn numbers(self) -> Numbers {
        match self {
            Evaluation::Settled(winner) => Numbers::settled(winner),
            Evaluation::Open(numbers) => numbers,
        }
    }
}

/// Evaluates situations, with a cache of bounds by area. A new entry replaces the old one in its slot.
pub(crate) struct Evaluator<'a> {
    knowledge: &'a Knowledge<'a>,
    options: Options,
    slots: Vec<Mutex<Option<AreaBounds>>>,
}

#[derive(Clone, Copy)]
struct AreaBounds {
    area: Area<u64>,
    low: i16,
    high: i16,
    reach: f32,
    /// Best bounds with walls, for Black and for White, once computed.
    walls: [Option<Bound>; 2],
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(knowledge: &'a Knowledge<'a>, options: Options, bytes: usize) -> Evaluator<'a> {
        let count = (bytes / size_of::<Mutex<Option<AreaBounds>>>()).max(1);
        Evaluator { knowledge, options, slots: (0..count).map(|_| Mutex::new(None)).collect() }
    }

    fn slot(&self, area: &Area<u64>) -> &Mutex<Option<AreaBounds>> {
        &self.slots[((u128::from(area_key(area)) * self.slots.len() as u128) >> 64) as usize]
    }

    /// Loads the cache slots of a situation that will be evaluated soon.
    #[inline]
    pub(crate) fn prefetch(&self, situation: &Situation) {
        for area in &situation.areas {
            prefetch(self.slot(area));
        }
    }

    fn area_bounds(&self, area: &Area<u64>) -> AreaBounds {
        let slot = self.slot(area);
        if let Some(known) = *slot.lock().expect("no thread panicked")
            && known.area == *area
        {
            return known;
        }
        let (low, high) = bounds(self.knowledge, area, self.options.rules);
        let reach = if self.options.guess { reach(area) } else { 0.0 };
        let found =
            AreaBounds { area: *area, low: low as i16, high: high as i16, reach: reach as f32, walls: [None; 2] };
        *slot.lock().expect("no thread panicked") = Some(found);
        found
    }

    /// The best lower bound of an area with or without walls, for Black, who moves first, or for White, who moves second,
    /// as that side sees it.
    fn best_bound(&self, area: &Area<u64>, side: Side) -> Result<Bound, Interrupted> {
        let known = self.area_bounds(area);
        if let Some(bound) = known.walls[side.index()] {
            return Ok(bound);
        }
        let (knowledge, store) = (self.knowledge, self.knowledge.store());
        let first = side == Side::Black;
        let (own, plain) = if first { (*area, known.low) } else { (area.swapped(), -known.high) };
        let mut best = Bound::integer(store, plain.into());
        let mut rank = best.rank(store, first)?;
        walls(knowledge, &own, self.options.small, |bound| {
            let found = bound.rank(store, first)?;
            if found > rank {
                (best, rank) = (bound, found);
            }
            Ok(())
        })?;
        if let Some(known) = &mut *self.slot(area).lock().expect("no thread panicked")
            && known.area == *area
        {
            known.walls[side.index()] = Some(best);
        }
        Ok(best)
    }

    /// True if `side` wins with its best bounds.
    fn wins_by_walls(&self, situation: &Situation, side: Side) -> Result<bool, Interrupted> {
        let store = self.knowledge.store();
        let is_black = side == Side::Black;
        let (mut integer, mut game) = (0, if is_black { situation.rest } else { -situation.rest });
        for area in &situation.areas {
            let bound = self.best_bound(area, side)?;
            integer += i64::from(bound.integer);
            game = store.add(game, bound.game)?;
        }
        let outcome = store.outcome(store.add(game, store.integer(integer)?)?);
        Ok(outcome == Outcome::Left || outcome == if is_black { Outcome::Next } else { Outcome::Previous })
    }

    /// Evaluates by bounds without walls. Walls tried for every child took a third more time on 4x5 and a seventh more on
    /// 5x5 than they saved.
    pub(crate) fn evaluate(&self, situation: &Situation) -> Result<Evaluation, Interrupted> {
        Ok(match self.add_bounds(situation)? {
            BoundSum::Decisive(winner) => Evaluation::Settled(winner),
            BoundSum::Open(interval) => self.first_numbers(&interval),
        })
    }

    /// Evaluates by all bounds.
    pub(crate) fn evaluate_fully(&self, situation: &Situation) -> Result<Evaluation, Interrupted> {
        let interval = match self.add_bounds(situation)? {
            BoundSum::Decisive(winner) => return Ok(Evaluation::Settled(winner)),
            BoundSum::Open(interval) => interval,
        };
        if self.options.rules.walls {
            for side in Side::BOTH {
                if interval.lacks(side) <= WALLS_LACK && self.wins_by_walls(situation, side)? {
                    return Ok(Evaluation::Settled(side));
                }
            }
        }
        Ok(self.first_numbers(&interval))
    }

    /// Adds up the bounds of all areas, without walls.
    fn add_bounds(&self, situation: &Situation) -> Result<BoundSum, Interrupted> {
        let store = self.knowledge.store();
        let (mut low, mut high, mut reach) = (0, 0, 0.0);
        for area in &situation.areas {
            let known = self.area_bounds(area);
            low += i64::from(known.low);
            high += i64::from(known.high);
            reach += f64::from(known.reach);
        }
        let mean = match situation.rest.to_integer() {
            // Most often the rest is an integer.
            Some(integer) => {
                if integer + low > 0 {
                    return Ok(BoundSum::Decisive(Side::Black));
                }
                if integer + high <= 0 {
                    return Ok(BoundSum::Decisive(Side::White));
                }
                integer as f64
            }
            None => {
                let outcome = |n: i64| Ok(store.outcome(store.add(situation.rest, store.integer(n)?)?));
                if matches!(outcome(low)?, Outcome::Left | Outcome::Next) {
                    return Ok(BoundSum::Decisive(Side::Black));
                }
                if matches!(outcome(high)?, Outcome::Right | Outcome::Previous) {
                    return Ok(BoundSum::Decisive(Side::White));
                }
                store.mean(situation.rest)?.to_f64()
            }
        };
        Ok(BoundSum::Open(Interval { low: low as f64 + mean, high: high as f64 + mean, ahead: reach + mean }))
    }

    fn first_numbers(&self, interval: &Interval) -> Evaluation {
        if !self.options.guess {
            return Evaluation::Open(Numbers { proof: 1, disproof: 1 });
        }
        let number = |side: Side, ahead: f64| {
            let even = (EVEN * power(-ahead / DOUBLING)).clamp(1.0, LARGEST) as u32;
            even * (1 + interval.lacks(side).max(0.0) as u32)
        };
        Evaluation::Open(Numbers {
            proof: number(Side::Black, interval.ahead),
            disproof: number(Side::White, -interval.ahead),
        })
    }
}

/// The sum of the bounds of a situation.
enum BoundSum {
    /// The bounds decide: this side wins.
    Decisive(Side),
    /// The winner is open.
    Open(Interval),
}

/// Bounds of a situation, and the lead of Left in squares reached first.
struct Interval {
    low: f64,
    high: f64,
    ahead: f64,
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

/// Squares that Left reaches in fewer moves than Right, less those that Right does. Squares that both reach in one move
/// count [`TIE`] for Left, who is to move.
fn reach(area: &Area<u64>) -> f64 {
    let grid = area.grid();
    let empty = Twin::new(area.empty());
    let spread = |set: u64| set.points().fold(0, |reached, from| reached | grid.slide(from, empty).set());
    let mut sides = Side::BOTH.map(|side| area.amazons(side));
    let (mut taken, mut ahead) = (0, 0.0);
    loop {
        sides = sides.map(spread);
        let [left, right] = sides.map(|side| side & !taken);
        if left | right == 0 {
            return ahead;
        }
        ahead += f64::from((left & !right).count()) - f64::from((right & !left).count());
        if taken == 0 {
            ahead += TIE * f64::from((left & right).count());
        }
        taken |= left | right;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_is_within_one_percent() {
        for n in -400..=400 {
            let x = f64::from(n) / 21.0;
            let (found, exact) = (power(x), x.exp2());
            assert!((found / exact - 1.0).abs() < 0.011, "2^{x}: {found}, not {exact}");
        }
    }
}
