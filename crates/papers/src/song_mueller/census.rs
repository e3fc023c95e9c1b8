//! Counts of the areas that a search meets, as in the paper's Fig. 15.

/// A class of areas: simple territories, blocker territories and active areas that are known from the database,
/// plodded, bounded by rules or searched locally. These seven are disjoint; the other three divide
/// [`AreaClass::ActiveKnown`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AreaClass {
    SimpleKnown,
    SimplePlodded,
    BlockedKnown,
    BlockedPlodded,
    ActiveKnown,
    ActiveRuled,
    ActiveSearched,
    /// Perhaps plus a number.
    Infinitesimal,
    Number,
    Hot,
}

const CLASSES: usize = 10;
const DISJOINT: usize = 7;

/// Number of areas by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AreaCounts {
    /// Evaluated positions.
    pub positions: u64,
    /// Areas by class, in the order of [`LEGEND`](Self::LEGEND).
    pub kinds: [u64; CLASSES],
}

impl AreaCounts {
    /// The names of the classes in the paper's legend.
    pub const LEGEND: [&'static str; CLASSES] =
        ["simp-t:q", "simp-t:h", "blk-t:q", "blk-t:h", "active:q", "active:h", "active:s", "infi", "number", "hot"];

    /// Total number of areas.
    pub fn total(&self) -> u64 {
        self.kinds[..DISJOINT].iter().sum()
    }

    pub(super) fn count(&mut self, class: AreaClass) {
        self.kinds[class as usize] += 1;
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &AreaCounts) {
        self.positions += other.positions;
        for (own, more) in self.kinds.iter_mut().zip(other.kinds) {
            *own += more;
        }
    }
}

/// Counts by number of burnt squares, which is the number of moves since the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AreaCensus(pub Vec<AreaCounts>);

impl AreaCensus {
    /// Adds another census.
    pub fn add(&mut self, other: &AreaCensus) {
        for (burnt, count) in other.0.iter().enumerate() {
            self.add_at(burnt, count);
        }
    }

    /// Adds counts of positions with `burnt` burnt squares.
    pub fn add_at(&mut self, burnt: usize, count: &AreaCounts) {
        if self.0.len() <= burnt {
            self.0.resize(burnt + 1, AreaCounts::default());
        }
        self.0[burnt].add(count);
    }
}
