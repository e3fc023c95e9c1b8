//! A small graph to move on: queens slide along its lines, arrows take its points away.

use super::{Canonizer, LineGraph};

/// Most points of a field.
const MAX_FIELD: usize = 16;

/// Most directions from a point: both ways on four lines.
const RAYS: usize = 8;

/// A set of points of a field.
pub type Points = u16;

/// The points of a set.
#[inline]
pub fn points(mut set: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as usize;
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(point)
    })
}

/// The rays of a graph of up to 16 points.
#[derive(Clone, Debug)]
pub struct Field {
    count: usize,
    rays: [[Ray; RAYS]; MAX_FIELD],
    lengths: [u8; MAX_FIELD],
    neighbours: [Points; MAX_FIELD],
}

#[derive(Clone, Copy, Debug, Default)]
struct Ray {
    length: u8,
    points: [u8; MAX_FIELD - 1],
}

/// What is left of a field in one piece after a point was taken away.
#[derive(Clone, Debug)]
pub struct Part<T> {
    /// Its points.
    pub points: Points,
    /// The canonical number of each of them in the graph that the part is.
    pub labels: [u8; MAX_FIELD],
    /// Which graph it is.
    pub graph: T,
}

impl Field {
    /// The field of a graph of at most 16 points.
    pub fn new(graph: &LineGraph) -> Field {
        let mut field = Field {
            count: graph.len(),
            rays: [[Ray::default(); RAYS]; MAX_FIELD],
            lengths: [0; MAX_FIELD],
            neighbours: [0; MAX_FIELD],
        };
        for line in graph.lines() {
            for (place, &point) in line.iter().enumerate() {
                field.push_ray(point, line[..place].iter().rev());
                field.push_ray(point, line[place + 1..].iter());
            }
        }
        field
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

    /// Where a queen goes from a point over points of a set.
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

    /// All points of a set that are connected to `seed` within it.
    pub fn flood(&self, seed: Points, within: Points) -> Points {
        let (mut reached, mut fresh) = (seed, seed);
        while fresh != 0 {
            let spread = points(fresh).fold(0, |set, point| set | self.neighbours[point]);
            fresh = spread & within & !reached;
            reached |= fresh;
        }
        reached
    }
}

/// Takes graphs apart, and keeps the room that it needs for that.
#[derive(Debug, Default)]
pub struct Splitter {
    canonizer: Canonizer,
    part: LineGraph,
    numbers: Vec<Option<u16>>,
}

impl Splitter {
    /// The connected parts of a set of points of a graph, each as what `find` knows the canonical code by.
    pub fn parts<T>(
        &mut self,
        graph: &LineGraph,
        field: &Field,
        set: Points,
        mut find: impl FnMut(&[u8]) -> T,
    ) -> Vec<Part<T>> {
        let mut parts = Vec::new();
        let mut left = set;
        while left != 0 {
            let part = field.flood(left & left.wrapping_neg(), left);
            left &= !part;
            self.numbers.clear();
            let mut next = 0..;
            let number = |point: usize| if part >> point & 1 == 0 { None } else { next.next() };
            self.numbers.extend((0..graph.len()).map(number));
            graph.without_into(&self.numbers, &mut self.part);
            let labelling = self.canonizer.label(&self.part, &[]);
            let mut labels = [0; MAX_FIELD];
            for (point, &label) in points(part).zip(&labelling.labels) {
                labels[point] = label;
            }
            parts.push(Part { points: part, labels, graph: find(&labelling.code) });
        }
        parts
    }
}

impl<T> Part<T> {
    /// A set of points of the whole, as far as it lies in the part, under the part's numbers.
    #[inline]
    pub fn within(&self, set: Points) -> Points {
        points(set & self.points).fold(0, |image, point| image | 1 << self.labels[point])
    }
}
