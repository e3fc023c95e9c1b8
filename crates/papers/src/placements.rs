//! Numbering of the placements of a few amazons on a few points.

use otrera_regions::graph::Points;

/// Maximum number of points plus one.
const ROWS: usize = 17;
/// Pascal's triangle.
const CHOOSE: [[u32; ROWS]; ROWS] = {
    let mut table = [[0; ROWS]; ROWS];
    let mut n = 0;
    while n < ROWS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The sets of at most `most` out of `points` points, numbered from 0: the empty set, sets of one point, of two, ...
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placements {
    points: usize,
    most: usize,
    /// The number of the first set of each size.
    starts: [u32; ROWS],
}

impl Placements {
    pub(crate) fn new(points: usize, most: usize) -> Placements {
        let most = most.min(points);
        let mut starts = [0; ROWS];
        for size in 1..ROWS {
            starts[size] = starts[size - 1] + CHOOSE[points][size - 1];
        }
        Placements { points, most, starts }
    }

    pub(crate) fn len(&self) -> usize {
        (self.starts[self.most] + CHOOSE[self.points][self.most]) as usize
    }

    #[inline]
    pub(crate) fn number(&self, set: Points) -> usize {
        let (mut rest, mut taken, mut number) = (set, 0, 0);
        while rest != 0 {
            taken += 1;
            number += CHOOSE[rest.trailing_zeros() as usize][taken];
            rest &= rest - 1;
        }
        (number + self.starts[taken]) as usize
    }

    /// The sets of a size, in the order of their numbers.
    pub(crate) fn of_size(&self, size: usize) -> impl Iterator<Item = Points> {
        let end = 1_u32 << self.points;
        let mut next = if size <= self.points { (1_u32 << size) - 1 } else { end };
        std::iter::from_fn(move || {
            let set = next;
            if set >= end {
                return None;
            }
            // Gosper's step to the next larger number with as many ones.
            next = match set {
                0 => end,
                _ => {
                    let low = set & set.wrapping_neg();
                    let ripple = set + low;
                    ripple | (((set ^ ripple) >> 2) / low)
                }
            };
            Some(set as Points)
        })
    }
}

/// Calls `visit` with the least set of `size` points in each orbit under the group of the generators, each given as
/// images of the points.
pub(crate) fn representatives(
    placements: &Placements,
    size: usize,
    generators: &[Vec<u8>],
    mut visit: impl FnMut(Points),
) {
    if generators.is_empty() {
        placements.of_size(size).for_each(visit);
        return;
    }
    let mut seen = vec![false; placements.len()];
    let mut pending = Vec::new();
    for set in placements.of_size(size) {
        if seen[placements.number(set)] {
            continue;
        }
        visit(set);
        pending.push(set);
        while let Some(set) = pending.pop() {
            for images in generators {
                let image = otrera_regions::graph::points(set).fold(0, |image, point| image | 1 << images[point]);
                let number = placements.number(image);
                if !seen[number] {
                    seen[number] = true;
                    pending.push(image);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_a_gap() {
        for (points, most) in [(1, 1), (5, 2), (7, 7), (16, 3), (4, 9)] {
            let placements = Placements::new(points, most);
            let all: Vec<_> = (0..=most).flat_map(|size| placements.of_size(size)).collect();
            assert_eq!(all.len(), placements.len());
            assert!(all.iter().enumerate().all(|(number, &set)| placements.number(set) == number), "{points} {most}");
        }
    }

    #[test]
    fn a_necklace_of_five_has_two_pairs() {
        let turn = vec![1, 2, 3, 4, 0];
        let mut found = Vec::new();
        representatives(&Placements::new(5, 2), 2, &[turn], |set| found.push(set));
        assert_eq!(found, [0b11, 0b101]);
    }
}
