//! The numbers along an axis.

use otrera_cgt::Dyadic;

/// Least distance between two numbers of the same step. The mark may come closer to its neighbours.
const AIR: f64 = 20.0;

pub(super) struct Tick {
    pub(super) at: Dyadic,
    /// It is the mean or the temperature of the game.
    pub(super) is_marked: bool,
}

/// An axis, in numbers and in lengths on the page.
pub(super) struct Axis<F> {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) scale: f64,
    /// The number that is always shown, even if others must be left out.
    pub(super) mark: Dyadic,
    /// Room that the text of a number takes along the axis.
    pub(super) room: F,
}

impl<F: Fn(Dyadic) -> f64> Axis<F> {
    /// The multiples of the finest step whose texts stand well apart, in rising order, and the mark.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        // Steps much finer than the page are not worth listing.
        let steps = steps().filter(|step| step.to_f64() * self.scale >= AIR);
        let numbers = steps.map(|step| (step.to_f64(), self.multiples(step))).find(|(step, numbers)| {
            let widest = numbers.iter().map(|&at| (self.room)(at)).fold(0.0, f64::max);
            widest + AIR <= step * self.scale
        });
        let (_, numbers) = numbers.expect("the coarsest steps are wider than any number");
        let mark = Tick { at: self.mark, is_marked: true };
        let others = numbers.into_iter().filter(|&at| self.is_clear_of_mark(at));
        let mut ticks: Vec<Tick> = others.map(|at| Tick { at, is_marked: false }).chain([mark]).collect();
        ticks.sort_by_key(|tick| tick.at);
        ticks
    }

    fn multiples(&self, step: Dyadic) -> Vec<Dyadic> {
        let length = step.to_f64();
        let (first, last) = ((self.low / length).ceil() as i64, (self.high / length).floor() as i64);
        let multiple = |n: i64| Dyadic::new(n.checked_mul(step.mantissa())?, step.exponent());
        (first..=last).filter_map(multiple).collect()
    }

    fn is_clear_of_mark(&self, at: Dyadic) -> bool {
        let distance = (at.to_f64() - self.mark.to_f64()).abs() * self.scale;
        distance >= ((self.room)(at) + (self.room)(self.mark)) / 2.0
    }
}

/// Steps from fine to coarse: binary fractions, as in game values, then 1, 2, 5, 10 and so on.
fn steps() -> impl Iterator<Item = Dyadic> {
    let parts = (1..=31).rev().filter_map(|exponent| Dyadic::new(1, exponent));
    let tens = (0..18).map(|zeros| 10_i64.pow(zeros));
    parts.chain(tens.flat_map(|ten| [ten, 2 * ten, 5 * ten]).map(Dyadic::integer))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Axis from low to high of length 300 with 20 for each number; the mark; the numbers shown.
    #[test]
    fn numbers_are_round_and_apart() {
        for (low, high, mark, expected) in [
            (0.0, 1.0, "0", "0 1/4 1/2 3/4 1"),
            (0.0, 0.0625, "0", "0 1/64 1/32 3/64 1/16"),
            (-2.0, 2.0, "1/4", "-2 -1 1/4 1 2"),
            (-6.0, 4.0, "-85/16", "-6 -85/16 -4 -2 0 2 4"),
            (-60.0, 60.0, "1/2", "-60 -40 -20 1/2 20 40 60"),
            (1e9, 1e9 + 1.0, "1000000000", "1000000000 4000000001/4 2000000001/2 4000000003/4 1000000001"),
        ] {
            let mark = mark.parse().unwrap();
            let axis = Axis { low, high, scale: 300.0 / (high - low), mark, room: |_| 20.0 };
            let ticks: Vec<String> = axis.ticks().iter().map(|tick| tick.at.to_string()).collect();
            assert_eq!(ticks.join(" "), expected);
            assert_eq!(axis.ticks().iter().filter(|tick| tick.is_marked).count(), 1);
        }
    }
}
