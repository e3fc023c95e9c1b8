//! Multi-ProbCut (Buro 1999). The value of a deep search is nearly a linear function of that of a shallow one, with a normal
//! error. If the shallow value puts the deep one outside the window with high probability, the deep search is left out.

use super::Value;

/// Linear model of a deep value by a shallow one: deep = slope * shallow + shift, with a normal error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// Depth of the search that may be left out.
    pub deep: u32,
    /// Depth of the probe.
    pub shallow: u32,
    /// Factor of the shallow value.
    pub slope: f32,
    /// Constant term, in hundredths of a square.
    pub shift: f32,
    /// Standard deviation of the error, in hundredths of a square.
    pub error: f32,
}

/// Standard deviations by which the predicted value must lie outside the window. Buro's range is 1 to 2.
const CERTAINTY: f32 = 1.5;

impl Cut {
    /// Fitted to positions of four games on 8x8, with an earlier evaluation:
    /// `cargo run --release -p otrera-engine --example probcut -- 8x8 4 4`.
    pub(crate) const FITTED: &[Cut] = &[
        Cut { deep: 3, shallow: 1, slope: 0.983, shift: -25.2, error: 134.0 },
        Cut { deep: 4, shallow: 2, slope: 0.998, shift: 3.9, error: 99.0 },
        // Not measured, as searches to depth 5 take too long. Uses the larger of the two errors.
        Cut { deep: 5, shallow: 3, slope: 1.0, shift: 0.0, error: 134.0 },
        Cut { deep: 6, shallow: 4, slope: 1.0, shift: 0.0, error: 134.0 },
    ];

    /// Least shallow value that puts the deep one at `beta` or above.
    pub(crate) fn above(&self, beta: Value) -> Value {
        ((beta as f32 - self.shift + CERTAINTY * self.error) / self.slope).ceil() as Value
    }

    /// Largest shallow value that puts the deep one at `alpha` or below.
    pub(crate) fn below(&self, alpha: Value) -> Value {
        ((alpha as f32 - self.shift - CERTAINTY * self.error) / self.slope).floor() as Value
    }

    /// Fits a line to pairs of shallow and deep values by least squares; `None` if they do not determine one.
    pub(crate) fn fit(shallow: u32, deep: u32, pairs: &[(Value, Value)]) -> Option<Cut> {
        let count = pairs.len() as f64;
        let mean = |of: &dyn Fn(f64, f64) -> f64| {
            pairs.iter().map(|&(x, y)| of(f64::from(x), f64::from(y))).sum::<f64>() / count
        };
        let (x, y) = (mean(&|x, _| x), mean(&|_, y| y));
        let spread = mean(&|a, _| (a - x) * (a - x));
        if pairs.len() < 3 || spread == 0.0 {
            return None;
        }
        let slope = mean(&|a, b| (a - x) * (b - y)) / spread;
        let shift = y - slope * x;
        let error = mean(&|a, b| (b - slope * a - shift) * (b - slope * a - shift)).sqrt();
        Some(Cut { deep, shallow, slope: slope as f32, shift: shift as f32, error: error as f32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fit_recovers_slope_shift_and_error() {
        // deep = 2 * shallow + 30, with an error of exactly 10 either way that does not lean.
        let pairs: Vec<_> = (-50..50).flat_map(|x| [(x, 2 * x + 20), (x, 2 * x + 40)]).collect();
        let cut = Cut::fit(1, 3, &pairs).unwrap();
        assert!((cut.slope - 2.0).abs() < 1e-4 && (cut.shift - 30.0).abs() < 1e-3 && (cut.error - 10.0).abs() < 1e-3);
        assert_eq!(Cut::fit(1, 3, &[(1, 1), (1, 2), (1, 3)]), None);
    }

    #[test]
    fn bounds_are_the_first_values_that_are_certain_enough() {
        let cut = Cut { deep: 3, shallow: 1, slope: 0.9, shift: -20.0, error: 100.0 };
        for bound in [-700, -1, 0, 350] {
            let deep = |shallow: Value| shallow as f32 * cut.slope + cut.shift;
            assert!(deep(cut.above(bound)) - CERTAINTY * cut.error >= bound as f32 - 1e-2);
            assert!(deep(cut.above(bound) - 1) - CERTAINTY * cut.error < bound as f32);
            assert!(deep(cut.below(bound)) + CERTAINTY * cut.error <= bound as f32 + 1e-2);
            assert!(deep(cut.below(bound) + 1) + CERTAINTY * cut.error > bound as f32);
        }
    }
}
