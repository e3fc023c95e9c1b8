//! A question asked from afar: progress goes into a channel, and the time ends by itself.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_atlas::Atlas;
use tokio::sync::mpsc;

use super::shelf::Shelf;
use crate::output;
use otrera_api::host::{Setting, State};

/// Time between two reports on the way.
const TICK: Duration = Duration::from_millis(150);

/// Where a question is answered that came over the network.
pub(super) struct Remote<'a> {
    pub(super) shelf: &'a Shelf,
    pub(super) stop: &'a Arc<AtomicBool>,
    /// When it has to be over.
    pub(super) end: Instant,
    /// Who listens, if anybody does.
    pub(super) events: Option<mpsc::Sender<String>>,
}

impl Remote<'_> {
    /// Time until the next look.
    fn wait(&self) -> Duration {
        let left = self.end.saturating_duration_since(Instant::now());
        if self.events.is_some() || left.is_zero() { left.max(Duration::from_millis(1)).min(TICK) } else { left }
    }

    /// A listener who is that far behind misses something; so does one who is gone.
    fn tell(&self, news: String) {
        if let Some(events) = &self.events
            && !news.is_empty()
        {
            let _ = events.try_send(news);
        }
    }
}

impl Setting for Remote<'_> {
    fn look_on(&self, state: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut()) {
        let look = || {
            if Instant::now() >= self.end {
                self.stop.store(true, Relaxed);
            }
            if self.events.is_some() {
                self.tell(state().data);
            }
            self.wait()
        };
        output::meanwhile(self.wait(), look, work);
    }

    fn hear(&self, news: String) {
        self.tell(news);
    }

    fn note(&self, _: &str) {}

    fn atlas(&self, _: Option<&Path>) -> anyhow::Result<Arc<Atlas>> {
        self.shelf.wait(self.stop)
    }

    fn atlas_if_there(&self, _: Option<&Path>) -> anyhow::Result<Option<Arc<Atlas>>> {
        self.shelf.if_there(self.stop)
    }
}
