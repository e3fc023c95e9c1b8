//! Time management: from a clock to the deadline of one move.
//!
//! The length of a game of Amazons is bounded: each move burns a square, so a side has at most half as many moves left as there
//! are empty squares. Far fewer need thought, because the last third of a game fills territories. A move gets an even share of
//! the time for the moves that need thought. It may take a multiple of its share while the search is unsure, but never more than
//! a part of the remaining time, and never the margin reserved for delivering the answer. [`crate::Pulse`] measures it.
//!
//! The hard deadline always lies before the clock runs out, however wrong the estimates are. The tests play games on a
//! simulated clock in which every move takes all its time.

use std::time::{Duration, Instant};

use crate::limits::Deadline;
use crate::pulse::Pulse;

/// Time left on a player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// A fixed time per move.
    Move(Duration),
    /// Time for the rest of the game, plus an increment per move. An increment of 0 is sudden death.
    Game {
        /// Time on the clock.
        left: Duration,
        /// Time added after each move.
        increment: Duration,
    },
}

/// Largest share of a fixed time per move that is reserved for the usual overhead.
const SHORT_MARGIN: f64 = 0.04;
/// Additional reserve of a game clock, so that a few late answers do not lose it.
const RESERVE: Duration = Duration::from_millis(100);
/// Largest share of a game clock that is reserved.
const MOST_KEPT: f64 = 0.5;
/// Share of the empty squares that are contested: on 10x10 the first 60 of 92. After that most games are decided and the rest
/// is filling.
const FOUGHT_FOR: f64 = 0.65;
/// Least number of moves that the clock is divided among.
const FEWEST_MOVES: f64 = 4.0;
/// Multiple of its share that an unclear move may take.
const PATIENCE: f64 = 2.5;
/// Largest share of the remaining time for one move.
const MOST_AT_ONCE: f64 = 0.25;
/// Part of its share after which a clear move is played.
const CLEAR: f64 = 0.7;

impl Clock {
    /// Deadline of a move that starts at `begin`, on a board with `empty` empty squares. `margin` is kept free for
    /// delivering the answer, as far as there is time.
    pub fn deadline(self, empty: u32, begin: Instant, margin: Duration) -> Deadline {
        let (soft, hard, kept) = match self {
            Clock::Move(time) => {
                let kept = kept(time, margin);
                (time - kept, time - kept, kept)
            }
            Clock::Game { left, increment } => {
                let kept = (margin + RESERVE).min(left.mul_f64(MOST_KEPT));
                let usable = left - kept;
                let moves = (f64::from(empty) * FOUGHT_FOR / 2.0).max(FEWEST_MOVES);
                let share = usable.as_secs_f64() / moves + increment.as_secs_f64();
                let most = usable.as_secs_f64() * MOST_AT_ONCE;
                // An increment cannot be spent before it is added.
                let most = most.max(increment.as_secs_f64().min(usable.as_secs_f64() * MOST_KEPT));
                let hard = (share * PATIENCE).min(most);
                // `hard` is at most half of `left`, so both fit into a `Duration`.
                (Duration::from_secs_f64((share * CLEAR).min(hard)), Duration::from_secs_f64(hard), kept)
            }
        };
        Deadline::new(begin, soft, hard, kept)
    }

    /// The clock after a move that took `took`; `None` if it ran out.
    pub fn after(self, took: Duration) -> Option<Clock> {
        match self {
            Clock::Move(time) => (took <= time).then_some(self),
            Clock::Game { left, increment } => {
                Some(Clock::Game { left: left.checked_sub(took)?.saturating_add(increment), increment })
            }
        }
    }

    /// Time left for the next move.
    pub fn left(self) -> Duration {
        match self {
            Clock::Move(left) | Clock::Game { left, .. } => left,
        }
    }
}

/// Time of a move that is kept free. Of a short time the usual overhead takes a twenty-fifth. What a margin has beyond it was
/// asked for or measured, and may take half.
fn kept(time: Duration, margin: Duration) -> Duration {
    let usual = margin.min(Pulse::OVERHEAD);
    usual.min(time.mul_f64(SHORT_MARGIN)) + (margin - usual).min(time.mul_f64(MOST_KEPT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// Time until the soft and until the hard deadline.
    fn budget(clock: Clock, empty: u32) -> (Duration, Duration) {
        let begin = Instant::now();
        let Deadline { soft, hard, .. } = clock.deadline(empty, begin, Pulse::OVERHEAD);
        (soft - begin, hard - begin)
    }

    #[test]
    fn a_time_per_move_is_used_except_for_the_margin() {
        for (time, latest) in [(1000, 990), (5000, 4990), (300, 290), (50, 48), (0, 0)] {
            assert_eq!(budget(Clock::Move(millis(time)), 92), (millis(latest), millis(latest)), "{time} ms");
        }
    }

    #[test]
    fn a_margin_that_was_asked_for_takes_up_to_half_of_a_short_time() {
        for (time, margin, latest) in [(1000, 0, 1000), (1000, 200, 800), (100, 40, 66), (100, 500, 46), (0, 500, 0)] {
            let begin = Instant::now();
            let deadline = Clock::Move(millis(time)).deadline(92, begin, millis(margin));
            assert_eq!(deadline.hard - begin, millis(latest), "{time} ms, margin {margin} ms");
        }
    }

    #[test]
    fn early_moves_get_more_than_an_even_share_of_all_moves_and_less_than_a_quarter() {
        let clock = Clock::Game { left: millis(60_000), increment: Duration::ZERO };
        let (soft, hard) = budget(clock, 92);
        assert!(soft > millis(60_000) / 60 && soft < millis(60_000) / 20, "{soft:?}");
        assert!(hard >= soft && hard <= millis(15_000), "{hard:?}");
    }

    #[test]
    fn an_increment_is_spent() {
        let clock = Clock::Game { left: millis(10_000), increment: millis(1_000) };
        assert!(budget(clock, 40).1 >= millis(1_000));
        // A clock that consists of its increment uses much of it.
        let clock = Clock::Game { left: millis(1_000), increment: millis(1_000) };
        assert!(budget(clock, 40).1 >= millis(400), "{:?}", budget(clock, 40));
    }

    proptest! {
        /// Every move takes all its time and is late by some more; the clock never runs out before the board is full.
        #[test]
        fn no_game_is_lost_on_time(left in 500_u64..600_000, increment in 0_u64..5_000, empty in 1_u32..128, late in 0_u64..5) {
            let mut clock = Clock::Game { left: millis(left), increment: millis(increment) };
            let mut empty = empty;
            while empty > 0 {
                let (soft, hard) = budget(clock, empty);
                prop_assert!(soft <= hard);
                prop_assert!(hard <= clock.left());
                // Delay of a loaded machine, as far as the margin covers it.
                let late = millis(late).min(clock.left() - hard);
                let next = clock.after(hard + late);
                prop_assert!(next.is_some(), "{clock:?} {soft:?} {hard:?}");
                clock = next.unwrap();
                empty = empty.saturating_sub(2);
            }
        }

        /// Without an increment, all moves together take no more than the clock had.
        #[test]
        fn budgets_add_up_to_no_more_than_the_clock(left in 0_u64..600_000, empty in 1_u32..128) {
            let mut clock = Clock::Game { left: millis(left), increment: Duration::ZERO };
            let mut spent = Duration::ZERO;
            for empty in (1..=empty).rev().step_by(2) {
                let (_, hard) = budget(clock, empty);
                spent += hard;
                clock = clock.after(hard).expect("the budget is within the clock");
            }
            prop_assert!(spent <= millis(left));
        }
    }
}
