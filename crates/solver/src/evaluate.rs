//! What is known about a situation without searching it.
//!
//! The large areas together are at least the sum of their lower bounds and at most that of their upper ones, so with the
//! known game added, the side to move has won if it wins the least of these, and lost if it loses the greatest. Where
//! that is open, first guesses of the proof numbers come from how much is lacking, and from who reaches more squares
//! first (min-distance, Müller & Tegos 2002, section 6.2).

use std::sync::Mutex;

use otrera_atlas::Patch;
use otrera_board::{Bits, Side, Twin};
use otrera_cgt::{Interrupted, Outcome};

use crate::bounds::bounds;
use crate::options::Options;
use crate::situation::{Book, Situation};

/// A guess for a situation in which both sides reach as much. This and the next two are the best of some ten
/// combinations tried, by children evaluated on 5x4, 4x5 and 4x6; none of them was better on all three boards.
const EVEN: f64 = 8.0;
/// By how many squares more a guess is doubled.
const DOUBLED: f64 = 4.0;
/// What a square is worth to the side to move that both reach at once.
const TIE: f64 = 0.2;
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
    area: Patch<u64>,
    low: i16,
    high: i16,
    reach: f32,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(book: &'a Book<'a>, options: Options, bytes: usize) -> Evaluator<'a> {
        let count = (bytes / size_of::<Mutex<Option<Seen>>>()).max(1);
        Evaluator { book, options, areas: (0..count).map(|_| Mutex::new(None)).collect() }
    }

    fn area(&self, area: &Patch<u64>) -> Seen {
        let key = crate::situation::area_key(area);
        let place = &self.areas[((u128::from(key) * self.areas.len() as u128) >> 64) as usize];
        if let Some(seen) = *place.lock().expect("no thread panicked")
            && seen.area == *area
        {
            return seen;
        }
        let (low, high) = bounds(self.book, area, self.options.rules);
        let reach = if self.options.guess { reach(area) } else { 0.0 };
        let seen = Seen { area: *area, low: low as i16, high: high as i16, reach: reach as f32 };
        *place.lock().expect("no thread panicked") = Some(seen);
        seen
    }

    pub(crate) fn evaluate(&self, situation: &Situation) -> Result<Known, Interrupted> {
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
                    return Ok(Known::Won);
                }
                if whole + high <= 0 {
                    return Ok(Known::Lost);
                }
                whole as f64
            }
            None => {
                let outcome = |n: i64| Ok(store.outcome(store.add(situation.rest, store.integer(n)?)?));
                if matches!(outcome(low)?, Outcome::Left | Outcome::Next) {
                    return Ok(Known::Won);
                }
                if matches!(outcome(high)?, Outcome::Right | Outcome::Previous) {
                    return Ok(Known::Lost);
                }
                store.mean(situation.rest)?.to_f64()
            }
        };
        if !self.options.guess {
            return Ok(Known::Open(1, 1));
        }
        let guess = |lacks: f64, ahead: f64| {
            let even = (EVEN * (-ahead / DOUBLED).exp2()).clamp(1.0, LARGEST) as u32;
            even * (1 + lacks.max(0.0) as u32)
        };
        let ahead = reach + mean;
        Ok(Known::Open(guess(-(low as f64 + mean), ahead), guess(high as f64 + mean, -ahead)))
    }
}

/// How many squares more Left reaches in fewer moves than Right, those reached at once counting a little for Left, who
/// is to move.
fn reach(area: &Patch<u64>) -> f64 {
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
