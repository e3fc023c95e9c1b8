//! The exhaustive search between the bounds.
//!
//! It asks whether a state can be filled with at most d defects, beginning with the lower bound, and increases d until
//! the answer is yes. States that have lost too much are left at once, which is most of them while d is small. An entry
//! for a connected state has two numbers: defects that are certain, and defects that suffice. A move that splits the
//! region leaves several states, which share the allowed defects.

use std::mem;

use otrera_cgt::table_bytes;
use rustc_hash::FxHashMap;

use super::field::{Field, State};
use super::lost::Lost;
use super::plod::exits;
use super::{Bounds, Ended, FillLimits, Step};

/// Moves between two checks of the limits: a few milliseconds at most, whatever the size of the region.
const MOVES_PER_LOOK: u64 = 4096;

/// A search with its transposition table.
pub(super) struct Search<'a, const N: usize> {
    field: &'a Field<N>,
    limits: &'a FillLimits<'a>,
    entries: FxHashMap<State<N>, Entry>,
    pub(super) lost: Lost<N>,
    pub(super) nodes: u64,
    moves: u64,
    /// Nodes after which the search pauses, with [`Ended::Nodes`].
    pub(super) pause: u64,
}

/// Bounds on the defects of a connected state.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Defects that are certain.
    least: u16,
    /// Defects that suffice, if `step` is set: it begins such a line.
    enough: u16,
    step: Option<Step>,
}

impl<'a, const N: usize> Search<'a, N> {
    pub(super) fn new(field: &'a Field<N>, limits: &'a FillLimits<'a>, bounds: Bounds) -> Search<'a, N> {
        Search {
            field,
            limits,
            entries: FxHashMap::default(),
            lost: Lost::new(bounds),
            nodes: 0,
            moves: 0,
            pause: u64::MAX,
        }
    }

    /// Restarts with stronger and slower bounds. Old entries are dropped, since they would be used instead.
    pub(super) fn strengthen(&mut self) {
        self.entries.clear();
        self.lost.strengthen();
        self.pause = u64::MAX;
    }

    /// Bytes in use with a table of `capacity` entries.
    fn bytes(&self, capacity: usize) -> usize {
        table_bytes::<(State<N>, Entry)>(capacity) + self.lost.bytes()
    }

    /// A lower bound on the defects of a connected state with amazons, from the table or computed and stored.
    fn bound(&mut self, state: &State<N>) -> Result<usize, Ended> {
        if let Some(entry) = self.entries.get(state) {
            return Ok(entry.least.into());
        }
        let least = self.lost.at_node(self.field, state);
        self.store(state, Entry { least: least as u16, ..Entry::default() })?;
        Ok(least)
    }

    /// Searches a state, connected or not, for a line that leaves at most `allowed` squares empty. Returns the number
    /// left by that line, or a lower bound above `allowed`.
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
        // Step 1. The table may have the answer.
        let mut least = match self.entries.get(state) {
            Some(entry) if entry.step.is_some() && usize::from(entry.enough) <= allowed => {
                return Ok(entry.enough.into());
            }
            Some(entry) => usize::from(entry.least),
            None => self.bound(state)?,
        };
        if least > allowed {
            return Ok(least);
        }
        self.count()?;

        // Step 2. Plodding moves, which lose nothing by themselves; fewest exits first.
        let mut certain = state.empty.count();
        for (_, step) in self.plods(state) {
            let left = self.parts(&state.after(step), allowed)?;
            if left <= allowed {
                return self.found(state, step, least, left);
            }
            certain = certain.min(left);
        }

        // Step 3. All other moves, smallest loss first.
        for (lost, step) in self.others(state)? {
            let left = if lost > allowed { lost } else { self.parts(&state.after(step), allowed)? };
            if left <= allowed {
                return self.found(state, step, least, left);
            }
            certain = certain.min(left);
        }

        // Step 4. Every move leaves more than allowed. Keep a longer line that another caller found and relies on.
        least = least.max(certain);
        let entry = self.entries.get(state).copied().unwrap_or_default();
        self.store(state, Entry { least: least as u16, ..entry })?;
        Ok(least)
    }

    fn plods(&self, state: &State<N>) -> Vec<(usize, Step)> {
        let mut steps = Vec::new();
        for group in [state.amazons, state.blockers] {
            let start = steps.len();
            for from in group.points() {
                for &to in self.field.near(from).iter().filter(|&&to| state.empty.has(to)) {
                    steps.push((exits(self.field, &state.empty, to), Step { from, to, arrow: from }));
                }
            }
            steps[start..].sort_by_key(|&(exits, _)| exits);
        }
        steps
    }

    /// All moves except the plodding ones, each with the number of empty squares that it cuts off from every amazon.
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
        (self.limits.check)(self.bytes(self.entries.capacity())).map_err(Ended::Limit)
    }

    fn found(&mut self, state: &State<N>, step: Step, least: usize, left: usize) -> Result<usize, Ended> {
        self.store(state, Entry { least: least as u16, enough: left as u16, step: Some(step) })?;
        Ok(left)
    }

    fn store(&mut self, state: &State<N>, entry: Entry) -> Result<(), Ended> {
        if self.entries.len() == self.entries.capacity() {
            // A full table is copied into one of twice the size, and both exist meanwhile.
            let capacity = self.entries.capacity();
            (self.limits.check)(self.bytes(capacity) + self.bytes(2 * capacity)).map_err(Ended::Limit)?;
        }
        self.entries.insert(*state, entry);
        Ok(())
    }

    /// The line that [`parts`](Self::parts) found.
    pub(super) fn line(&self, state: &State<N>) -> Vec<Step> {
        let mut line = Vec::new();
        let mut open = vec![*state];
        while let Some(state) = open.pop() {
            for part in state.parts(self.field).0 {
                if let Some(step) = self.entries.get(&part).and_then(|entry| entry.step) {
                    line.push(step);
                    open.push(part.after(step));
                }
            }
        }
        line
    }
}

/// Stack for a search of `moves` moves, in bytes. A level holds a few states and small buffers: less than 2 KB,
/// measured at 128 points, of which the states grow with N.
pub(super) fn stack<const N: usize>(moves: usize) -> usize {
    (1 << 20) + moves * (4096 + 24 * mem::size_of::<State<N>>())
}
