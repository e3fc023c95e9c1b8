//! The text under the plot: the game, its mean, temperature and stops, and the names of the walls.
//!
//! No font is available for measuring. Widths are those of DejaVu Serif, which is wider than most, so that a text
//! never needs more space than it has.

use otrera_board::diagram::palette;
use otrera_cgt::{Dyadic, Thermograph};

use super::canvas::Canvas;
use super::labels::{Flank, Point};
use super::text;

const TITLE_SIZE: f64 = 15.0;
const TITLE_LINE: f64 = 21.0;
const TEXT_SIZE: f64 = 12.5;
const TEXT_LINE: f64 = 20.0;
/// Lines that the title gets; a game can be longer than any page.
const TITLE_LINES: usize = 3;
/// A dot in front of the name of a wall, and the gap between the two names.
const DOT_ROOM: f64 = 11.0;
const NAME_GAP: f64 = 22.0;

const NAMES: [(Flank, &str); 2] = [(Flank::Left, "Black moves first"), (Flank::Right, "White moves first")];

pub(super) struct Caption {
    title: Vec<String>,
    summary: String,
    /// There are walls to be named; the mast of a whole number has none.
    has_walls: bool,
}

impl Caption {
    pub(super) fn new(graph: &Thermograph, title: &str, width: f64) -> Self {
        let has_walls = graph.temperature() > Dyadic::MINUS_ONE;
        Self { title: wrapped(title, width), summary: summary(graph), has_walls }
    }

    pub(super) fn height(&self) -> f64 {
        let lines = 1 + usize::from(self.has_walls);
        self.title.len() as f64 * TITLE_LINE + lines as f64 * TEXT_LINE
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, top: Point) {
        let Point { x, mut y } = top;
        for line in &self.title {
            let attributes =
                format!("class=\"title\" font-size=\"{TITLE_SIZE}\" text-anchor=\"middle\" fill=\"{}\"", palette::INK);
            canvas.text(Point { x, y: y + TITLE_SIZE }, line, &attributes);
            y += TITLE_LINE;
        }
        let faint = format!("font-size=\"{TEXT_SIZE}\" fill=\"{}\"", palette::FAINT_INK);
        canvas.text(Point { x, y: y + TEXT_SIZE }, &self.summary, &format!("{faint} text-anchor=\"middle\""));
        if !self.has_walls {
            return;
        }
        y += TEXT_LINE;
        let widths = NAMES.map(|(_, name)| DOT_ROOM + width_of(name, TEXT_SIZE));
        let mut x = x - (widths[0] + NAME_GAP + widths[1]) / 2.0;
        for ((flank, name), width) in NAMES.into_iter().zip(widths) {
            canvas.dot(Point { x, y: y + TEXT_SIZE - 4.5 }, flank);
            canvas.text(Point { x: x + DOT_ROOM, y: y + TEXT_SIZE }, name, &faint);
            x += width + NAME_GAP;
        }
    }
}

pub(super) fn summary(graph: &Thermograph) -> String {
    let (mean, temperature) = (text(graph.mean()), text(graph.temperature()));
    let (left, right) = (text(graph.left_stop()), text(graph.right_stop()));
    format!("mean {mean}, temperature {temperature}, stops {left} and {right}")
}

/// The title in lines of at most this width, broken where the notation of games has a joint.
fn wrapped(title: &str, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in title.split_inclusive([' ', ',', '|']) {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && width_of(line, TITLE_SIZE) + width_of(piece.trim_end(), TITLE_SIZE) > width {
            lines.push(piece.into());
        } else {
            line.push_str(piece);
        }
    }
    if lines.len() > TITLE_LINES {
        lines.truncate(TITLE_LINES);
        lines[TITLE_LINES - 1].push('…');
    }
    lines.into_iter().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect()
}

pub(super) fn width_of(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        ' ' | ',' | '.' | '(' | ')' | '/' | '|' | 'i' | 'l' => 0.4,
        '−' | '±' | '+' => 0.84,
        _ => 0.64,
    };
    text.chars().map(em).sum::<f64>() * size
}
