//! Computing the boards, and saving them every minute, when all are done, and when the limits end the work.

use std::time::{Duration, Instant};

use otrera_cgt::Interrupted;
use otrera_papers::strips::Strips;

use super::{StripsTable, save};
use crate::host::{Counter, Job};
use crate::limits::{interrupted, meanwhile};
use crate::text::grouped;

/// Time between two saves: the most that a power cut may cost.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Computes the missing boards. Returns the seconds of each size, by number of squares; `None` where boards were done
/// before.
pub(super) fn finish(table: &StripsTable, strips: &Strips<'_>, job: Job<'_>) -> anyhow::Result<Vec<Option<f64>>> {
    let boards = strips.shapes().len();
    let before = strips.done();
    if let (Some(path), true) = (&table.file, before < boards) {
        // A path that cannot be written is reported before the work.
        save(strips, path)?;
    }
    let begin = Instant::now();
    let outcome = solve_and_save(table, strips, job);
    let done = strips.done();
    if let (Some(path), true) = (&table.file, done > before) {
        save(strips, path)?;
    }
    outcome.map_err(|why| {
        let kept = match &table.file {
            Some(path) => format!("saved in {}: run the command again to continue", path.display()),
            None => "nothing is saved without a file".into(),
        };
        let (done, boards) = (grouped(done as u64), grouped(boards as u64));
        let seconds = begin.elapsed().as_secs_f64();
        interrupted(why, &format!("{done} of {boards} boards are done after {seconds:.1} s; {kept}"))
    })
}

fn solve_and_save(table: &StripsTable, strips: &Strips<'_>, job: Job<'_>) -> Result<Vec<Option<f64>>, Interrupted> {
    let done = Counter::new(strips.shapes().len() as u64, "boards");
    done.set(strips.done());
    let step = || done.step();
    job.counted(&done, || match &table.file {
        None => solve(strips, table.threads, &step),
        Some(path) => {
            let save = || {
                if let Err(error) = save(strips, path) {
                    job.host.note(&format!("{error:#}; trying again later"));
                }
                SAVE_EVERY
            };
            meanwhile(SAVE_EVERY, save, || solve(strips, table.threads, &step))
        }
    })
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
