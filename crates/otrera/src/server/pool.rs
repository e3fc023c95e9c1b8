//! Worker threads for long questions, with a bounded queue.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::clients::Visitor;
use super::memory;

/// Stack of a worker: the program's own thread has as much.
const STACK: usize = 8 << 20;
/// Idle time after which memory is given back: longer than a player takes for a quick move.
const IDLE: Duration = Duration::from_secs(2);

pub(super) struct Pool {
    shared: Arc<Shared>,
    limits: PoolLimits,
}

/// Most tasks that wait, and most that wait or run of one visitor and of one address.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolLimits {
    pub(super) waiting: usize,
    pub(super) visitor: usize,
    pub(super) address: usize,
}

/// The owner of a task, for limits. An empty name and a missing address count as new each time.
#[derive(Clone, Debug, Default)]
pub(super) struct Owner {
    name: String,
    address: Option<IpAddr>,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Most running tasks of one address: with several workers, one is left for others.
    most_running: usize,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Task>,
    /// Running tasks: stop flag and address.
    running: Vec<(Arc<AtomicBool>, Option<IpAddr>)>,
    /// Tasks of each visitor and of each address, waiting or running.
    visitors: HashMap<String, usize>,
    addresses: HashMap<IpAddr, usize>,
    /// A task has run since memory was last given back.
    has_worked: bool,
    is_closed: bool,
}

struct Task {
    stop: Arc<AtomicBool>,
    owner: Owner,
    work: Box<dyn FnOnce() + Send>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Full,
    /// The visitor, or the address, has too many tasks.
    TooMany,
    Closed,
}

/// The interest of a connection in a task: when it is dropped, the task stops, or leaves the queue.
pub(super) struct Ticket {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

impl Pool {
    /// Starts `threads` workers.
    pub(super) fn new(name: &str, threads: usize, limits: PoolLimits) -> std::io::Result<Pool> {
        let most_running = threads.saturating_sub(1).max(1);
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), most_running });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(name.into()).stack_size(STACK).spawn(move || shared.work())?;
        }
        Ok(Pool { shared, limits })
    }

    /// Queues a task, which should end when `stop` is raised.
    pub(super) fn submit(
        &self,
        owner: &Owner,
        stop: &Arc<AtomicBool>,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<Ticket, Refused> {
        let mut queue = self.shared.lock();
        if queue.is_closed {
            return Err(Refused::Closed);
        }
        if queue.waiting.len() >= self.limits.waiting {
            return Err(Refused::Full);
        }
        if queue.visitors.get(&owner.name).is_some_and(|&count| count >= self.limits.visitor)
            || owner.address.is_some_and(|address| queue.of_address(address) >= self.limits.address)
        {
            return Err(Refused::TooMany);
        }
        queue.remember(owner);
        let stop = Arc::clone(stop);
        queue.waiting.push_back(Task { stop: Arc::clone(&stop), owner: owner.clone(), work: Box::new(work) });
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
        queue.running.iter().for_each(|(stop, _)| stop.store(true, Relaxed));
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
            queue.forget(&task.map_or_else(Owner::default, |task| task.owner));
        }
    }
}

impl Shared {
    fn work(&self) {
        while let Some(Task { stop, owner, work }) = self.next() {
            // A panic is on stderr by now, and its connection sees that there is no answer.
            let _ = catch_unwind(AssertUnwindSafe(work));
            let mut queue = self.lock();
            queue.running.retain(|(other, _)| !Arc::ptr_eq(other, &stop));
            queue.forget(&owner);
            // A task of the same address may run now.
            self.changed.notify_one();
        }
    }

