//! A parallel map over indices.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_cgt::Interrupted;

use crate::region::Walk;

/// Runs `work` for every index below `count` on the threads of `walk`, and returns the results by index. Each thread
/// has its own `state`. Fails if a call fails or `walk.stop` is raised.
pub fn in_parallel<S, R: Send + Sync>(
    walk: Walk<'_>,
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<R, Interrupted> + Sync,
) -> Result<Vec<R>, Interrupted> {
    let next = AtomicUsize::new(0);
    let results: Vec<OnceLock<R>> = (0..count).map(|_| OnceLock::new()).collect();
    let worker = || -> Result<(), Interrupted> {
        let mut state = state();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = results.get(index) else { return Ok(()) };
            if walk.stop.load(Ordering::Relaxed) {
                return Err(Interrupted::Stopped);
            }
            let is_first = result.set(work(&mut state, index)?).is_ok();
            assert!(is_first, "each index is handed out once");
            (walk.progress)();
        }
    };
    let outcome = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..walk.threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|thread| thread.join().expect("a worker does not panic")).fold(Ok(()), Result::and)
    });
    outcome?;
    Ok(results.into_iter().map(|result| result.into_inner().expect("no worker failed")).collect())
}
