//! A game as an animated GIF, one picture for each position.
//!
//! All pictures share one palette: the colours that are most frequent in three of them. Drawings have few colours, so
//! these are nearly all. A picture after the first holds only the rectangle that has changed, which keeps a game of a
//! hundred moves at a few hundred kilobytes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use gif::{Encoder, Frame, Repeat};
use otrera_board::diagram::Diagram;
use otrera_board::game::Game;
use resvg::tiny_skia::Pixmap;

use crate::limits::OutOfLimits;
use crate::png;

/// Most pictures. A game on the largest board has fewer moves; a record may change the board more often.
const MOST: usize = 256;
/// Longest time of a position, in seconds.
const LONGEST_PAUSE: u64 = 60;
/// The last position is shown this many times as long as the others.
const LAST: u32 = 4;
/// Colours of a palette.
const COLOURS: usize = 256;

/// How a game is animated.
#[derive(Clone, Copy, Debug)]
pub struct Animation {
    /// Width in pixels.
    pub width: u32,
    /// Time of each position.
    pub pause: Duration,
}

impl Animation {
    /// Time of each position by default.
    pub const PAUSE: Duration = Duration::from_secs(1);

    /// The main line of a game as the bytes of a GIF file, and the number of its pictures. `stop` ends the work.
    pub fn gif(&self, game: &Game, stop: &AtomicBool) -> anyhow::Result<(Vec<u8>, usize)> {
        ensure!(self.pause <= Duration::from_secs(LONGEST_PAUSE), "pause: write at most {LONGEST_PAUSE} seconds");
        let drawings = drawings(game);
        let count = drawings.len();
        ensure!(count > 1, "there is nothing to animate: the game has no moves");
        ensure!(count <= MOST, "an animation has at most {MOST} pictures, and this game has {count} positions");
        let draw = |drawing: &Diagram| {
            ensure!(!stop.load(Relaxed), OutOfLimits("stopped before all positions were drawn".into()));
            Ok(png::pixels(&drawing.svg(), self.width)?)
        };
        let samples = [0, count / 2, count - 1].map(|at| draw(&drawings[at]));
        let samples = samples.into_iter().collect::<anyhow::Result<Vec<Pixmap>>>()?;
        let (width, height) = (samples[0].width(), samples[0].height());
        let mut palette = Palette::of(&samples);
        let side = |length: u32| u16::try_from(length).expect("a picture has at most 8192 pixels in a row");
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, side(width), side(height), &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut before: Option<Vec<u8>> = None;
        for (number, drawing) in (1..).zip(&drawings) {
            let now = palette.indices(&draw(drawing)?);
            let area =
                before.as_deref().map_or(Area::whole(width, height), |before| Area::changed(before, &now, width));
            let time = if number == count { self.pause * LAST } else { self.pause };
            encoder.write_frame(&Frame {
                delay: u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX),
                left: side(area.left),
                top: side(area.top),
                width: side(area.width),
                height: side(area.height),
                buffer: Cow::Owned(area.cut(&now, width)),
                ..Frame::default()
            })?;
            before = Some(now);
        }
        drop(encoder);
        Ok((bytes, count))
    }
}

/// The start and every position after it, all of the same size. Remarks do not change the board.
fn drawings(game: &Game) -> Vec<Diagram> {
    let mut last = None;
    let nodes = game.main_line().map(|id| game.node(id));
    let changed = nodes.filter(|node| last.replace(*node.position()) != Some(*node.position()));
    let drawing = |node: &otrera_board::game::Node| {
        let board = Diagram::from(node.position());
        let board = match node.step() {
            Some(step) => board.last_move(step.played),
            None => board,
        };
        // Words under the board would change its size.
        board.caption("")
    };
    changed.map(drawing).collect()
}

/// Colours by number.
struct Palette {
    colours: Vec<[u8; 3]>,
    /// The nearest colour of each one met so far.
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The most frequent colours of some pictures.
    fn of(pictures: &[Pixmap]) -> Palette {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for colour in pictures.iter().flat_map(colours) {
            *counts.entry(colour).or_default() += 1;
        }
        let mut counts: Vec<([u8; 3], u32)> = counts.into_iter().collect();
        // Equal counts in the order of the colours: the same bytes every time.
        counts.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        counts.truncate(COLOURS);
        let colours = counts.into_iter().map(|(colour, _)| colour).collect();
        Palette { colours, nearest: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        colours(picture).map(|colour| self.index(colour)).collect()
    }

    fn index(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            let distance = |other: &[u8; 3]| (0..3).map(|part| square(colour[part], other[part])).sum::<u32>();
            let nearest = (0..=u8::MAX).zip(colours).min_by_key(|(_, other)| distance(other));
            nearest.expect("a picture has a colour").0
        })
    }
}

