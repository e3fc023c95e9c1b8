//! The loop of a manager, the same for both queues.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::directory::write_beside;
use crate::manager::{Archive, Manager, Receipt};
use crate::queue::{Delivery, Queue};
use crate::status::{self, Status};

/// Longest wait for a result before other things are looked at.
const WAIT: Duration = Duration::from_millis(500);
/// Time between two looks for lost jobs.
const SWEEP: Duration = Duration::from_secs(5);
/// Time between two writings of the status. Naming the moves of a large tree takes a while.
const SHOW: Duration = Duration::from_secs(15);

/// Observer of a manager.
pub trait Observer {
    /// The state has changed.
    fn status(&self, status: &Status);

    /// Something happened that the user should know.
    fn note(&self, text: &str);
}

/// Hands out jobs and takes results until the root is settled or `stop` is set. Returns true if it is settled.
pub fn manage(
    manager: &mut Manager<'_>,
    archive: &mut dyn Archive,
    queue: &mut dyn Queue,
    directory: &Path,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> anyhow::Result<bool> {
    queue.outstanding(&mut |job| manager.adopt(job))?;
    queue.agree(&manager.published)?;
    for (worker, why) in manager.totals.banned.clone() {
        queue.ban(&worker, &why)?;
    }
    let (mut swept, mut shown) = (Instant::now(), Instant::now());
    show(manager, queue, directory, observer)?;
    while manager.settled().is_none() {
        if stop.load(Relaxed) {
            show(manager, queue, directory, observer)?;
            return Ok(false);
        }
        let demand = queue.demand()?;
        for job in manager.next_jobs(archive, demand)? {
            queue.put(&job)?;
        }
        if manager.settled().is_some() {
            break;
        }
        if let Some(Delivery { answer, part, token }) = queue.next(WAIT)? {
            let worker = answer.work.worker.clone();
            match manager.receive(archive, answer, part.as_deref())? {
                Receipt::Recorded | Receipt::Repeated | Receipt::Unread => {}
                Receipt::Proven(lemmas) => lemmas.iter().try_for_each(|lemma| queue.publish(lemma))?,
                Receipt::Failed(why) => note(observer, &format!("worker {worker} could not do a job: {why}")),
                Receipt::Refused(why) => {
                    note(observer, &format!("a result of worker {worker} was refused: {why}"));
                    queue.ban(&worker, &why)?;
                }
            }
            queue.done(token)?;
        }
        if swept.elapsed() >= SWEEP {
            let out: Vec<_> = manager.jobs_out().collect();
            queue.lost(&out)?.into_iter().for_each(|job| manager.release(job));
            swept = Instant::now();
        }
        if shown.elapsed() >= SHOW {
            show(manager, queue, directory, observer)?;
            shown = Instant::now();
        }
    }
    show(manager, queue, directory, observer)?;
    Ok(true)
}

/// Longest note, in characters.
const NOTE: usize = 500;

/// Passes on words of a worker, which may contain anything.
fn note(observer: &dyn Observer, words: &str) {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    observer.note(&words.chars().take(NOTE).map(printable).collect::<String>());
}

/// Shows the state to the observer, to readers of the directory, and to others on the queue.
pub fn show(
    manager: &Manager<'_>,
    queue: &mut dyn Queue,
    directory: &Path,
    observer: &dyn Observer,
) -> anyhow::Result<()> {
    let beats = queue.workers()?;
    let status = manager.status(&beats)?;
    write_beside(directory, status::FILE, &serde_json::to_vec(&status)?)?;
    queue.show(&status)?;
    observer.status(&status);
    Ok(())
}
