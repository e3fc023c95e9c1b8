//! The rows that temperatures are drawn on.
//!
//! Rows are evenly spaced as far as possible, but every corner has one of its own: corners closer than a row are moved
//! apart. The scale of the temperature is then bent, and as columns are counted in rows, the scale of the value bends
//! with it: walls still stand or lean, meet where they should, and cross nowhere.

use otrera_cgt::{Corner, Dyadic, Thermograph};

/// Rows from temperature -1 to where the walls meet, or to 0 if that is higher.
const ROWS: std::ops::RangeInclusive<usize> = 4..=11;
/// Best number of rows. Cold games have little to show.
const BEST_HOT: usize = 10;
const BEST_COLD: usize = 6;
/// Cost of one row more or less than best, in heights of the drawing that corners are away from their true place.
const PREFERENCE: f64 = 0.01;

/// The temperatures that have a row of their own: those of corners, and 0.
pub(super) struct Rows {
    temperatures: Vec<Dyadic>,
    rows: Vec<usize>,
}

impl Rows {
    /// Rows for the graph, at most `most` above the lowest unless there are more corners.
    pub(super) fn new(graph: &Thermograph, most: usize) -> Self {
        let corners = graph.left().corners().iter().chain(graph.right().corners());
        let mut temperatures: Vec<Dyadic> = corners.map(|corner| corner.temperature).chain([Dyadic::ZERO]).collect();
        temperatures.sort_unstable();
        temperatures.dedup();
        let least = (temperatures.len() - 1).max(*ROWS.start());
        let most = most.clamp(least, (*ROWS.end()).max(least));
        let best = if graph.temperature() > Dyadic::ZERO { BEST_HOT } else { BEST_COLD };
        let cost = |count: usize| {
            let (_, error) = spread(&temperatures, count);
            error / count as f64 + PREFERENCE * count.abs_diff(best) as f64
        };
        let count = (least..=most).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).expect("the range is not empty");
        let (rows, _) = spread(&temperatures, count);
        Self { temperatures, rows }
    }

    /// The row of a temperature that has one, counted from the bottom.
    pub(super) fn of(&self, temperature: Dyadic) -> usize {
        let at = self.temperatures.binary_search(&temperature).expect("corners and 0 have a row");
        self.rows[at]
    }

    pub(super) fn temperature(&self, row: usize) -> Option<Dyadic> {
        self.rows.binary_search(&row).ok().map(|at| self.temperatures[at])
    }

    /// The highest row that is not only mast.
    pub(super) fn top(&self) -> usize {
        self.rows[self.rows.len() - 1]
    }

    /// Columns that a piece of a wall goes sideways.
    pub(super) fn lean(&self, below: &Corner, above: &Corner) -> usize {
        if below.value == above.value { 0 } else { self.of(above.temperature) - self.of(below.temperature) }
    }
}

/// Rising temperatures on rows from 0 to `count`, and the sum of their distances from their true places.
fn spread(temperatures: &[Dyadic], count: usize) -> (Vec<usize>, f64) {
    let lowest = temperatures[0].to_f64();
    let range = temperatures[temperatures.len() - 1].to_f64() - lowest;
    let ideal: Vec<f64> = temperatures.iter().map(|t| (t.to_f64() - lowest) / range * count as f64).collect();
    let mut rows: Vec<usize> = ideal.iter().map(|row| row.round() as usize).collect();
    for i in 1..rows.len() {
        rows[i] = rows[i].max(rows[i - 1] + 1);
    }
    let last = rows.len() - 1;
    rows[last] = count;
    for i in (0..last).rev() {
        rows[i] = rows[i].min(rows[i + 1] - 1);
    }
    let error = rows.iter().zip(&ideal).map(|(&row, ideal)| (row as f64 - ideal).abs()).sum();
    (rows, error)
}
