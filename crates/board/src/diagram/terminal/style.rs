use crate::diagram::legend::{Entry, Mark};
use crate::diagram::palette::{self, Rgb, WOOD};
use crate::diagram::{MovePart, Tint};
use crate::side::Side;

/// Capabilities of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Encoding of colours.
    pub colour: Colour,
    /// True if characters beyond ASCII are allowed.
    pub unicode: bool,
}

/// Encoding of colours for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// No colour: files, pipes, `NO_COLOR`.
    None,
    /// The nearest of 256 colours, which nearly every terminal has.
    Ansi256,
    /// 24-bit colour, for terminals with `COLORTERM=truecolor`.
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
            // In colour both are filled, as a white outline is hard to see on any background but black.
            (_, true, _) => "♛",
        }
    }

    pub(super) fn burnt(self) -> &'static str {
        if self.unicode { "▒" } else { "#" }
    }

    /// The fill of a burnt square in colour.
    pub(super) fn shade(self) -> &'static str {
        if self.unicode { "░" } else { "#" }
    }

    pub(super) fn empty(self, part: Option<MovePart>) -> &'static str {
        match (self.colour, part, self.unicode) {
            (Colour::None, _, true) => "·",
            (Colour::None, _, false) => ".",
            (_, Some(MovePart::Origin), true) => "◦",
            (_, Some(MovePart::Origin), false) => "o",
            _ => "",
        }
    }

    /// The sample before a line of the legend. Without colour, labelled areas need none.
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

    /// Text with foreground and background colours.
    pub(super) fn paint(self, front: Rgb, back: Rgb, text: &str) -> String {
        format!("\x1b[{};{}m{text}\x1b[0m", self.code(38, front), self.code(48, back))
    }

    /// Text with a foreground colour on the terminal's background.
    pub(super) fn ink(self, front: Rgb, text: &str) -> String {
        format!("\x1b[{}m{text}\x1b[0m", self.code(38, front))
    }

    /// Parameters of "select graphic rendition" (ECMA-48); `place` is 38 for the foreground, 48 for the background.
    fn code(self, place: u8, colour: Rgb) -> String {
        match self.colour {
            Colour::TrueColor => format!("{place};2;{};{};{}", colour.0, colour.1, colour.2),
            Colour::Ansi256 | Colour::None => format!("{place};5;{}", colour.ansi256()),
        }
    }
}
