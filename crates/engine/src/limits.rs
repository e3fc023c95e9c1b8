//! What ends a search. This is the only place where the engine reads a clock.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// When a search has to end: whichever comes first. Without any limit it goes on until `stop` is raised.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// When to stop by oneself, and when at the latest.
    pub moment: Option<Moment>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
    /// Raised by the caller: an answer is wanted now.
    pub stop: &'a AtomicBool,
}

/// Two points in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// No new iteration is begun after this if the move seems clear.
    pub enough: Instant,
    /// The search stops here, whatever it is at.
    pub latest: Instant,
}

impl<'a> Limits<'a> {
    /// Until `stop` is raised.
    pub fn none(stop: &'a AtomicBool) -> Limits<'a> {
        Limits { moment: None, nodes: None, depth: None, stop }
    }

    /// So many positions.
    pub fn nodes(nodes: u64, stop: &'a AtomicBool) -> Limits<'a> {
        Limits { nodes: Some(nodes), ..Limits::none(stop) }
    }

    /// This long, from now on, and no less unless all is clear.
    pub fn time(time: Duration, stop: &'a AtomicBool) -> Limits<'a> {
        let latest = Instant::now() + time;
        Limits { moment: Some(Moment { enough: latest, latest }), ..Limits::none(stop) }
    }

    /// Limits for something that may take this share of what is left, from 0 to 1.
    #[must_use]
    pub fn part(&self, share: f64) -> Limits<'a> {
        let moment = self.left().map(|left| {
            let latest = Instant::now() + left.mul_f64(share);
            Moment { enough: latest, latest }
        });
        Limits { moment, nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64), ..*self }
    }

    /// Whether a search that looked at so many positions has to end now.
    #[inline]
    pub fn is_over(&self, nodes: u64) -> bool {
        self.stop.load(Relaxed)
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.moment.is_some_and(|moment| Instant::now() >= moment.latest)
    }

    /// Whether there is no more time for another iteration.
    pub fn is_enough(&self, nodes: u64) -> bool {
        self.is_over(nodes) || self.moment.is_some_and(|moment| Instant::now() >= moment.enough)
    }

    /// Time that is left, if time is what ends the search.
    pub fn left(&self) -> Option<Duration> {
        self.moment.map(|moment| moment.latest.saturating_duration_since(Instant::now()))
    }
}
