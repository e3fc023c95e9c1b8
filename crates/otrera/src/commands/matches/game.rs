//! One game between two players, with a referee who holds the clocks and checks every move.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_api::Pace;
use otrera_board::areas::{Kind, basic};
use otrera_board::{Move, Position, Side};
use otrera_engine::Clock;
use otrera_solver::score::{ScoreOptions, Scorer};

use super::resign::Resign;
use crate::player::{Fault, Opinion, Player, Reply, Turn};

/// Limits of counting when only territories are left. It needs hardly any; if they are too small, the game is played on.
const COUNTING: ScoreOptions = ScoreOptions { nodes: 100_000, threads: 1, memory: 16 << 20 };

/// A game to play.
pub(super) struct Contest<'a> {
    pub(super) start: &'a Position,
    pub(super) opening: &'a [Move],
    /// By side.
    pub(super) paces: [Pace; 2],
    /// Most lateness of a reply.
    pub(super) grace: Duration,
    /// Play on when only territories are left, instead of counting them.
    pub(super) play_out: bool,
    /// The rule of resignation.
    pub(super) resign: Option<Resign>,
    pub(super) stop: &'a AtomicBool,
    pub(super) over: &'a AtomicBool,
}

/// The end of a game.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) winner: Side,
    pub(super) cause: Cause,
    pub(super) moves: Vec<Move>,
    /// The opinion of its player, for each move after the opening.
    pub(super) opinions: Vec<Opinion>,
    /// The duration of each of these moves.
    pub(super) times: Vec<Duration>,
    /// By side.
    pub(super) efforts: [Effort; 2],
}

/// Why a game ended.
#[derive(Debug, PartialEq)]
pub(super) enum Cause {
    /// The loser could not move.
    Blocked,
    /// Only territories were left, and were counted.
    Counted,
    /// Both players thought that the loser had lost, or the loser resigned.
    Resigned,
    /// The winner had a proof.
    Proven,
    /// The loser's fault.
    Fault(Fault),
}

/// A player's effort in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) moves: u32,
    pub(super) time: Duration,
    pub(super) longest: Duration,
    pub(super) nodes: u64,
}

impl Contest<'_> {
    /// Plays the game; players are by side. `None` if it was stopped.
    pub(super) fn play(&self, players: [&mut dyn Player; 2]) -> Option<Outcome> {
        let mut position = *self.start;
        let mut moves = self.opening.to_vec();
        for &play in self.opening {
            position.play(play).expect("an opening is legal");
        }
        let mut paces = self.paces;
        let (mut opinions, mut times) = (Vec::new(), Vec::new());
        let mut efforts = [Effort::default(); 2];
        let mut end = None;
        for side in Side::BOTH {
            if let (Err(fault), None) = (players[side.index()].new_game(self.start), &end) {
                end = Some((!side, Cause::Fault(fault)));
            }
        }
        let (winner, cause) = loop {
            if let Some(end) = end.take() {
                break end;
            }
            let side = position.to_move();
            if !position.can_move() {
                break (!side, Cause::Blocked);
            }
            if let Some(winner) = self.counted(&position) {
                break (winner, Cause::Counted);
            }
            if let Some(end) = self.resign.and_then(|rule| rule.end(&opinions, !side)) {
                break end;
            }
            let at = side.index();
            let pace = paces[at];
            let begin = Instant::now();
            let turn = Turn {
                start: self.start,
                moves: &moves,
                position: &position,
                pace,
                other: paces[(!side).index()].clock,
                grace: self.grace,
                stop: self.stop,
            };
            let answer = players[at].choose(&turn);
            let took = begin.elapsed();
            if self.stop.load(Relaxed) || self.over.load(Relaxed) {
                return None;
            }
            let effort = &mut efforts[at];
            effort.moves += 1;
            effort.time += took;
            effort.longest = effort.longest.max(took);
            let Reply { play, nodes, opinion } = match answer {
                Ok(answer) => answer,
                Err(Fault::Stopped) => return None,
                Err(Fault::Resigned) => break (!side, Cause::Resigned),
                Err(fault) => break (!side, Cause::Fault(fault)),
            };
            effort.nodes += nodes;
            if pace.clock.is_some_and(|clock| took > clock.left() + self.grace) {
                break (!side, Cause::Fault(Fault::Late));
            }
            paces[at].clock = pace.clock.map(|clock| next(clock, took));
            if let Err(why) = position.play(play) {
                break (!side, Cause::Fault(Fault::Wrong(format!("illegal move {play}: {why}"))));
            }
            moves.push(play);
            opinions.push(opinion);
            times.push(took);
        };
        Some(Outcome { winner, cause, moves, opinions, times, efforts })
    }

    /// The winner, if only territories are left.
    fn counted(&self, position: &Position) -> Option<Side> {
        if self.play_out || basic(position).iter().any(|area| area.kind == Kind::Active) {
            return None;
        }
        let mut scorer = Scorer::new(COUNTING, self.stop);
        scorer.score(position, None).ok().map(|score| score.winner)
    }
}

/// The clock after a move that was in time or forgiven.
fn next(clock: Clock, took: Duration) -> Clock {
    clock.after(took.min(clock.left())).expect("no more was taken than there was")
}
