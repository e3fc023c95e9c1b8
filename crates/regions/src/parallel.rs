//! Work shared out to threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_cgt::Interrupted;

use crate::region::Walk;

/// Does something for each number below a count, and keeps the results in their order.
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
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(place) = results.get(number) else { return Ok(()) };
            if walk.stop.load(Ordering::Relaxed) {
                return Err(Interrupted::Stopped);
            }
            let is_first = place.set(work(&mut state, number)?).is_ok();
            assert!(is_first, "each number is handed out once");
            (walk.progress)();
        }
    };
    let outcome = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..walk.threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|thread| thread.join().expect("a worker does not panic")).fold(Ok(()), Result::and)
    });
    outcome?;
    Ok(results.into_iter().map(|result| result.into_inner().expect("all are done")).collect())
}
