//! Positions and sizes on the page.

use super::SQUARE;
use super::legend::Paragraphs;
use crate::diagram::Diagram;
use crate::square::Square;

/// Distance of the frame or the coordinates from the edge of the page.
pub(super) const MARGIN: f64 = 14.0;
/// Width of the band for coordinates.
const COORDINATES: f64 = 22.0;
const RIM: f64 = 2.0;

/// Layout of one page. All lengths are integers, so that they print the same everywhere.
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The left edge of the squares.
    pub(super) left: f64,
    /// The top edge of the squares.
    pub(super) top: f64,
    /// The top edge of the text under the board.
    pub(super) below: f64,
    /// The text under the board.
    pub(super) paragraphs: Paragraphs,
    rows: u8,
}

impl Layout {
    pub(super) fn new(diagram: &Diagram) -> Layout {
        let board = f64::from(diagram.width) * SQUARE;
        let band = if diagram.coordinates { COORDINATES } else { 0.0 };
        let paragraphs = Paragraphs::new(diagram, board);
        let wanted = (2.0 * (MARGIN + RIM) + board + band).max(paragraphs.width + 2.0 * MARGIN);
        // Only the left side has coordinates. A board narrower than its text is centred.
        let left = ((wanted - board - band) / 2.0).floor() + band;
        let top = MARGIN + RIM;
        let below = top + f64::from(diagram.height) * SQUARE + RIM + band;
        let height = below + paragraphs.height() + MARGIN;
        Layout { width: wanted, height, left, top, below, paragraphs, rows: diagram.height }
    }

    /// The upper left corner of a square.
    pub(super) fn corner(&self, square: Square) -> (f64, f64) {
        let (col, row) = (f64::from(square.col), f64::from(self.rows - 1 - square.row));
        (self.left + col * SQUARE, self.top + row * SQUARE)
    }

    pub(super) fn centre(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }
}
