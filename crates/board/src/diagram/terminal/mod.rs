//! Diagrams as text.
//!
//! A square is two columns wide, or wider if a text needs it. With colour the board is wood in a frame, and every square
//! sets its own background, so that it looks the same in dark and light terminals. Without colour, letters show the same
//! facts: `b` and `w` (or ♛ and ♕) are amazons, `#` is burnt, `'` is part of the last move, `&` is a blocker, and areas
//! are filled with their labels.

mod style;

pub use style::{Colour, Style};

use super::palette::{self, Rgb, WOOD};
use super::{Diagram, LabelledArea, MovePart, Tint, column_letter};
use crate::setup::Cell;
use crate::side::Side;
use crate::square::Square;

impl Diagram {
    /// The diagram as text; every line ends with a line break.
    pub fn terminal(&self, style: Style) -> String {
        let board = match style.colour {
            Colour::None => self.plain_board(style),
            _ => self.wooden_board(style),
        };
        let indent = " ".repeat(self.margin());
        let caption = Some(self.caption_text()).filter(|caption| !caption.is_empty());
        let legend = self.legend();
        let legend = legend.iter().map(|entry| style.swatch(entry) + &entry.text);
        let below = caption.into_iter().chain(legend).map(|line| format!("{indent}{}\n", line.trim_end()));
        board.into_iter().map(|line| line + "\n").chain(below).collect()
    }

    /// Width of the row numbers left of the frame.
    fn margin(&self) -> usize {
        match (self.coordinates, self.height) {
            (false, _) => 0,
            (true, ..10) => 2,
            (true, _) => 3,
        }
    }

    /// Row number, right-aligned in the margin.
    fn row_number(&self, row: u8) -> String {
        let width = self.margin().saturating_sub(1);
        if self.coordinates { format!("{:>width$} ", row + 1) } else { String::new() }
    }

    /// Column letters, each at the left of its square.
    fn column_letters(&self, width: usize) -> String {
        (0..self.width).map(|col| format!("{:<width$}", column_letter(col))).collect()
    }

    /// Letters in a thin frame.
    fn plain_board(&self, style: Style) -> Vec<String> {
        let tick = |square| if self.part_of_last_move(square).is_some() { "'" } else { "" };
        let text = |(square, cell)| self.text(square, cell, style) + tick(square);
        // A blank or the tick of the last move separates squares.
        let width = self.squares().map(|(s, cell)| self.text(s, cell, style).chars().count() + 1).max().unwrap_or(2);
        let [horizontal, vertical] = if style.unicode { ['─', '│'] } else { ['-', '|'] };
        let corners = if style.unicode { ['┌', '┐', '└', '┘'] } else { ['+'; 4] };
        let indent = " ".repeat(self.margin());
        let bar = horizontal.to_string().repeat(width * usize::from(self.width) + 1);
        let edge = |[left, right]: [char; 2]| format!("{indent}{left}{bar}{right}");

        let mut lines = vec![edge([corners[0], corners[1]])];
        for (row, squares) in self.rows() {
            let texts: String = squares.map(|square| format!("{:<width$}", text(square))).collect();
            lines.push(format!("{}{vertical} {texts}{vertical}", self.row_number(row)));
        }
        lines.push(edge([corners[2], corners[3]]));
        if self.coordinates {
            lines.push(format!("{indent}  {}", self.column_letters(width).trim_end()));
        }
        lines
    }

    /// Squares of wood in a broad frame that holds the coordinates.
    fn wooden_board(&self, style: Style) -> Vec<String> {
        // Backgrounds separate letters, but labels need a gap.
        let gap = |square| usize::from(self.labels.contains_key(&square));
        let widths = self.squares().map(|(square, cell)| self.text(square, cell, style).chars().count() + gap(square));
        let width = widths.max().unwrap_or(2).max(2);
        let margin = self.margin().max(1);
        let inside = width * usize::from(self.width);
        let on_frame = |text: &str| style.paint(palette::ON_FRAME, palette::FRAME, text);

        let mut lines = Vec::new();
        if style.unicode {
            lines.push(style.ink(palette::FRAME, &"▄".repeat(margin + inside + 1)));
        }
        for (row, squares) in self.rows() {
            let number = on_frame(&format!("{:>margin$}", self.row_number(row)));
            let painted: String =
                squares.map(|(square, cell)| self.wooden_square(square, cell, width, style)).collect();
            lines.push(number + &painted + &on_frame(" "));
        }
        let letters = self.column_letters(width);
        if self.coordinates {
            lines.push(on_frame(&format!("{:margin$}{letters} ", "")));
        } else if style.unicode {
            lines.push(style.ink(palette::FRAME, &"▀".repeat(margin + inside + 1)));
        }
        lines
    }

