//! The trial of a program before a match: one that cannot play at all is an error of the set-up, not a loser.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use otrera_board::Position;
use otrera_engine::Clock;

use super::uci::START_TIMEOUT;
use super::{Fault, Program, Turn};
use crate::engine::Pace;

/// Time for the move of the trial, if the limits of the match give more.
const TRIAL_TIME: Duration = Duration::from_secs(1);

impl Program {
    /// Has the program set up a game from each of `starts`, and choose a move in the first. A program that is late with
    /// the move may still play, and one that resigns may win another game.
    pub fn try_out(&self, starts: &[Position], pace: Pace, grace: Duration, stop: &AtomicBool) -> anyhow::Result<()> {
        let mut player = self.player();
        let cannot = |fault: Fault| match fault {
            Fault::Late(_) => anyhow!("no answer by {} in {} s", self.protocol_name(), START_TIMEOUT.as_secs()),
            fault => anyhow!("{fault}"),
        };
        for start in starts.iter().rev() {
            player.new_game(start).map_err(cannot).context("the program cannot play this match")?;
        }
        let Some(start) = starts.first() else { return Ok(()) };
        let clock = pace.clock.map(|clock| Clock::Move(clock.left().min(TRIAL_TIME)));
        let pace = Pace { clock: clock.or(Some(Clock::Move(TRIAL_TIME))), ..pace };
        let turn = Turn { start, moves: &[], position: start, pace, other: None, grace, stop };
        match player.choose(&turn) {
            Ok(reply) => match start.check(reply.play) {
                Ok(_) => Ok(()),
                Err(why) => bail!("the program cannot play this match: illegal move {}: {why}", reply.play),
            },
            Err(Fault::Late(_) | Fault::Resigned | Fault::Stopped) => Ok(()),
            Err(fault) => bail!("the program cannot play this match: {fault}"),
        }
    }
}
