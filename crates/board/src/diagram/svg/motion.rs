//! The last move: a solid line for the amazon and a dashed one for its arrow, each with a head.

use super::layout::Layout;
use crate::diagram::Diagram;
use crate::diagram::palette::{self, Rgb};
use crate::diagram::xml::{Node, number};

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
        let [moved, shot] = [(from, to), (to, arrow)].map(|(a, b)| (b.0 - a.0, b.1 - a.1));
        let is_straight = (moved.0 * shot.1 - moved.1 * shot.0).abs() < 0.5;
        let back = is_straight && moved.0 * shot.0 + moved.1 * shot.1 < 0.0;
        let shift = if back { SHIFT } else { 0.0 };
        if played.arrow == played.from {
            line(&mut layer, [from, to], STOP, shift, palette::FRAME, None);
        } else {
            if !self.labels.contains_key(&played.from) {
                layer.push(Node::circle(from, 4.0).stroke(palette::FRAME, "1.5"));
            }
            line(&mut layer, [from, to], 4.0, shift, palette::FRAME, None);
        }
        line(&mut layer, [to, arrow], STOP, shift, palette::EMBER, Some("4 3"));
        layer
    }
}

type PagePoint = (f64, f64);

/// Draws a line with a head between two points, with a gap at both ends.
fn line(layer: &mut Node, [from, to]: [PagePoint; 2], start: f64, shift: f64, colour: Rgb, dashes: Option<&str>) {
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
    let mut path = Node::path(format!("M{}L{}", pair(begin), pair(shaft))).stroke(colour, "1.8");
    if let Some(dashes) = dashes {
        path = path.attr("stroke-dasharray", dashes);
    }
    layer.push(path);
    let [left, right] = [-HEAD_WIDTH, HEAD_WIDTH].map(|aside| at(tip - HEAD_LENGTH, aside));
    let head = format!("M{}L{}L{}z", pair(at(tip, 0.0)), pair(left), pair(right));
    layer.push(Node::path(head).attr("fill", colour));
}

fn pair((x, y): PagePoint) -> String {
    format!("{} {}", number(x), number(y))
}
