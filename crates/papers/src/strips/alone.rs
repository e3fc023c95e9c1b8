//! One amazon alone on each board: how many moves she has, and where she cannot fill the board.

use otrera_board::Setup;

use super::Strips;

/// What there is to say about single amazons on the boards that are worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone {
    /// Boards and squares to stand on.
    pub positions: u64,
    /// Those in which she has fewer moves than there are empty squares.
    pub defective: u64,
    /// The most squares that stay unused, and the first position with so many; none if there is no defect.
    pub worst: Option<(u32, Setup)>,
}

impl Strips<'_> {
    /// Counts the positions with one amazon and their defects.
    pub fn alone(&self) -> Alone {
        let mut found = Alone { positions: 0, defective: 0, worst: None };
        for shape in (0..self.shapes.len()).filter(|&shape| self.is_done(shape)) {
            let squares = self.shapes.pattern(shape).count_ones();
            for square in 0..squares as usize {
                let moves = self.moves_alone(shape, square).expect("the board is worked out");
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
