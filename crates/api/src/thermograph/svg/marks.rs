//! Dots, arrows and colours.

use otrera_board::diagram::Tint;
use otrera_board::diagram::palette::{self, PAGE, Rgb};

use super::canvas::Canvas;
use super::labels::{Flank, Point};
use otrera_board::diagram::xml::number;

/// Radius of the dot on a corner.
const DOT: f64 = 3.2;

/// The dot of a corner: filled on the left wall, open on the right wall.
pub(super) fn dot(canvas: &mut Canvas, at: Point, flank: Flank) {
    let colour = wall_colour(flank);
    let fill = if flank == Flank::Left { colour } else { palette::PAPER };
    canvas.circle(at, DOT, &format!("class=\"corner\" fill=\"{fill}\" {}", stroke(colour, 1.6)));
}

/// The dot where the walls meet.
pub(super) fn meeting_dot(canvas: &mut Canvas, at: Point) {
    canvas.circle(at, DOT, &format!("class=\"corner\" fill=\"{}\"", palette::INK));
}

/// The point of an arrow that goes up.
pub(super) fn arrowhead(canvas: &mut Canvas, tip: Point, colour: Rgb) {
    let (x, y) = (number(tip.x), number(tip.y - 3.0));
    canvas.element("path", &format!("d=\"M{x} {y}l-4 9l4 -2l4 2z\" fill=\"{colour}\""));
}

pub(super) fn stroke(colour: Rgb, width: f64) -> String {
    format!("stroke=\"{colour}\" stroke-width=\"{width}\"")
}

/// What is the game's own stands out from the rest of the axis.
pub(super) fn ink(is_marked: bool) -> Rgb {
    if is_marked { palette::INK } else { palette::FAINT_INK }
}

/// The colour of the territory of the player who moves first, dark enough for a line.
pub(super) fn wall_colour(flank: Flank) -> Rgb {
    let tint = match flank {
        Flank::Left => Tint::BlackTerritory,
        Flank::Right => Tint::WhiteTerritory,
    };
    PAGE.tint(tint).mix(palette::BLACK, 0.25)
}
