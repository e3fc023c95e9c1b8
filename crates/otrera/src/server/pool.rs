//! Worker threads for long questions, with a bounded queue.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::memory;

/// Stack of a worker: the program's own thread has as much.
const STACK: usize = 8 << 20;
/// Idle time after which memory is given back: longer than a player takes for a quick move.
const IDLE: Duration = Duration::from_secs(2);

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
    /// Stop flags of running tasks.
    running: Vec<Arc<AtomicBool>>,
    /// Tasks of each visitor, waiting or running.
    visitors: HashMap<String, usize>,
    /// A task has run since memory was last given back.
    has_worked: bool,
    is_closed: bool,
}

struct Task {
    stop: Arc<AtomicBool>,
    visitor: String,
    work: Box<dyn FnOnce() + Send>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Full,
    /// The visitor has too many tasks.
    TooMany,
    Closed,
}

/// The interest of a connection in a task: when it is dropped, the task stops, or leaves the queue.
pub(super) struct Ticket {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

impl Pool {
    /// Starts `threads` workers with a queue of `most_waiting` tasks, and at most `most_each` of each visitor.
    pub(super) fn new(name: &str, threads: usize, most_waiting: usize, most_each: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new() });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(name.into()).stack_size(STACK).spawn(move || shared.work())?;
        }
        Ok(Pool { shared, most_waiting, most_each })
    }

    /// Queues a task, which should end when `stop` is raised. A visitor without a name counts as new each time.
    pub(super) fn submit(
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

    /// Numbers of running and waiting tasks.
    pub(super) fn counts(&self) -> (usize, usize) {
        let queue = self.shared.lock();
        (queue.running.len(), queue.waiting.len())
    }

    /// Stops all tasks and refuses new ones. The threads end when their tasks have stopped.
    pub(super) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.is_closed = true;
        queue.waiting.clear();
        queue.running.iter().for_each(|stop| stop.store(true, Relaxed));
        self.shared.changed.notify_all();
    }
}

impl Ticket {
    /// The place in the queue, from 1; `None` if the task is not waiting.
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
    fn work(&self) {
        while let Some(Task { stop, visitor, work }) = self.next() {
            // A panic is on stderr by now, and its connection sees that there is no answer.
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
                queue = self.changed.wait(queue).expect("no thread panicked");
                continue;
            }
            let (after, waited) = self.changed.wait_timeout(queue, IDLE).expect("no thread panicked");
            queue = after;
            let is_idle = queue.waiting.is_empty() && queue.running.is_empty();
            if waited.timed_out() && is_idle && std::mem::take(&mut queue.has_worked) {
                drop(queue);
                memory::give_back();
                queue = self.lock();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("no thread panicked")
    }
}

impl Queue {
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
    fn a_full_queue_refuses_tasks() {
        let pool = Pool::new("test", 1, 2, 2).unwrap();
        let (begun, begins) = channel();
        let (end, ends) = channel::<()>();
        let first = pool.submit("", &flag(), move || {
            begun.send(()).unwrap();
            let _ = ends.recv();
        });
        begins.recv_timeout(Duration::from_secs(5)).unwrap();
        assert_eq!(first.as_ref().map(Ticket::place), Ok(None));
        let second = pool.submit("a", &flag(), || ()).unwrap();
        let third = pool.submit("a", &flag(), || panic!("this was dropped before it began")).unwrap();
        assert_eq!((second.place(), third.place(), pool.counts()), (Some(1), Some(2), (1, 2)));
        assert_eq!(pool.submit("b", &flag(), || ()).err(), Some(Refused::Full));
        drop(second);
        assert_eq!(third.place(), Some(1));
        let again = pool.submit("a", &flag(), || ()).unwrap();
        drop(again);
        drop(third);
        drop(end);
        let (done, is_done) = channel();
        let last = pool.submit("a", &flag(), move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(Duration::from_secs(5)).unwrap();
        drop((first, last));
    }

    #[test]
    fn a_visitor_has_a_limited_number_of_tasks() {
        let pool = Pool::new("test", 0, 9, 2).unwrap();
        let kept: Vec<_> = (0..2).map(|_| pool.submit("a", &flag(), || ()).unwrap()).collect();
        assert_eq!(pool.submit("a", &flag(), || ()).err(), Some(Refused::TooMany));
        assert!(pool.submit("b", &flag(), || ()).is_ok());
        drop(kept);
        assert!(pool.submit("a", &flag(), || ()).is_ok());
        pool.close();
        assert_eq!(pool.submit("c", &flag(), || ()).err(), Some(Refused::Closed));
    }

    #[test]
    fn a_worker_survives_a_panic() {
        let pool = Pool::new("test", 1, 9, 9).unwrap();
        let _bad = pool.submit("", &flag(), || panic!("as asked")).unwrap();
        let (done, is_done) = channel();
        let _good = pool.submit("", &flag(), move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(Duration::from_secs(5)).unwrap();
    }
}
