//! What refuted one move often refutes the next: a reply that won against one child of a node is tried first against its
//! sisters (killer moves, in the frame of the node).
//!
//! Most nodes of a proof have the winner to move and a move that wins at once; only finding it takes time. Each child is
//! cut out and turned, so a reply is carried from one sister to the other through the node's own frame. It does no more
//! than change the order in which moves are tried.

use otrera_board::{Area, Bits, Grid, Point, Side, Size, Square, Symmetry, Twin};
use smallvec::SmallVec;

use crate::situation::{Situation, Step};

/// Replies that are remembered at a node: on 5x5 more than four find hardly more.
const MOST: usize = 4;

/// Squares of a move: from, to, arrow.
type Squares = [Square; 3];

/// Replies that won, the last one first, in the frame of a node with one area.
#[derive(Default)]
pub(crate) struct Replies(SmallVec<[Squares; MOST]>);

impl Replies {
    /// A reply won against a child that looks like this from the node.
    pub(crate) fn add(&mut self, frame: &Frame, child: &Situation, reply: Step) {
        let Step::Area { from, to, arrow, .. } = reply else { return };
        let grid = child.areas[0].grid();
        let squares = [from, to, arrow].map(|bit| frame.outward(grid.square(bit.first())));
        self.0.retain(|known| *known != squares);
        self.0.truncate(MOST - 1);
        self.0.insert(0, squares);
    }

    /// The replies that are moves in a child's only area, as single squares.
    pub(crate) fn for_child(&self, frame: &Frame, child: &Situation) -> SmallVec<[[u64; 3]; MOST]> {
        let area = &child.areas[0];
        let moves = self.0.iter().filter_map(|squares| {
            let mut points = [Point(0); 3];
            for (point, &square) in points.iter_mut().zip(squares) {
                *point = frame.inward(square, area.grid())?;
            }
            is_move(area, points).then(|| points.map(u64::bit))
        });
        moves.collect()
    }
}

/// Whether the side to move can make this move in an area.
fn is_move(area: &Area<u64>, [from, to, arrow]: [Point; 3]) -> bool {
    let empty = Twin::new(area.empty());
    area.amazons(Side::Black).has(from)
        && area.grid().slide(from, empty).set().has(to)
        && area.grid().slide(to, Twin::new((area.empty() | u64::bit(from)) & !u64::bit(to))).set().has(arrow)
}

/// How the area of a child lies in that of its node.
pub(crate) struct Frame {
    /// The corner of what was cut out, and its size.
    corner: Square,
    size: Size,
    symmetry: Symmetry,
}

impl Frame {
    /// The frame of a child that one move leads to; `None` where there is more or less than one area.
    pub(crate) fn new(node: &Situation, step: Step, child: &Situation) -> Option<Frame> {
        let ([area], [image]) = (node.areas.as_slice(), child.areas.as_slice()) else { return None };
        let next = match step {
            Step::Area { from, to, arrow, .. } => area.after(Side::Black, [from, to, arrow]).swapped(),
            Step::Rest(_) => area.swapped(),
        };
        let squares = next.parts().map(|part| part.squares).find(|part| part.count() == image.unburnt().count())?;
        let cut = next.cropped(squares);
        let symmetry = cut.orientation();
        (cut.transformed(symmetry) == *image).then(|| Frame {
            corner: corner(area.grid(), squares),
            size: cut.size(),
            symmetry,
        })
    }

    fn outward(&self, square: Square) -> Square {
        let Square { col, row } = self.symmetry.inverse().square(square, self.symmetry.size(self.size));
        Square { col: col + self.corner.col, row: row + self.corner.row }
    }

    fn inward(&self, square: Square, grid: &Grid<u64>) -> Option<Point> {
        let col = square.col.checked_sub(self.corner.col)?;
        let row = square.row.checked_sub(self.corner.row)?;
        let inside = Square { col, row };
        self.size.contains(inside).then(|| grid.point(self.symmetry.square(inside, self.size)))
    }
}

/// The corner with the least column and row of the rectangle around some squares.
fn corner(grid: &Grid<u64>, squares: u64) -> Square {
    let all = || squares.points().map(|point| grid.square(point));
    let least = |by: fn(Square) -> u8| all().map(by).min().expect("an area has squares");
    Square { col: least(|square| square.col), row: least(|square| square.row) }
}
