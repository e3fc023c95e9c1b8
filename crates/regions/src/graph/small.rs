//! Graphs of at most 16 points to play on: queens slide along lines, arrows remove points.

use super::{Canonizer, LineGraph};

const MAX_SMALL: usize = 16;
/// Maximum number of directions from a point: both ways on four lines.
const RAYS: usize = 8;

/// A set of points as bits.
pub type Points = u16;

/// Iterates over the points of a set, lowest first.
#[inline]
pub fn points(mut set: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as usize;
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(point)
    })
}

/// A graph of at most 16 points with its rays.
#[derive(Clone, Debug)]
pub struct SmallGraph {
    count: usize,
    rays: [[Ray; RAYS]; MAX_SMALL],
    lengths: [u8; MAX_SMALL],
    neighbours: [Points; MAX_SMALL],
}

#[derive(Clone, Copy, Debug, Default)]
struct Ray {
    length: u8,
    points: [u8; MAX_SMALL - 1],
}

/// A connected part of a graph, with its own canonical numbering.
#[derive(Clone, Debug)]
pub struct Part<T> {
    /// Its points in the whole graph.
    pub points: Points,
    /// The canonical number of each of them in the part.
    pub labels: [u8; MAX_SMALL],
    /// The part as found by the caller of [`Splitter::parts`].
    pub graph: T,
}

impl SmallGraph {
    /// Prepares a graph of at most 16 points for moves.
    pub fn new(graph: &LineGraph) -> SmallGraph {
        let mut small = SmallGraph {
            count: graph.len(),
            rays: [[Ray::default(); RAYS]; MAX_SMALL],
            lengths: [0; MAX_SMALL],
            neighbours: [0; MAX_SMALL],
        };
        for line in graph.lines() {
            for (place, &point) in line.iter().enumerate() {
                small.push_ray(point, line[..place].iter().rev());
                small.push_ray(point, line[place + 1..].iter());
            }
        }
        small
    }

    fn push_ray<'a>(&mut self, from: u16, points: impl ExactSizeIterator<Item = &'a u16>) {
        if points.len() == 0 {
            return;
        }
        let from = usize::from(from);
        let ray = &mut self.rays[from][usize::from(self.lengths[from])];
        self.lengths[from] += 1;
        ray.length = points.len() as u8;
        for (place, &point) in ray.points.iter_mut().zip(points) {
            *place = point as u8;
        }
        self.neighbours[from] |= 1 << ray.points[0];
    }

    /// All points.
    #[inline]
    pub fn full(&self) -> Points {
        ((1_u32 << self.count) - 1) as Points
    }

    /// Points that a queen on `from` reaches over points of `empty`.
    #[inline]
    pub fn slide(&self, from: usize, empty: Points) -> Points {
        let mut reached = 0;
        for ray in &self.rays[from][..usize::from(self.lengths[from])] {
            for &point in &ray.points[..usize::from(ray.length)] {
                if empty >> point & 1 == 0 {
                    break;
                }
                reached |= 1 << point;
            }
        }
        reached
    }

    /// Points of `within` that are connected to `seed`.
    fn flood(&self, seed: Points, within: Points) -> Points {
        let (mut reached, mut fresh) = (seed, seed);
        while fresh != 0 {
            let spread = points(fresh).fold(0, |set, point| set | self.neighbours[point]);
            fresh = spread & within & !reached;
            reached |= fresh;
        }
        reached
    }
}

/// Splits graphs into connected parts, reusing its allocations.
#[derive(Debug, Default)]
pub struct Splitter {
    canonizer: Canonizer,
    part: LineGraph,
    numbers: Vec<Option<u16>>,
}

impl Splitter {
    /// Returns the connected parts of the points `set` of `graph`. `find` maps the canonical code of a part to its
    /// `graph`.
    pub fn parts<T>(
        &mut self,
        graph: &LineGraph,
        small: &SmallGraph,
        set: Points,
        mut find: impl FnMut(&[u8]) -> T,
    ) -> Vec<Part<T>> {
        let mut parts = Vec::new();
        let mut left = set;
        while left != 0 {
            let part = small.flood(left & left.wrapping_neg(), left);
            left &= !part;
            self.numbers.clear();
            let mut next = 0..;
            let number = |point: usize| if part >> point & 1 == 0 { None } else { next.next() };
            self.numbers.extend((0..graph.len()).map(number));
            graph.without_into(&self.numbers, &mut self.part);
            let labelling = self.canonizer.label(&self.part, &[]);
            let mut labels = [0; MAX_SMALL];
            for (point, &label) in points(part).zip(&labelling.labels) {
                labels[point] = label;
            }
            parts.push(Part { points: part, labels, graph: find(&labelling.code) });
        }
        parts
    }
}

impl<T> Part<T> {
    /// The points of `set` that lie in the part, under the part's numbers.
    #[inline]
    pub fn within(&self, set: Points) -> Points {
        points(set & self.points).fold(0, |image, point| image | 1 << self.labels[point])
    }
}
