//! One game between two players. The referee keeps the clocks and checks every move.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_api::Pace;
use otrera_board::areas::{Kind, basic};
use otrera_board::{Move, Position, Side};
use otrera_solver::score::{ScoreOptions, Scorer};

use super::resign::ResignRule;
use crate::player::{Fault, Opinion, Player, Reply, Turn};

/// Budget of counting when only territories are left. If it runs out, the game is played on.
const COUNTING: ScoreOptions = ScoreOptions { nodes: 100_000, threads: 1, memory: 16 << 20 };

/// Start and rules of one game.
pub(super) struct Contest<'a> {
    pub(super) start: &'a Position,
    pub(super) opening: &'a [Move],
    /// By side.
    pub(super) paces: [Pace; 2],
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

/// A finished game.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) winner: Side,
    pub(super) cause: Cause,
    pub(super) moves: Vec<Move>,
    /// The mover's opinion, for each move after the opening.
    pub(super) opinions: Vec<Opinion>,
    /// Thinking time of each of these moves.
    pub(super) times: Vec<Duration>,
    /// By side.
    pub(super) efforts: [Effort; 2],
}

/// Reason for the end of a game.
#[derive(Debug, PartialEq)]
pub(super) enum Cause {
    /// The loser could not move.
    Blocked,
    /// Only territories were left, and they were counted.
    Counted,
    /// Both players gave the game as lost, or the loser resigned.
    Resigned,
    /// The winner had a proof.
    Proven,
    /// A fault of the loser.
    Fault(Fault),
}

/// Resources that a player used in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) moves: u32,
    pub(super) time: Duration,
    pub(super) longest: Duration,
    pub(super) nodes: u64,
}

/// A game in progress.
struct OngoingGame<'a> {
    contest: &'a Contest<'a>,
    position: Position,
    moves: Vec<Move>,
    /// By side, with the clocks of now.
    paces: [Pace; 2],
    opinions: Vec<Opinion>,
    times: Vec<Duration>,
    efforts: [Effort; 2],
}

impl Contest<'_> {
    /// Plays the game; players are by side. `None` if it was stopped.
    pub(super) fn play(&self, mut players: [&mut dyn Player; 2]) -> Option<Outcome> {
        let mut game = OngoingGame::new(self);
        let started = Side::BOTH.map(|side| (side, players[side.index()].new_game(self.start)));
        let mut end = started.into_iter().find_map(|(side, result)| Some((!side, Cause::Fault(result.err()?))));
        let (winner, cause) = loop {
            if let Some(end) = end.or_else(|| game.end()) {
                break end;
            }
            let side = game.position.to_move();
            end = match game.turn(players[side.index()]) {
                Ok(()) => None,
                Err(Fault::Stopped) => return None,
                Err(Fault::Resigned) => Some((!side, Cause::Resigned)),
                Err(fault) => Some((!side, Cause::Fault(fault))),
            };
        };
        let OngoingGame { moves, opinions, times, efforts, .. } = game;
        Some(Outcome { winner, cause, moves, opinions, times, efforts })
    }
}

impl<'a> OngoingGame<'a> {
    fn new(contest: &'a Contest<'a>) -> OngoingGame<'a> {
        let mut position = *contest.start;
        for &play in contest.opening {
            position.play(play).expect("an opening is legal");
        }
        OngoingGame {
            contest,
            position,
            moves: contest.opening.to_vec(),
            paces: contest.paces,
            opinions: Vec::new(),
            times: Vec::new(),
            efforts: [Effort::default(); 2],
        }
    }

    /// The winner and the cause, if the game is over before the next move.
    fn end(&self) -> Option<(Side, Cause)> {
        let other = !self.position.to_move();
        if !self.position.can_move() {
            return Some((other, Cause::Blocked));
        }
        if let Some(winner) = self.count() {
            return Some((winner, Cause::Counted));
        }
        self.contest.resign?.end(&self.opinions, other)
    }

    /// The winner, if only territories are left.
    fn count(&self) -> Option<Side> {
        if self.contest.play_out || basic(&self.position).iter().any(|area| area.kind == Kind::Active) {
            return None;
        }
        let mut scorer = Scorer::new(COUNTING, self.contest.stop);
        scorer.score(&self.position, None).ok().map(|score| score.winner)
    }

    /// Asks `player` for the move of its side, and plays it.
    fn turn(&mut self, player: &mut dyn Player) -> Result<(), Fault> {
        let Contest { start, grace, stop, over, .. } = *self.contest;
        let side = self.position.to_move();
        let pace = self.paces[side.index()];
        let other = self.paces[(!side).index()].clock;
        let begin = Instant::now();
        let turn = Turn { start, moves: &self.moves, position: &self.position, pace, other, grace, stop };
        let reply = player.choose(&turn);
        let took = begin.elapsed();
        if stop.load(Relaxed) || over.load(Relaxed) {
            return Err(Fault::Stopped);
        }
        let effort = &mut self.efforts[side.index()];
        effort.moves += 1;
        effort.time += took;
        effort.longest = effort.longest.max(took);
        let Reply { play, nodes, opinion } = reply?;
        effort.nodes += nodes;
        if let Some(clock) = pace.clock {
            if took > clock.left() + grace {
                return Err(Fault::Late);
            }
            let next = clock.after(took.min(clock.left()));
            self.paces[side.index()].clock = Some(next.expect("no more than the time left was used"));
        }
        self.position.play(play).map_err(|why| Fault::Wrong(format!("illegal move {play}: {why}")))?;
        self.moves.push(play);
        self.opinions.push(opinion);
        self.times.push(took);
        Ok(())
    }
}
