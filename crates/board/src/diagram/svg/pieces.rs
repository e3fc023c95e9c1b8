//! Shapes: amazons, burnt squares, rings and hatchings. Amazons and rings are centred on the origin, from -20 to 20.

use super::SQUARE;
use super::charcoal;
use crate::diagram::Tint;
use crate::diagram::palette::{self, PAGE, Rgb};
use crate::diagram::xml::Node;
use crate::side::Side;

pub(super) const RING: &str = "otrera-ring";
const CHARCOAL: &str = "otrera-charcoal";
const EMBERS: &str = "otrera-embers";

/// An archer, as the page draws her (`web/pieces.js`): bow, string and arrow, then tunic, arm, and head with flying hair.
const BOW: &str = "M4.6 -17C16.8 -13 16.8 7 4.6 11";
const STRING: &str = "M4.6 -17L-3.4 -3.4L4.6 11";
const SHAFT: &str = "M-3 -3.4H17.6M14.8 -6L17.8 -3.4L14.8 -0.8";
const FIGURE: [&str; 3] = [
    "M-5.4 -7.2C-10.6 -6 -10.8 -1.4 -9.2 2.8C-9.8 7.2 -12.6 11 -14.2 15.8C-8.4 17.4 0.6 17.4 6.4 15.8C4.8 11 1.6 7.2 0.9 \
     2.8C2.2 -1.4 1.4 -6.2 -2.4 -7.2z",
    "M-4.6 -5.6C-6 -3.4 -5 -1 -2.4 -0.9L11.4 -1.8C13.2 -2 13.2 -4.9 11.4 -5z",
    "M-4 -17.8C-10.6 -18.4 -12.8 -13 -17 -8C-13.2 -6.4 -9.9 -7.7 -8.3 -10.1C-7.4 -7.7 -5.6 -6.2 -3.6 -6.2C-0.5 -6.2 1.8 \
     -8.7 1.8 -11.9C1.8 -15.3 -0.9 -17.6 -4 -17.8z",
];
/// Belt and headband.
const BANDS: &str = "M-8.2 3.9C-5.6 5.2 -2.5 5.2 0.2 3.9M-9.2 -14.3C-5.6 -14.6 -1.8 -13.9 1.4 -12.6";

/// Gap between a burnt square and its neighbours, on each side.
const GAP: f64 = 0.6;

/// The id of an amazon's shape.
pub const fn amazon_id(side: Side) -> &'static str {
    match side {
        Side::Black => "otrera-black",
        Side::White => "otrera-white",
    }
}

/// The hatching of a tint: strokes rise for Black and fall for White, and dead squares have dots.
pub(super) const fn hatching(tint: Tint) -> Option<&'static str> {
    match tint {
        Tint::BlackTerritory => Some("otrera-rising"),
        Tint::WhiteTerritory => Some("otrera-falling"),
        Tint::Dead => Some("otrera-dots"),
        Tint::Active | Tint::Heat(_) => None,
    }
}

/// The colour of borders and labels of a tint.
pub(super) fn line(tint: Tint) -> Rgb {
    match tint {
        Tint::Heat(_) => palette::INK,
        _ => PAGE.tint(tint).mix(palette::INK, 0.45),
    }
}

pub(super) fn definitions() -> Node {
    let mut definitions = Node::new("defs");
    Side::BOTH.into_iter().for_each(|side| definitions.push(amazon_shape(side)));
    definitions.push(sheet(CHARCOAL, palette::CRACK));
    definitions.push(sheet(EMBERS, palette::GLOW));
    let ring = Node::new("circle").attr("id", RING).attr("r", "17.6").attr("fill", palette::PAPER);
    definitions.push(ring.attr("fill-opacity", "0.3").stroke(palette::INK, "1.8"));
    let rising = "M-1 1L1 -1M0 8L8 0M7 9L9 7";
    let falling = "M-1 7L1 9M0 0L8 8M7 -1L9 1";
    definitions.push(pattern("otrera-rising", rising, line(Tint::BlackTerritory), "1.1"));
    definitions.push(pattern("otrera-falling", falling, line(Tint::WhiteTerritory), "1.1"));
    definitions.push(pattern("otrera-dots", "M2 2h0M6 6h0", line(Tint::Dead), "1.8"));
    definitions
}

/// The shape of an amazon, also for other pictures: White in dark lines, Black in light lines on a dark figure.
pub fn amazon_shape(side: Side) -> Node {
    let (body, ink, line, width, bow) = match side {
        Side::Black => (palette::BLACK, palette::BLACK, palette::ON_BLACK, "0.9", "2.9"),
        Side::White => (palette::WHITE, palette::INK, palette::INK, "1.35", "3.4"),
    };
    let shape = Node::new("g").attr("id", amazon_id(side)).attr("fill", "none");
    let mut shape = shape.attr("stroke-linejoin", "round").attr("stroke-linecap", "round");
    shape.push(Node::path(BOW).stroke(ink, bow));
    shape.push(Node::path(BOW).stroke(body, "1.2"));
    shape.push(Node::path(STRING).stroke(ink, "1"));
    shape.push(Node::path(SHAFT).stroke(ink, "1.7"));
    FIGURE.into_iter().for_each(|part| shape.push(Node::path(part).attr("fill", body).stroke(line, width)));
    shape.push(Node::path(BANDS).stroke(line, "1.4"));
    shape
}

/// A burnt square, by its corner: a window into one sheet of charcoal, so that the texture runs on from square to square. The
/// last one glows.
pub(super) fn burnt((x, y): (f64, f64), is_last: bool) -> Node {
    let side = SQUARE - 2.0 * GAP;
    let square = Node::rect(x + GAP, y + GAP, side, side).attr("rx", "3");
    match is_last {
        true => square.attr("fill", format!("url(#{EMBERS})")).stroke(palette::GLOW, "1.6"),
        false => square.attr("fill", format!("url(#{CHARCOAL})")),
    }
}

/// A sheet of charcoal with cracks of a colour.
fn sheet(id: &str, cracks: Rgb) -> Node {
    let sheet = Node::new("pattern").attr("id", id).attr("width", charcoal::TILE).attr("height", charcoal::TILE);
    let mut sheet = sheet.attr("patternUnits", "userSpaceOnUse");
    sheet.push(Node::new("rect").attr("width", charcoal::TILE).attr("height", charcoal::TILE).attr("fill", cracks));
    for (cells, colour) in [(charcoal::DARK, PAGE.burnt), (charcoal::LIGHT, palette::COAL)] {
        let cells = Node::path(cells).attr("fill", colour).stroke(colour, "0.9");
        sheet.push(cells.attr("stroke-linejoin", "round"));
    }
    sheet
}

fn pattern(id: &str, strokes: &str, colour: Rgb, width: &str) -> Node {
    let pattern = Node::new("pattern").attr("id", id).attr("width", "8").attr("height", "8");
    let mut pattern = pattern.attr("patternUnits", "userSpaceOnUse");
    let strokes = Node::path(strokes).stroke(colour, width);
    pattern.push(strokes.attr("stroke-linecap", "round").attr("stroke-opacity", "0.55"));
    pattern
}
