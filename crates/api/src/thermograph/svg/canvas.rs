//! The few shapes that a thermograph needs, as SVG elements, and their colours. Text is escaped when it is added.

use otrera_board::diagram::Tint;
use otrera_board::diagram::palette::{self, PAGE, Rgb};
use otrera_board::diagram::xml::{self, number, printable};

use super::labels::{Flank, Point};

const DOT: f64 = 3.2;

#[derive(Default)]
pub(super) struct Canvas {
    elements: String,
}

impl Canvas {
    /// An element without content; `attributes` is written as it stands.
    pub(super) fn element(&mut self, name: &str, attributes: &str) {
        self.elements += &format!("<{name} {attributes}/>\n");
    }

    pub(super) fn line(&mut self, points: &[Point], attributes: &str) {
        let points: Vec<String> = points.iter().map(|p| format!("{},{}", number(p.x), number(p.y))).collect();
        self.element("polyline", &format!("points=\"{}\" fill=\"none\" {attributes}", points.join(" ")));
    }

    /// The dot of a corner: filled on the left wall, open on the right wall.
    pub(super) fn dot(&mut self, at: Point, flank: Flank) {
        let colour = wall_colour(flank);
        let fill = if flank == Flank::Left { colour } else { palette::PAPER };
        self.circle(at, &format!("fill=\"{fill}\" {}", stroke(colour, 1.6)));
    }

    pub(super) fn meeting_dot(&mut self, at: Point) {
        self.circle(at, &format!("fill=\"{}\"", palette::INK));
    }

    /// The point of an arrow that goes up.
    pub(super) fn arrowhead(&mut self, tip: Point, colour: Rgb) {
        let (x, y) = (number(tip.x), number(tip.y - 3.0));
        self.element("path", &format!("d=\"M{x} {y}l-4 9l4 -2l4 2z\" fill=\"{colour}\""));
    }

    fn circle(&mut self, middle: Point, attributes: &str) {
        let (x, y) = (number(middle.x), number(middle.y));
        self.element("circle", &format!("cx=\"{x}\" cy=\"{y}\" r=\"{DOT}\" class=\"corner\" {attributes}"));
    }

    /// A line of text, whose foot is at a point.
    pub(super) fn text(&mut self, foot: Point, text: &str, attributes: &str) {
        let (x, y, text) = (number(foot.x), number(foot.y), escaped(text));
        self.elements += &format!("<text x=\"{x}\" y=\"{y}\" {attributes}>{text}</text>\n");
    }

    pub(super) fn group(&mut self, attributes: &str, fill: impl FnOnce(&mut Canvas)) {
        let mut inner = Canvas::default();
        fill(&mut inner);
        if !inner.elements.is_empty() {
            self.elements += &format!("<g {attributes}>\n{}</g>\n", inner.elements);
        }
    }

    /// A whole document of these elements, with its title and description for screen readers.
    pub(super) fn document(self, size: (f64, f64), attributes: &str, title: &str, description: &str) -> String {
        let (width, height) = (number(size.0), number(size.1));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" {attributes}>\n<title>{}</title>\n<desc>{}</desc>\n{}</svg>",
            escaped(title),
            escaped(description),
            self.elements,
        )
    }
}

fn escaped(text: &str) -> String {
    xml::escaped(&printable(text))
}

pub(super) fn stroke(colour: Rgb, width: f64) -> String {
    format!("stroke=\"{colour}\" stroke-width=\"{width}\"")
}

/// The colour of a number on an axis; the game's own stands out.
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
