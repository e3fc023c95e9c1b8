//! The exhaustive search, for what the bounds leave open.
//!
//! It asks whether a state can be filled with at most so many defects, beginning with the number that the bounds cannot
//! exclude, and allows one more until the answer is yes. So a state in which too much is lost already is left at once,
//! which is most of them while few defects are allowed. What is found out about a connected state is remembered as two
//! numbers: defects that are certain, and defects that suffice. A move that cuts the ground leaves several states,
//! which share what is allowed.

use std::mem;

use otrera_cgt::table_bytes;
use rustc_hash::FxHashMap;

use super::field::{Field, State};
use super::lost::Lost;
use super::plod::ways_on;
use super::{Bounds, Ended, FillLimits, Step};

/// Moves that are made between two looks at the limits: some milliseconds at most, whatever the size of a region.
const MOVES_PER_LOOK: u64 = 4096;

/// A search with its memory.
pub(super) struct Search<'a, const N: usize> {
    field: &'a Field<N>,
    limits: &'a FillLimits<'a>,
    known: FxHashMap<State<N>, Known>,
    pub(super) lost: Lost<N>,
    pub(super) nodes: u64,
    moves: u64,
    /// Nodes after which the search ends for the time being, with [`Ended::Nodes`].
    pub(super) pause: u64,
}

/// What is known about a connected state.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Defects that are certain.
    least: u16,
    /// Defects that suffice, if `step` is there: it begins such a line.
    enough: u16,
    step: Option<Step>,
}

impl<'a, const N: usize> Search<'a, N> {
    pub(super) fn new(field: &'a Field<N>, limits: &'a FillLimits<'a>, bounds: Bounds) -> Search<'a, N> {
        Search {
            field,
            limits,
            known: FxHashMap::default(),
            lost: Lost::new(bounds),
            nodes: 0,
            moves: 0,
            pause: u64::MAX,
        }
    }

    /// Begins anew, with bounds that cost more and say more; what is known from the others would hide them.
    pub(super) fn take_care(&mut self) {
        self.known.clear();
        self.lost.take_time();
        self.pause = u64::MAX;
    }

    /// Bytes in use with a table of `capacity` entries.
    fn bytes(&self, capacity: usize) -> usize {
        table_bytes::<(State<N>, Known)>(capacity) + self.lost.bytes()
    }

    /// A lower bound on the defects of a connected state with amazons: what is remembered of it, or what the bounds
    /// say, which is remembered then.
    fn bound(&mut self, state: &State<N>) -> Result<usize, Ended> {
        if let Some(known) = self.known.get(state) {
            return Ok(known.least.into());
        }
        let least = self.lost.at_node(self.field, state);
        self.remember(state, Known { least: least as u16, enough: 0, step: None })?;
        Ok(least)
    }

    /// Searches a state that may be in parts for a line that leaves at most `allowed` squares empty. Returns the
    /// number left by the line that was found, or a larger one that is certain to be left.
    pub(super) fn parts(&mut self, state: &State<N>, allowed: usize) -> Result<usize, Ended> {
        let (mut parts, mut defects) = state.parts(self.field);
        if defects > allowed {
            return Ok(defects);
        }
        parts.sort_by_key(|part| part.empty.count());
        let bounds = parts.iter().map(|part| self.bound(part)).collect::<Result<Vec<_>, _>>()?;
        defects += bounds.iter().sum::<usize>();
        for (part, bound) in parts.iter().zip(bounds) {
            if defects > allowed {
                break;
            }
            defects = defects - bound + self.connected(part, allowed - (defects - bound))?;
        }
        Ok(defects)
    }

    /// The same for a connected state with amazons and empty squares.
    fn connected(&mut self, state: &State<N>, allowed: usize) -> Result<usize, Ended> {
        // Step 1. What is known may be enough.
        let mut least = match self.known.get(state) {
            Some(known) if known.step.is_some() && usize::from(known.enough) <= allowed => {
                return Ok(known.enough.into());
            }
            Some(known) => usize::from(known.least),
            None => self.bound(state)?,
        };
        if least > allowed {
            return Ok(least);
        }
        self.count()?;

        // Step 2. Steps to a neighbour that shoot back lose nothing by themselves; fewest ways on first.
        let mut certain = state.empty.count();
        for (_, step) in self.plods(state) {
            let left = self.parts(&state.after(step), allowed)?;
            if left <= allowed {
                return self.found(state, step, least, left);
            }
            certain = certain.min(left);
        }

        // Step 3. All other moves, those that lose least first.
        for (lost, step) in self.others(state)? {
            let left = if lost > allowed { lost } else { self.parts(&state.after(step), allowed)? };
            if left <= allowed {
                return self.found(state, step, least, left);
            }
            certain = certain.min(left);
        }

        // Step 4. Every move leaves more than is allowed. A line that leaves more, found for others, stays: they need it.
        least = least.max(certain);
        let known = self.known.get(state).copied().unwrap_or(Known { least: 0, enough: 0, step: None });
        self.remember(state, Known { least: least as u16, ..known })?;
        Ok(least)
    }

    fn plods(&self, state: &State<N>) -> Vec<(usize, Step)> {
        let mut steps = Vec::new();
        for group in [state.amazons, state.blockers] {
            let start = steps.len();
            for from in group.points() {
                for &to in self.field.near(from).iter().filter(|&&to| state.empty.has(to)) {
                    steps.push((ways_on(self.field, &state.empty, to), Step { from, to, arrow: from }));
                }
            }
            steps[start..].sort_by_key(|&(ways, _)| ways);
        }
        steps
    }

    /// All moves but the plods, each with the number of empty squares that it cuts off from every amazon.
    fn others(&mut self, state: &State<N>) -> Result<Vec<(usize, Step)>, Ended> {
        let mut steps = Vec::new();
        state.for_each_step(self.field, |step| {
            let is_plod = step.arrow == step.from && self.field.near(step.from).contains(&step.to);
            if !is_plod {
                steps.push((0, step));
            }
        });
        for (lost, step) in &mut steps {
            self.moves += 1;
            if self.moves.is_multiple_of(MOVES_PER_LOOK) {
                self.look()?;
            }
            *lost = state.after(*step).parts(self.field).1;
        }
        steps.sort_by_key(|&(lost, _)| lost);
        Ok(steps)
    }

    fn count(&mut self) -> Result<(), Ended> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes.min(self.pause) {
            return Err(Ended::Nodes);
        }
        Ok(())
    }

