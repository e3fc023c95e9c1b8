//! Line segment graphs as pictures.
//!
//! Points are discs where their squares are. A line is a straight stroke through its points: thin and dark if it has
//! two, thick and coloured by its direction if it has more, so that common lines are seen at a glance. Two
//! strokes meet in a common point or cross between four squares, where a rim separates them.

use otrera_board::diagram::palette::{self, PAGE, Rgb};
use otrera_board::diagram::xml::{FONTS, Node, number};
use otrera_board::diagram::{Tint, amazon_id, amazon_shape};
use otrera_board::{Side, Square};

const PITCH: f64 = 60.0;
/// From the edge of the page to the squares or to the coordinates.
const MARGIN: f64 = 14.0;
const COORDINATES: f64 = 22.0;
/// Radius of a point, and of one with an amazon, whose shape reaches 17 from its middle.
const POINT: f64 = 14.0;
const AMAZON_POINT: f64 = 22.5;
/// The label of a point with an amazon: its distance to the right and down, and its radius.
const BADGE: f64 = 20.0;
const BADGE_RADIUS: f64 = 9.5;
/// Widths of strokes through two points and through more, and of the rim on both sides.
const THIN: f64 = 2.2;
const THICK: f64 = 6.5;
const RIM: f64 = 2.0;
/// The text below: least width of the page, size of its letters, and height of a line.
const LEAST_WIDTH: f64 = 230.0;
const TEXT_SIZE: f64 = 14.0;
const TEXT_LINE: f64 = 20.0;
/// Width of a character in units of the font's size: the digits of DejaVu Serif Condensed have 0.57.
const CHARACTER: f64 = 0.6;
/// A name that needs more lines is left out.
const NAME_LINES: usize = 3;

#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) name: String,
    /// At least one.
    pub(crate) spots: Vec<Spot>,
    pub(crate) lines: Vec<Vec<Square>>,
}

#[derive(Debug)]
pub(crate) struct Spot {
    pub(crate) square: Square,
    pub(crate) amazon: Option<Side>,
    pub(crate) label: String,
}

/// The layout of the page: the squares from the least to the greatest that have points.
struct Page {
    low: Square,
    high: Square,
    left: f64,
    width: f64,
    below: f64,
    text: Vec<String>,
}

