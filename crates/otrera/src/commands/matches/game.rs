//! One game between two players. The referee keeps the clocks and checks every move.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_api::Pace;
use otrera_board::areas::{Kind, basic};
use otrera_board::{Move, Position, Side};
use otrera_solver::score::{ScoreOptions, Scorer};

use super::record::{End, Spent};
use super::resign::ResignRule;
use otrera_api::player::{Fault, Opinion, Overrun, Player, Reply, Turn};

/// Budget of counting when only territories are left. If it runs out, the game is played on.
const COUNTING: ScoreOptions = ScoreOptions { nodes: 100_000, threads: 1, memory: 16 << 20 };

/// One game and its rules.
pub(super) struct Contest<'a> {
    pub(super) start: &'a Position,
    pub(super) position: Position,
    /// By side, with the clocks of now.
    pub(super) paces: [Pace; 2],
    pub(super) played: Played,
    /// Time by which a reply may overrun its clock.
    pub(super) grace: Duration,
    /// Fill territories instead of counting them.
    pub(super) play_out: bool,
    pub(super) resign: Option<ResignRule>,
    /// Raised to stop the program.
    pub(super) stop: &'a AtomicBool,
    /// Raised when the match is decided.
    pub(super) over: &'a AtomicBool,
}

#[derive(Debug, Default)]
pub(super) struct Played {
    pub(super) moves: Vec<Move>,
    /// The mover's opinion, for each move after the opening.
    pub(super) opinions: Vec<Opinion>,
    /// Thinking time of each of these moves.
    pub(super) times: Vec<Duration>,
    /// By side.
    pub(super) efforts: [Spent; 2],
}

#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) winner: Side,
    pub(super) end: End,
    /// Fault of the loser, if it ended the game.
    pub(super) fault: Option<Fault>,
    pub(super) played: Played,
}

impl Contest<'_> {
    /// Plays the game; players are by side. `None` if it was stopped.
    pub(super) fn play(mut self, players: [&mut dyn Player; 2]) -> Option<Outcome> {
        let [black, white] = players;
        let started = [(Side::Black, black.new_game(self.start)), (Side::White, white.new_game(self.start))];
        let mut fault = started.into_iter().find_map(|(side, result)| Some((side, result.err()?)));
        loop {
            if let Some((side, fault)) = fault {
                let end = End::from(&fault);
                return Some(Outcome { winner: !side, end, fault: Some(fault), played: self.played });
            }
            if let Some((winner, end)) = self.end() {
                return Some(Outcome { winner, end, fault: None, played: self.played });
            }
            let side = self.position.to_move();
            fault = match self.turn(if side == Side::Black { &mut *black } else { &mut *white }) {
                Err(Fault::Stopped) => return None,
                result => result.err().map(|fault| (side, fault)),
            };
        }
    }

    /// The winner and the reason, if the game is over before the next move.
    fn end(&self) -> Option<(Side, End)> {
        let other = !self.position.to_move();
        if !self.position.can_move() {
            return Some((other, End::Blocked));
        }
        if let Some(winner) = self.count() {
            return Some((winner, End::Counted));
        }
        self.resign?.end(&self.played.opinions, other)
    }

    /// The winner, if only territories are left.
    fn count(&self) -> Option<Side> {
        if self.play_out || basic(&self.position).iter().any(|area| area.kind == Kind::Active) {
            return None;
        }
        Scorer::new(COUNTING, self.stop).score(&self.position, None).ok().map(|score| score.winner)
    }

    /// Asks `player` for the move of its side, and plays it.
    fn turn(&mut self, player: &mut dyn Player) -> Result<(), Fault> {
        let Contest { start, ref position, grace, stop, ref mut played, .. } = *self;
        let side = position.to_move();
        let pace = self.paces[side.index()];
        let other = self.paces[(!side).index()].clock;
        let begin = Instant::now();
        let reply = player.choose(&Turn { start, moves: &played.moves, position, pace, other, grace, stop });
        let took = begin.elapsed();
        if stop.load(Relaxed) || self.over.load(Relaxed) {
            return Err(Fault::Stopped);
        }
        let effort = &mut played.efforts[side.index()];
        effort.moves += 1;
        effort.seconds += took.as_secs_f64();
        effort.longest = effort.longest.max(took.as_secs_f64());
        let limit = pace.clock.map(|clock| clock.left());
        let over = limit.map_or(Duration::ZERO, |limit| took.saturating_sub(limit));
        effort.over = effort.over.max(over.as_secs_f64());
        let late = |answered| Fault::Late(Some(Overrun { answered, took, limit }));
        let Reply { play, nodes, opinion } = reply.map_err(|fault| match fault {
            Fault::Late(_) => late(false),
            fault => fault,
        })?;
        effort.nodes += nodes;
        if let Some(clock) = pace.clock {
            if over > grace {
                return Err(late(true));
            }
            let next = clock.after(took.min(clock.left()));
            self.paces[side.index()].clock = Some(next.expect("no more than the time left was used"));
        }
        self.position.play(play).map_err(|why| Fault::Wrong(format!("illegal move {play}: {why}")))?;
        played.moves.push(play);
        played.opinions.push(opinion);
        played.times.push(took);
        Ok(())
    }
}
