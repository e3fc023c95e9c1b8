//! How long to think: from a clock to the time for one move.
//!
//! A game of Amazons has an end that is known from the beginning: each move burns a square. So the moves that are left are
//! never more than half of the empty squares, and far fewer of them need thought, because the last third of a game is
//! filling up one's own territory. A move gets an even share of the time for the moves that need thought, and may take
//! some times its share where the search is not sure; but never more than a part of what is left, and never the margin
//! that is kept for the way of the answer to whoever holds the clock.
//!
//! What must hold, whatever the estimates are worth: the latest moment of a move lies before the clock runs out. The tests
//! play games with a simulated clock in which every move takes all that it may.

use std::time::{Duration, Instant};

use crate::limits::Moment;

/// What is left to think with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// So long for every move.
    Move(Duration),
    /// So long for the rest of the game, and some more after each move; no increment is sudden death.
    Game {
        /// What the clock shows.
        left: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

/// How long one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this a move that seems clear is played.
    pub enough: Duration,
    /// After this any move is played.
    pub latest: Duration,
}

/// Kept back on every move for the way of the answer: a thread that has to wake up, a pipe, a slow reader.
const MARGIN: Duration = Duration::from_millis(30);
/// Of a time for one move that is short, no more than this part is kept back.
const SHORT_MARGIN: f64 = 0.1;
/// Kept back of a clock for a whole game, in addition, so that a few late answers do not lose it.
const RESERVE: Duration = Duration::from_millis(100);
/// No more than this part of a clock is kept back.
const MOST_KEPT: f64 = 0.5;
/// Part of the empty squares that are still fought for: on 10x10 the first 60 of 92, after which most games are
/// decided and the rest is filling up.
const FOUGHT_FOR: f64 = 0.65;
/// Fewest moves that the clock is divided among.
const FEWEST_MOVES: f64 = 4.0;
/// A move that is not clear may take so many times its share.
const PATIENCE: f64 = 2.5;
/// But never more than this part of what is left.
const MOST_AT_ONCE: f64 = 0.25;
/// Part of its share after which a clear move is played.
const CLEAR: f64 = 0.7;

impl Clock {
    /// How long the next move may take, on a board with so many empty squares.
    pub fn budget(self, empty: u32) -> Budget {
        match self {
            Clock::Move(time) => {
                let latest = time - MARGIN.min(time.mul_f64(SHORT_MARGIN));
                Budget { enough: latest, latest }
            }
            Clock::Game { left, increment } => {
                let usable = left - (MARGIN + RESERVE).min(left.mul_f64(MOST_KEPT));
                let moves = (f64::from(empty) * FOUGHT_FOR / 2.0).max(FEWEST_MOVES);
                let share = usable.as_secs_f64() / moves + increment.as_secs_f64();
                let most = usable.as_secs_f64() * MOST_AT_ONCE;
                // An increment that is longer than what is left cannot be spent before it comes.
                let most = most.max(increment.as_secs_f64().min(usable.as_secs_f64() * MOST_KEPT));
                let latest = (share * PATIENCE).min(most);
                Budget {
                    enough: Duration::from_secs_f64((share * CLEAR).min(latest)),
                    latest: Duration::from_secs_f64(latest),
                }
            }
        }
    }

    /// What the clock shows after a move that took this long; `None` if it ran out.
    pub fn after(self, took: Duration) -> Option<Clock> {
        match self {
            Clock::Move(time) => (took <= time).then_some(self),
            Clock::Game { left, increment } => {
                Some(Clock::Game { left: left.checked_sub(took)? + increment, increment })
            }
        }
    }

    /// What is left for the next move, if all of it were spent.
    pub fn left(self) -> Duration {
        match self {
            Clock::Move(left) | Clock::Game { left, .. } => left,
        }
    }
}

impl Budget {
    /// The same as moments, for a move that was asked for at `begin`.
    pub fn from(self, begin: Instant) -> Moment {
        Moment { enough: begin + self.enough, latest: begin + self.latest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn a_time_per_move_is_used_but_for_the_margin() {
        for (time, latest) in [(1000, 970), (5000, 4970), (100, 90), (10, 9), (0, 0)] {
            let budget = Clock::Move(millis(time)).budget(92);
            assert_eq!((budget.enough, budget.latest), (millis(latest), millis(latest)), "{time} ms");
        }
    }

    #[test]
    fn early_moves_get_more_than_an_even_share_of_all_moves_and_less_than_a_quarter() {
        let clock = Clock::Game { left: millis(60_000), increment: Duration::ZERO };
        let Budget { enough, latest } = clock.budget(92);
        assert!(enough > millis(60_000) / 60 && enough < millis(60_000) / 20, "{enough:?}");
        assert!(latest >= enough && latest <= millis(15_000), "{latest:?}");
    }

    #[test]
    fn an_increment_is_spent() {
        let clock = Clock::Game { left: millis(10_000), increment: millis(1_000) };
        assert!(clock.budget(40).latest >= millis(1_000));
        // A clock that lives on its increment uses most of it.
        let clock = Clock::Game { left: millis(1_000), increment: millis(1_000) };
        assert!(clock.budget(40).latest >= millis(400), "{:?}", clock.budget(40));
    }

    proptest! {
        /// Every move takes all it may and is late by some more; the clock never runs out before the board is full.
        #[test]
        fn no_game_is_lost_on_time(left in 500_u64..600_000, increment in 0_u64..5_000, empty in 1_u32..128, late in 0_u64..5) {
            let mut clock = Clock::Game { left: millis(left), increment: millis(increment) };
            let mut empty = empty;
            while empty > 0 {
                let budget = clock.budget(empty);
                prop_assert!(budget.enough <= budget.latest);
                prop_assert!(budget.latest <= clock.left());
                // Late by what a loaded machine may add, as long as the margin is there to take it.
                let late = millis(late).min(clock.left() - budget.latest);
                let next = clock.after(budget.latest + late);
                prop_assert!(next.is_some(), "{clock:?} {budget:?}");
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
                let budget = clock.budget(empty);
                spent += budget.latest;
                clock = clock.after(budget.latest).expect("the budget is within the clock");
            }
            prop_assert!(spent <= millis(left));
        }
    }
}
