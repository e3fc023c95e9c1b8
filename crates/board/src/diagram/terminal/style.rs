use crate::diagram::legend::{Entry, Mark};
use crate::diagram::palette::{self, Rgb, WOOD};
use crate::diagram::{Part, Tint};
use crate::side::Side;

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How colours are sent, if they are.
    pub colour: Colour,
    /// Whether characters beyond ASCII are drawn.
    pub unicode: bool,
}

/// How colours are sent to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Not at all: files, pipes, `NO_COLOR`.
    None,
    /// The nearest of 256 that nearly every terminal has.
    Ansi256,
    /// As they are; for terminals with `COLORTERM=truecolor`.
    TrueColor,
}

impl Style {
    /// ASCII without colour.
    pub const PLAIN: Style = Style { colour: Colour::None, unicode: false };
}

/// The characters.
impl Style {
    pub(super) fn amazon(self, side: Side) -> &'static str {
        match (side, self.unicode, self.colour) {
            (Side::Black, false, _) => "b",
            (Side::White, false, _) => "w",
            (Side::White, true, Colour::None) => "♕",
            // In colour both are filled: an outline in white is lost on any ground but black.
            (_, true, _) => "♛",
        }
    }

    pub(super) fn burnt(self) -> &'static str {
        if self.unicode { "▒" } else { "#" }
    }

    /// What fills a burnt square that is coloured.
    pub(super) fn shade(self) -> &'static str {
        if self.unicode { "░" } else { "#" }
    }

    pub(super) fn empty(self, part: Option<Part>) -> &'static str {
        match (self.colour, part, self.unicode) {
            (Colour::None, _, true) => "·",
            (Colour::None, _, false) => ".",
            (_, Some(Part::Origin), true) => "◦",
            (_, Some(Part::Origin), false) => "o",
            _ => "",
        }
    }

    /// What comes before the text of a line of the legend. Labels need no sign where there is no colour to explain.
    pub(super) fn swatch(self, entry: &Entry) -> String {
        let Mark::Tint(tint) = entry.mark else { return "& ".into() };
        let is_heat = matches!(tint, Tint::Heat(_));
        match self.colour {
            Colour::None if is_heat => "-9..+9 ".into(),
            Colour::None if entry.signed => format!("{} ", tint.sign()),
            Colour::None => String::new(),
            _ if is_heat => {
                let shades = [-1.0, 0.0, 1.0].map(|heat| self.paint(palette::INK, WOOD.tint(Tint::Heat(heat)), " "));
                shades.concat() + " "
            }
            _ => {
                let back = WOOD.tinted(0, 0, tint);
                let sign = if entry.signed { tint.sign() } else { String::new() };
                self.paint(back.text(), back, &format!("{sign:<2}")) + " "
            }
        }
    }

    /// Text of one colour on another.
    pub(super) fn paint(self, front: Rgb, back: Rgb, text: &str) -> String {
        format!("\x1b[{};{}m{text}\x1b[0m", self.code(38, front), self.code(48, back))
    }

    /// Text of one colour on the terminal's own ground.
    pub(super) fn ink(self, front: Rgb, text: &str) -> String {
        format!("\x1b[{}m{text}\x1b[0m", self.code(38, front))
    }

    /// The parameters of "select graphic rendition" (ECMA-48) that set a colour; `place` is 38 in front, 48 behind.
    fn code(self, place: u8, colour: Rgb) -> String {
        match self.colour {
            Colour::TrueColor => format!("{place};2;{};{};{}", colour.0, colour.1, colour.2),
            Colour::Ansi256 | Colour::None => format!("{place};5;{}", colour.ansi256()),
        }
    }
}
