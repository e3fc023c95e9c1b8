//! Killer moves: a reply that won against one child of a node is tried first against its sisters.
//!
//! Half of all nodes have the winner to move and are won at sight by such a reply; finding it otherwise takes the bounds of the
//! node and a dozen children. Replies that won after a search are searched first ([`crate::expand`]). Each child is cropped and
//! turned by itself, so a reply is translated to the frame of the node and from there to the frame of the sister.

use otrera_board::{Area, Bits, Grid, Point, Side, Size, Square, Symmetry, Twin};
use smallvec::SmallVec;

use crate::children::CompactStep;
use crate::situation::Situation;

/// Replies stored at a node. On 5x5, more than four find hardly more.
const MAX_REPLIES: usize = 4;

/// A move: from, to, arrow.
type Squares = [Square; 3];

/// Replies that won, the latest first, in the frame of a node with one area.
#[derive(Default)]
pub(crate) struct Replies(SmallVec<[Squares; MAX_REPLIES]>);

impl Replies {
    /// Adds a reply that won against a child.
    pub(crate) fn add(&mut self, frame: &Frame, child: &Situation, reply: CompactStep) {
        let CompactStep::Area { points, .. } = reply else { return };
        let grid = child.areas[0].grid();
        let squares = points.map(|point| frame.outward(grid.square(Point(point))));
        self.0.retain(|known| *known != squares);
        self.0.truncate(MAX_REPLIES - 1);
        self.0.insert(0, squares);
    }

    /// The replies that are legal in a child's only area.
    pub(crate) fn for_child(&self, frame: &Frame, child: &Situation) -> SmallVec<[[u8; 3]; MAX_REPLIES]> {
        let area = &child.areas[0];
        let moves = self.0.iter().filter_map(|squares| {
            let mut points = [Point(0); 3];
            for (point, &square) in points.iter_mut().zip(squares) {
                *point = frame.inward(square, area.grid())?;
            }
            is_legal(area, points).then(|| points.map(|point| point.0))
        });
        moves.collect()
    }
}

/// True if the side to move can make this move in an area.
fn is_legal(area: &Area<u64>, [from, to, arrow]: [Point; 3]) -> bool {
    let empty = Twin::new(area.empty());
    area.amazons(Side::Black).has(from)
        && area.grid().slide(from, empty).set().has(to)
        && area.grid().slide(to, Twin::new((area.empty() | u64::bit(from)) & !u64::bit(to))).set().has(arrow)
}

/// Placement of a child's area in the area of its node.
pub(crate) struct Frame {
    /// Lower left corner of the cropped box.
    corner: Square,
    /// Size of the cropped box before it was turned.
    size: Size,
    symmetry: Symmetry,
}

impl Frame {
    /// The frame of the child after `step`; `None` unless node and child have one area each.
    pub(crate) fn new(node: &Situation, step: CompactStep, child: &Situation) -> Option<Frame> {
        let ([area], [image]) = (node.areas.as_slice(), child.areas.as_slice()) else { return None };
        let next = match step {
            CompactStep::Area { points, .. } => {
                area.after(Side::Black, points.map(|point| u64::bit(Point(point)))).swapped()
            }
            CompactStep::Rest(_) => area.swapped(),
        };
        let squares = next.parts().map(|part| part.squares).find(|part| part.count() == image.unburnt().count())?;
        let cropped = next.cropped(squares);
        let symmetry = cropped.orientation();
        (cropped.transformed(symmetry) == *image).then(|| Frame {
            corner: corner(area.grid(), squares),
            size: cropped.size(),
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

/// Lower left corner of the box around `squares`.
fn corner(grid: &Grid<u64>, squares: u64) -> Square {
    let all = || squares.points().map(|point| grid.square(point));
    let least = |by: fn(Square) -> u8| all().map(by).min().expect("an area has squares");
    Square { col: least(|square| square.col), row: least(|square| square.row) }
}
