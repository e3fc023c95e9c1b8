//! Diagrams as SVG with the pieces and the colours of the page: archers, and burnt squares of charcoal.
//!
//! The picture is a stack of layers, one method each, from the background up. A square is 40 units wide. The document
//! loads nothing: pieces are paths, and text uses an installed serif font. Identifiers mean the same in every diagram, so
//! that several can share one page.

mod border;
mod charcoal;
mod layout;
mod legend;
mod motion;
mod pieces;

use layout::Layout;

use super::palette::{self, PAGE};
use super::xml::{self, Node};
use super::{Diagram, MovePart, column_letter};
use crate::setup::Cell;
use crate::side::Side;
use crate::square::Square;

pub use pieces::{amazon_id, amazon_shape};

const SQUARE: f64 = 40.0;

impl Diagram {
    /// The diagram as an SVG document, the same bytes for the same diagram.
    pub fn svg(&self) -> String {
        let page = Layout::new(self);
        let mut svg = Node::document(page.width, page.height, &self.title());
        svg.push(Node::new("desc").text(&self.description()));
        svg.push(pieces::definitions());
        svg.push(Node::rect(0.0, 0.0, page.width, page.height).attr("rx", "8").attr("fill", palette::PAPER));
        for layer in [
            self.board(&page),
            self.tinted(&page),
            self.last_squares(&page),
            self.borders(&page),
            self.burnt(&page),
            self.motion(&page),
            self.amazons(&page),
            self.small_text(&page),
            self.badges(&page),
            self.coordinate_text(&page),
            self.caption_and_legend(&page),
        ] {
            svg.push_unless_empty(layer);
        }
        svg.to_string()
    }

    fn title(&self) -> String {
        let caption = self.caption_text();
        let size = format!("Amazons board, {}x{}", self.width, self.height);
        if caption.is_empty() { size } else { format!("{size}: {caption}") }
    }

    /// The board in words.
    fn description(&self) -> String {
        let on = |wanted: Cell| -> Vec<String> {
            self.squares().filter(|&(_, cell)| cell == wanted).map(|(square, _)| square.to_string()).collect()
        };
        let things = [
            ("Black amazons", on(Cell::Amazon(Side::Black))),
            ("White amazons", on(Cell::Amazon(Side::White))),
            ("Burnt", on(Cell::Burnt)),
        ];
        let sentence = |(name, squares): (&str, Vec<String>)| match squares.is_empty() {
            true => format!("{name}: none."),
            false => format!("{name}: {}.", squares.join(" ")),
        };
        things.map(sentence).join(" ")
    }

    /// The rim and the squares without tint. One path for all dark squares keeps the document small.
    fn board(&self, page: &Layout) -> Node {
        let (width, height) = (f64::from(self.width) * SQUARE, f64::from(self.height) * SQUARE);
        let frame = |gap: f64, radius: &str| {
            Node::rect(page.left - gap, page.top - gap, width + 2.0 * gap, height + 2.0 * gap).attr("rx", radius)
        };
        let darker: String = self
            .squares()
            .filter(|(square, _)| PAGE.square(square.col, square.row) == PAGE.dark)
            .map(|(square, _)| {
                let (x, y) = page.corner(square);
                format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
            })
            .collect();
        let mut layer = Node::new("g").attr("class", "board");
        layer.push(frame(1.5, "3").attr("fill", palette::RIM));
        layer.push(frame(0.0, "1").attr("fill", PAGE.light));
        layer.push(Node::path(darker).attr("fill", PAGE.dark));
        layer
    }

    /// Tints with their hatching. A square in several areas is split into two triangles, for the first two areas.
    fn tinted(&self, page: &Layout) -> Node {
        let mut layer = Node::new("g").attr("class", "tints");
        for (square, cell) in self.squares() {
            if cell == Cell::Burnt {
                continue;
            }
            let (x, y) = page.corner(square);
            let tints = self.tints_at(square);
            for (at, &tint) in tints.iter().take(2).enumerate() {
                let shape = match (tints.len(), at) {
                    (1, _) => format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z"),
                    (_, 0) => format!("M{x} {y}h{SQUARE}l-{SQUARE} {SQUARE}z"),
                    (_, _) => format!("M{} {}v-{SQUARE}l-{SQUARE} {SQUARE}z", x + SQUARE, y + SQUARE),
                };
                let fill = PAGE.tint(tint);
                let path = || Node::path(&shape);
                layer.push(path().attr("fill", fill).attr("fill-opacity", xml::number(PAGE.share(tint).into())));
                if let Some(hatching) = pieces::hatching(tint) {
                    layer.push(path().attr("fill", format!("url(#{hatching})")));
                }
            }
        }
        layer
    }

