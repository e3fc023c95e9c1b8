//! Counting defective territories: Table 2 of Müller & Tegos (2002), for any number of amazons.
//!
//! A territory with n empty squares and m moves has n - m defects. The number of moves depends only on the line segment
//! graph and the points of the amazons, so it is computed once for each graph. A move burns a point and leaves smaller
//! graphs, which are done. So the moves from a placement are one more than the best sum of look-ups after a move, and
//! nothing is searched.

use otrera_board::Position;
use otrera_cgt::Interrupted;
use rustc_hash::FxHashMap;

use crate::placements::{Placements, representatives};
use otrera_regions::graph::{Canonizer, Labelling, LineGraph, Part, Points, SmallGraph, Splitter, points};
use otrera_regions::region::{Region, Walk};
use otrera_regions::{GraphMap, Labeller};

/// Counts and lists defective territories, size by size.
#[derive(Debug)]
pub struct Defects {
    amazons: usize,
    /// For each size from 1 on and each graph, the moves from each placement.
    sizes: Vec<FxHashMap<Box<[u8]>, Moves>>,
}

/// The maximum number of moves from each placement of a graph.
type Moves = Box<[u8]>;

/// One row of the table: numbers of territories, indexed by number of defects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefectRow {
    /// Regions with amazons on them, up to symmetry.
    pub boards: Vec<u64>,
    /// Line segment graphs with amazons on them, up to isomorphism.
    pub graphs: Vec<u64>,
}

impl Defects {
    /// A count for territories with `amazons` amazons.
    pub fn new(amazons: usize) -> Defects {
        assert!(amazons > 0, "a territory has an amazon");
        Defects { amazons, sizes: Vec::new() }
    }

    /// The size that [`next_row`](Self::next_row) will count.
    pub fn next_size(&self) -> usize {
        self.sizes.len() + 1
    }

    /// Counts the next size, including the squares of the amazons. After an interruption it can be called again.
    pub fn next_row(&mut self, walk: Walk<'_>) -> Result<DefectRow, Interrupted> {
        let size = self.next_size();
        let placements = Placements::new(size, self.amazons);
        let graphs = GraphMap::default();
        let this = &*self;
        let states = walk.for_each(
            size,
            || (Labeller::default(), Splitter::default(), DefectRow::default()),
            |(labeller, splitter, row), region| {
                let (graph, labelling) = labeller.label(region);
                let compute = || this.moves(&graph.relabelled(&labelling.labels), splitter);
                graphs.with(&labelling.code, compute, |moves: &Moves, is_new| {
                    let defects = |set| size - this.amazons - usize::from(moves[placements.number(set)]);
                    if is_new {
                        let count = |set| add(&mut row.graphs, defects(set));
                        representatives(&placements, this.amazons, &labelling.generators, count);
                    }
                    this.for_each_board(region, labelling, |_, image| add(&mut row.boards, defects(image)));
                });
            },
        )?;
        self.sizes.push(graphs.into_map());
        Ok(states.into_iter().fold(DefectRow::default(), |sum, (_, _, row)| sum.and(row)))
    }

    /// Lists the territories of a size that is done with this number of defects: for each graph with its amazons all
    /// boards, up to symmetry, with black amazons.
    pub fn list(&self, size: usize, defects: usize, walk: Walk<'_>) -> Result<Vec<Vec<Position<u64>>>, Interrupted> {
        let moves_of = &self.sizes[size - 1];
        let placements = Placements::new(size, self.amazons);
        let states = walk.for_each(
            size,
            || (Labeller::default(), Canonizer::default(), Vec::new()),
            |(labeller, canonizer, found), region| {
                let (graph, labelling) = labeller.label(region);
                let moves = &moves_of[&labelling.code[..]];
                self.for_each_board(region, labelling, |set, image| {
                    if size - self.amazons - usize::from(moves[placements.number(image)]) == defects {
                        let content: Vec<u8> = (0..size).map(|rank| (set >> rank & 1) as u8).collect();
                        let ranks: Vec<u8> = points(set).map(|rank| rank as u8).collect();
                        found.push((canonizer.label(graph, &content).code.clone(), region, ranks));
                    }
                });
            },
        )?;
        let mut found: Vec<_> = states.into_iter().flat_map(|(_, _, found)| found).collect();
        found.sort_unstable();
        let same_graph = found.chunk_by(|(one, ..), (other, ..)| one == other);
        Ok(same_graph
            .map(|boards| boards.iter().map(|(_, region, ranks)| region.position(ranks, &[])).collect())
            .collect())
    }

    /// Calls `visit` with the amazons on each board of a region, as ranks of squares and as canonical numbers.
    fn for_each_board(&self, region: Region, labelling: &Labelling, mut visit: impl FnMut(Points, Points)) {
        let placements = Placements::new(region.len(), self.amazons);
        representatives(&placements, self.amazons, &region.symmetries(), |set| {
            visit(set, points(set).fold(0, |image, rank| image | 1 << labelling.labels[rank]));
        });
    }

