//! Computing all graphs of a size from look-ups among the smaller ones.
//!
//! A move burns a point, and the parts that are left are smaller graphs, which are done. So for each point that may
//! burn, the sum of the parts is computed first for every state; then each state is one canonical form of its options.

use otrera_cgt::{Interrupted, Store, Value};

use crate::states::{self, GUARDED, OPEN, TERRITORY, Weights};
use otrera_regions::graph::{LineGraph, Part, Points, SmallGraph, Splitter};

/// The tables of one size, with graphs in the order of their codes.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub(super) codes: Vec<Box<[u8]>>,
    /// For each graph the moves of each state of a territory.
    pub(super) territory: Vec<Box<[u8]>>,
    /// For each graph the value of each state of an open area.
    pub(super) open: Vec<Box<[Value]>>,
    /// For each graph the value of each state of a guarded area; empty if not computed.
    pub(super) guarded: Vec<Box<[Value]>>,
}

/// The smaller sizes, from 1 on.
pub(super) type Layers = [Layer];

/// A graph with the parts that are left without each of its points.
pub(super) struct SplitGraph {
    field: SmallGraph,
    without: Vec<Vec<Part<u32>>>,
}

impl SplitGraph {
    /// Splits a graph. All smaller graphs must be in `layers`.
    pub(super) fn new(layers: &Layers, code: &[u8], splitter: &mut Splitter) -> SplitGraph {
        let (graph, _) = LineGraph::of_code(code);
        let field = SmallGraph::new(&graph);
        let find = |code: &[u8]| {
            let codes = &layers[usize::from(code[0]) - 1].codes;
            let place = codes.binary_search_by(|known| known.as_ref().cmp(code));
            place.expect("a part of a region is a region") as u32
        };
        let without = |arrow: usize| splitter.parts(&graph, &field, field.full() & !(1 << arrow), find);
        SplitGraph { without: (0..graph.len()).map(without).collect(), field }
    }

    fn len(&self) -> usize {
        self.without.len()
    }

    /// For each point that may burn and each state, calls `worth` with the parts that are left and their states.
    fn after<T: Clone, const BASE: usize>(
        &self,
        zero: T,
        mut worth: impl FnMut(&[(&Part<u32>, usize)]) -> Result<T, Interrupted>,
    ) -> Result<Vec<Vec<T>>, Interrupted> {
        let count = self.len();
        let mut tables = Vec::with_capacity(count);
        for (arrow, parts) in self.without.iter().enumerate() {
            let weights: Vec<Weights> = parts
                .iter()
                .map(|part| Weights::new(BASE, count, |p| (part.points >> p & 1 == 1).then(|| part.labels[p])))
                .collect();
            let mut table = vec![zero.clone(); states::count(BASE, count)];
            let mut found = Vec::with_capacity(parts.len());
            for (state, place) in table.iter_mut().enumerate() {
                let sets = states::sets::<BASE>(state, count);
                if sets[0] >> arrow & 1 == 0 {
                    // An amazon stands on the point that burns.
                    continue;
                }
                found.clear();
                for (part, weights) in parts.iter().zip(&weights) {
                    let state = (1..BASE).map(|digit| digit * weights.of(sets[digit])).sum();
                    if state != 0 {
                        found.push((part, state));
                    }
                }
                *place = worth(&found)?;
            }
            tables.push(table);
        }
        Ok(tables)
    }

    /// The moves of each state of a territory.
    pub(super) fn territory(&self, layers: &Layers) -> Box<[u8]> {
        let count = self.len();
        let moves = |&(part, state): &(&Part<u32>, usize)| {
            let size = part.points.count_ones() as usize;
            layers[size - 1].territory[part.graph as usize][state]
        };
        let after = self.after::<u8, TERRITORY>(0, |parts| Ok(parts.iter().map(moves).sum()));
        let after = after.expect("adding up bytes is not interrupted");
        let weights = Weights::whole(TERRITORY, count);
        let most = |state: usize| {
            let [empty, amazons, blockers] = states::sets::<TERRITORY>(state, count);
            let mut best = 0;
            states::moves(&self.field, amazons, blockers, empty, |from, to, arrow| {
                let amazons = amazons & !(1 << from) | 1 << to;
                let next = weights.of(amazons) + 2 * weights.of(blockers & !(1 << from));
                best = best.max(1 + after[arrow][next]);
            });
            best
        };
        (0..states::count(TERRITORY, count)).map(most).collect()
    }

    /// The value of each state of an open area.
    pub(super) fn open(&self, layers: &Layers, store: &Store) -> Result<Box<[Value]>, Interrupted> {
        let values = |size: usize, graph: usize| &layers[size - 1].open[graph][..];
        self.values::<OPEN>(store, values, |sets| [[sets[1], sets[2]], [0; 2]], [0, 2, 1])
    }

    /// The value of each state of a guarded area.
    pub(super) fn guarded(&self, layers: &Layers, store: &Store) -> Result<Box<[Value]>, Interrupted> {
        let values = |size: usize, graph: usize| &layers[size - 1].guarded[graph][..];
        self.values::<GUARDED>(store, values, |sets| [[sets[1], sets[2]], [sets[3], sets[4]]], [0, 2, 1, 4, 3])
    }

    /// `split` returns the amazons and the blockers of a state, black and white; `swap` maps each digit to that of the
    /// other colour.
    fn values<'v, const BASE: usize>(
        &self,
        store: &Store,
        smaller: impl Fn(usize, usize) -> &'v [Value],
        split: impl Fn([Points; BASE]) -> [[Points; 2]; 2],
        swap: [usize; BASE],
    ) -> Result<Box<[Value]>, Interrupted> {
        let count = self.len();
        let after = self.after::<Value, BASE>(store.zero(), |parts| {
            let mut values = parts
                .iter()
                .map(|&(part, state)| smaller(part.points.count_ones() as usize, part.graph as usize)[state]);
            let first = values.next().unwrap_or(store.zero());
            values.try_fold(first, |sum, value| store.add(sum, value))
        })?;
        let weights = Weights::whole(BASE, count);
        let mut found = vec![store.zero(); states::count(BASE, count)];
        let state_of = |[black, white]: [Points; 2], blockers: [Points; 2]| {
            let [third, fourth] = blockers.map(|set| if BASE == GUARDED { weights.of(set) } else { 0 });
            weights.of(black) + 2 * weights.of(white) + 3 * third + 4 * fourth
        };
        let mut options = [Vec::new(), Vec::new()];
        for state in 0..found.len() {
            let swapped = states::swapped(state, count, swap);
            if swapped < state {
                found[state] = -found[swapped];
                continue;
            }
            let sets = states::sets::<BASE>(state, count);
            let [amazons, blockers] = split(sets);
            for (side, options) in options.iter_mut().enumerate() {
                options.clear();
                states::moves(&self.field, amazons[side], blockers[side], sets[0], |from, to, arrow| {
                    let (mut amazons, mut blockers) = (amazons, blockers);
                    amazons[side] = amazons[side] & !(1 << from) | 1 << to;
                    blockers[side] &= !(1 << from);
                    options.push(after[arrow][state_of(amazons, blockers)]);
                });
                options.sort_unstable();
                options.dedup();
            }
            found[state] = store.game(&options[0], &options[1])?;
        }
        Ok(found.into())
    }
}