impl Drawing {
    pub(crate) fn svg(&self) -> String {
        let page = Page::new(self);
        let height = page.below + page.text.len() as f64 * TEXT_LINE + MARGIN;
        let mut svg = Node::new("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .attr("viewBox", format!("0 0 {} {}", number(page.width), number(height)))
            .attr("width", number(page.width))
            .attr("height", number(height))
            .attr("role", "img")
            .attr("font-family", FONTS);
        svg.push(Node::new("title").text(&format!("Line segment graph {}", self.name)));
        svg.push(Node::new("desc").text(&self.description()));
        let mut shapes = Node::new("defs");
        Side::BOTH.into_iter().for_each(|side| shapes.push(amazon_shape(side)));
        svg.push(shapes);
        svg.push(Node::rect(0.0, 0.0, page.width, height).attr("rx", "8").attr("fill", palette::PAPER.to_string()));
        for layer in [self.ground(&page), self.strokes(&page), self.points(&page), page.coordinates(), page.words()] {
            svg.push_unless_empty(layer);
        }
        svg.to_string()
    }

    fn description(&self) -> String {
        let spot = |spot: &Spot| {
            let amazon = spot.amazon.map(|side| format!(" with a {} amazon", side.name())).unwrap_or_default();
            format!("{} is {}{amazon}", spot.label, spot.square)
        };
        let line = |line: &Vec<Square>| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let spots: Vec<String> = self.spots.iter().map(spot).collect();
        let lines: Vec<String> = self.lines.iter().map(line).collect();
        format!(
            "Points: {}. Lines: {}.",
            spots.join(", "),
            if lines.is_empty() { "none".into() } else { lines.join(", ") }
        )
    }

    fn ground(&self, page: &Page) -> Node {
        let mut layer = Node::new("g").attr("class", "squares");
        for spot in &self.spots {
            let (x, y) = page.centre(spot.square);
            let fill = tile(spot.square);
            let square = Node::rect(x - PITCH / 2.0 + 1.0, y - PITCH / 2.0 + 1.0, PITCH - 2.0, PITCH - 2.0);
            layer.push(square.attr("rx", "5").attr("fill", fill.to_string()));
        }
        layer
    }

    /// The lines, long ones above pairs.
    fn strokes(&self, page: &Page) -> Node {
        let mut layer = Node::new("g").attr("class", "lines").attr("stroke-linecap", "round");
        let (pairs, longer): (Vec<_>, Vec<_>) = self.lines.iter().partition(|line| line.len() == 2);
        for line in pairs.into_iter().chain(longer) {
            let [from, .., to] = line[..] else { unreachable!("a line has two points") };
            let ((x1, y1), (x2, y2)) = (page.centre(from), page.centre(to));
            let (class, colour, width) = match line.len() {
                2 => ("pair", palette::INK, THIN),
                _ => ("line", colour(from, to), THICK),
            };
            for (colour, width) in [(palette::PAPER, width + 2.0 * RIM), (colour, width)] {
                let mut stroke = Node::new("path")
                    .attr("d", format!("M{} {}L{} {}", number(x1), number(y1), number(x2), number(y2)))
                    .attr("stroke", colour.to_string())
                    .attr("stroke-width", number(width));
                if colour != palette::PAPER {
                    stroke = stroke.attr("class", class);
                }
                layer.push(stroke);
            }
        }
        layer
    }

    fn points(&self, page: &Page) -> Node {
        let mut layer = Node::new("g").attr("class", "points").attr("text-anchor", "middle");
        for Spot { square, amazon, label } in &self.spots {
            let (x, y) = page.centre(*square);
            let ink = palette::INK.to_string();
            let disc = |x: f64, y: f64, radius: f64, rim: f64| {
                let circle = Node::new("circle").attr("cx", number(x)).attr("cy", number(y)).attr("r", number(radius));
                circle
                    .attr("fill", palette::PAPER.to_string())
                    .attr("stroke", ink.clone())
                    .attr("stroke-width", number(rim))
            };
            let words = |x: f64, y: f64, size: f64| {
                // The middle of digits is about a third of their size above their foot.
                Node::words(x, y + size * 0.36, size, label).attr("fill", ink.clone()).attr("class", "label")
            };
            match amazon {
                None => {
                    layer.push(disc(x, y, POINT, 1.8).attr("class", "point"));
                    layer.push(words(x, y, 15.0));
                }
                Some(side) => {
                    layer.push(disc(x, y, AMAZON_POINT, 1.8).attr("class", "point"));
                    let class = format!("amazon {}", side.name());
                    layer.push(Node::use_at(amazon_id(*side), (x, y)).attr("class", class));
                    layer.push(disc(x + BADGE, y + BADGE, BADGE_RADIUS, 1.2));
                    layer.push(words(x + BADGE, y + BADGE, if label.len() > 1 { 10.5 } else { 12.5 }));
                }
            }
        }
        layer
    }
}

/// The colour of a square, paler than on a board.
fn tile(square: Square) -> Rgb {
    PAGE.square(square.col, square.row).mix(palette::PAPER, 0.35)
}

/// The colour of a line of three points or more, by its direction. Left's blue and Right's red are not among them.
fn colour(from: Square, to: Square) -> Rgb {
    let violet = PAGE.tint(Tint::BlackTerritory).mix(PAGE.tint(Tint::WhiteTerritory), 0.45);
    let (colour, ink) = match (from.col == to.col, from.row == to.row) {
        (false, true) => (palette::EMBER, 0.2),
        (true, _) => (violet, 0.2),
        _ if (from.col < to.col) == (from.row < to.row) => (PAGE.tint(Tint::Active), 0.25),
        _ => (PAGE.landing, 0.45),
    };
    colour.mix(palette::INK, ink)
}

impl Page {
    fn new(drawing: &Drawing) -> Page {
        let of = |pick: fn(u8, u8) -> u8, side: fn(&Square) -> u8| {
            drawing.spots.iter().map(|spot| side(&spot.square)).reduce(pick).expect("a graph to draw has a point")
        };
        let low = Square { col: of(u8::min, |s| s.col), row: of(u8::min, |s| s.row) };
        let high = Square { col: of(u8::max, |s| s.col), row: of(u8::max, |s| s.row) };
        let board = f64::from(high.col - low.col + 1) * PITCH;
        let width = (board + COORDINATES + 2.0 * MARGIN).max(LEAST_WIDTH);
        let left = ((width - board - COORDINATES) / 2.0).floor() + COORDINATES;
        let below = MARGIN + f64::from(high.row - low.row + 1) * PITCH + COORDINATES + 6.0;
        let across = ((width - 2.0 * MARGIN) / (TEXT_SIZE * CHARACTER)) as usize;
        let mut text = wrapped(&drawing.name, across);
        if text.len() > NAME_LINES {
            text = vec![format!("{} points, {} lines", drawing.spots.len(), drawing.lines.len())];
        }
        Page { low, high, left, width, below, text }
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let (col, row) = (f64::from(square.col - self.low.col), f64::from(self.high.row - square.row));
        (self.left + (col + 0.5) * PITCH, MARGIN + (row + 0.5) * PITCH)
    }

