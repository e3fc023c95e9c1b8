//! A depth-first walk through the unburnt squares of a connected state, from an amazon.
//!
//! The low points of Tarjan (1972) show which squares hold the region together: if nothing below a square c touches
//! anything found before its parent, the parent separates c and all below it from the rest.

use super::field::{Field, State};
use super::set::Set;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Visit {
    /// Index in the order of discovery.
    pub(super) time: u32,
    pub(super) parent: u16,
    pub(super) child: Option<u16>,
    /// Low point: the earliest square that touches this one or its descendants, except by the edge to the parent.
    pub(super) low: u32,
    pub(super) size: u32,
    pub(super) amazons: u32,
}

/// A walk; the next one reuses its allocations.
#[derive(Debug, Default)]
pub(super) struct Walk {
    visits: Vec<Visit>,
    /// The squares in the order of discovery; a subtree is contiguous.
    pub(super) order: Vec<u16>,
    stack: Vec<(u16, u16)>,
}

impl Walk {
    pub(super) fn at(&self, point: u16) -> &Visit {
        &self.visits[usize::from(point)]
    }

    fn at_mut(&mut self, point: u16) -> &mut Visit {
        &mut self.visits[usize::from(point)]
    }

    /// The squares of the subtree of `point`.
    pub(super) fn below(&self, point: u16) -> &[u16] {
        let visit = self.at(point);
        &self.order[visit.time as usize..(visit.time + visit.size) as usize]
    }

    /// Walks through a connected state with an amazon.
    pub(super) fn run<const N: usize>(&mut self, field: &Field<N>, state: &State<N>) {
        let (unburnt, movers) = (state.unburnt(), state.movers());
        self.visits.resize(field.len(), Visit::default());
        self.order.clear();
        let root = movers.points().next().expect("a walk begins at an amazon");
        let mut seen = Set::<N>::NONE;
        self.find(root, root, &mut seen);
        while let Some((point, next)) = self.stack.pop() {
            let Some(&near) = field.near(point).get(usize::from(next)) else { continue };
            self.stack.push((point, next + 1));
            if !unburnt.has(near) {
                continue;
            }
            if !seen.has(near) {
                self.at_mut(point).child = Some(near);
                self.find(near, point, &mut seen);
            } else if near != self.at(point).parent {
                let time = self.at(near).time;
                let visit = self.at_mut(point);
                visit.low = visit.low.min(time);
            }
        }
        for i in (0..self.order.len()).rev() {
            let point = self.order[i];
            let visit = self.at_mut(point);
            visit.size += 1;
            visit.amazons += u32::from(movers.has(point));
            let visit = *visit;
            if i > 0 {
                let parent = self.at_mut(visit.parent);
                parent.size += visit.size;
                parent.amazons += visit.amazons;
                parent.low = parent.low.min(visit.low);
            }
        }
    }

    fn find<const N: usize>(&mut self, point: u16, parent: u16, seen: &mut Set<N>) {
        seen.put(point);
        let time = self.order.len() as u32;
        *self.at_mut(point) = Visit { time, parent, low: time, ..Visit::default() };
        self.order.push(point);
        self.stack.push((point, 0));
    }
}