    /// One square. A square in several areas is split into halves, for the first two areas.
    fn wooden_square(&self, square: Square, cell: Cell, width: usize, style: Style) -> String {
        let part = self.part_of_last_move(square);
        let plain = WOOD.square(square.col, square.row);
        if cell == Cell::Burnt {
            let label = self.labels.get(&square).map_or("", String::as_str);
            let back = if part.is_some() { palette::EMBER } else { WOOD.burnt };
            let front = if label.is_empty() { WOOD.burnt.mix(palette::ASH, 0.5) } else { back.text() };
            let shade = style.shade().repeat(width.saturating_sub(label.chars().count()));
            return style.paint(front, back, &format!("{label}{shade}"));
        }
        let tints: Vec<Rgb> = match part {
            Some(MovePart::Landing) => vec![WOOD.landing],
            Some(_) => vec![plain.mix(WOOD.landing, 0.55)],
            None => self.tints_at(square).iter().map(|&t| WOOD.tinted(square.col, square.row, t)).collect(),
        };
        let (left, right) = match tints[..] {
            [] => (plain, plain),
            [one] => (one, one),
            [one, other, ..] => (one, other),
        };
        let front = |back: Rgb, at: usize| match cell {
            Cell::Amazon(Side::Black) if at == 0 => palette::BLACK,
            Cell::Amazon(Side::White) if at == 0 => palette::WHITE,
            // White where it is legible, so that the letters of one area have one colour.
            _ if palette::WHITE.contrast(back) >= 3.0 => palette::WHITE.mix(back, 0.1),
            _ => back.text(),
        };
        let paint = |(at, letter): (usize, char)| {
            let back = if at < width / 2 { left } else { right };
            style.paint(front(back, at), back, &letter.to_string())
        };
        format!("{:<width$}", self.text(square, cell, style)).chars().enumerate().map(paint).collect()
    }

    /// The text of a square: amazon or arrow, label and tag.
    fn text(&self, square: Square, cell: Cell, style: Style) -> String {
        let label = self.labels.get(&square).map_or("", String::as_str);
        let piece = match cell {
            Cell::Amazon(side) => style.amazon(side),
            Cell::Burnt => style.burnt(),
            Cell::Empty => "",
        };
        // The background of an amazon shows its area if an empty square of the area has the letter.
        let is_shown = |area: &LabelledArea| area.squares.iter().any(|&square| self.cell(square) == Cell::Empty);
        let untagged = style.colour != Colour::None
            && matches!(cell, Cell::Amazon(_))
            && !self.is_blocker(square)
            && self.areas_at(square).all(is_shown);
        let tag = if untagged { String::new() } else { self.tag(square, style) };
        let text = format!("{piece}{label}{tag}");
        if text.is_empty() { style.empty(self.part_of_last_move(square)).into() } else { text }
    }

    /// The label of the area of a square, or the sign of its tint.
    fn tag(&self, square: Square, style: Style) -> String {
        if self.is_blocker(square) {
            return "&".into();
        }
        let own = self.tints.get(&square);
        let label = self.areas_at(square).next().map(|area| area.label.clone()).filter(|label| !label.is_empty());
        match (label, own) {
            (Some(label), _) => label,
            // Colour shows heat without a sign, and a label replaces it.
            (None, Some(Tint::Heat(_))) if style.colour != Colour::None || self.labels.contains_key(&square) => {
                String::new()
            }
            (None, _) => self.tints_at(square).first().map(|tint| tint.sign()).unwrap_or_default(),
        }
    }
}
