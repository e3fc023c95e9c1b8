//! One amazon alone on each board, and the positions in which she cannot fill it.

use otrera_board::Setup;

use super::Strips;

/// Statistics of single amazons on the boards that are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SingleAmazons {
    /// Pairs of a board and a square.
    pub positions: u64,
    /// Positions with fewer moves than empty squares.
    pub defective: u64,
    /// The maximum number of defects and the first position with it; `None` if there is no defect.
    pub worst: Option<(u32, Setup)>,
}

impl Strips<'_> {
    /// Counts the positions with one amazon and their defects.
    pub fn single_amazons(&self) -> SingleAmazons {
        let mut found = SingleAmazons { positions: 0, defective: 0, worst: None };
        for shape in (0..self.shapes.len()).filter(|&shape| self.is_done(shape)) {
            let squares = self.shapes.pattern(shape).count_ones();
            for square in 0..squares as usize {
                let moves = self.moves_alone(shape, square).expect("the board is done");
                let unused = squares - 1 - u32::from(moves);
                found.positions += 1;
                found.defective += u64::from(unused > 0);
                if unused > found.worst.as_ref().map_or(0, |&(most, _)| most) {
                    found.worst = Some((unused, self.setup(shape, square, None)));
                }
            }
        }
        found
    }
}
