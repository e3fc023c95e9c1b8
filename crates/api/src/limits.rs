//! Limits of a question. Libraries read no clock: they are given a flag, and the shell raises it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use otrera_cgt::Interrupted;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::option::{Bytes, Seconds};

/// Limits that a user may state.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct Limits {
    /// Seconds after which the question returns its results so far.
    pub time: Option<Seconds>,
    /// Memory in bytes, or with a unit like `500M`.
    pub memory: Option<Bytes>,
}

impl Limits {
    /// The memory limit in bytes, or `default`.
    pub fn memory_or(&self, default: Bytes) -> usize {
        self.memory.unwrap_or(default).0
    }

    /// Lowers both limits to `bounds`; a limit that is not stated becomes its default or the bound. Returns the time.
    pub(crate) fn clamp(&mut self, bounds: &Bounds, default_memory: Bytes) -> Seconds {
        self.memory = Some(self.memory.unwrap_or(default_memory).min(bounds.memory));
        *self.time.insert(self.time.unwrap_or(bounds.time).min(bounds.time))
    }
}

/// Upper bounds on the limits of any question.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Time.
    pub time: Seconds,
    /// Memory.
    pub memory: Bytes,
}

/// The limits ended a question before there was an answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct OutOfLimits(pub String);

/// The error of work that `why` ended after `progress`.
pub fn interrupted(why: Interrupted, progress: &str) -> anyhow::Error {
    match why {
        Interrupted::Stopped => OutOfLimits(format!("stopped: {progress}")).into(),
        Interrupted::OutOfMemory => OutOfLimits(format!("{why}: {progress}")).into(),
        // Limits of this program, not of its user; areas of these sizes stay far below them.
        Interrupted::OutOfRange | Interrupted::TooDeep => anyhow::Error::new(why).context(progress.to_string()),
    }
}

/// The number of processors.
pub fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// Runs `work`, and `beside` repeatedly on another thread: first after `wait`, then after the time it returns.
pub fn meanwhile<R>(mut wait: Duration, mut beside: impl FnMut() -> Duration + Send, work: impl FnOnce() -> R) -> R {
    let (finished, end) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Ends when the sender is dropped: when the work is done, or has panicked.
            while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = beside();
            }
        });
        let result = work();
        drop(finished);
        result
    })
}

/// Time between two checks of a stop flag.
const POLL: Duration = Duration::from_millis(20);

/// Runs `work`, which ends when `over` is raised: after `time`, or when `stop` is raised.
pub(crate) fn within<R>(time: Duration, stop: &AtomicBool, over: &AtomicBool, work: impl FnOnce() -> R) -> R {
    let begin = Instant::now();
    over.store(false, Relaxed);
    let look = || {
        let left = time.saturating_sub(begin.elapsed());
        over.store(left.is_zero() || stop.load(Relaxed), Relaxed);
        left.clamp(Duration::from_millis(1), POLL)
    };
    meanwhile(time.min(POLL), look, work)
}
