//! `otrera book`: an opening book from the engine's own search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use otrera_board::{Position, Setup};
use otrera_engine::book::{SearchedMoves, Tree};
use otrera_engine::{Engine, engines};
use serde::Serialize;

use super::best;
use crate::cli::{BookArgs, Cli};
use crate::limits::{self, OutOfLimits};
use crate::output;
use crate::player::Pace;

#[derive(Serialize)]
struct Report {
    size: String,
    positions: usize,
    seconds: f64,
    book: String,
}

pub(super) fn run(cli: &Cli, args: &BookArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        output::check_target(path)?;
    }
    let (width, height) = args.size;
    let start = format!("start:{width}x{height}").parse::<Setup>()?.position()?;
    let mut options = best::options(cli, &args.engine)?;
    // What is in the book that comes with the program is to be found out anew.
    options.book = false;
    let mut engine = engines::named(&args.engine.engine).expect("the parser knows the names").build(&options);
    let stop = limits::stop_flag(None)?;
    let begin = Instant::now();
    let tree = grow(cli, args, start, engine.as_mut(), &stop)?;
    let report = Report {
        size: start.size().to_string(),
        positions: tree.len(),
        seconds: begin.elapsed().as_secs_f64(),
        book: tree.book().text(start.size()),
    };
    match &args.output {
        Some(path) => {
            output::save(path, report.book.as_bytes())?;
            let told = format!("{}: {} positions in {:.0} s", path.display(), report.positions, report.seconds);
            output::answer(cli, &report, |_| told.clone())
        }
        None => output::answer(cli, &report, |report| report.book.trim_end().into()),
    }
}

fn grow(
    cli: &Cli,
    args: &BookArgs,
    start: Position,
    engine: &mut dyn Engine,
    stop: &AtomicBool,
) -> anyhow::Result<Tree> {
    let pace = Pace::new(&args.pace, None);
    let mut search = |position: &Position| {
        engine.new_game();
        let limits = pace.limits(position, stop);
        let choice = engine.choose(position, &limits, &mut |_| {})?;
        // Half of a search is no search.
        (!stop.load(Ordering::Relaxed)).then(|| SearchedMoves::new(&choice.candidates))
    };
    let progress = output::progress(cli, u64::from(args.positions), "positions");
    let first = search(&start).ok_or_else(|| OutOfLimits("stopped before the first position was searched".into()))?;
    anyhow::ensure!(!first.is_empty(), "{} does not tell what it thinks of other moves", args.engine.engine);
    let mut tree = Tree::new(&start, first);
    progress.inc(1);
    while tree.len() < args.positions as usize
        && let Some(next) = tree.next()
        && let Some(found) = search(&next)
    {
        tree.grow(&next, found);
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(tree)
}
