//! Counting regions and their graphs: Table 1 of Müller & Tegos (2002).

use otrera_cgt::Interrupted;
use otrera_regions::region::Walk;
use otrera_regions::{Graphs, Walker};

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Regions up to symmetry.
    pub boards: u64,
    /// Their line segment graphs up to isomorphism.
    pub graphs: u64,
}

/// Counts the regions of a size and their graphs.
pub fn census(size: usize, walk: Walk<'_>) -> Result<Census, Interrupted> {
    let graphs = Graphs::<()>::new();
    let counts = walk.for_each(
        size,
        || (Walker::default(), Census { boards: 0, graphs: 0 }),
        |(walker, census), region| {
            let (_, labelling) = walker.label(region);
            census.boards += 1;
            graphs.with(&labelling.code, || (), |(), is_new| census.graphs += u64::from(is_new));
        },
    )?;
    let add = |a: Census, b: Census| Census { boards: a.boards + b.boards, graphs: a.graphs + b.graphs };
    Ok(counts.into_iter().map(|(_, census)| census).fold(Census { boards: 0, graphs: 0 }, add))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graphs_are_those_of_the_paper() {
        // Müller & Tegos 2002, Table 1.
        let paper = [(1, 1), (2, 1), (5, 3), (22, 11), (94, 42), (524, 199), (3031, 960), (18769, 4945)];
        for (size, (boards, graphs)) in (1..).zip(paper) {
            assert_eq!(census(size, Walk::quiet(2)), Ok(Census { boards, graphs }), "size {size}");
        }
    }
}
