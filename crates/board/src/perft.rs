//! Perft: the number of lines of play of a given length, the usual test of a move generator.
//!
//! Moves at the last ply are counted, not made: one per target of an arrow.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::bits::Bits;
use crate::moves::Move;
use crate::position::Position;

/// Counts the lines of `depth` moves from a position; `None` if `stop` is set before the end.
pub fn perft<B: Bits>(position: &Position<B>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(position.count_moves()),
        _ if stop.load(Ordering::Relaxed) => None,
        _ => {
            let mut total = 0;
            let mut stopped = false;
            position.for_each_child(|_, child| {
                if !stopped {
                    match perft(child, depth - 1, stop) {
                        Some(count) => total += count,
                        None => stopped = true,
                    }
                }
            });
            (!stopped).then_some(total)
        }
    }
}

/// Counts the lines of `depth` moves from a position by their first moves, with `threads` threads. `progress` is called
/// with the number of first moves done.
pub fn divide<B: Bits>(
    position: &Position<B>,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
    progress: &(impl Fn(usize) + Sync),
) -> Option<Vec<(Move, u64)>> {
    let actions = position.actions();
    let counts = Mutex::new(vec![None; actions.len()]);
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let work = || loop {
        // Threads take first moves one at a time, as subtrees differ in size by a factor of ten.
        let at = next.fetch_add(1, Ordering::Relaxed);
        let Some(&action) = actions.get(at) else { return };
        let mut child = *position;
        child.play_unchecked(action);
        let Some(count) = perft(&child, depth.saturating_sub(1), stop) else { return };
        counts.lock().expect("no thread panics while it holds the counts")[at] = Some(count);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(actions.len()) {
            scope.spawn(work);
        }
        work();
    });
    let counts = counts.into_inner().expect("no thread panics while it holds the counts");
    actions.iter().zip(counts).map(|(&action, count)| Some((position.name(action), count?))).collect()
}
