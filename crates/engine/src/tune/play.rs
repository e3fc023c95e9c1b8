//! Games to learn from.
//!
//! A game begins with a few random moves, so that no two are alike. It ends when no square is left that both sides can
//! reach: whoever has more squares then has won, the side to move losing if they are equal. That counts territories as if
//! they could be filled, which they nearly always can, and it spares the learner half the moves of a game.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use otrera_board::{Action, Bits, Position, Side};

use super::{Game, Sample};
use crate::choice::Choice;
use crate::engine::{Engine, EngineOptions};
use crate::engines::bare_search;
use crate::eval::{Evaluator, Features, Term, View, Weights};
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
    /// What it goes by.
    pub weights: &'a Weights,
}

/// Who plays both sides.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// Whoever takes the best of all positions after one move, by the weights. A position is worth what the game ended with.
    OneMove,
    /// The search of `otrera` with the weights and so many positions a move. A position of the game is worth half what it
    /// ended with and half what the search promised; and beside each there is the position after any other move, good or
    /// bad, worth what a search of its own promises: an evaluation has to judge bad moves most of the time.
    Search(u64),
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
            Player::Search(nodes) => {
                // Weights that were learnt from counted squares are too sure where little is open, and lose.
                let weights = Weights { apart: 0.0, ..what.weights.clone() };
                let (mut player, mut scout) = (searcher(&weights), searcher(&weights));
                let limits = Limits::nodes(nodes, stop);
                let choose = |position: &Position| {
                    let choice = player.choose(position, &limits, &mut |_| {})?;
                    let aside = aside(position, random).map(|other| {
                        scout.new_game();
                        let promised = scout.choose(&other, &limits, &mut |_| {});
                        (other, promised.expect("only positions with moves are looked at").score.chance)
                    });
                    let action = blunder(position, random).unwrap_or_else(|| action(position, &choice));
                    Some(Turn { action, chance: Some(choice.score.chance), aside })
                };
                finish(start, &evaluator, choose).0
            }
        }
    })
}

/// Memory of a search: its nodes are few.
const MEMORY: usize = 64 << 20;

fn searcher(weights: &Weights) -> Box<dyn Engine> {
    bare_search(weights, &EngineOptions { memory: MEMORY, ..EngineOptions::default() })
}

fn action(position: &Position, choice: &Choice) -> Action {
    position.check(choice.play).expect("an engine plays legal moves")
}

/// The position after any move, if there are moves in it.
fn aside(position: &Position, random: &mut Random) -> Option<Position> {
    let actions = position.actions();
    let mut other = *position;
    other.play_unchecked(actions[random.below(actions.len())]);
    other.can_move().then_some(other)
}

/// The share of games that weights win against others, of the same kind of player: every opening is played twice, with
/// sides changed. `None` if stopped.
pub fn compare(what: &Play<'_>, other: &Weights, stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Option<f64> {
    let [ours, theirs] = [what.weights, other].map(|weights| Evaluator::new(weights, what.start.size()));
    let wins = each(what, stop, progress, |random| {
        let start = opening(&what.start, random);
        let mut wins = 0;
        for us in Side::BOTH {
            let winner = match what.player {
                Player::OneMove => {
                    let mut players = [&theirs; 2];
                    players[us.index()] = &ours;
                    one_move(&start, players, None).1
                }
                Player::Search(nodes) => {
                    let mut players = [searcher(other), searcher(other)];
                    players[us.index()] = searcher(what.weights);
                    let limits = Limits::nodes(nodes, stop);
                    let choose = |position: &Position| {
                        let choice = players[position.to_move().index()].choose(position, &limits, &mut |_| {})?;
                        Some(Turn::plain(action(position, &choice)))
                    };
                    finish(start, &ours, choose).1
                }
            };
            wins += usize::from(winner == us);
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
        Some(narrow) => {
            finish(narrow, players[0], |position| best(position, players, chance.as_deref_mut()).map(Turn::plain))
        }
        None => finish(*start, players[0], |position| best(position, players, chance.as_deref_mut()).map(Turn::plain)),
    }
}

/// The move to the best position by the weights of the side to move; with chance, some noise is added, or it is any move.
fn best<B: Bits>(position: &Position<B>, players: [&Evaluator; 2], mut chance: Option<&mut Random>) -> Option<Action> {
    if let Some(blunder) = chance.as_deref_mut().and_then(|random| blunder(position, random)) {
        return Some(blunder);
    }
    let evaluator = players[position.to_move().index()];
    let (mut actions, mut views) = (Vec::new(), Vec::new());
    position.for_each_child(|action, child| {
        actions.push(action);
        views.push(View::of(child));
    });
    let mut ahead = vec![0.0; views.len()];
    evaluator.evaluate_all(&views, &mut ahead);
    let mut best: Option<(f32, Action)> = None;
    for (action, ahead) in actions.into_iter().zip(ahead) {
        // The noise makes each move's chance its share in a sum of exponentials of values (Gumbel's distribution).
        let noise = match &mut chance {
            Some(random) => -NOISE * (-(random.part() + f32::EPSILON).ln()).ln(),
            None => 0.0,
        };
        let value = noise - ahead;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, action));
        }
    }
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

/// What a player does with a position.
struct Turn<B: Bits> {
    action: Action,
    /// The chance that it gives itself, if it has looked ahead.
    chance: Option<f32>,
    /// A position beside the game, and the chance of whoever moves there.
    aside: Option<(Position<B>, f32)>,
}

impl<B: Bits> Turn<B> {
    fn plain(action: Action) -> Turn<B> {
        Turn { action, chance: None, aside: None }
    }
}

/// Plays a game from here until the sides are apart or somebody cannot move, and keeps what was measured; and who won.
fn finish<B: Bits>(
    mut position: Position<B>,
    evaluator: &Evaluator,
    mut choose: impl FnMut(&Position<B>) -> Option<Turn<B>>,
) -> (Game, Side) {
    let (mut seen, mut asides) = (Vec::new(), Vec::new());
    let measured = |position: &Position<B>| {
        let mut features = evaluator.features(position);
        features.open /= position.size().area() as f32;
        features
    };
    let winner = loop {
        let features = measured(&position);
        let us = position.to_move();
        if features.open == 0.0 {
            break if features.get(Term::QueenTerritory) > 0.0 { us } else { !us };
        }
        let Some(Turn { action, chance, aside }) = choose(&position) else {
            seen.push((us, features, None));
            break !us;
        };
        seen.push((us, features, chance));
        if let Some((other, won)) = aside {
            let features = measured(&other);
            if features.open > 0.0 {
                asides.push(Sample { features, won });
            }
        }
        position.play_unchecked(action);
    };
    let worth = |(side, features, chance): (Side, Features, Option<f32>)| {
        let result = if side == winner { 1.0 } else { 0.0 };
        Sample { features, won: chance.map_or(result, |chance| 0.5 * (result + chance)) }
    };
    (Game { samples: seen.into_iter().map(worth).chain(asides).collect() }, winner)
}