    fn look(&self) -> Result<(), Ended> {
        (self.limits.check)(self.bytes(self.known.capacity())).map_err(Ended::Limit)
    }

    fn found(&mut self, state: &State<N>, step: Step, least: usize, left: usize) -> Result<usize, Ended> {
        self.remember(state, Known { least: least as u16, enough: left as u16, step: Some(step) })?;
        Ok(left)
    }

    fn remember(&mut self, state: &State<N>, known: Known) -> Result<(), Ended> {
        if self.known.len() == self.known.capacity() {
            // The table is about to move into one of twice the size, and both are there meanwhile.
            let capacity = self.known.capacity();
            (self.limits.check)(self.bytes(capacity) + self.bytes(2 * capacity)).map_err(Ended::Limit)?;
        }
        self.known.insert(*state, known);
        Ok(())
    }

    /// The line that [`parts`](Self::parts) found.
    pub(super) fn line(&self, state: &State<N>) -> Vec<Step> {
        let mut line = Vec::new();
        let mut open = vec![*state];
        while let Some(state) = open.pop() {
            for part in state.parts(self.field).0 {
                let known = self.known.get(&part).and_then(|known| known.step);
                if let Some(step) = known {
                    line.push(step);
                    open.push(part.after(step));
                }
            }
        }
        line
    }
}

/// Stack that a search of this many moves may need, in bytes. A level holds some states and the lists of its moves'
/// addresses; measured at 128 points a level takes less than 2 KB, and states are the part that grows.
pub(super) fn stack<const N: usize>(moves: usize) -> usize {
    (1 << 20) + moves * (4096 + 24 * mem::size_of::<State<N>>())
}