    /// Backgrounds of the origin and destination of the last move.
    fn last_squares(&self, page: &Layout) -> Node {
        let mut layer = Node::new("g").attr("class", "last-move");
        for (square, _) in self.squares() {
            let opacity = match self.part_of_last_move(square) {
                Some(MovePart::Landing) => "0.85",
                Some(MovePart::Origin) => "0.4",
                Some(MovePart::Arrow) | None => continue,
            };
            let (x, y) = page.corner(square);
            let fill = PAGE.landing;
            layer.push(Node::rect(x, y, SQUARE, SQUARE).attr("fill", fill).attr("fill-opacity", opacity));
        }
        layer
    }

    fn burnt(&self, page: &Layout) -> Node {
        let mut layer = Node::new("g").attr("class", "arrows");
        for (square, cell) in self.squares() {
            if cell == Cell::Burnt {
                let is_last = self.part_of_last_move(square).is_some();
                layer.push(pieces::burnt(page.corner(square), is_last).attr("class", "arrow"));
            }
        }
        layer
    }

    /// Amazons, over the rings of blockers.
    fn amazons(&self, page: &Layout) -> Node {
        let mut layer = Node::new("g").attr("class", "amazons");
        for (square, cell) in self.squares() {
            if self.is_blocker(square) {
                layer.push(Node::use_at(pieces::RING, page.centre(square)).attr("class", "blocker"));
            }
            if let Cell::Amazon(side) = cell {
                let class = format!("amazon {}", side.name());
                layer.push(Node::use_at(amazon_id(side), page.centre(square)).attr("class", class));
            }
        }
        layer
    }

    /// Labels: in the middle of an empty square, else in the lower right corner.
    fn small_text(&self, page: &Layout) -> Node {
        let mut layer = Node::new("g").attr("class", "labels").attr("text-anchor", "middle");
        for (square, cell) in self.squares() {
            let Some(label) = self.labels.get(&square) else { continue };
            let (x, y) = page.centre(square);
            let bare = PAGE.square(square.col, square.row);
            let back = match (self.part_of_last_move(square), &self.tints_at(square)[..]) {
                (Some(_), _) => bare.mix(PAGE.landing, 0.4),
                (None, &[tint, ..]) => PAGE.tinted(square.col, square.row, tint),
                (None, []) => bare,
            };
            // The rim separates the text from lines and pieces.
            let (text, colour, rim) = match cell {
                Cell::Empty => (Node::words(x, y + 5.5, 15.0, label), back.text(), back),
                _ => (Node::words(x + 11.0, y + 17.0, 11.0, label), palette::INK, palette::PAPER),
            };
            let text = text.attr("fill", colour).stroke(rim, "3");
            layer.push(text.attr("stroke-linejoin", "round").attr("paint-order", "stroke"));
        }
        layer
    }

    fn coordinate_text(&self, page: &Layout) -> Node {
        let mut layer =
            Node::new("g").attr("class", "coordinates").attr("text-anchor", "middle").attr("fill", palette::FAINT_INK);
        if !self.coordinates {
            return layer;
        }
        for col in 0..self.width {
            let (x, y) = page.corner(Square { col, row: 0 });
            layer.push(Node::words(x + SQUARE / 2.0, y + SQUARE + 21.0, 13.0, &column_letter(col).to_string()));
        }
        for row in 0..self.height {
            let (x, y) = page.centre(Square { col: 0, row });
            layer.push(Node::words(x - SQUARE / 2.0 - 17.0, y + 4.5, 13.0, &(row + 1).to_string()));
        }
        layer
    }
}
