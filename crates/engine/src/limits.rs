//! Limits of a search. This is the only place where the engine reads a clock.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

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
}

/// End of the time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// No new iteration starts after this if the move seems clear.
    pub soft: Instant,
    /// The search stops here in any case.
    pub hard: Instant,
}

/// Longest time that a deadline can be away: a hundred years. `Instant` overflows at a limit that depends on the system.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

impl Deadline {
    /// Deadline of a move that starts at `begin`. Times above a hundred years are clamped.
    pub(crate) fn new(begin: Instant, soft: Duration, hard: Duration) -> Deadline {
        Deadline { soft: begin + soft.min(LONGEST), hard: begin + hard.min(LONGEST) }
    }

    fn after(time: Duration) -> Deadline {
        Deadline::new(Instant::now(), time, time)
    }
}

impl<'a> Limits<'a> {
    /// No limit but `stop`.
    pub fn none(stop: &'a AtomicBool) -> Limits<'a> {
        Limits { deadline: None, nodes: None, depth: None, stop }
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
        let deadline = self.left().map(|left| Deadline::after(left.mul_f64(share)));
        Limits { deadline, nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64), ..*self }
    }

    /// True if a search that has used `nodes` positions must end now.
    #[inline]
    pub fn is_over(&self, nodes: u64) -> bool {
        self.stop.load(Relaxed)
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline.hard)
    }

    /// True if no further iteration should start.
    pub fn is_enough(&self, nodes: u64) -> bool {
        self.is_over(nodes) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline.soft)
    }

    /// Remaining time, if time is limited.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.hard.saturating_duration_since(Instant::now()))
    }
}
