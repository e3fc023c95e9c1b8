//! The region to be filled, prepared for moves, and a state of it.

use super::Step;
use super::set::Set;
use crate::graph::LineGraph;

/// A graph, prepared for moves.
#[derive(Debug)]
pub(super) struct Field<const N: usize> {
    rays: Vec<Vec<Ray>>,
    near: Vec<Vec<u16>>,
    /// `near` as sets, up to `WIDEST_AROUND` words.
    around: Vec<Set<N>>,
}

/// Words of the largest sets that are stored for each point: 4096 points take 2 MB.
const WIDEST_AROUND: usize = 64;

/// The points in one direction from a point, nearest first.
#[derive(Debug)]
pub(super) struct Ray {
    pub(super) points: Vec<u16>,
    /// The nearest point in the opposite direction.
    pub(super) opposite: Option<u16>,
}

/// The contents of the points. All others are burnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State<const N: usize> {
    pub(super) empty: Set<N>,
    /// Amazons that move and shoot freely.
    pub(super) amazons: Set<N>,
    /// Amazons whose first move must shoot back to the square they leave.
    pub(super) blockers: Set<N>,
}

impl<const N: usize> Field<N> {
    pub(super) fn new(graph: &LineGraph) -> Field<N> {
        let rays = graph.rays();
        let opposite = |point: u16, first: u16| {
            let back = rays[usize::from(first)].iter().find(|ray| ray[0] == point);
            back.and_then(|ray| ray.get(1).copied())
        };
        let of_point = |(point, rays): (usize, &Vec<Vec<u16>>)| {
            let ray = |points: &Vec<u16>| Ray { opposite: opposite(point as u16, points[0]), points: points.clone() };
            rays.iter().map(ray).collect::<Vec<_>>()
        };
        let near: Vec<Vec<u16>> = rays.iter().map(|rays| rays.iter().map(|ray| ray[0]).collect()).collect();
        let around = near.iter().filter(|_| N <= WIDEST_AROUND).map(|near| Set::of(near.iter().copied())).collect();
        Field { rays: rays.iter().enumerate().map(of_point).collect(), near, around }
    }

    pub(super) fn len(&self) -> usize {
        self.near.len()
    }

    pub(super) fn rays(&self, point: u16) -> &[Ray] {
        &self.rays[usize::from(point)]
    }

    pub(super) fn near(&self, point: u16) -> &[u16] {
        &self.near[usize::from(point)]
    }

    /// The points that a queen on `from` reaches over `empty`.
    pub(super) fn slide<'a>(&'a self, from: u16, empty: &'a Set<N>) -> impl Iterator<Item = u16> + use<'a, N> {
        self.rays(from).iter().flat_map(|ray| ray.points.iter().copied().take_while(|&point| empty.has(point)))
    }

    /// The size of the connected part of `set` that contains `from`, counted up to `most`.
    pub(super) fn reach(&self, from: u16, set: &Set<N>, most: usize) -> usize {
        let mut found = Set::<N>::of([from]);
        let mut open = vec![from];
        let mut next = 0;
        while let Some(&point) = open.get(next)
            && open.len() < most
        {
            next += 1;
            for &near in self.near(point) {
                if set.has(near) && !found.has(near) {
                    found.put(near);
                    open.push(near);
                }
            }
        }
        open.len().min(most)
    }

    /// The connected part of `set` that contains `from`.
    pub(super) fn flood(&self, from: u16, set: &Set<N>) -> Set<N> {
        let mut found = Set::of([from]);
        if N <= WIDEST_AROUND {
            let mut open = found;
            while let Some(point) = open.first() {
                open.take(point);
                let new = self.around[usize::from(point)].and(set).minus(&found);
                found = found.or(&new);
                open = open.or(&new);
            }
            return found;
        }
        let mut open = vec![from];
        while let Some(point) = open.pop() {
            for &next in self.near(point) {
                if set.has(next) && !found.has(next) {
                    found.put(next);
                    open.push(next);
                }
            }
        }
        found
    }
}

impl<const N: usize> State<N> {
    #[inline]
    pub(super) fn unburnt(&self) -> Set<N> {
        self.empty.or(&self.amazons).or(&self.blockers)
    }

    #[inline]
    pub(super) fn movers(&self) -> Set<N> {
        self.amazons.or(&self.blockers)
    }

    pub(super) fn within(&self, part: &Set<N>) -> State<N> {
        State { empty: self.empty.and(part), amazons: self.amazons.and(part), blockers: self.blockers.and(part) }
    }

    #[inline]
    pub(super) fn after(&self, step: Step) -> State<N> {
        let mut next = *self;
        next.amazons.take(step.from);
        next.blockers.take(step.from);
        next.amazons.put(step.to);
        next.empty.put(step.from);
        next.empty.take(step.to);
        next.empty.take(step.arrow);
        next
    }

    /// The connected parts with amazons and empty squares, and the number of empty squares in parts without amazons.
    pub(super) fn parts(&self, field: &Field<N>) -> (Vec<State<N>>, usize) {
        let mut left = self.unburnt();
        let (mut parts, mut lost) = (Vec::new(), 0);
        while let Some(point) = left.first() {
            let part = field.flood(point, &left);
            left = left.minus(&part);
            let state = self.within(&part);
            if state.amazons.is_none() && state.blockers.is_none() {
                lost += state.empty.count();
            } else if !state.empty.is_none() {
                parts.push(state);
            }
        }
        (parts, lost)
    }

    /// Calls `found` with every legal move.
    pub(super) fn for_each_step(&self, field: &Field<N>, mut found: impl FnMut(Step)) {
        for from in self.amazons.points() {
            let mut vacated = self.empty;
            vacated.put(from);
            for to in field.slide(from, &self.empty) {
                for arrow in field.slide(to, &vacated) {
                    found(Step { from, to, arrow });
                }
            }
        }
        for from in self.blockers.points() {
            for to in field.slide(from, &self.empty) {
                found(Step { from, to, arrow: from });
            }
        }
    }
}
