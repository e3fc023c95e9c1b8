//! Squares that are certain to be lost: the better of the bounds.

use super::Bounds;
use super::dead_ends::DeadEnds;
use super::field::{Field, State};
use super::gates::Gates;
use super::walk::Walk;

/// The bounds and what they remember.
#[derive(Debug)]
pub(super) struct Lost<const N: usize> {
    bounds: Bounds,
    walk: Walk,
    gates: Gates,
    dead_ends: DeadEnds<N>,
}

impl<const N: usize> Lost<N> {
    pub(super) fn new(bounds: Bounds) -> Lost<N> {
        Lost { bounds, walk: Walk::default(), gates: Gates::default(), dead_ends: DeadEnds::default() }
    }

    /// A lower bound on the defects of a connected state with amazons, at little cost.
    pub(super) fn at_node(&mut self, field: &Field<N>, state: &State<N>) -> usize {
        self.count(field, state, true)
    }

    /// The same with larger dead ends, for a whole territory.
    pub(super) fn at_root(&mut self, field: &Field<N>, state: &State<N>) -> usize {
        self.count(field, state, false)
    }

    /// Memory for what is remembered, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.dead_ends.bytes()
    }

    fn count(&mut self, field: &Field<N>, state: &State<N>, at_node: bool) -> usize {
        if !self.bounds.gates && !self.bounds.dead_ends {
            return 0;
        }
        self.walk.run(field, state);
        let by_gates = if self.bounds.gates { self.gates.defects(field, state, &self.walk) } else { 0 };
        let by_dead_ends = match self.bounds.dead_ends {
            true => self.dead_ends.defects(field, state, &self.walk, at_node),
            false => 0,
        };
        by_gates.max(by_dead_ends)
    }
}
