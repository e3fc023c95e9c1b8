//! The last move: a solid line for the amazon and a dashed one for its arrow, each with a head.

use super::layout::Layout;
use crate::diagram::xml::{Node, number};
use crate::diagram::{Diagram, palette};

/// Distance between the end of a line and the middle of its square, along the longer axis.
const STOP: f64 = 17.0;
/// Sideways shift of lines that would overlap.
const SHIFT: f64 = 5.0;
const HEAD_LENGTH: f64 = 8.0;
const HEAD_WIDTH: f64 = 3.6;

impl Diagram {
    pub(super) fn motion(&self, page: &Layout) -> Node {
        let mut layer = Node::new("g").attr("class", "motion").attr("fill", "none");
        let Some(played) = self.last_move else { return layer };
        let [from, to, arrow] = [played.from, played.to, played.arrow].map(|square| page.centre(square));
        // An arrow shot straight back overlaps the amazon's path, so each line is shifted to its right.
        let back = cross(from, to, arrow).abs() < 0.5 && dot(from, to, arrow) < 0.0;
        let shift = if back { SHIFT } else { 0.0 };
        if played.arrow == played.from {
            line(&mut layer, from, to, STOP, shift, palette::FRAME, None);
        } else {
            if !self.labels.contains_key(&played.from) {
                let ring = Node::new("circle").attr("cx", number(from.0)).attr("cy", number(from.1)).attr("r", "4");
                layer.push(ring.attr("stroke", palette::FRAME).attr("stroke-width", "1.5"));
            }
            line(&mut layer, from, to, 4.0, shift, palette::FRAME, None);
        }
        line(&mut layer, to, arrow, STOP, shift, palette::EMBER, Some("4 3"));
        layer
    }
}

type PagePoint = (f64, f64);

/// Draws a line with a head between two points, with a gap at both ends.
fn line(
    layer: &mut Node,
    from: PagePoint,
    to: PagePoint,
    start: f64,
    shift: f64,
    colour: palette::Rgb,
    dashes: Option<&str>,
) {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = right.hypot(down);
    if length == 0.0 {
        return;
    }
    let (right, down) = (right / length, down / length);
    // A diagonal of a square is longer than its side.
    let longer = right.abs().max(down.abs());
    let at = |along: f64, aside: f64| {
        let aside = aside + shift;
        (from.0 + right * along - down * aside, from.1 + down * along + right * aside)
    };
    let tip = length - (STOP - 3.0) / longer;
    let shaft = at(tip - HEAD_LENGTH + 1.0, 0.0);
    let begin = at((start / longer).min(tip - HEAD_LENGTH - 1.0).max(0.0), 0.0);
    let mut path = Node::new("path")
        .attr("d", format!("M{}L{}", pair(begin), pair(shaft)))
        .attr("stroke", colour)
        .attr("stroke-width", "1.8");
    if let Some(dashes) = dashes {
        path = path.attr("stroke-dasharray", dashes);
    }
    layer.push(path);
    let [left, right] = [-HEAD_WIDTH, HEAD_WIDTH].map(|aside| at(tip - HEAD_LENGTH, aside));
    let head = format!("M{}L{}L{}z", pair(at(tip, 0.0)), pair(left), pair(right));
    layer.push(Node::new("path").attr("d", head).attr("fill", colour));
}

fn pair((x, y): PagePoint) -> String {
    format!("{} {}", number(x), number(y))
}

fn cross(from: PagePoint, to: PagePoint, arrow: PagePoint) -> f64 {
    (to.0 - from.0) * (arrow.1 - to.1) - (to.1 - from.1) * (arrow.0 - to.0)
}

fn dot(from: PagePoint, to: PagePoint, arrow: PagePoint) -> f64 {
    (to.0 - from.0) * (arrow.0 - to.0) + (to.1 - from.1) * (arrow.1 - to.1)
}
