//! Working out the boards with a progress bar, and saving them every minute, when all are done, and when the limits or
//! Ctrl-C end the work.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use otrera_cgt::Interrupted;
use otrera_papers::strips::Strips;

use super::{keep, limit};
use crate::cli::{Cli, StripsArgs};
use crate::limits;
use crate::output::{self, grouped};

/// Time between two saves: what a power cut may cost.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Works out what is missing. The seconds that each size took, by number of squares; `None` where boards were done
/// before.
pub(super) fn finish(cli: &Cli, args: &StripsArgs, strips: &Strips<'_>) -> anyhow::Result<Vec<Option<f64>>> {
    let boards = strips.shapes().len();
    let before = strips.done();
    if let (Some(path), true) = (&args.file, before < boards) {
        // A place that cannot be written to is better known now than later.
        keep::save(strips, path)?;
    }
    let begin = Instant::now();
    let outcome = solve_and_save(cli, args, strips);
    let done = strips.done();
    if let (Some(path), true) = (&args.file, done > before) {
        keep::save(strips, path)?;
    }
    outcome.map_err(|why| {
        let kept = match &args.file {
            Some(path) => format!("kept in {}: run it again to go on", path.display()),
            None => "nothing is kept without --file".into(),
        };
        let (done, boards) = (grouped(done as u64), grouped(boards as u64));
        let seconds = begin.elapsed().as_secs_f64();
        limit(why, &format!("{done} of {boards} boards are worked out after {seconds:.1} s; {kept}"))
    })
}

fn solve_and_save(cli: &Cli, args: &StripsArgs, strips: &Strips<'_>) -> Result<Vec<Option<f64>>, Interrupted> {
    let progress = output::progress(cli, strips.shapes().len() as u64, "boards");
    progress.set_position(strips.done() as u64);
    let (finished, wait) = mpsc::channel::<()>();
    let outcome = std::thread::scope(|scope| {
        if let Some(path) = &args.file {
            scope.spawn(move || {
                // Ends when the sender is dropped. Workers go on meanwhile.
                while wait.recv_timeout(SAVE_EVERY) == Err(RecvTimeoutError::Timeout) {
                    if let Err(error) = keep::save(strips, path) {
                        output::note(cli, &format!("{error:#}; trying again later"));
                    }
                }
            });
        }
        let outcome = solve(strips, threads(args), &|| progress.inc(1));
        drop(finished);
        outcome
    });
    progress.finish_and_clear();
    outcome
}

fn solve(strips: &Strips<'_>, threads: usize, finished: &(impl Fn() + Sync)) -> Result<Vec<Option<f64>>, Interrupted> {
    let mut seconds = Vec::new();
    for squares in 0..=2 * strips.shapes().length() {
        let all_missing = strips.shapes().of_size(squares).all(|shape| !strips.is_done(shape));
        let begin = Instant::now();
        strips.solve_size(squares, threads, finished)?;
        seconds.push(all_missing.then(|| begin.elapsed().as_secs_f64()));
    }
    Ok(seconds)
}

/// As many threads as asked for, or as there are processors.
pub(super) fn threads(args: &StripsArgs) -> usize {
    args.threads.map_or_else(limits::all_threads, NonZeroUsize::get)
}
