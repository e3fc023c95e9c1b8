//! Limits of a search. This is the only place where the engine reads a clock.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::pulse::{Beat, Pulse};

/// Limits that a user may set. A search ends at the first one reached; without any, when `stop` is raised.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Time limits.
    pub deadline: Option<Deadline>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Raised by the caller to get an answer at once.
    pub stop: &'a AtomicBool,
    /// Delays of the player, which end the search earlier; `None` if it may be late.
    pub pulse: Option<&'a Pulse>,
}

/// End of the time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// No new iteration starts after this if the move seems clear.
    pub soft: Instant,
    /// The search stops here in any case.
    pub hard: Instant,
    begin: Instant,
    /// Time that is kept free after `hard`.
    margin: Duration,
}

/// Longest time that a deadline can be away: a hundred years. `Instant` overflows at a limit that depends on the system.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

impl Deadline {
    /// Deadline of a move that starts at `begin`. Times above a hundred years are clamped.
    pub(crate) fn new(begin: Instant, soft: Duration, hard: Duration, margin: Duration) -> Deadline {
        Deadline { soft: begin + soft.min(LONGEST), hard: begin + hard.min(LONGEST), begin, margin }
    }

    fn after(time: Duration) -> Deadline {
        Deadline::new(Instant::now(), time, time, Duration::ZERO)
    }
}

impl<'a> Limits<'a> {
    /// No limit but `stop`.
    pub fn none(stop: &'a AtomicBool) -> Limits<'a> {
        Limits { deadline: None, nodes: None, depth: None, stop, pulse: None }
    }

    /// At most `nodes` positions.
    pub fn nodes(nodes: u64, stop: &'a AtomicBool) -> Limits<'a> {
        Limits { nodes: Some(nodes), ..Limits::none(stop) }
    }

    /// `time` from now. The soft and the hard deadline are the same.
    pub fn time(time: Duration, stop: &'a AtomicBool) -> Limits<'a> {
        Limits { deadline: Some(Deadline::after(time)), ..Limits::none(stop) }
    }

    /// Limits for a step that may use a `share`, from 0 to 1, of the remaining time and of the nodes.
    #[must_use]
    pub fn part(&self, share: f64) -> Limits<'a> {
        // The time left is shorter already by the delays so far.
        let margin = self.deadline.map_or(Duration::ZERO, |deadline| deadline.margin);
        let margin = self.pulse.map_or(margin, |pulse| pulse.delay().max(margin));
        let part = |left: Duration| Deadline { margin, ..Deadline::after(left.mul_f64(share)) };
        let deadline = self.left().map(part);
        Limits { deadline, nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64), ..*self }
    }

    /// True if a search that has used `nodes` positions must end now.
    #[inline]
    pub fn is_over(&self, nodes: u64) -> bool {
        self.is_stopped(nodes) || self.end().is_some_and(|end| Instant::now() >= end)
    }

    /// [`Limits::is_over`] for a thread that asks all the time: gaps between its questions are delays.
    #[inline]
    pub(crate) fn is_over_at(&self, nodes: u64, beat: &mut Beat) -> bool {
        if self.deadline.is_none() {
            return self.is_stopped(nodes);
        }
        let now = Instant::now();
        if let Some(pulse) = self.pulse {
            beat.at(now, pulse);
        }
        self.is_stopped(nodes) || self.end().is_some_and(|end| now >= end)
    }

    fn is_stopped(&self, nodes: u64) -> bool {
        self.stop.load(Relaxed) || self.nodes.is_some_and(|most| nodes >= most)
    }

    /// The hard deadline, brought forward by delays that its margin does not cover: at most by half of the time.
    #[inline]
    pub fn end(&self) -> Option<Instant> {
        let Deadline { hard, begin, margin, .. } = self.deadline?;
        let delay = self.pulse.map_or(Duration::ZERO, |pulse| pulse.delay().saturating_sub(margin));
        Some(hard - delay.min(hard.saturating_duration_since(begin) / 2))
    }

    /// True if no further iteration should start.
    pub fn is_enough(&self, nodes: u64) -> bool {
        self.is_over(nodes) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline.soft)
    }

    /// Remaining time, if time is limited.
    pub fn left(&self) -> Option<Duration> {
        self.end().map(|end| end.saturating_duration_since(Instant::now()))
    }
}
