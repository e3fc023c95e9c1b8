//! The colours of all diagrams.
//!
//! There are two sets of square colours. In pictures amazons have an outline, so their squares are light, like a page of
//! a book. Characters have no outline, so squares in the terminal have the middle tone of wood, on which both black and
//! white are visible. Every square sets its own background, independent of the colours of the terminal.
//!
//! Territory follows the convention of combinatorial game theory: Left is blue and Right is red, and Black is Left.

use std::fmt;

use super::tint::Tint;

/// A colour. Prints as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Lines and text.
pub const INK: Rgb = Rgb(0x2b, 0x23, 0x1d);
/// The page.
pub const PAPER: Rgb = Rgb(0xfd, 0xfa, 0xf3);
/// Coordinates.
pub const FAINT_INK: Rgb = Rgb(0x6b, 0x5b, 0x4c);
/// The frame of the board in the terminal, and the way of the last amazon.
pub const FRAME: Rgb = Rgb(0x5e, 0x43, 0x2e);
/// Text on the frame.
pub const ON_FRAME: Rgb = Rgb(0xec, 0xdc, 0xc2);
/// Black amazons.
pub const BLACK: Rgb = Rgb(0x1f, 0x1a, 0x17);
/// White amazons.
pub const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
/// Cracks in the charcoal of a burnt square.
pub const CRACK: Rgb = Rgb(0x30, 0x2b, 0x27);
/// The lighter pieces of charcoal.
pub const COAL: Rgb = Rgb(0x5a, 0x53, 0x4b);
/// Lines of little weight, and burnt squares of the terminal.
pub const ASH: Rgb = Rgb(0x9a, 0x87, 0x77);
/// The rim of the board.
pub const RIM: Rgb = Rgb(0xb7, 0xbf, 0xa8);
/// Lines on a black amazon.
pub const ON_BLACK: Rgb = Rgb(0xea, 0xe3, 0xd4);
/// The glow of the last arrow.
pub const GLOW: Rgb = Rgb(0xff, 0x8a, 0x3d);
/// The last arrow.
pub const EMBER: Rgb = Rgb(0xd8, 0x55, 0x23);

/// The colours of squares and of their tints.
#[derive(Clone, Copy, Debug)]
pub struct SquareColours {
    /// Light squares, such as b1.
    pub light: Rgb,
    /// Dark squares, such as a1.
    pub dark: Rgb,
    /// Burnt squares.
    pub burnt: Rgb,
    /// The destination of the last move.
    pub landing: Rgb,
    active: Rgb,
    black: Rgb,
    white: Rgb,
    dead: Rgb,
    kind_share: f32,
}

/// The squares of pictures.
pub const PAGE: SquareColours = SquareColours {
    light: Rgb(0xed, 0xef, 0xe4),
    dark: Rgb(0xd5, 0xdb, 0xc8),
    burnt: Rgb(0x4a, 0x44, 0x3e),
    landing: Rgb(0xf3, 0xc4, 0x4a),
    active: Rgb(0x4d, 0xa8, 0x92),
    black: Rgb(0x4c, 0x7f, 0xc0),
    white: Rgb(0xd9, 0x6a, 0x5f),
    dead: Rgb(0x8c, 0x88, 0x84),
    kind_share: 0.45,
};

/// The squares of the terminal.
pub const WOOD: SquareColours = SquareColours {
    light: Rgb(0xb4, 0x8a, 0x56),
    dark: Rgb(0x8e, 0x64, 0x2d),
    burnt: Rgb(0x2d, 0x26, 0x22),
    landing: Rgb(0x86, 0x93, 0x2a),
    active: Rgb(0x2f, 0x8f, 0x7c),
    black: Rgb(0x3f, 0x76, 0xb8),
    white: Rgb(0xbd, 0x54, 0x4c),
    dead: Rgb(0x7d, 0x7a, 0x77),
    kind_share: 0.8,
};

