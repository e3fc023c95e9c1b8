//! An opening book from the engine's own search.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use otrera_board::{Position, Setup};
use otrera_engine::Engine;
use otrera_engine::book::{SearchedMoves, Tree};
use serde::Serialize;

use crate::engine::{EngineSettings, MoveLimits, Pace};
use crate::host::{Counter, Job};
use crate::limits::OutOfLimits;

/// Makes an opening book.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    /// Width and height of the board.
    pub size: (usize, usize),
    /// Number of positions to search.
    pub positions: u32,
    /// Limits of the search of each position.
    pub limits: MoveLimits,
    /// The engine.
    pub engine: EngineSettings,
}

/// An opening book.
#[derive(Debug, Serialize)]
pub struct OpeningBookReport {
    size: String,
    /// Positions that were searched.
    pub positions: usize,
    /// Seconds that it took.
    pub seconds: f64,
    /// The file: docs/formats/book.md.
    pub book: String,
}

impl OpeningBook {
    /// Searches positions until there are enough, or the job is stopped.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<OpeningBookReport> {
        let (width, height) = self.size;
        let start = format!("start:{width}x{height}").parse::<Setup>()?.position()?;
        let mut options = self.engine.options(job.host)?;
        // The built-in book would only repeat itself.
        options.book = false;
        let mut engine = self.engine.engine.0.build(&options);
        let begin = Instant::now();
        let done = Counter::new(self.positions.into(), "positions");
        let tree = job.counted(&done, || self.grow(start, engine.as_mut(), job, &done))?;
        Ok(OpeningBookReport {
            size: start.size().to_string(),
            positions: tree.len(),
            seconds: begin.elapsed().as_secs_f64(),
            book: tree.book().text(start.size()),
        })
    }

    fn grow(&self, start: Position, engine: &mut dyn Engine, job: Job<'_>, done: &Counter) -> anyhow::Result<Tree> {
        let pace = Pace::new(self.limits, None);
        let mut search = |position: &Position| {
            engine.new_game();
            let limits = pace.limits(position, job.stop);
            let choice = engine.choose(position, &limits, &mut |_| {})?;
            // A search that was stopped does not count.
            (!job.stop.load(Relaxed)).then(|| SearchedMoves::new(&choice.candidates))
        };
        let stopped = || OutOfLimits("stopped before the first position was searched".into());
        let first = search(&start).ok_or_else(stopped)?;
        anyhow::ensure!(!first.is_empty(), "{} does not rate other moves", self.engine.engine);
        let mut tree = Tree::new(&start, first);
        done.set(tree.len());
        while tree.len() < self.positions as usize
            && let Some(next) = tree.next()
            && let Some(found) = search(&next)
        {
            tree.grow(&next, found);
            done.set(tree.len());
        }
        Ok(tree)
    }
}
