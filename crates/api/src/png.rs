//! SVG to PNG, with the same pixels on every machine: text is set in an embedded font, and no system font is used.

use std::sync::{Arc, LazyLock};

use otrera_board::diagram::palette::{self, Rgb};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, fontdb};
use thiserror::Error;

/// Longest side of a picture, in pixels; a picture of this size takes 256 MB while it is made.
pub const MAX_SIDE: u32 = 8_192;

/// Family of the embedded font. It has the arrows, fractions and Greek letters of game values.
const FAMILY: &str = "DejaVu Serif";

/// Error: the picture cannot be made.
#[derive(Debug, Error)]
pub enum PngError {
    /// The width is 0.
    #[error("a picture needs at least 1 pixel of width")]
    NoWidth,
    /// A side is longer than [`MAX_SIDE`].
    #[error("a picture {width} pixels wide would be {height} high: at most {MAX_SIDE} each are supported")]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The document is not SVG.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The encoder failed.
    #[error("the picture cannot be written: {0}")]
    Encode(String),
}

/// The picture of an SVG document, this many pixels wide, as the bytes of a PNG file.
pub fn render(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    draw(svg, width, None)?.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

/// The pixels of an SVG document on paper, this many pixels wide. They are opaque.
pub(crate) fn pixels(svg: &str, width: u32) -> Result<Pixmap, PngError> {
    draw(svg, width, Some(palette::PAPER))
}

/// The width at which no side of the picture is longer than `longest`: at most `width`.
pub fn width_within(svg: &str, width: u32, longest: u32) -> Result<u32, PngError> {
    let size = Tree::from_str(svg, &OPTIONS)?.size();
    let widest = (longest as f32 * size.width() / size.height()).floor().max(1.0);
    Ok(width.min(widest as u32))
}

fn draw(svg: &str, width: u32, ground: Option<Rgb>) -> Result<Pixmap, PngError> {
    let tree = Tree::from_str(svg, &OPTIONS)?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = ((size.height() * scale).round() as u32).max(1);
    if width == 0 {
        return Err(PngError::NoWidth);
    }
    if width.max(height) > MAX_SIDE {
        return Err(PngError::TooLarge { width, height });
    }
    let mut pixels = Pixmap::new(width, height).expect("neither side is zero, and both are limited");
    if let Some(Rgb(red, green, blue)) = ground {
        pixels.fill(Color::from_rgba8(red, green, blue, u8::MAX));
    }
    resvg::render(&tree, Transform::from_scale(scale, height as f32 / size.height()), &mut pixels.as_mut());
    Ok(pixels)
}

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::serif_condensed::regular().to_vec());
    fonts.set_serif_family(FAMILY);
    // A family that is not there falls back to the default one; so every text is drawn.
    Options { font_family: FAMILY.into(), fontdb: Arc::new(fonts), ..Options::default() }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn square(content: &str) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\">{content}</svg>")
    }

    fn decoded(svg: &str, width: u32) -> Pixmap {
        Pixmap::decode_png(&render(svg, width).unwrap()).unwrap()
    }

    #[test]
    fn pictures_have_the_width_asked_for() {
        for width in [1, 40, 333] {
            let picture = decoded(&square("<rect width=\"40\" height=\"20\" fill=\"red\"/>"), width);
            assert_eq!((picture.width(), picture.height()), (width, (width as f32 / 2.0).round() as u32));
        }
    }

    #[test]
    fn text_is_drawn_without_a_font_on_the_machine() {
        let inked = |text: &str| {
            let picture = decoded(&square(&format!("<text x=\"5\" y=\"15\" font-size=\"14\">{text}</text>")), 160);
            picture.pixels().iter().filter(|pixel| pixel.alpha() > 128).count()
        };
        assert_eq!(inked(" "), 0);
        for sign in ["a", "7", "±", "↑", "↓", "*", "½", "ε", "⇑", "∞", "ω", "·"] {
            assert!(inked(sign) > 20, "{sign} is not drawn");
        }
    }

    #[test]
    fn what_cannot_be_drawn_gets_a_sentence() {
        for (svg, width, sentence) in [
            (square(""), 0, "a picture needs at least 1 pixel of width"),
            (square(""), 10_000, "a picture 10000 pixels wide would be 5000 high: at most 8192 each are supported"),
        ] {
            assert_eq!(render(&svg, width).unwrap_err().to_string(), sentence);
        }
        assert!(render("no drawing", 10).unwrap_err().to_string().starts_with("the drawing cannot be read: "));
    }
}
