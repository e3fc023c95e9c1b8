//! Delays of searching threads, and the margin that they call for.
//!
//! A search is punctual only if its threads run at the moment when its time is over. On a busy machine a thread waits
//! for a processor now and then, and sees its deadline late. Such a wait cannot be foreseen, but it is rarely the first
//! of its kind. A searching thread reads the clock every few microseconds, so a gap between two readings is a wait
//! that it has just survived. The longest gap of late, with some reserve, is the margin: the search ends that much
//! earlier. The delay of the answer itself, from the end of the search to its delivery, is measured too.
//!
//! The margin changes during a search, so that the first move on a busy machine is protected as well. Old delays fade
//! by a quarter with each move. On a quiet machine all gaps are shorter than the usual overhead, and nothing changes.
//! As delays are measured, the usual overhead need only cover the answer itself: 10 ms, and 4 % of a shorter time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Delays of one player, from move to move.
#[derive(Debug)]
pub struct Pulse {
    overhead: Duration,
    /// The longest delay in nanoseconds; old ones have faded.
    longest: AtomicU64,
}

/// Multiple of the longest delay that is reserved: the next one may be longer.
const RESERVE: f64 = 1.5;

impl Pulse {
    /// Overhead of a move by default: waking a thread, a pipe, a slow reader.
    pub const OVERHEAD: Duration = Duration::from_millis(10);

    /// A player that has had no delay yet. `overhead` is kept free in any case.
    pub fn new(overhead: Duration) -> Pulse {
        Pulse { overhead, longest: AtomicU64::new(0) }
    }

    /// The overhead that is kept free in any case.
    pub fn overhead(&self) -> Duration {
        self.overhead
    }

    /// Begins a move, and returns the margin to keep.
    pub fn begin(&self) -> Duration {
        let longest = self.longest.load(Relaxed);
        self.longest.store(longest / 4 * 3, Relaxed);
        self.delay().max(self.overhead)
    }

    /// The delay to be expected.
    pub(crate) fn delay(&self) -> Duration {
        Duration::from_nanos(self.longest.load(Relaxed)).mul_f64(RESERVE)
    }

    pub(crate) fn note(&self, delay: Duration) {
        self.longest.fetch_max(delay.as_nanos().min(u64::MAX.into()) as u64, Relaxed);
    }

    /// Ends a move whose search had to end at `due`: its answer was delivered just now.
    pub fn delivered(&self, due: Option<Instant>) {
        if let Some(due) = due {
            self.note(Instant::now().saturating_duration_since(due));
        }
    }
}

impl Default for Pulse {
    fn default() -> Pulse {
        Pulse::new(Pulse::OVERHEAD)
    }
}

/// The heart beat of one thread: the time of its last reading of the clock.
#[derive(Debug, Default)]
pub(crate) struct Beat(Option<Instant>);

impl Beat {
    /// Notes the gap since the last beat.
    #[inline]
    pub(crate) fn at(&mut self, now: Instant, pulse: &Pulse) {
        if let Some(last) = self.0.replace(now) {
            pulse.note(now.saturating_duration_since(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::limits::Limits;
    use crate::time::Clock;

    fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// Time of a search that begins now, on a clock of `time` for each move.
    fn time(pulse: &Pulse, time: u64, stop: &AtomicBool) -> Duration {
        let begin = Instant::now();
        let deadline = Clock::Move(millis(time)).deadline(50, begin, pulse.begin());
        Limits { deadline: Some(deadline), pulse: Some(pulse), ..Limits::none(stop) }.end().unwrap() - begin
    }

    #[test]
    fn delays_that_the_overhead_covers_change_nothing() {
        let (pulse, stop) = (Pulse::default(), AtomicBool::new(false));
        // Where threads are punctual, 1 % of a second is kept free, and 4 % of a short time.
        for (limit, used) in [(1000, 990), (300, 290), (50, 48)] {
            assert_eq!(time(&pulse, limit, &stop), millis(used));
        }
        pulse.note(millis(6));
        assert_eq!(time(&pulse, 1000, &stop), millis(990));
    }

    #[test]
    fn a_short_delay_counts_where_the_time_is_short() {
        let (pulse, stop) = (Pulse::default(), AtomicBool::new(false));
        pulse.note(millis(8));
        // Three quarters of it and half as much again, instead of 2 ms.
        assert_eq!(time(&pulse, 50, &stop), millis(50 - 9));
    }

    #[test]
    fn a_long_delay_ends_searches_earlier_and_fades() {
        let (pulse, stop) = (Pulse::default(), AtomicBool::new(false));
        pulse.note(millis(160));
        // Three quarters of it, and half as much again.
        assert_eq!(time(&pulse, 1000, &stop), millis(1000 - 180));
        assert_eq!(time(&pulse, 1000, &stop), millis(1000 - 135));
        for _ in 0..10 {
            time(&pulse, 1000, &stop);
        }
        assert_eq!(time(&pulse, 1000, &stop), millis(990));
    }

    #[test]
    fn a_delay_counts_in_its_own_search_and_leaves_half_of_the_time() {
        let (pulse, stop) = (Pulse::default(), AtomicBool::new(false));
        let begin = Instant::now();
        let deadline = Clock::Move(millis(1000)).deadline(50, begin, pulse.begin());
        let limits = Limits { deadline: Some(deadline), pulse: Some(&pulse), ..Limits::none(&stop) };
        let mut beat = Beat::default();
        beat.at(begin, &pulse);
        beat.at(begin + millis(100), &pulse);
        beat.at(begin + millis(101), &pulse);
        assert_eq!(limits.end(), Some(begin + millis(1000 - 150)));
        beat.at(begin + millis(5000), &pulse);
        assert_eq!(limits.end(), Some(begin + millis(990) / 2));
    }
}