/// The pixels from the upper left corner. Pictures are opaque.
fn colours(picture: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    picture.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

/// A rectangle of a picture.
#[derive(Debug, PartialEq)]
struct Area {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Area {
    fn whole(width: u32, height: u32) -> Area {
        Area { left: 0, top: 0, width, height }
    }

    /// The least rectangle with all changes; one pixel if there is none.
    fn changed(before: &[u8], now: &[u8], width: u32) -> Area {
        let places = || (0..).zip(before.iter().zip(now)).filter(|(_, (a, b))| a != b).map(|(at, _): (u32, _)| at);
        let (Some(first), Some(last)) = (places().next(), places().last()) else {
            return Area::whole(1, 1);
        };
        let columns = || places().map(|at| at % width);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let top = first / width;
        Area { left, top, width: right - left + 1, height: last / width - top + 1 }
    }

    fn cut(&self, picture: &[u8], width: u32) -> Vec<u8> {
        let row = |row: u32| {
            let start = (row * width + self.left) as usize;
            &picture[start..start + self.width as usize]
        };
        (self.top..self.top + self.height).flat_map(row).copied().collect()
    }
}

/// The game to animate, if there is one.
pub(crate) fn game_of(game: Option<&Game>) -> anyhow::Result<&Game> {
    game.context("there is nothing to animate: give a game record, or moves to play")
}

#[cfg(test)]
mod tests {
    use otrera_board::Setup;

    use super::*;

    /// Draws a file frame by frame, as a viewer does.
    fn played(bytes: &[u8]) -> (Vec<Vec<[u8; 3]>>, Vec<u16>) {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(bytes).unwrap();
        let palette: Vec<[u8; 3]> =
            decoder.global_palette().unwrap().chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        let width = usize::from(decoder.width());
        let mut canvas = vec![[0; 3]; width * usize::from(decoder.height())];
        let (mut shown, mut delays) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (at, &index) in frame.buffer.iter().enumerate() {
                let (column, row) = (at % usize::from(frame.width), at / usize::from(frame.width));
                let place = (row + usize::from(frame.top)) * width + column + usize::from(frame.left);
                canvas[place] = palette[usize::from(index)];
            }
            shown.push(canvas.clone());
            delays.push(frame.delay);
        }
        (shown, delays)
    }

    #[test]
    fn every_picture_of_an_animation_is_the_drawing_of_its_position() {
        let start = "start:4x5".parse::<Setup>().unwrap().position().unwrap();
        let moves = ["b1-b3xb2", "a4-a3xb4", "c1-c2xc1"].map(|played| played.parse().unwrap());
        let game = Game::from_moves(start, moves).unwrap();
        let settings = Animation { width: 120, pause: Duration::from_millis(300) };
        let (bytes, count) = settings.gif(&game, &AtomicBool::new(false)).unwrap();
        let (shown, delays) = played(&bytes);
        assert_eq!((count, delays), (4, vec![30, 30, 30, 120]));
        for (picture, drawing) in shown.iter().zip(drawings(&game)) {
            let exact = png::pixels(&drawing.svg(), 120).unwrap();
            let off = |a: [u8; 3], b: [u8; 3]| (0..3).map(|part| u32::from(a[part].abs_diff(b[part]))).sum::<u32>();
            let total: u32 = picture.iter().zip(colours(&exact)).map(|(&a, b)| off(a, b)).sum();
            let mean = f64::from(total) / picture.len() as f64;
            assert!(mean < 2.0, "colours are off by {mean} of 765 on average");
        }
        assert!(shown.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(settings.gif(&game, &AtomicBool::new(false)).unwrap().0, bytes);
    }

    #[test]
    fn what_cannot_be_animated_gets_a_sentence() {
        let start = "start:4x4".parse::<Setup>().unwrap().position().unwrap();
        let settings = Animation { width: 100, pause: Animation::PAUSE };
        let empty = settings.gif(&Game::new(start), &AtomicBool::new(false)).unwrap_err();
        assert_eq!(empty.to_string(), "there is nothing to animate: the game has no moves");
        let game = Game::from_moves(start, ["b1-b2xb1".parse().unwrap()]).unwrap();
        let stopped = settings.gif(&game, &AtomicBool::new(true)).unwrap_err();
        assert!(stopped.is::<OutOfLimits>());
        let endless = Animation { width: 100, pause: Duration::MAX }.gif(&game, &AtomicBool::new(false)).unwrap_err();
        assert_eq!(endless.to_string(), "pause: write at most 60 seconds");
    }
}
