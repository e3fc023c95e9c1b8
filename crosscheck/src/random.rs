//! Random positions, determined by a seed.

use otrera_board::{Cell, Position, Setup, Side};

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub struct Random(u64);

/// Board sizes, as columns and rows.
const SHAPES: [(usize, usize); 8] = [(4, 3), (6, 2), (5, 2), (4, 2), (3, 3), (3, 2), (8, 1), (2, 2)];

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        let next = otrera_board::mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        next
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A position with one or two amazons a side and some burnt squares. At least one square stays empty.
    pub fn position(&mut self) -> Position {
        const BLACK: Cell = Cell::Amazon(Side::Black);
        const WHITE: Cell = Cell::Amazon(Side::White);
        let (columns, rows) = SHAPES[self.below(SHAPES.len())];
        let mut cells = vec![Cell::Empty; columns * rows];
        let amazons: &[Cell] = match self.below(4) {
            _ if cells.len() < 6 => &[BLACK, WHITE],
            0 => &[BLACK, WHITE],
            1 => &[BLACK, BLACK, WHITE],
            2 => &[BLACK, WHITE, WHITE],
            _ => &[BLACK, BLACK, WHITE, WHITE],
        };
        let mut places: Vec<usize> = (0..cells.len()).collect();
        for &amazon in amazons {
            cells[places.swap_remove(self.below(places.len()))] = amazon;
        }
        for _ in 0..self.below(cells.len() / 2) {
            if places.len() > 1 {
                cells[places.swap_remove(self.below(places.len()))] = Cell::Burnt;
            }
        }
        Setup::from_cells(columns, rows, cells, Some(Side::Black)).position().expect("all shapes are boards")
    }
}
