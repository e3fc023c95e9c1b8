//! The few shapes that a thermograph needs, as SVG elements. Text is escaped on its way in.

use otrera_board::diagram::xml::{self, number, printable};

use super::labels::Point;

/// Elements of an SVG document, one to a line.
#[derive(Default)]
pub(super) struct Canvas {
    elements: String,
}

impl Canvas {
    /// An element without content; `attributes` is written as it stands.
    pub(super) fn element(&mut self, name: &str, attributes: &str) {
        self.elements += &format!("<{name} {attributes}/>\n");
    }

    /// A line through points.
    pub(super) fn line(&mut self, points: &[Point], attributes: &str) {
        let points: Vec<String> = points.iter().map(|p| format!("{},{}", number(p.x), number(p.y))).collect();
        self.element("polyline", &format!("points=\"{}\" fill=\"none\" {attributes}", points.join(" ")));
    }

    pub(super) fn circle(&mut self, middle: Point, radius: f64, attributes: &str) {
        let (x, y, r) = (number(middle.x), number(middle.y), number(radius));
        self.element("circle", &format!("cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {attributes}"));
    }

    /// A line of text, whose foot is at a point.
    pub(super) fn text(&mut self, foot: Point, text: &str, attributes: &str) {
        let (x, y, text) = (number(foot.x), number(foot.y), escaped(text));
        self.elements += &format!("<text x=\"{x}\" y=\"{y}\" {attributes}>{text}</text>\n");
    }

    /// Elements that share attributes.
    pub(super) fn group(&mut self, attributes: &str, fill: impl FnOnce(&mut Canvas)) {
        let mut inner = Canvas::default();
        fill(&mut inner);
        if !inner.elements.is_empty() {
            self.elements += &format!("<g {attributes}>\n{}</g>\n", inner.elements);
        }
    }

    /// A whole document of these elements, with its title and description for those who cannot see it.
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

/// Any text as it stands in an XML document.
fn escaped(text: &str) -> String {
    xml::escaped(&printable(text))
}
