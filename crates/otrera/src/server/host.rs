//! The host of a question over the network: progress goes into a channel, and the time limit stops the question.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_api::{Host, State, meanwhile};
use otrera_atlas::Atlas;
use tokio::sync::mpsc;

use super::atlas::SharedAtlas;
use super::certificates::Certificates;

/// Time between two progress events.
const TICK: Duration = Duration::from_millis(150);

pub(super) struct RemoteHost<'a> {
    pub(super) atlas: &'a SharedAtlas,
    pub(super) certificates: &'a Certificates,
    pub(super) stop: &'a Arc<AtomicBool>,
    /// The moment when the question is stopped.
    pub(super) end: Instant,
    /// Receiver of progress, if the question is streamed.
    pub(super) events: Option<mpsc::Sender<String>>,
}

impl RemoteHost<'_> {
    /// Time until the next look at the clock and the progress.
    fn wait(&self) -> Duration {
        let left = self.end.saturating_duration_since(Instant::now());
        if self.events.is_some() || left.is_zero() { left.max(Duration::from_millis(1)).min(TICK) } else { left }
    }
}

impl Host for RemoteHost<'_> {
    fn with_progress(&self, state: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut()) {
        let look = || {
            if Instant::now() >= self.end {
                self.stop.store(true, Relaxed);
            }
            if self.events.is_some() {
                self.emit(state().data);
            }
            self.wait()
        };
        meanwhile(self.wait(), look, work);
    }

    /// A receiver that is too far behind, or gone, misses the event.
    fn emit(&self, result: String) {
        if let Some(events) = &self.events
            && !result.is_empty()
        {
            let _ = events.try_send(result);
        }
    }

    fn note(&self, _: &str) {}

    fn atlas(&self, _: Option<&Path>) -> anyhow::Result<Arc<Atlas>> {
        self.atlas.wait(self.stop)
    }

    fn atlas_if_there(&self, _: Option<&Path>) -> anyhow::Result<Option<Arc<Atlas>>> {
        self.atlas.if_there(self.stop)
    }

    fn keep_certificate(&self, certificate: Vec<u8>) -> Option<String> {
        Some(self.certificates.put(certificate))
    }
}
