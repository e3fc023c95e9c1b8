//! What is known about a situation without searching it.
//!
//! The large areas together are at least the sum of their lower bounds and at most that of their upper ones, so with the
//! known game added, the side to move has won if it wins the least of these, and lost if it loses the greatest. Where
//! that is open, first guesses of the proof numbers come from how much is lacking, and from who reaches more squares
//! first (min-distance, Müller & Tegos 2002, section 6.2).

use std::sync::Mutex;

use otrera_board::Area;
use otrera_board::{Bits, Side, Twin};
use otrera_cgt::{Interrupted, Outcome};

use crate::bounds::bounds;
use crate::options::Options;
use crate::prefetch::prefetch;
use crate::situation::{Book, Situation, area_key};
use crate::walls::{Bound, walls};

/// A guess for a situation in which both sides reach as much. This and the next two are the best of some ten
/// combinations tried, by children evaluated on 5x4, 4x5 and 4x6; none of them was better on all three boards.
const EVEN: f64 = 8.0;
/// By how many squares more a guess is doubled.
const DOUBLED: f64 = 4.0;
/// What a square is worth to the side to move that both reach at once.
const TIE: f64 = 0.2;
/// Walls are tried where the other bounds lack at most so much: they seldom help where more is lacking. With 3 instead of 1,
/// 5x5 takes 2 % fewer nodes and 1 % more time, 4x5 3 % fewer and 10 % more.
const LACKS: f64 = 1.0;
/// Guesses are not larger than this.
const LARGEST: f64 = 10_000.0;

/// What is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
    /// First guesses of the proof and disproof number.
    Open(u32, u32),
}

/// What the bounds of an area were, and how many squares more Left reaches first, by area; a later one takes the place
/// of an earlier.
pub(crate) struct Evaluator<'a> {
    book: &'a Book<'a>,
    options: Options,
    areas: Vec<Mutex<Option<Seen>>>,
}

