//! Regions and their graphs: Table 1 and Fig. 7 of Müller & Tegos (2002).

use std::collections::BTreeMap;

use otrera_cgt::Interrupted;
use otrera_regions::region::{Region, Walk};
use otrera_regions::{GraphMap, Labeller};

/// One row of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionCount {
    /// Regions up to symmetry.
    pub boards: u64,
    /// Their line segment graphs up to isomorphism.
    pub graphs: u64,
}

/// Counts the regions of `size` squares and their graphs.
pub fn count_regions(size: usize, walk: Walk<'_>) -> Result<RegionCount, Interrupted> {
    let graphs = GraphMap::<()>::default();
    let counts = walk.for_each(
        size,
        || (Labeller::default(), RegionCount::default()),
        |(labeller, count), region| {
            let (_, labelling) = labeller.label(region);
            count.boards += 1;
            graphs.with(&labelling.code, || (), |(), is_new| count.graphs += u64::from(is_new));
        },
    )?;
    let add = |a: RegionCount, b: RegionCount| RegionCount { boards: a.boards + b.boards, graphs: a.graphs + b.graphs };
    Ok(counts.into_iter().map(|(_, count)| count).fold(RegionCount::default(), add))
}

/// A line segment graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionGraph {
    /// The first of its regions.
    pub region: Region,
    /// Number of its regions up to symmetry.
    pub regions: u64,
}

/// Lists the graphs of the regions of `size` squares, in the order of their codes.
pub fn region_graphs(size: usize, walk: Walk<'_>) -> Result<Vec<RegionGraph>, Interrupted> {
    let mut labeller = Labeller::default();
    let mut graphs: BTreeMap<Vec<u8>, RegionGraph> = BTreeMap::new();
    for region in walk.list(size)? {
        let (_, labelling) = labeller.label(region);
        let graph = graphs.entry(labelling.code.clone()).or_insert(RegionGraph { region, regions: 0 });
        graph.regions += 1;
    }
    Ok(graphs.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_paper() {
        // Müller & Tegos 2002, Table 1.
        let paper = [(1, 1), (2, 1), (5, 3), (22, 11), (94, 42), (524, 199), (3031, 960), (18769, 4945)];
        for (size, (boards, graphs)) in (1..).zip(paper) {
            assert_eq!(count_regions(size, Walk::quiet(2)), Ok(RegionCount { boards, graphs }), "size {size}");
        }
    }

    #[test]
    fn the_list_has_every_graph_once() {
        for size in 1..=6 {
            let list = region_graphs(size, Walk::quiet(2)).unwrap();
            let boards = list.iter().map(|graph| graph.regions).sum();
            let graphs = list.len() as u64;
            assert_eq!(count_regions(size, Walk::quiet(2)), Ok(RegionCount { boards, graphs }), "size {size}");
        }
    }
}