    fn coordinates(&self) -> Node {
        let mut layer = Node::new("g")
            .attr("class", "coordinates")
            .attr("text-anchor", "middle")
            .attr("fill", palette::FAINT_INK.to_string());
        for col in self.low.col..=self.high.col {
            let (x, y) = self.centre(Square { col, ..self.low });
            layer.push(Node::words(x, y + PITCH / 2.0 + 17.0, 13.0, &char::from(b'a' + col).to_string()));
        }
        for row in self.low.row..=self.high.row {
            let (x, y) = self.centre(Square { row, ..self.low });
            layer.push(Node::words(x - PITCH / 2.0 - 13.0, y + 4.5, 13.0, &(row + 1).to_string()));
        }
        layer
    }

    fn words(&self) -> Node {
        let mut layer =
            Node::new("g").attr("class", "name").attr("text-anchor", "middle").attr("fill", palette::INK.to_string());
        for (at, line) in (1..).zip(&self.text) {
            layer.push(Node::words(self.width / 2.0, self.below + f64::from(at) * TEXT_LINE - 4.0, TEXT_SIZE, line));
        }
        layer
    }
}

/// A name in lines of limited length, broken after colons and between the lines of the graph.
fn wrapped(name: &str, across: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in name.split_inclusive(['.', ':']) {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() || last.len() + piece.len() <= across {
            *last += piece;
        } else {
            lines.push(piece.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cross of lines on 3x3 with an amazon on one end, and a square beside it.
    fn drawing() -> Drawing {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let line = |names: &str| names.split(' ').map(square).collect();
        let spot = |(label, name): (usize, &str)| Spot {
            square: square(name),
            amazon: (name == "b3").then_some(Side::Black),
            label: label.to_string(),
        };
        Drawing {
            name: "6:b0:...".into(),
            spots: ["b3", "c4", "d5", "b5", "d3", "a3"].into_iter().enumerate().map(spot).collect(),
            lines: vec![line("b3 a3"), line("b3 c4 d5"), line("b5 c4 d3")],
        }
    }

    #[test]
    fn pictures_are_well_formed_and_show_everything_once() {
        let picture = drawing().svg();
        let document = roxmltree::Document::parse(&picture).unwrap();
        let of_class = |class| document.descendants().filter(move |node| node.attribute("class") == Some(class));
        let labels: Vec<_> = of_class("label").filter_map(|node| node.text()).collect();
        assert_eq!(labels, ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(["point", "pair", "line", "amazon black"].map(|class| of_class(class).count()), [6, 1, 2, 1]);
        let said = |name| document.descendants().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
        assert_eq!(said("title"), Some("Line segment graph 6:b0:..."));
        let words = "Points: 0 is b3 with a black amazon, 1 is c4, 2 is d5, 3 is b5, 4 is d3, 5 is a3. \
                     Lines: b3 a3, b3 c4 d5, b5 c4 d3.";
        assert_eq!(said("desc"), Some(words));
    }

    #[test]
    fn lines_are_seen_on_every_square() {
        let at = |col, row| Square { col, row };
        let directions = [(at(0, 0), at(2, 0)), (at(0, 0), at(0, 2)), (at(0, 0), at(2, 2)), (at(0, 2), at(2, 0))];
        for (from, to) in directions {
            for ground in [tile(at(0, 0)), tile(at(0, 1)), palette::PAPER] {
                let contrast = colour(from, to).contrast(ground);
                assert!(contrast >= 3.0, "{from} to {to} on {ground}: {contrast}");
            }
        }
    }

    #[test]
    fn names_are_broken_between_lines() {
        assert_eq!(wrapped("4:02.123", 20), ["4:02.123"]);
        assert_eq!(wrapped("5:b0:01.02.034", 9), ["5:b0:01.", "02.034"]);
        assert_eq!(wrapped("5:b0:01.02.034", 1), ["5:", "b0:", "01.", "02.", "034"]);
    }
}
