//! Counting regions and their graphs: Table 1 of Müller & Tegos (2002).

use otrera_cgt::Interrupted;
use otrera_regions::region::Walk;
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
}