    /// The maximum number of moves from each placement of at most `self.amazons` amazons.
    fn moves(&self, graph: &LineGraph, splitter: &mut Splitter) -> Moves {
        let small = SmallGraph::new(graph);
        let placements = Placements::new(graph.len(), self.amazons);
        let mut best = vec![0; placements.len()];
        let mut after = vec![0; placements.len()];
        for arrow in 0..graph.len() {
            let rest = small.full() & !(1 << arrow);
            let parts = splitter.parts(graph, &small, rest, |code| &self.sizes[usize::from(code[0]) - 1][code]);
            // First the moves of each placement after this point is burnt, then all moves that burn it.
            for size in 1..=self.amazons.min(graph.len() - 1) {
                for set in placements.of_size(size).filter(|set| set >> arrow & 1 == 0) {
                    after[placements.number(set)] = self.sum(&parts, set);
                }
            }
            for size in 1..=self.amazons.min(graph.len() - 1) {
                for set in placements.of_size(size).filter(|set| set >> arrow & 1 == 0) {
                    let moves = 1 + after[placements.number(set)];
                    // Backwards: the amazon that shot may have come from any point that it sees.
                    for to in points(set) {
                        let empty = small.full() & !set;
                        if small.slide(to, empty) >> arrow & 1 == 0 {
                            continue;
                        }
                        for from in points(small.slide(to, empty)) {
                            let before = &mut best[placements.number(set & !(1 << to) | 1 << from)];
                            *before = moves.max(*before);
                        }
                    }
                }
            }
        }
        best.into()
    }

    fn sum(&self, parts: &[Part<&Moves>], set: u16) -> u8 {
        let moves = |part: &Part<&Moves>| {
            let placements = Placements::new(part.points.count_ones() as usize, self.amazons);
            part.graph[placements.number(part.within(set))]
        };
        parts.iter().filter(|part| part.points & set != 0).map(moves).sum()
    }
}

impl DefectRow {
    fn and(self, other: DefectRow) -> DefectRow {
        let sum = |a: Vec<u64>, b: Vec<u64>| {
            let (mut longer, shorter) = if a.len() >= b.len() { (a, b) } else { (b, a) };
            longer.iter_mut().zip(shorter).for_each(|(count, more)| *count += more);
            longer
        };
        DefectRow { boards: sum(self.boards, other.boards), graphs: sum(self.graphs, other.graphs) }
    }
}

fn add(counts: &mut Vec<u64>, defects: usize) {
    if counts.len() <= defects {
        counts.resize(defects + 1, 0);
    }
    counts[defects] += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_paper() {
        // Müller & Tegos 2002, Table 2: boards and graphs with 1, 2, 3 defects.
        type Cells = [(u64, u64); 3];
        let paper: [(usize, Cells); 6] = [
            (3, [(2, 1), (0, 0), (0, 0)]),
            (4, [(2, 1), (1, 1), (0, 0)]),
            (5, [(37, 6), (0, 0), (0, 0)]),
            (6, [(236, 12), (23, 3), (0, 0)]),
            (7, [(2238, 125), (101, 8), (5, 1)]),
            (8, [(16442, 666), (1111, 71), (12, 1)]),
        ];
        let mut defects = Defects::new(1);
        let rows: Vec<DefectRow> = (1..=8).map(|_| defects.next_row(Walk::quiet(2)).unwrap()).collect();
        for (size, cells) in paper {
            let row = &rows[size - 1];
            let cell = |d: usize| (row.boards.get(d).copied().unwrap_or(0), row.graphs.get(d).copied().unwrap_or(0));
            assert_eq!([cell(1), cell(2), cell(3)], cells, "size {size}");
            assert_eq!(row.boards.len().max(4), 4, "size {size} has no more defects");
        }
    }

    #[test]
    fn lists_have_as_many_boards_and_graphs_as_the_table_and_their_territories_are_filled_so_far() {
        use otrera_board::Side;
        use otrera_cgt::Interrupted;
        use otrera_regions::moves_alone;
        for amazons in [1, 2] {
            let mut defects = Defects::new(amazons);
            for size in 1..=7 {
                let row = defects.next_row(Walk::quiet(2)).unwrap();
                for (missing, (&boards, &graphs)) in row.boards.iter().zip(&row.graphs).enumerate().skip(1) {
                    let list = defects.list(size, missing, Walk::quiet(2)).unwrap();
                    let counted = (list.iter().flatten().count() as u64, list.len() as u64);
                    assert_eq!(counted, (boards, graphs), "size {size}, {missing} defects");
                    for position in list.iter().flatten() {
                        let area = otrera_board::Area::whole(position);
                        let moves = moves_alone(&area, Side::Black, &|_| Ok::<(), Interrupted>(())).unwrap();
                        assert_eq!(moves as usize + missing, size - amazons, "{position}");
                    }
                }
            }
        }
    }
}
