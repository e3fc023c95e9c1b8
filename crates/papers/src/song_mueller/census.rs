//! How often each kind of area is met, as in the paper's Fig. 15.

/// A kind of area. The first seven are all there are, the other three are parts of [`Kind::ActiveKnown`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A simple territory from the database.
    SimpleKnown,
    /// A simple territory by plodding.
    SimplePlodded,
    /// A blocker territory from the database.
    BlockedKnown,
    /// A blocker territory by plodding.
    BlockedPlodded,
    /// An active area from the database.
    ActiveKnown,
    /// An active area bounded by rules.
    ActiveRuled,
    /// An active area searched locally.
    ActiveSearched,
    /// An infinitesimal from the database, also beside a number.
    Infinitesimal,
    /// A number from the database.
    Number,
    /// A hot game from the database.
    Hot,
}

/// How many kinds there are.
const KINDS: usize = 10;
/// How many of them are not parts of others.
const WHOLE: usize = 7;

/// How many areas of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions that were looked at.
    pub positions: u64,
    /// Areas, by [`Kind`].
    pub kinds: [u64; KINDS],
}

impl Count {
    /// The names of the kinds in the paper's legend.
    pub const LEGEND: [&'static str; KINDS] =
        ["simp-t:q", "simp-t:h", "blk-t:q", "blk-t:h", "active:q", "active:h", "active:s", "infi", "number", "hot"];

    /// All areas.
    pub fn total(&self) -> u64 {
        self.kinds[..WHOLE].iter().sum()
    }

    pub(super) fn meet(&mut self, kind: Kind) {
        self.kinds[kind as usize] += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Count) {
        self.positions += other.positions;
        for (own, more) in self.kinds.iter_mut().zip(other.kinds) {
            *own += more;
        }
    }
}

/// Counts by the number of burnt squares, which is the number of moves since the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census(pub Vec<Count>);

impl Census {
    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Census) {
        for (burnt, count) in other.0.iter().enumerate() {
            self.add_at(burnt, count);
        }
    }

    /// Adds what was counted with so many burnt squares.
    pub fn add_at(&mut self, burnt: usize, count: &Count) {
        if self.0.len() <= burnt {
            self.0.resize(burnt + 1, Count::default());
        }
        self.0[burnt].add(count);
    }
}
