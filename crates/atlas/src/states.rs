//! States: the contents of the points of a graph as a number, with one digit for each point, point 0 lowest.
//!
//! Each table has its own digits. In a *territory* a point is empty, an amazon, or a blocker of the owner. In an *open*
//! area it is empty, black or white. In a *guarded* area amazons of both colours may be blockers.

use otrera_regions::graph::{Points, SmallGraph, points};

/// Digits of a territory: 0 empty, 1 amazon, 2 blocker.
pub(super) const TERRITORY: usize = 3;
/// Digits of an open area: 0 empty, 1 black, 2 white.
pub(super) const OPEN: usize = 3;
/// Digits of a guarded area: 0 empty, 1 black, 2 white, 3 black blocker, 4 white blocker.
pub(super) const GUARDED: usize = 5;

pub(super) fn count(base: usize, points: usize) -> usize {
    base.pow(points as u32)
}

/// For each set of points the sum of their place values in a part with its own numbering. Times a digit, that is the
/// contribution of the set to the state of the part.
#[derive(Clone, Debug)]
pub(super) struct Weights(Vec<u32>);

impl Weights {
    /// `label(p)` is the number of point p in the part, or `None` outside it.
    pub(super) fn new(base: usize, points: usize, label: impl Fn(usize) -> Option<u8>) -> Weights {
        let single: Vec<u32> = (0..points).map(|p| label(p).map_or(0, |label| base.pow(label.into()) as u32)).collect();
        let mut sums = vec![0; 1 << points];
        for set in 1..1_usize << points {
            let low = set.trailing_zeros() as usize;
            sums[set] = sums[set & (set - 1)] + single[low];
        }
        Weights(sums)
    }

    /// The whole graph with its own numbering.
    pub(super) fn whole(base: usize, points: usize) -> Weights {
        Weights::new(base, points, |point| Some(point as u8))
    }

    #[inline]
    pub(super) fn of(&self, set: Points) -> usize {
        self.0[usize::from(set)] as usize
    }
}

/// The set of points with each digit.
#[inline]
pub(super) fn sets<const BASE: usize>(mut state: usize, points: usize) -> [Points; BASE] {
    let mut sets = [0; BASE];
    for point in 0..points {
        sets[state % BASE] |= 1 << point;
        state /= BASE;
    }
    sets
}

/// The state with every digit d replaced by `digits[d]`.
pub(super) fn swapped<const BASE: usize>(state: usize, points: usize, digits: [usize; BASE]) -> usize {
    let (mut rest, mut image, mut weight) = (state, 0, 1);
    for _ in 0..points {
        image += digits[rest % BASE] * weight;
        rest /= BASE;
        weight *= BASE;
    }
    image
}

/// Calls `each` with from, to and arrow of every move. A blocker shoots back.
#[inline]
pub(super) fn moves(
    graph: &SmallGraph,
    amazons: Points,
    blockers: Points,
    empty: Points,
    mut each: impl FnMut(usize, usize, usize),
) {
    for from in points(amazons) {
        for to in points(graph.slide(from, empty)) {
            for arrow in points(graph.slide(to, empty | 1 << from)) {
                each(from, to, arrow);
            }
        }
    }
    for from in points(blockers) {
        for to in points(graph.slide(from, empty)) {
            each(from, to, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_the_sum_of_its_sets() {
        let weights = Weights::whole(GUARDED, 4);
        for state in 0..count(GUARDED, 4) {
            let sets = sets::<GUARDED>(state, 4);
            let again: usize = (0..GUARDED).map(|digit| digit * weights.of(sets[digit])).sum();
            assert_eq!(again, state);
            let turned = swapped(state, 4, [0, 2, 1, 4, 3]);
            assert_eq!(swapped(turned, 4, [0, 2, 1, 4, 3]), state);
        }
    }
}
