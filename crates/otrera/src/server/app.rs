//! What all connections share: threads for long questions, who is asking what, and what is kept.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc, oneshot};

use super::pool::{Pool, Refused, Ticket};
use super::question::{Bounds, Question};
use super::remote::Remote;
use super::shelf::{Certificates, Shelf};
use crate::cli::ServeArgs;
use crate::limits::all_threads;
use otrera_api::host::Job;

/// Questions that may wait for a thread; more are told that it is too busy.
const MOST_WAITING: usize = 64;
/// Long questions of one visitor that may wait or be worked at, besides the one whose progress is watched.
const MOST_EACH: usize = 4;
/// Time for a question whose progress is not watched.
const PLAIN_TIME: Duration = Duration::from_secs(60);

pub(super) struct App {
    /// Questions whose progress is watched, and others: these do not wait for those.
    told: Pool,
    plain: Pool,
    pub(super) told_bounds: Bounds,
    pub(super) plain_bounds: Bounds,
    pub(super) shelf: Shelf,
    pub(super) certificates: Certificates,
    /// Who watches something, with what tells them that it is over.
    watching: Mutex<HashMap<String, Arc<Notify>>>,
    /// Raised when the server ends.
    pub(super) is_closing: AtomicBool,
}

/// The answer to come, and the interest in it.
pub(super) struct Asked {
    pub(super) ticket: Ticket,
    pub(super) answer: oneshot::Receiver<anyhow::Result<String>>,
}

impl App {
    pub(super) fn new(args: &ServeArgs) -> std::io::Result<App> {
        let threads = args.jobs.map_or_else(all_threads, std::num::NonZeroUsize::get);
        Ok(App {
            told: Pool::new("watched", threads, MOST_WAITING, MOST_EACH)?,
            plain: Pool::new("asked", threads, MOST_WAITING, MOST_EACH)?,
            told_bounds: Bounds { time: args.time, memory: args.memory },
            plain_bounds: Bounds { time: args.time.min(PLAIN_TIME), memory: args.memory },
            shelf: Shelf::default(),
            certificates: Certificates::default(),
            watching: Mutex::default(),
            is_closing: AtomicBool::new(false),
        })
    }

    /// Gives a question to a thread. With `events`, somebody listens meanwhile.
    pub(super) fn ask(
        self: &Arc<App>,
        visitor: &str,
        question: Question,
        events: Option<mpsc::Sender<String>>,
    ) -> Result<Asked, Refused> {
        let stop = Arc::new(AtomicBool::new(false));
        let (answered, answer) = oneshot::channel();
        let pool = if events.is_some() { &self.told } else { &self.plain };
        let (app, flag) = (Arc::clone(self), Arc::clone(&stop));
        let ticket = pool.take(visitor, &stop, move || {
            // Nobody waits for it any more if this fails.
            let _ = answered.send(app.answer(&question, &flag, events));
        })?;
        Ok(Asked { ticket, answer })
    }

    /// Answers a question here and now.
    pub(super) fn answer(
        &self,
        question: &Question,
        stop: &Arc<AtomicBool>,
        events: Option<mpsc::Sender<String>>,
    ) -> anyhow::Result<String> {
        let now = Instant::now();
        // A time beyond what the system can count has no end.
        let end = now.checked_add(question.time).unwrap_or(now + Duration::from_secs(1 << 30));
        let remote = Remote { shelf: &self.shelf, stop, end, events };
        question.answer(Job { setting: &remote, stop }, &self.certificates)
    }

    /// Somebody begins to watch something; what they watched before is over.
    pub(super) fn watch(self: &Arc<App>, visitor: &str) -> Watcher {
        let over = Arc::new(Notify::new());
        if !visitor.is_empty() {
            let before = self.watching.lock().expect("nobody panics with it").insert(visitor.into(), Arc::clone(&over));
            if let Some(before) = before {
                before.notify_one();
            }
        }
        Watcher { app: Arc::clone(self), visitor: visitor.into(), over }
    }

    pub(super) fn health(&self) -> Value {
        let [told, plain] = [self.told.counts(), self.plain.counts()];
        json!({
            "status": if self.is_closing.load(Relaxed) { "ending" } else { "ok" },
            "version": env!("CARGO_PKG_VERSION"),
            "atlas": self.shelf.report(),
            "jobs": told.0 + plain.0,
            "waiting": told.1 + plain.1,
        })
    }

    /// Stops all work.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Relaxed);
        self.told.close();
        self.plain.close();
    }
}

/// Somebody who watches.
pub(super) struct Watcher {
    app: Arc<App>,
    visitor: String,
    /// Tells that something else is watched now.
    pub(super) over: Arc<Notify>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut watching = self.app.watching.lock().expect("nobody panics with it");
        if watching.get(&self.visitor).is_some_and(|over| Arc::ptr_eq(over, &self.over)) {
            watching.remove(&self.visitor);
        }
    }
}
