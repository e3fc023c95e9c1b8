//! The lower bound on defects: the better of gates and dead ends.

use super::Bounds;
use super::dead_ends::{self, DeadEnds};
use super::field::{Field, State};
use super::gates::Gates;
use super::walk::Walk;

/// The bounds with their caches.
#[derive(Debug)]
pub(super) struct Lost<const N: usize> {
    bounds: Bounds,
    walk: Walk,
    gates: Gates,
    dead_ends: DeadEnds<N>,
    /// Maximum size of dead ends at nodes, by number of amazons.
    at_nodes: &'static [usize],
}

impl<const N: usize> Lost<N> {
    pub(super) fn new(bounds: Bounds) -> Lost<N> {
        let (walk, gates, dead_ends) = (Walk::default(), Gates::default(), DeadEnds::default());
        Lost { bounds, walk, gates, dead_ends, at_nodes: &dead_ends::SMALL }
    }

    /// A cheap lower bound on the defects of a connected state with amazons.
    pub(super) fn at_node(&mut self, field: &Field<N>, state: &State<N>) -> usize {
        self.count(field, state, self.at_nodes)
    }

    /// The same with larger dead ends, for a whole territory.
    pub(super) fn at_root(&mut self, field: &Field<N>, state: &State<N>) -> usize {
        self.count(field, state, &dead_ends::LARGE)
    }

    /// Looks for larger dead ends at nodes from now on.
    pub(super) fn strengthen(&mut self) {
        self.at_nodes = &dead_ends::MEDIUM;
    }

    pub(super) fn bytes(&self) -> usize {
        self.dead_ends.bytes()
    }

    fn count(&mut self, field: &Field<N>, state: &State<N>, largest: &[usize]) -> usize {
        if !self.bounds.gates && !self.bounds.dead_ends {
            return 0;
        }
        self.walk.run(field, state);
        let by_gates = if self.bounds.gates { self.gates.defects(field, state, &self.walk) } else { 0 };
        let by_dead_ends = match self.bounds.dead_ends {
            true => self.dead_ends.defects(field, state, &self.walk, largest),
            false => 0,
        };
        by_gates.max(by_dead_ends)
    }
}