#[derive(Clone, Copy)]
struct Seen {
    area: Area<u64>,
    low: i16,
    high: i16,
    reach: f32,
    /// The best bounds with walls, for Black and for White, where they were asked for.
    walls: [Option<Bound>; 2],
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(book: &'a Book<'a>, options: Options, bytes: usize) -> Evaluator<'a> {
        let count = (bytes / size_of::<Mutex<Option<Seen>>>()).max(1);
        Evaluator { book, options, areas: (0..count).map(|_| Mutex::new(None)).collect() }
    }

    fn place(&self, area: &Area<u64>) -> &Mutex<Option<Seen>> {
        &self.areas[((u128::from(area_key(area)) * self.areas.len() as u128) >> 64) as usize]
    }

    /// Says that a situation will be evaluated soon.
    #[inline]
    pub(crate) fn prefetch(&self, situation: &Situation) {
        for area in &situation.areas {
            prefetch(self.place(area));
        }
    }

    fn area(&self, area: &Area<u64>) -> Seen {
        let place = self.place(area);
        if let Some(seen) = *place.lock().expect("no thread panicked")
            && seen.area == *area
        {
            return seen;
        }
        let (low, high) = bounds(self.book, area, self.options.rules);
        let reach = if self.options.guess { reach(area) } else { 0.0 };
        let seen = Seen { area: *area, low: low as i16, high: high as i16, reach: reach as f32, walls: [None; 2] };
        *place.lock().expect("no thread panicked") = Some(seen);
        seen
    }

    /// The best bound of an area with or without walls, for Black, who moves first, or for White, who moves second; from the
    /// view of that side.
    fn best(&self, area: &Area<u64>, side: Side) -> Result<Bound, Interrupted> {
        let seen = self.area(area);
        if let Some(bound) = seen.walls[side.index()] {
            return Ok(bound);
        }
        let (book, store) = (self.book, self.book.store());
        let first = side == Side::Black;
        let (own, plain) = if first { (*area, seen.low) } else { (area.swapped(), -seen.high) };
        let mut best = Bound::whole(store, plain.into());
        let mut rank = best.rank(store, first)?;
        walls(book, &own, self.options.small, |bound| {
            let found = bound.rank(store, first)?;
            if found > rank {
                (best, rank) = (bound, found);
            }
            Ok(())
        })?;
        if let Some(seen) = &mut *self.place(area).lock().expect("no thread panicked")
            && seen.area == *area
        {
            seen.walls[side.index()] = Some(best);
        }
        Ok(best)
    }

    /// Whether a side wins by its best bounds.
    fn wins_by_walls(&self, situation: &Situation, side: Side) -> Result<bool, Interrupted> {
        let store = self.book.store();
        let is_black = side == Side::Black;
        let (mut whole, mut game) = (0, if is_black { situation.rest } else { -situation.rest });
        for area in &situation.areas {
            let bound = self.best(area, side)?;
            whole += i64::from(bound.whole);
            game = store.add(game, bound.game)?;
        }
        let outcome = store.outcome(store.add(game, store.integer(whole)?)?);
        Ok(outcome == Outcome::Left || outcome == if is_black { Outcome::Next } else { Outcome::Previous })
    }

    /// What is known at first sight. Walls are left for later: tried for every child they took a third more time on 4x5 and
    /// a seventh more on 5x5 than they saved.
    pub(crate) fn evaluate(&self, situation: &Situation) -> Result<Known, Interrupted> {
        Ok(self.sums(situation)?.map_or_else(|known| known, |sums| self.open(&sums)))
    }

    /// All that is known without a search.
    pub(crate) fn look_closely(&self, situation: &Situation) -> Result<Known, Interrupted> {
        let sums = match self.sums(situation)? {
            Ok(sums) => sums,
            Err(known) => return Ok(known),
        };
        if self.options.rules.walls {
            for (side, known) in [(Side::Black, Known::Won), (Side::White, Known::Lost)] {
                if sums.lacks(side) <= LACKS && self.wins_by_walls(situation, side)? {
                    return Ok(known);
                }
            }
        }
        Ok(self.open(&sums))
    }

    /// The sums of bounds without walls; what is known, if that is enough.
    fn sums(&self, situation: &Situation) -> Result<Result<Sums, Known>, Interrupted> {
        let store = self.book.store();
        let (mut low, mut high, mut reach) = (0, 0, 0.0);
        for area in &situation.areas {
            let seen = self.area(area);
            low += i64::from(seen.low);
            high += i64::from(seen.high);
            reach += f64::from(seen.reach);
        }
        let mean = match situation.rest.to_integer() {
            // Most often nothing is left beside the large areas but whole numbers.
            Some(whole) => {
                if whole + low > 0 {
                    return Ok(Err(Known::Won));
                }
                if whole + high <= 0 {
                    return Ok(Err(Known::Lost));
                }
                whole as f64
            }
            None => {
                let outcome = |n: i64| Ok(store.outcome(store.add(situation.rest, store.integer(n)?)?));
                if matches!(outcome(low)?, Outcome::Left | Outcome::Next) {
                    return Ok(Err(Known::Won));
                }
                if matches!(outcome(high)?, Outcome::Right | Outcome::Previous) {
                    return Ok(Err(Known::Lost));
                }
                store.mean(situation.rest)?.to_f64()
            }
        };
        Ok(Ok(Sums { low: low as f64 + mean, high: high as f64 + mean, ahead: reach + mean }))
    }

    /// First guesses.
    fn open(&self, sums: &Sums) -> Known {
        if !self.options.guess {
            return Known::Open(1, 1);
        }
        let guess = |side: Side, ahead: f64| {
            let even = (EVEN * power(-ahead / DOUBLED)).clamp(1.0, LARGEST) as u32;
            even * (1 + sums.lacks(side).max(0.0) as u32)
        };
        Known::Open(guess(Side::Black, sums.ahead), guess(Side::White, -sums.ahead))
    }
}

/// Steps in which [`power`] goes from one power of 2 to the next.
const STEPS: usize = 32;
/// 2^(n/32), by one multiplication after the other.
const POWERS: [f64; STEPS] = {
    let mut powers = [1.0; STEPS];
    let mut step = 1;
    while step < STEPS {
        powers[step] = powers[step - 1] * 1.021_897_148_654_116_7;
        step += 1;
    }
    powers
};

/// 2^x, roughly, and the same on every machine, which the mathematical functions of the system are not.
fn power(x: f64) -> f64 {
    let steps = (x * STEPS as f64).round() as i32;
    let (whole, part) = (steps.div_euclid(STEPS as i32), steps.rem_euclid(STEPS as i32));
    let factor = if whole < 0 { 1.0 / (1_u64 << (-whole).min(60)) as f64 } else { (1_u64 << whole.min(60)) as f64 };
    POWERS[part as usize] * factor
}

/// Bounds of a whole situation, and how many squares more Left reaches.
struct Sums {
    low: f64,
    high: f64,
    ahead: f64,
}

impl Sums {
    /// How much the bound of a side lacks to a win.
    fn lacks(&self, side: Side) -> f64 {
        if side == Side::Black { -self.low } else { self.high }
    }
}

/// How many squares more Left reaches in fewer moves than Right, those reached at once counting a little for Left, who
/// is to move.
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
    fn powers_are_near() {
        for n in -400..=400 {
            let x = f64::from(n) / 21.0;
            let (found, exact) = (power(x), x.exp2());
            assert!((found / exact - 1.0).abs() < 0.011, "2^{x}: {found}, not {exact}");
        }
    }
}
