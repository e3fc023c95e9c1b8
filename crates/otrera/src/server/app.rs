//! The state that all connections share: worker threads, active streams, the atlas and certificates.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use otrera_api::option::{Seconds, Threads};
use otrera_api::{Bounds, Job, all_threads};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::{Notify, mpsc, oneshot};

use super::api::Question;
use super::atlas::{AtlasHealth, SharedAtlas};
use super::campaign::ShownCampaign;
use super::certificates::Certificates;
use super::clients::{Clients, Visitor};
use super::gallery::Gallery;
use super::host::RemoteHost;
use super::pool::{Pool, PoolLimits, Refused, Ticket};
use crate::cli::ServeArgs;

/// Most questions in the queue of a pool, and most that wait or run of one visitor, besides a stream, and of one address.
const POOL: PoolLimits = PoolLimits { waiting: 64, visitor: 4, address: 8 };
/// Time limit of a question that is not streamed.
const PLAIN_TIME: Seconds = Seconds(Duration::from_secs(60));

pub(super) struct App {
    /// Workers for streamed questions.
    streamed: Pool,
    /// Workers for other long questions, which do not wait for streamed ones.
    plain: Pool,
    pub(super) streamed_bounds: Bounds,
    pub(super) plain_bounds: Bounds,
    pub(super) atlas: SharedAtlas,
    pub(super) certificates: Certificates,
    pub(super) campaign: Option<ShownCampaign>,
    pub(super) clients: Clients,
    pub(super) gallery: Gallery,
    /// The active stream of each visitor, with the signal that ends it.
    streams: Mutex<HashMap<String, Arc<Notify>>>,
    /// Raised when the server shuts down.
    pub(super) is_closing: AtomicBool,
}

/// A question that waits or runs.
pub(super) struct Pending {
    pub(super) ticket: Ticket,
    pub(super) answer: oneshot::Receiver<anyhow::Result<String>>,
}

/// The state of the server.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HealthReport {
    atlas: AtlasHealth,
    /// Long questions that are running.
    jobs: usize,
    /// `ok` or `ending`.
    status: &'static str,
    version: &'static str,
    /// Long questions that are waiting.
    waiting: usize,
}

impl App {
    pub(super) fn new(args: &ServeArgs) -> anyhow::Result<App> {
        let threads = args.jobs.map_or_else(all_threads, Threads::get);
        Ok(App {
            streamed: Pool::new("streamed", threads, POOL)?,
            plain: Pool::new("plain", threads, POOL)?,
            streamed_bounds: Bounds { time: args.time, memory: args.memory },
            plain_bounds: Bounds { time: args.time.min(PLAIN_TIME), memory: args.memory },
            atlas: SharedAtlas::default(),
            certificates: Certificates::default(),
            campaign: args.campaign.as_deref().map(ShownCampaign::new).transpose()?,
            clients: Clients::new(args),
            gallery: Gallery::default(),
            streams: Mutex::default(),
            is_closing: AtomicBool::new(false),
        })
    }

    /// Queues a question. With `events` it is streamed.
    pub(super) fn submit(
        self: &Arc<App>,
        visitor: &Visitor,
        question: Question,
        events: Option<mpsc::Sender<String>>,
    ) -> Result<Pending, Refused> {
        let stop = Arc::new(AtomicBool::new(false));
        let (answered, answer) = oneshot::channel();
        let pool = if events.is_some() { &self.streamed } else { &self.plain };
        let (app, flag) = (Arc::clone(self), Arc::clone(&stop));
        let ticket = pool.submit(&visitor.into(), &stop, move || {
            // Fails if the connection has gone.
            let _ = answered.send(app.answer(&question, &flag, events));
        })?;
        Ok(Pending { ticket, answer })
    }

    /// Answers a question on this thread.
    pub(super) fn answer(
        &self,
        question: &Question,
        stop: &Arc<AtomicBool>,
        events: Option<mpsc::Sender<String>>,
    ) -> anyhow::Result<String> {
        let now = Instant::now();
        // A time beyond what the system can count has no end.
        let end = now.checked_add(question.time).unwrap_or(now + Duration::from_secs(1 << 30));
        let host = RemoteHost { atlas: &self.atlas, certificates: &self.certificates, stop, end, events };
        (question.answer)(Job { host: &host, stop })
    }

    /// Begins a stream of a visitor, and ends the one before.
    pub(super) fn begin_stream(self: &Arc<App>, visitor: &str) -> ActiveStream {
        let over = Arc::new(Notify::new());
        if !visitor.is_empty() {
            let before = self.streams.lock().expect("no thread panicked").insert(visitor.into(), Arc::clone(&over));
            if let Some(before) = before {
                before.notify_one();
            }
        }
        ActiveStream { app: Arc::clone(self), visitor: visitor.into(), over }
    }

    pub(super) fn health(&self) -> HealthReport {
        let [streamed, plain] = [&self.streamed, &self.plain].map(Pool::counts);
        HealthReport {
            atlas: self.atlas.health(),
            jobs: streamed.0 + plain.0,
            status: if self.is_closing.load(Relaxed) { "ending" } else { "ok" },
            version: env!("CARGO_PKG_VERSION"),
            waiting: streamed.1 + plain.1,
        }
    }

    pub(super) fn close(&self) {
        self.is_closing.store(true, Relaxed);
        self.streamed.close();
        self.plain.close();
    }
}

pub(super) struct ActiveStream {
    app: Arc<App>,
    visitor: String,
    /// Notified when a newer stream of the visitor begins.
    pub(super) over: Arc<Notify>,
}

impl Drop for ActiveStream {
    fn drop(&mut self) {
        let mut streams = self.app.streams.lock().expect("no thread panicked");
        if streams.get(&self.visitor).is_some_and(|over| Arc::ptr_eq(over, &self.over)) {
            streams.remove(&self.visitor);
        }
    }
}
