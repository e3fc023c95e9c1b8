//! Shapes: amazons, arrows, rings and hatchings, centred on the origin, from -20 to 20.

use crate::diagram::Tint;
use crate::diagram::palette::{self, PAGE, Rgb};
use crate::diagram::xml::Node;
use crate::side::Side;

pub(super) const ARROW: &str = "otrera-arrow";
pub(super) const LAST_ARROW: &str = "otrera-last-arrow";
pub(super) const RING: &str = "otrera-ring";

/// A crown of five points on a band.
const CROWN: &str = "M-10.6 6.2L-14 -5.6L-7.6 0.6L-7.4 -9.4L-2.7 -0.8L0 -11.2L2.7 -0.8L7.4 -9.4L7.6 0.6L14 -5.6L10.6 6.2\
                     C5 4.6 -5 4.6 -10.6 6.2z";
const BAND: &str = "M-10.6 6.2C-5 4.6 5 4.6 10.6 6.2L9.8 12.6C4.6 14.4 -4.6 14.4 -9.8 12.6z";
/// The ornament on the band.
const TRIM: &str = "M-9.2 9.6C-4.4 8.2 4.4 8.2 9.2 9.6";
/// The pearls on the points.
const PEARLS: [(f64, f64); 5] = [(-14.0, -7.4), (-7.4, -11.0), (0.0, -12.8), (7.4, -11.0), (14.0, -7.4)];
/// The cross on a burnt square.
const CROSS: &str = "M-7 -7L7 7M7 -7L-7 7";

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
    definitions.push(tile(ARROW, PAGE.burnt, palette::ASH));
    definitions.push(tile(LAST_ARROW, PAGE.burnt, palette::EMBER));
    let ring = Node::new("circle").attr("id", RING).attr("r", "17.6").attr("fill", palette::PAPER);
    definitions.push(ring.attr("fill-opacity", "0.3").stroke(palette::INK, "1.8"));
    let rising = "M-1 1L1 -1M0 8L8 0M7 9L9 7";
    let falling = "M-1 7L1 9M0 0L8 8M7 -1L9 1";
    definitions.push(pattern("otrera-rising", rising, line(Tint::BlackTerritory), "1.1"));
    definitions.push(pattern("otrera-falling", falling, line(Tint::WhiteTerritory), "1.1"));
    definitions.push(pattern("otrera-dots", "M2 2h0M6 6h0", line(Tint::Dead), "1.8"));
    definitions
}

/// The shape of an amazon, also for other pictures.
pub fn amazon_shape(side: Side) -> Node {
    let (fill, rim, trim) = match side {
        Side::Black => (palette::BLACK, palette::BLACK, palette::ON_FRAME),
        Side::White => (palette::WHITE, palette::INK, palette::INK),
    };
    let shape = Node::new("g").attr("id", amazon_id(side)).attr("fill", fill).stroke(rim, "1.4");
    let mut shape = shape.attr("stroke-linejoin", "round").attr("stroke-linecap", "round");
    PEARLS.into_iter().for_each(|middle| shape.push(Node::circle(middle, 2.2)));
    shape.push(Node::path(CROWN));
    shape.push(Node::path(BAND));
    shape.push(Node::path(TRIM).attr("fill", "none").attr("stroke", trim));
    shape
}

/// A burnt square: a dark tile with a cross.
fn tile(id: &str, back: Rgb, mark: Rgb) -> Node {
    let mut tile = Node::new("g").attr("id", id);
    tile.push(Node::rect(-18.0, -18.0, 36.0, 36.0).attr("rx", "4").attr("fill", back));
    tile.push(Node::path(CROSS).stroke(mark, "2.4").attr("stroke-linecap", "round"));
    tile
}

fn pattern(id: &str, strokes: &str, colour: Rgb, width: &str) -> Node {
    let pattern = Node::new("pattern").attr("id", id).attr("width", "8").attr("height", "8");
    let mut pattern = pattern.attr("patternUnits", "userSpaceOnUse");
    let strokes = Node::path(strokes).stroke(colour, width);
    pattern.push(strokes.attr("stroke-linecap", "round").attr("stroke-opacity", "0.55"));
    pattern
}
