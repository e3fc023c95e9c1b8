//! Threads for long questions: so many, with so many waiting, and no more.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::memory;

/// Stack of a worker: the program's own thread has as much.
const STACK: usize = 8 << 20;
/// Time without work after which memory is given back: longer than somebody who plays takes for a quick move.
const IDLE: Duration = Duration::from_secs(2);

/// Some threads, and work that waits for them.
pub(super) struct Pool {
    shared: Arc<Shared>,
    most_waiting: usize,
    most_each: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Task>,
    /// Flags of what is worked at.
    running: Vec<Arc<AtomicBool>>,
    /// How much of each visitor waits or runs.
    visitors: HashMap<String, usize>,
    /// Something was worked at since memory was last given back.
    has_worked: bool,
    is_closed: bool,
}

struct Task {
    stop: Arc<AtomicBool>,
    visitor: String,
    work: Box<dyn FnOnce() + Send>,
}

/// Why work is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Too much waits already.
    Full,
    /// Too much of this visitor does.
    TooMany,
    /// The server ends.
    Closed,
}

/// Somebody's interest in some work: when it is dropped, the work stops, or is not begun at all.
pub(super) struct Ticket {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

impl Pool {
    /// So many threads, so much that may wait, and so much of each visitor.
    pub(super) fn new(name: &str, threads: usize, most_waiting: usize, most_each: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new() });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(name.into()).stack_size(STACK).spawn(move || shared.work())?;
        }
        Ok(Pool { shared, most_waiting, most_each })
    }

    /// Takes some work, which is to look at `stop` as it goes on. A visitor without a name counts as new each time.
    pub(super) fn take(
        &self,
        visitor: &str,
        stop: &Arc<AtomicBool>,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<Ticket, Refused> {
        let mut queue = self.shared.lock();
        if queue.is_closed {
            return Err(Refused::Closed);
        }
        if queue.waiting.len() >= self.most_waiting {
            return Err(Refused::Full);
        }
        if !visitor.is_empty() {
            let count = queue.visitors.entry(visitor.into()).or_default();
            if *count >= self.most_each {
                return Err(Refused::TooMany);
            }
            *count += 1;
        }
        let stop = Arc::clone(stop);
        queue.waiting.push_back(Task { stop: Arc::clone(&stop), visitor: visitor.into(), work: Box::new(work) });
        self.shared.changed.notify_one();
        Ok(Ticket { shared: Arc::clone(&self.shared), stop })
    }

    /// How much is worked at, and how much waits.
    pub(super) fn counts(&self) -> (usize, usize) {
        let queue = self.shared.lock();
        (queue.running.len(), queue.waiting.len())
    }

    /// Stops everything, and takes nothing any more. The threads end when they have stopped.
    pub(super) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.is_closed = true;
        queue.waiting.clear();
        queue.running.iter().for_each(|stop| stop.store(true, Relaxed));
        self.shared.changed.notify_all();
    }
}

impl Ticket {
    /// How many are before it, itself included; `None` if it is not waiting.
    pub(super) fn place(&self) -> Option<usize> {
        let queue = self.shared.lock();
        queue.waiting.iter().position(|task| Arc::ptr_eq(&task.stop, &self.stop)).map(|place| place + 1)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        let mut queue = self.shared.lock();
        if let Some(place) = queue.waiting.iter().position(|task| Arc::ptr_eq(&task.stop, &self.stop)) {
            let task = queue.waiting.remove(place);
            queue.forget(&task.map_or(String::new(), |task| task.visitor));
        }
    }
}

impl Shared {
    /// Works at one thing after the other.
    fn work(&self) {
        while let Some(Task { stop, visitor, work }) = self.next() {
            // What panics has been told on stderr by then, and whoever waits for it sees that there is no answer.
            let _ = catch_unwind(AssertUnwindSafe(work));
            let mut queue = self.lock();
            queue.running.retain(|other| !Arc::ptr_eq(other, &stop));
            queue.forget(&visitor);
        }
    }

    fn next(&self) -> Option<Task> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(task) = queue.waiting.pop_front() {
                queue.running.push(Arc::clone(&task.stop));
                queue.has_worked = true;
                return Some(task);
            }
            if !queue.has_worked || !queue.running.is_empty() {
                queue = self.changed.wait(queue).expect("nobody panics with it");
                continue;
            }
            let (after, waited) = self.changed.wait_timeout(queue, IDLE).expect("nobody panics with it");
            queue = after;
            if waited.timed_out() && queue.is_idle() && std::mem::take(&mut queue.has_worked) {
                drop(queue);
                memory::give_back();
                queue = self.lock();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nobody panics with it")
    }
}

impl Queue {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty()
    }

    fn forget(&mut self, visitor: &str) {
        if let Some(count) = self.visitors.get_mut(visitor) {
            *count -= 1;
            if *count == 0 {
                self.visitors.remove(visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn flag() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    #[test]
    fn so_much_is_worked_at_so_much_waits_and_the_rest_is_refused() {
        let pool = Pool::new("test", 1, 2, 2).unwrap();
        let (begun, begins) = channel();
        let (end, ends) = channel::<()>();
        let first = pool.take("", &flag(), move || {
            begun.send(()).unwrap();
            let _ = ends.recv();
        });
        begins.recv_timeout(Duration::from_secs(5)).unwrap();
        assert_eq!(first.as_ref().map(Ticket::place), Ok(None));
        let second = pool.take("a", &flag(), || ()).unwrap();
        let third = pool.take("a", &flag(), || panic!("this was dropped before it began")).unwrap();
        assert_eq!((second.place(), third.place(), pool.counts()), (Some(1), Some(2), (1, 2)));
        assert_eq!(pool.take("b", &flag(), || ()).err(), Some(Refused::Full));
        drop(second);
        assert_eq!(third.place(), Some(1));
        let again = pool.take("a", &flag(), || ()).unwrap();
        drop(again);
        drop(third);
        drop(end);
        let (done, is_done) = channel();
        let last = pool.take("a", &flag(), move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(Duration::from_secs(5)).unwrap();
        drop((first, last));
    }

    #[test]
    fn a_visitor_has_so_much_and_no_more() {
        let pool = Pool::new("test", 0, 9, 2).unwrap();
        let kept: Vec<_> = (0..2).map(|_| pool.take("a", &flag(), || ()).unwrap()).collect();
        assert_eq!(pool.take("a", &flag(), || ()).err(), Some(Refused::TooMany));
        assert!(pool.take("b", &flag(), || ()).is_ok());
        drop(kept);
        assert!(pool.take("a", &flag(), || ()).is_ok());
        pool.close();
        assert_eq!(pool.take("c", &flag(), || ()).err(), Some(Refused::Closed));
    }

    #[test]
    fn a_thread_outlives_what_panics() {
        let pool = Pool::new("test", 1, 9, 9).unwrap();
        let _bad = pool.take("", &flag(), || panic!("as asked")).unwrap();
        let (done, is_done) = channel();
        let _good = pool.take("", &flag(), move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(Duration::from_secs(5)).unwrap();
    }
}
