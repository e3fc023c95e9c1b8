//! Pictures of a position and of a game, as files.

use anyhow::ensure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::animation::{Animation, game_of};
use crate::ask::{Ask, NoProgress, Place};
use crate::host::{Job, Outcome};
use crate::limits::Bounds;
use crate::option::{Seconds, choices};
use crate::png;
use crate::show::{Partition, Show, ShownAreas};

choices! {
    /// A kind of picture.
    pub enum PictureFormat {
        /// Lines and text
        Svg = "svg",
        /// Pixels
        Png = "png",
        /// All positions from the start of the game
        Gif = "gif",
    }
}

/// Width by default, and the least, in pixels.
const WIDTH: u32 = 640;
const LEAST: u32 = 16;
/// Longest side of a picture within the bounds of a server, in pixels: 4 MB while it is made.
const LONGEST_BOUNDED: u32 = 1024;

/// Draws a position, or animates the game that led to it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Picture {
    /// The position. The moves of a record, and those in `play`, are shown by an animation.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of picture.
    pub format: PictureFormat,
    /// Width in pixels, at least 16; 640 by default. A picture that is too high is narrower.
    #[serde(default)]
    pub width: Option<u32>,
    /// Seconds for each position of an animation; 1 by default.
    #[serde(default)]
    pub pause: Option<Seconds>,
    /// Draws the areas with this partition.
    #[serde(default)]
    pub areas: Option<Partition>,
    #[serde(skip)]
    longest: Option<u32>,
}

/// A picture as a file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PictureReport {
    format: &'static str,
    /// The file in Base64.
    data: String,
    bytes: usize,
    /// Positions that it shows.
    positions: usize,
}

impl Ask for Picture {
    type Report = PictureReport;
    type Progress = NoProgress;
    const NAME: &'static str = "picture";

    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        self.longest = Some(LONGEST_BOUNDED);
        bounds.time
    }

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<PictureReport>> {
        let width = self.width.unwrap_or(WIDTH);
        let longest = self.longest.unwrap_or(png::MAX_SIDE);
        ensure!((LEAST..=longest).contains(&width), "width: write a number from {LEAST} to {longest}");
        let pause = self.pause.map_or(Animation::PAUSE, |pause| pause.0);
        let areas = self.areas.map(ShownAreas::Partition);
        let show = Show { place: self.place.clone(), areas, eval: false, without_side: false };
        let svg = show.answer(job)?.report.svg();
        let width = png::width_within(&svg, width, longest)?;
        let (format, file, positions) = match self.format {
            PictureFormat::Svg => ("svg", svg.into_bytes(), 1),
            PictureFormat::Png => ("png", png::render(&svg, width)?, 1),
            PictureFormat::Gif => {
                let (file, positions) =
                    Animation { width, pause }.gif(game_of(self.place.input()?.game())?, job.stop)?;
                ("gif", file, positions)
            }
        };
        let (bytes, data) = (file.len(), BASE64.encode(&file));
        Ok(Outcome::complete(PictureReport { format, data, bytes, positions }))
    }
}
