//! A campaign on one machine: the manager and a worker in one process, without a server.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use otrera_solver::{Options, Solver};

use crate::directory::Directory;
use crate::embedded::EmbeddedQueue;
use crate::manager::Manager;
use crate::queue::Farm as _;
use crate::run::{Observer, manage, show};
use crate::worker::{SolverProver, WorkerSettings, work};

/// Name of the only worker.
const WORKER: &str = "local";

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It was told to stop, and the root is open.
    Stopped,
    /// The root is settled, if the assumptions of the campaign hold. There is nothing left to do, and no proof.
    Assumed,
    /// The proof is complete.
    Proven,
}

/// Runs a campaign until the root is settled or `stop` is set.
pub fn run_local<'a>(
    manager: &mut Manager<'a>,
    directory: &mut Directory<'a>,
    options: Options,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> anyhow::Result<RunEnd> {
    let path = directory.path().to_path_buf();
    let mut queue = EmbeddedQueue::default();
    // Raised for the worker alone, and lowered again before the proof is completed.
    let worker_stop = manager.stop;
    let checking = directory.checking().clone();
    let (knowledge, threshold) = (manager.knowledge, manager.plan.lemma);
    let is_settled = std::thread::scope(|scope| {
        let mut source = queue.source(WORKER);
        scope.spawn(move || {
            let settings = WorkerSettings { name: WORKER.into(), threads: options.threads, idle: None };
            let solver = Solver::new(knowledge, options, worker_stop);
            let mut prover = SolverProver::new(knowledge, solver, threshold, checking);
            // The embedded queue has no errors.
            let _ = work(&mut source, &mut prover, &settings, worker_stop);
        });
        let settled = manage(manager, directory, &mut queue, &path, observer, stop);
        worker_stop.store(true, Relaxed);
        let _ = queue.finish();
        settled
    });
    worker_stop.store(false, Relaxed);
    let is_settled = is_settled?;
    complete(manager, directory, &mut queue, &path, observer, is_settled)
}

/// Completes the proof of a settled root if it rests on no assumption, and shows the end.
pub fn complete(
    manager: &mut Manager<'_>,
    directory: &mut Directory<'_>,
    queue: &mut dyn crate::queue::Queue,
    path: &Path,
    observer: &dyn Observer,
    is_settled: bool,
) -> anyhow::Result<RunEnd> {
    let end = match manager.winner() {
        _ if !is_settled => RunEnd::Stopped,
        None => RunEnd::Assumed,
        Some(_) => {
            manager.finish(directory)?;
            RunEnd::Proven
        }
    };
    show(manager, queue, path, observer)?;
    Ok(end)
}
