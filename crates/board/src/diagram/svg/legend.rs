//! The text under the board: caption and legend, wrapped.
//!
//! Without font metrics, the width of a text is estimated from its number of characters.

use super::layout::{Layout, MARGIN};
use super::pieces;
use crate::diagram::legend::{Entry, Mark};
use crate::diagram::palette::{self, PAGE};
use crate::diagram::xml::Node;
use crate::diagram::{Diagram, Tint};

/// Least width of the text, for narrow boards.
const LEAST_WIDTH: f64 = 230.0;
/// Width of a character in units of the font's size: the mean of lower case in DejaVu Serif Condensed is 0.53.
const CHARACTER: f64 = 0.55;
const CAPTION_SIZE: f64 = 15.0;
const LEGEND_SIZE: f64 = 12.5;
const CAPTION_LINE: f64 = 21.0;
const LEGEND_LINE: f64 = 20.0;
/// Side of the swatch before a line of the legend, and its width with the gap after it.
const SWATCH: f64 = 14.0;
const SWATCH_WIDTH: f64 = 22.0;
/// Gaps between caption and legend, and between two entries on a line.
const GAP: f64 = 8.0;
const ENTRY_GAP: f64 = 20.0;

/// The caption and the legend in lines.
pub(super) struct Paragraphs {
    caption: Vec<String>,
    legend: Vec<Vec<Placed>>,
    pub(super) width: f64,
}

/// An entry of the legend with its offset from the left.
struct Placed {
    mark: Mark,
    x: f64,
    lines: Vec<String>,
}

impl Paragraphs {
    /// Wraps the text for a board of this width.
    pub(super) fn new(diagram: &Diagram, board: f64) -> Paragraphs {
        let available = board.max(LEAST_WIDTH);
        let caption = wrapped(&diagram.caption_text(), available, CAPTION_SIZE);
        let entries: Vec<(Mark, Vec<String>)> = diagram
            .legend()
            .into_iter()
            .map(|Entry { mark, text, .. }| (mark, wrapped(&text, available - SWATCH_WIDTH, LEGEND_SIZE)))
            .collect();
        // As many columns as fit, all as wide as the longest entry.
        let column = entries.iter().map(|(_, lines)| widest(lines, LEGEND_SIZE)).fold(0.0, f64::max).ceil()
            + SWATCH_WIDTH
            + ENTRY_GAP;
        let columns = ((available + ENTRY_GAP) / column).floor().max(1.0) as usize;
        let mut legend: Vec<Vec<Placed>> = Vec::new();
        for (place, (mark, lines)) in entries.into_iter().enumerate() {
            if place % columns == 0 {
                legend.push(Vec::new());
            }
            let x = (place % columns) as f64 * column;
            legend.last_mut().expect("a row was just pushed").push(Placed { mark, x, lines });
        }
        let entries = legend.iter().flatten();
        let legend_width = entries.map(|e| e.x + SWATCH_WIDTH + widest(&e.lines, LEGEND_SIZE)).fold(0.0, f64::max);
        let width = widest(&caption, CAPTION_SIZE).max(legend_width).ceil();
        Paragraphs { caption, legend, width }
    }

    pub(super) fn height(&self) -> f64 {
        let caption = self.caption.len() as f64 * CAPTION_LINE;
        let legend: f64 = self.legend.iter().map(|row| row_height(row)).sum();
        let lead = if self.caption.is_empty() && self.legend.is_empty() { 0.0 } else { 6.0 };
        lead + caption + if self.legend.is_empty() { 0.0 } else { GAP } + legend
    }
}

impl Diagram {
    pub(super) fn caption_and_legend(&self, page: &Layout) -> Node {
        let Paragraphs { caption, legend, width } = &page.paragraphs;
        let mut layer = Node::new("g").attr("class", "text").attr("fill", palette::INK);
        let board = f64::from(self.width) * super::SQUARE;
        let mut y = page.below + 6.0;
        for line in caption {
            let middle = page.left + board / 2.0;
            let words = Node::words(middle, y + 15.0, CAPTION_SIZE, line);
            layer.push(words.attr("class", "caption").attr("text-anchor", "middle"));
            y += CAPTION_LINE;
        }
        y += GAP;
        let fits = page.left + width + MARGIN <= page.width;
        let left = if fits { page.left } else { ((page.width - width) / 2.0).floor() };
        for row in legend {
            for entry in row {
                layer.push(swatch(entry.mark, left + entry.x, y));
                for (line, text) in entry.lines.iter().enumerate() {
                    let x = left + entry.x + SWATCH_WIDTH;
                    layer.push(Node::words(x, y + 11.5 + line as f64 * LEGEND_LINE, LEGEND_SIZE, text));
                }
            }
            y += row_height(row);
        }
        layer
    }
}

fn row_height(row: &[Placed]) -> f64 {
    row.iter().map(|entry| entry.lines.len()).max().unwrap_or(0) as f64 * LEGEND_LINE
}

fn swatch(mark: Mark, x: f64, y: f64) -> Node {
    let mut group = Node::new("g").attr("class", "swatch");
    let tile = || Node::rect(x, y, SWATCH, SWATCH).attr("rx", "2");
    match mark {
        Mark::Tint(Tint::Heat(_)) => {
            for (place, heat) in [(0.0, -1.0), (1.0, 0.0), (2.0, 1.0)] {
                let (third, fill) = (SWATCH / 3.0, PAGE.tint(Tint::Heat(heat)));
                group.push(Node::rect(x + place * third, y, third, SWATCH).attr("fill", fill));
            }
            group.push(tile().attr("fill", "none").attr("stroke", palette::FAINT_INK));
        }
        Mark::Tint(tint) => {
            let fill = PAGE.tinted(1, 0, tint);
            group.push(tile().attr("fill", fill).attr("stroke", pieces::line(tint)));
            if let Some(hatching) = pieces::hatching(tint) {
                group.push(tile().attr("fill", format!("url(#{hatching})")));
            }
        }
        Mark::Blocker => {
            let middle = (x + SWATCH / 2.0, y + SWATCH / 2.0);
            group.push(Node::circle(middle, 6.0).attr("fill", "none").stroke(palette::INK, "1.8"));
        }
    }
    group
}

/// Breaks a text at blanks into lines of at most `width`; longer words stay whole.
fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if estimated(line, size) + estimated(word, size) + size * CHARACTER <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

fn widest(lines: &[String], size: f64) -> f64 {
    lines.iter().map(|line| estimated(line, size)).fold(0.0, f64::max)
}

fn estimated(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * CHARACTER
}
