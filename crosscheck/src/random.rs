//! Random boards, the same for the same seed.

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and good enough to scatter amazons.
pub struct Random(u64);

/// Shapes tried, as columns and rows.
const SHAPES: [(usize, usize); 8] = [(4, 3), (6, 2), (5, 2), (4, 2), (3, 3), (3, 2), (8, 1), (2, 2)];

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A board with one or two amazons a side, and holes.
    pub fn board(&mut self) -> String {
        let (columns, rows) = SHAPES[self.below(SHAPES.len())];
        let mut squares = vec!['.'; columns * rows];
        let amazons: &[char] = match self.below(4) {
            _ if squares.len() < 6 => &['B', 'W'],
            0 => &['B', 'W'],
            1 => &['B', 'B', 'W'],
            2 => &['B', 'W', 'W'],
            _ => &['B', 'B', 'W', 'W'],
        };
        let mut places: Vec<usize> = (0..squares.len()).collect();
        for &amazon in amazons {
            squares[places.swap_remove(self.below(places.len()))] = amazon;
        }
        for _ in 0..self.below(squares.len() / 2) {
            if places.len() > 1 {
                squares[places.swap_remove(self.below(places.len()))] = '#';
            }
        }
        squares.chunks(columns).map(String::from_iter).collect::<Vec<_>>().join("/")
    }
}