impl SquareColours {
    /// The colour of a square without tint.
    pub const fn square(&self, col: u8, row: u8) -> Rgb {
        if (col + row) % 2 == 1 { self.light } else { self.dark }
    }

    /// Opacity of a tint, from 0 to 1.
    pub const fn share(&self, tint: Tint) -> f32 {
        match tint {
            Tint::Heat(_) => 0.85,
            _ => self.kind_share,
        }
    }

    /// The colour of a tinted square.
    pub fn tinted(&self, col: u8, row: u8, tint: Tint) -> Rgb {
        self.square(col, row).mix(self.tint(tint), self.share(tint))
    }

    /// The colour of an opaque tint.
    pub fn tint(&self, tint: Tint) -> Rgb {
        match tint {
            Tint::Active => self.active,
            Tint::BlackTerritory => self.black,
            Tint::WhiteTerritory => self.white,
            Tint::Dead => self.dead,
            Tint::Heat(heat) => WHITE.mix(BLACK, (heat.clamp(-1.0, 1.0) + 1.0) / 2.0),
        }
    }
}

impl Rgb {
    /// Linear interpolation from this colour (share 0) to another (share 1).
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let part = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Rgb(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// Contrast ratio from 1 to 21, as defined by WCAG 2.1; text needs 4.5 and large signs 3.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Black or white, whichever has more contrast with this colour.
    pub fn text(self) -> Rgb {
        if self.contrast(BLACK) >= self.contrast(WHITE) { BLACK } else { WHITE }
    }

    fn luminance(self) -> f32 {
        let linear = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The nearest of the terminal colours 16 to 255: a cube of 6x6x6 and a ramp of 24 greys. The first 16 are left out
    /// because users redefine them.
    pub fn ansi256(self) -> u8 {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let cube = (0..216u8).map(|i| {
            let level = |place: u8| LEVELS[usize::from(i / place % 6)];
            (16 + i, Rgb(level(36), level(6), level(1)))
        });
        let greys = (0..24u8).map(|i| (232 + i, Rgb(8 + 10 * i, 8 + 10 * i, 8 + 10 * i)));
        let (number, _) = cube.chain(greys).min_by_key(|&(_, colour)| self.distance(colour)).expect("240 colours");
        number
    }

    fn distance(self, other: Rgb) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every background that a sign can have: plain squares, tinted squares, and the last move.
    fn backgrounds(colours: SquareColours) -> Vec<Rgb> {
        let tinted = [0, 1].map(|col| Tint::KINDS.map(|tint| colours.tinted(col, 0, tint)));
        [vec![colours.light, colours.dark, colours.landing], tinted.concat()].concat()
    }

    #[test]
    fn both_sides_are_visible_on_every_square_of_the_terminal() {
        for back in backgrounds(WOOD) {
            for amazon in [BLACK, WHITE] {
                assert!(amazon.contrast(back) >= 3.0, "{amazon} on {back}: {}", amazon.contrast(back));
            }
        }
    }

    #[test]
    fn text_is_legible_on_every_background() {
        for back in backgrounds(PAGE) {
            assert!(INK.contrast(back) >= 4.5, "{INK} on {back}: {}", INK.contrast(back));
        }
        for (text, back) in [(INK, PAPER), (FAINT_INK, PAPER), (ON_FRAME, FRAME)] {
            assert!(text.contrast(back) >= 4.5, "{text} on {back}: {}", text.contrast(back));
        }
        for step in -10..=10i8 {
            let back = PAGE.tint(Tint::Heat(f32::from(step) / 10.0));
            assert!(back.text().contrast(back) >= 4.0, "on {back}");
        }
    }

    #[test]
    fn ansi_colour_is_the_nearest_of_256() {
        for (colour, number) in [(Rgb(0, 0, 0), 16), (WHITE, 231), (Rgb(95, 135, 175), 67), (Rgb(9, 8, 8), 232)] {
            assert_eq!(colour.ansi256(), number, "{colour}");
        }
    }
}
