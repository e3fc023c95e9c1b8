//! Long work: on a thread of its own, while the calling thread waits without the interpreter.
//!
//! Every 20 ms the calling thread looks for signals, so that Ctrl-C is answered at once; it also hands progress to the
//! caller's function. Either may raise an exception. The stop flag then goes up, the work has 50 ms to end, and after
//! that it is left to end by itself: a step of the work that looks at the flag late does not hold up the caller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use otrera_api::{Host, Job, State, atlas_file, meanwhile};
use otrera_atlas::Atlas;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::number::Time;

/// Time between two looks for signals.
const POLL: Duration = Duration::from_millis(20);
/// Time for cancelled work to end before it is left alone.
const PATIENCE: Duration = Duration::from_millis(50);
/// Time between two reports of progress.
const TICK: Duration = Duration::from_millis(100);
/// Atlases that stay open: a file that was deleted takes space on the disk as long.
const OPEN: usize = 4;
/// Stack of the thread: four times the usual one, as values are compared by recursion.
const STACK: usize = 8 << 20;

/// Limits and callbacks of one call.
pub(crate) struct Call {
    /// Time after which the stop flag is raised.
    pub(crate) time: Option<Duration>,
    /// Called with each report of progress, as JSON or as text.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Call {
    /// A call with the limit `time`, as Python states it.
    pub(crate) fn new(time: Option<Time>, progress: Option<Py<PyAny>>) -> PyResult<Call> {
        Ok(Call { time: time.map(|time| time.get("time")).transpose()?, progress })
    }
}

enum Event<T> {
    Done(std::thread::Result<T>),
    Progress(String),
    Note(String),
}

/// The host of a question from Python.
struct PyHost<T> {
    events: Mutex<Sender<Event<T>>>,
    has_listener: bool,
}

impl<T> PyHost<T> {
    fn send(&self, event: Event<T>) {
        // A caller that has gone needs no more events.
        let _ = self.events.lock().unwrap_or_else(PoisonError::into_inner).send(event);
    }
}

impl<T: Send> Host for PyHost<T> {
    fn with_progress(&self, state: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut()) {
        if !self.has_listener {
            return work();
        }
        let tell = || {
            let State { text, data } = state();
            self.send(Event::Progress(if data.is_empty() { text } else { data }));
            TICK
        };
        meanwhile(TICK, tell, work);
    }

    fn emit(&self, result: String) {
        if self.has_listener {
            self.send(Event::Progress(result));
        }
    }

    fn note(&self, text: &str) {
        self.send(Event::Note(text.into()));
    }

    fn atlas(&self, named: Option<&Path>) -> anyhow::Result<Arc<Atlas>> {
        let path = atlas_file::path(named)?;
        if !path.exists() {
            atlas_file::build_small(Job { host: self, stop: &Arc::default() }, &path)?;
        }
        open_atlas(&path)
    }

    fn atlas_if_there(&self, named: Option<&Path>) -> anyhow::Result<Option<Arc<Atlas>>> {
        let path = atlas_file::path(named)?;
        if named.is_none() && !path.exists() { Ok(None) } else { open_atlas(&path).map(Some) }
    }
}

/// Opens an atlas, once for each state of its file. The last few stay open.
pub(crate) fn open_atlas(path: &Path) -> anyhow::Result<Arc<Atlas>> {
    type Opened = (PathBuf, Option<SystemTime>, Arc<Atlas>);
    static OPENED: Mutex<Vec<Opened>> = Mutex::new(Vec::new());
    let opened = || OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let modified = std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let known = |(name, time, _): &&Opened| name == path && *time == modified;
    if let Some((.., atlas)) = opened().iter().find(known) {
        return Ok(Arc::clone(atlas));
    }
    // Not under the lock: a file that is a pipe can be opened once somebody writes to it.
    let atlas = Arc::new(atlas_file::open_file(path)?);
    let mut opened = opened();
    opened.retain(|(name, ..)| name != path);
    opened.insert(0, (path.into(), modified, Arc::clone(&atlas)));
    opened.truncate(OPEN);
    Ok(atlas)
}

/// Runs `work` on a thread of its own, within the limits of the call.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    call: &Call,
    work: impl FnOnce(Job<'_>) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let has_listener = call.progress.is_some();
    let flag = Arc::clone(&stop);
    let thread = move || {
        let host = PyHost { events: Mutex::new(sender), has_listener };
        let result = catch_unwind(AssertUnwindSafe(|| work(Job { host: &host, stop: &flag })));
        host.send(Event::Done(result));
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(thread)?;
    let receiver = Mutex::new(receiver);
    let process = std::process::id();
    let result = wait(py, call, &receiver, &stop, process);
    match result {
        // It is ending. The next thread gets its memory, if it has ended before.
        Ok(_) => py.detach(|| thread.join().expect("its work is caught")),
        // Never joined: cancelled work may end later.
        Err(_) => {
            stop.store(true, Relaxed);
            if std::process::id() == process {
                py.detach(|| leave(&receiver));
            }
        }
    }
    result
}

/// Waits for the end of the work.
fn wait<T: Send>(
    py: Python<'_>,
    call: &Call,
    receiver: &Mutex<Receiver<Event<T>>>,
    stop: &AtomicBool,
    process: u32,
) -> PyResult<T> {
    let end = call.time.and_then(|time| Instant::now().checked_add(time));
    loop {
        // A function that is called with progress or for a signal may fork. The thread stays in the old process.
        if std::process::id() != process {
            return Err(PyRuntimeError::new_err(
                "the process was forked during this call, and its work is in the old one",
            ));
        }
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            stop.store(true, Relaxed);
        }
        let pause = left.filter(|left| !left.is_zero()).unwrap_or(POLL).min(POLL);
        match py.detach(|| receive(receiver, pause)) {
            Ok(Event::Done(Ok(result))) => return Ok(result),
            Ok(Event::Done(Err(panic))) => return Err(PyRuntimeError::new_err(message(&*panic))),
            Ok(Event::Progress(text)) => report(py, call, &text)?,
            Ok(Event::Note(text)) => note(py, &text)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("the work ended early")),
        }
        py.check_signals()?;
    }
}

/// Gives cancelled work a moment to end.
fn leave<T>(receiver: &Mutex<Receiver<Event<T>>>) {
    let end = Instant::now() + PATIENCE;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match receive(receiver, left) {
            Ok(Event::Done(_)) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

fn receive<T>(receiver: &Mutex<Receiver<Event<T>>>, time: Duration) -> Result<Event<T>, RecvTimeoutError> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time)
}

/// Calls the caller's function: with an object where the progress is JSON, else with the text.
fn report(py: Python<'_>, call: &Call, text: &str) -> PyResult<()> {
    let Some(progress) = &call.progress else { return Ok(()) };
    if text.starts_with('{') {
        let data = py.import("json")?.call_method1("loads", (text,))?;
        progress.call1(py, (data,))?;
    } else if !text.is_empty() {
        progress.call1(py, (text,))?;
    }
    Ok(())
}

fn note(py: Python<'_>, text: &str) -> PyResult<()> {
    let logger = py.import("logging")?.call_method1("getLogger", ("otrera",))?;
    logger.call_method1("info", ("%s", text)).map(drop)
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("otrera has a bug: {}", text.unwrap_or("an invariant does not hold"))
}