    fn next(&self) -> Option<Task> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(task) = queue.take(self.most_running) {
                queue.running.push((Arc::clone(&task.stop), task.owner.address));
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
    /// Takes the first task whose address has fewer than `most_running` running.
    fn take(&mut self, most_running: usize) -> Option<Task> {
        let running = |address: IpAddr| self.running.iter().filter(|(_, other)| *other == Some(address)).count();
        let may_run = |task: &Task| task.owner.address.is_none_or(|address| running(address) < most_running);
        let place = self.waiting.iter().position(may_run)?;
        self.waiting.remove(place)
    }

    fn of_address(&self, address: IpAddr) -> usize {
        self.addresses.get(&address).copied().unwrap_or(0)
    }

    fn remember(&mut self, owner: &Owner) {
        if !owner.name.is_empty() {
            *self.visitors.entry(owner.name.clone()).or_default() += 1;
        }
        if let Some(address) = owner.address {
            *self.addresses.entry(address).or_default() += 1;
        }
    }

    fn forget(&mut self, owner: &Owner) {
        count_down(&mut self.visitors, &owner.name);
        if let Some(address) = owner.address {
            count_down(&mut self.addresses, &address);
        }
    }
}

fn count_down<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

impl From<&Visitor> for Owner {
    fn from(visitor: &Visitor) -> Owner {
        Owner { name: visitor.name.clone(), address: visitor.address }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn flag() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    fn owner(name: &str) -> Owner {
        Owner { name: name.into(), address: None }
    }

    fn pool(threads: usize, waiting: usize, visitor: usize) -> std::io::Result<Pool> {
        Pool::new("test", threads, PoolLimits { waiting, visitor, address: 3 })
    }

    #[test]
    fn an_address_has_a_limited_number_of_tasks_and_leaves_a_worker() {
        let pool = pool(2, 9, 9).unwrap();
        let from = |last: u8| Owner { name: String::new(), address: Some([10, 0, 0, last].into()) };
        let (begun, begins) = channel();
        let (end, ends) = channel::<()>();
        let _running = pool.submit(&from(1), &flag(), move || {
            begun.send(()).unwrap();
            let _ = ends.recv();
        });
        begins.recv_timeout(Duration::from_secs(5)).unwrap();
        let waiting: Vec<_> = (0..2).map(|_| pool.submit(&from(1), &flag(), || ()).unwrap()).collect();
        assert_eq!(pool.submit(&from(1), &flag(), || ()).err(), Some(Refused::TooMany));
        let (done, is_done) = channel();
        let _other = pool.submit(&from(2), &flag(), move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(Duration::from_secs(5)).unwrap();
        assert_eq!((waiting[0].place(), waiting[1].place()), (Some(1), Some(2)));
        drop(end);
    }

    #[test]
    fn a_full_queue_refuses_tasks() {
        let pool = pool(1, 2, 2).unwrap();
        let (begun, begins) = channel();
        let (end, ends) = channel::<()>();
        let first = pool.submit(&owner(""), &flag(), move || {
            begun.send(()).unwrap();
            let _ = ends.recv();
        });
        begins.recv_timeout(Duration::from_secs(5)).unwrap();
        assert_eq!(first.as_ref().map(Ticket::place), Ok(None));
        let second = pool.submit(&owner("a"), &flag(), || ()).unwrap();
        let third = pool.submit(&owner("a"), &flag(), || panic!("this was dropped before it began")).unwrap();
        assert_eq!((second.place(), third.place(), pool.counts()), (Some(1), Some(2), (1, 2)));
        assert_eq!(pool.submit(&owner("b"), &flag(), || ()).err(), Some(Refused::Full));
        drop(second);
        assert_eq!(third.place(), Some(1));
        let again = pool.submit(&owner("a"), &flag(), || ()).unwrap();
        drop(again);
        drop(third);
        drop(end);
        let (done, is_done) = channel();
        let last = pool.submit(&owner("a"), &flag(), move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(Duration::from_secs(5)).unwrap();
        drop((first, last));
    }

    #[test]
    fn a_visitor_has_a_limited_number_of_tasks() {
        let pool = pool(0, 9, 2).unwrap();
        let kept: Vec<_> = (0..2).map(|_| pool.submit(&owner("a"), &flag(), || ()).unwrap()).collect();
        assert_eq!(pool.submit(&owner("a"), &flag(), || ()).err(), Some(Refused::TooMany));
        assert!(pool.submit(&owner("b"), &flag(), || ()).is_ok());
        drop(kept);
        assert!(pool.submit(&owner("a"), &flag(), || ()).is_ok());
        pool.close();
        assert_eq!(pool.submit(&owner("c"), &flag(), || ()).err(), Some(Refused::Closed));
    }

    #[test]
    fn a_worker_survives_a_panic() {
        let pool = pool(1, 9, 9).unwrap();
        let _bad = pool.submit(&owner(""), &flag(), || panic!("as asked")).unwrap();
        let (done, is_done) = channel();
        let _good = pool.submit(&owner(""), &flag(), move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(Duration::from_secs(5)).unwrap();
    }
}
