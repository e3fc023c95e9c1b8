//! Borders of areas and their labels.
//!
//! A border runs [`INSET`] units inside its area, so that adjacent areas have a line each. It is drawn square by square,
//! without tracing the outline: every side of a square that faces outward gets a line. At a convex corner the line ends
//! [`INSET`] before the corner of the square, on a straight edge at the corner, and at a concave corner [`INSET`] beyond
//! it, where it meets the line of the next square.

use std::collections::BTreeSet;

use super::layout::Layout;
use super::{SQUARE, pieces};
use crate::diagram::palette;
use crate::diagram::xml::{Node, number};
use crate::diagram::{Diagram, LabelledArea};
use crate::setup::Cell;
use crate::square::Square;

/// Distance of the border from the edge of its squares.
const INSET: f64 = 2.0;

/// A step on the page: to the right, and down.
type Step = (i8, i8);

impl Diagram {
    pub(super) fn borders(&self, page: &Layout) -> Node {
        let layer = Node::new("g").attr("class", "areas").attr("fill", "none");
        let mut layer = layer.attr("stroke-width", "1.6").attr("stroke-linecap", "round");
        for area in &self.areas {
            let lines: String = area.squares.iter().map(|&square| edges(area, square, page)).collect();
            if !lines.is_empty() {
                let stroke = pieces::line(area.tint);
                layer.push(Node::new("path").attr("class", "area").attr("d", lines).attr("stroke", stroke));
            }
        }
        layer
    }

    /// The label of each area, once per edge-connected part, on an empty square if there is one; and all labels on squares
    /// that several areas share.
    pub(super) fn badges(&self, page: &Layout) -> Node {
        let mut layer =
            Node::new("g").attr("class", "area-labels").attr("text-anchor", "middle").attr("fill", palette::PAPER);
        for area in self.areas.iter().filter(|area| !area.label.is_empty()) {
            let is_shared = |square: &Square| self.areas_at(*square).nth(1).is_some();
            for part in parts(&area.squares) {
                let own = part.iter().filter(|square| !is_shared(square));
                let order = |square: &&Square| (self.cell(**square), std::cmp::Reverse(square.row), square.col);
                if let Some(&first) = own.min_by_key(order) {
                    self.badge(&mut layer, page, area, first, 0);
                }
            }
        }
        for (square, _) in self.squares() {
            if self.areas_at(square).nth(1).is_some() {
                for (place, area) in self.areas_at(square).filter(|area| !area.label.is_empty()).enumerate() {
                    self.badge(&mut layer, page, area, square, place);
                }
            }
        }
        layer
    }

    /// A label in a corner: above if the square is empty, else below, where the amazon leaves space. The second goes into
    /// the other corner, a third and fourth to the opposite side.
    fn badge(&self, layer: &mut Node, page: &Layout, area: &LabelledArea, square: Square, place: usize) {
        let (x, y) = page.corner(square);
        let width = 7.0 * area.label.chars().count() as f64 + 5.0;
        let is_above = (self.cell(square) == Cell::Empty) != (place / 2 % 2 == 1);
        let x = if place.is_multiple_of(2) { x + 1.0 } else { x + SQUARE - 1.0 - width };
        let y = if is_above { y + 1.0 } else { y + SQUARE - 14.0 };
        let fill = pieces::line(area.tint);
        layer.push(Node::rect(x, y, width, 13.0).attr("rx", "3").attr("fill", fill));
        layer.push(Node::words(x + width / 2.0, y + 10.0, 10.0, &area.label).attr("class", "area-label"));
    }
}

/// The border lines in one square.
fn edges(area: &LabelledArea, square: Square, page: &Layout) -> String {
    let inside = |(right, down): Step| neighbour(square, (right, down)).is_some_and(|s| area.squares.contains(&s));
    let (x, y) = page.centre(square);
    let mut lines = String::new();
    for (right, down) in [(0, -1), (1, 0), (0, 1), (-1, 0)] as [Step; 4] {
        if inside((right, down)) {
            continue;
        }
        // Length of the line from the middle of the edge towards a side.
        let half = |side: Step| match (inside(side), inside((side.0 + right, side.1 + down))) {
            (false, _) => SQUARE / 2.0 - INSET,
            (true, false) => SQUARE / 2.0,
            (true, true) => SQUARE / 2.0 + INSET,
        };
        let out = SQUARE / 2.0 - INSET;
        let end = |side: Step| {
            let along = half(side);
            let at = |middle: f64, out_step: i8, side_step: i8| {
                number(middle + f64::from(out_step) * out + f64::from(side_step) * along)
            };
            format!("{} {}", at(x, right, side.0), at(y, down, side.1))
        };
        let sides: [Step; 2] = [(-down.abs(), -right.abs()), (down.abs(), right.abs())];
        lines += &format!("M{}L{}", end(sides[0]), end(sides[1]));
    }
    lines
}

/// The edge-connected parts of a set.
fn parts(squares: &BTreeSet<Square>) -> Vec<BTreeSet<Square>> {
    let mut left = squares.clone();
    let mut parts = Vec::new();
    while let Some(seed) = left.pop_first() {
        let mut part = BTreeSet::from([seed]);
        let mut open = vec![seed];
        while let Some(square) = open.pop() {
            for step in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                if let Some(next) = neighbour(square, step).filter(|next| left.remove(next)) {
                    part.insert(next);
                    open.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

fn neighbour(square: Square, (right, down): Step) -> Option<Square> {
    Some(Square { col: square.col.checked_add_signed(right)?, row: square.row.checked_add_signed(-down)? })
}
