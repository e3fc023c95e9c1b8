//! Games to learn from.
//!
//! A game begins with a few random moves, so that no two are alike. It ends when no square is left that both sides can
//! reach: whoever has more squares then has won, the side to move losing if they are equal. That counts territories as if
//! they could be filled, which they nearly always can, and it spares the learner half the moves of a game.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use otrera_board::{Action, Bits, Position, Side};

use super::{Game, Sample};
use crate::engine::EngineOptions;
use crate::engines::Named;
use crate::eval::{Evaluator, Term, Weights};
use crate::limits::Limits;
use crate::random::Random;

/// Random moves at the beginning of a game: at least two, and fewer than this.
const MOST_RANDOM: usize = 7;
/// How far apart two moves are that chance often swaps, in squares. Without it games with the same beginning would be
/// the same.
const NOISE: f32 = 0.5;
/// One move in so many is any legal one. Whoever always plays the best move never learns what the others are worth, and a
/// search has to know.
const BLUNDER: usize = 10;

/// Which games to play.
#[derive(Clone, Debug)]
pub struct Play<'a> {
    /// Where games begin, before the random moves. A side must be able to move there.
    pub start: Position,
    /// How many games.
    pub games: usize,
    /// Where all chance comes from: game n is the same for the same seed, however many there are.
    pub seed: u64,
    /// Threads to play on. The games do not depend on it.
    pub threads: usize,
    /// Who plays.
    pub player: Player,
    /// What a player that looks one move ahead goes by.
    pub weights: &'a Weights,
}

/// Who plays both sides.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// Whoever takes the best of all positions after one move, by the weights.
    OneMove,
    /// An engine that may look at so many positions a move.
    Engine(&'static Named, u64),
}

impl<'a> Play<'a> {
    /// Some games of a player that looks one move ahead.
    pub fn new(start: Position, weights: &'a Weights) -> Play<'a> {
        Play { start, games: 100, seed: 1, threads: 1, player: Player::OneMove, weights }
    }
}

/// Plays the games, in order; `None` if stopped. `progress` is called after each.
pub fn play(what: &Play<'_>, stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Option<Vec<Game>> {
    let evaluator = Evaluator::new(what.weights, what.start.size());
    each(what, stop, progress, |random| {
        let start = opening(&what.start, random);
        match what.player {
            Player::OneMove => one_move(&start, [&evaluator; 2], Some(random)).0,
            Player::Engine(named, nodes) => {
                let options = EngineOptions { seed: random.bits(), book: false, ..EngineOptions::default() };
                let (mut engine, limits) = (named.build(&options), Limits::nodes(nodes, stop));
                let choose = |position: &Position| {
                    if let Some(blunder) = blunder(position, random) {
                        return Some(blunder);
                    }
                    let choice = engine.choose(position, &limits, &mut |_| {})?;
                    Some(position.check(choice.play).expect("an engine plays legal moves"))
                };
                finish(start, &evaluator, choose).0
            }
        }
    })
}

/// The share of games that weights win against others, both looking one move ahead: every opening is played twice, with
/// sides changed. `None` if stopped.
pub fn compare(what: &Play<'_>, other: &Weights, stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Option<f64> {
    let [ours, theirs] = [what.weights, other].map(|weights| Evaluator::new(weights, what.start.size()));
    let wins = each(what, stop, progress, |random| {
        let start = opening(&what.start, random);
        let mut wins = 0;
        for us in Side::BOTH {
            let mut players = [&theirs; 2];
            players[us.index()] = &ours;
            wins += usize::from(one_move(&start, players, None).1 == us);
        }
        wins
    })?;
    Some(wins.iter().sum::<usize>() as f64 / (2 * wins.len()) as f64)
}

/// Does something once a game, with chance of its own.
fn each<T: Send>(
    what: &Play<'_>,
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
    game: impl Fn(&mut Random) -> T + Sync,
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= what.games || stop.load(Relaxed) {
                return done;
            }
            // Game n of two seeds has nothing in common.
            let seed = Random::new(Random::new(what.seed).bits() ^ number as u64).bits();
            done.push((number, game(&mut Random::new(seed))));
            progress();
        }
    };
    let mut games: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..what.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game does not panic")).collect()
    });
    games.sort_by_key(|&(number, _)| number);
    (!stop.load(Relaxed)).then(|| games.into_iter().map(|(_, game)| game).collect())
}

/// A position after a few random moves; fewer if there are no more.
fn opening(start: &Position, random: &mut Random) -> Position {
    let mut position = *start;
    for _ in 0..2 + random.below(MOST_RANDOM - 2) {
        let actions = position.actions();
        if !actions.is_empty() {
            position.play_unchecked(actions[random.below(actions.len())]);
        }
    }
    position
}

/// A game of players that look one move ahead, by the index of their side, with chance or without; and who won.
fn one_move(start: &Position, players: [&Evaluator; 2], mut chance: Option<&mut Random>) -> (Game, Side) {
    match start.resized::<u64>() {
        Some(narrow) => finish(narrow, players[0], |position| best(position, players, chance.as_deref_mut())),
        None => finish(*start, players[0], |position| best(position, players, chance.as_deref_mut())),
    }
}

/// The move to the best position by the weights of the side to move; with chance, some noise is added, or it is any move.
fn best<B: Bits>(position: &Position<B>, players: [&Evaluator; 2], mut chance: Option<&mut Random>) -> Option<Action> {
    if let Some(blunder) = chance.as_deref_mut().and_then(|random| blunder(position, random)) {
        return Some(blunder);
    }
    let evaluator = players[position.to_move().index()];
    let mut best: Option<(f32, Action)> = None;
    position.for_each_child(|action, child| {
        // The noise makes each move's chance its share in a sum of exponentials of values (Gumbel's distribution).
        let noise = match &mut chance {
            Some(random) => -NOISE * (-(random.part() + f32::EPSILON).ln()).ln(),
            None => 0.0,
        };
        let value = noise - evaluator.evaluate(child);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, action));
        }
    });
    best.map(|(_, action)| action)
}

/// Now and then, any move.
fn blunder<B: Bits>(position: &Position<B>, random: &mut Random) -> Option<Action> {
    if random.below(BLUNDER) > 0 {
        return None;
    }
    let actions = position.actions();
    (!actions.is_empty()).then(|| actions[random.below(actions.len())])
}

/// Plays a game from here until the sides are apart or somebody cannot move, and keeps what was measured; and who won.
fn finish<B: Bits>(
    mut position: Position<B>,
    evaluator: &Evaluator,
    mut choose: impl FnMut(&Position<B>) -> Option<Action>,
) -> (Game, Side) {
    let mut seen = Vec::new();
    let winner = loop {
        let mut features = evaluator.features(&position);
        let us = position.to_move();
        if features.open == 0.0 {
            break if features.get(Term::QueenTerritory) > 0.0 { us } else { !us };
        }
        features.open /= position.size().area() as f32;
        seen.push((us, features));
        match choose(&position) {
            Some(action) => position.play_unchecked(action),
            None => break !us,
        }
    };
    (
        Game { samples: seen.into_iter().map(|(side, features)| Sample { features, won: side == winner }).collect() },
        winner,
    )
}
