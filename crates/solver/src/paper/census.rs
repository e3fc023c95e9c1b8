//! How often each kind of area is met, as in the paper's Fig. 15.

/// How many areas of each kind. The names of the paper's legend stand beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions that were looked at.
    pub positions: u64,
    /// Simple territories from the database (simp-t: q).
    pub simple_known: u64,
    /// Simple territories by plodding (simp-t: h).
    pub simple_plodded: u64,
    /// Blocker territories from the database (blk-t: q).
    pub blocked_known: u64,
    /// Blocker territories by plodding (blk-t: h).
    pub blocked_plodded: u64,
    /// Active areas from the database (active: q); the next three are parts of these.
    pub active_known: u64,
    /// Active areas bounded by rules (active: h).
    pub active_ruled: u64,
    /// Active areas searched locally (active: s).
    pub active_searched: u64,
    /// Infinitesimals among the active areas from the database, also beside a number (infi).
    pub infinitesimals: u64,
    /// Numbers among them (number).
    pub numbers: u64,
    /// Hot games among them (hot).
    pub hot: u64,
}

impl Count {
    /// The names of the paper's legend, in its order.
    pub const LEGEND: [&'static str; 11] = [
        "total", "simp-t:q", "simp-t:h", "blk-t:q", "blk-t:h", "active:q", "active:h", "active:s", "infi", "number",
        "hot",
    ];

    /// Areas of each kind, in the order of the legend.
    pub fn areas(&self) -> [u64; 11] {
        let kinds = [
            self.simple_known,
            self.simple_plodded,
            self.blocked_known,
            self.blocked_plodded,
            self.active_known,
            self.active_ruled,
            self.active_searched,
        ];
        let mut all = [0; 11];
        all[0] = kinds.iter().sum();
        all[1..8].copy_from_slice(&kinds);
        all[8..].copy_from_slice(&[self.infinitesimals, self.numbers, self.hot]);
        all
    }

    /// So many positions, with areas of each kind in the order of the legend, without the total.
    pub fn of(positions: u64, kinds: [u64; 10]) -> Count {
        let [
            simple_known,
            simple_plodded,
            blocked_known,
            blocked_plodded,
            active_known,
            active_ruled,
            active_searched,
            infinitesimals,
            numbers,
            hot,
        ] = kinds;
        Count {
            positions,
            simple_known,
            simple_plodded,
            blocked_known,
            blocked_plodded,
            active_known,
            active_ruled,
            active_searched,
            infinitesimals,
            numbers,
            hot,
        }
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Count) {
        let ([_, mut kinds @ ..], [_, more @ ..]) = (self.areas(), other.areas());
        for (kind, more) in kinds.iter_mut().zip(more) {
            *kind += more;
        }
        *self = Count::of(self.positions + other.positions, kinds);
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
