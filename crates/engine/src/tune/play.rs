//! Games of self-play.
//!
//! A game begins with a few random moves, so that no two are alike. It ends when no square is left that both sides can reach.
//! The side with more squares has won; the side to move loses a tie. This assumes that territories can be filled, which is
//! nearly always true, and saves half the moves of a game.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use otrera_board::{Action, Bits, Position, Side};

use super::{Game, Sample};
use crate::choice::Choice;
use crate::engine::{Engine, EngineOptions};
use crate::engines::bare_search;
use crate::eval::{Evaluator, Features, Term, View, Weights};
use crate::limits::Limits;
use crate::random::Random;

/// A game begins with at least two random moves and fewer than this.
const MOST_RANDOM: usize = 7;
/// Scale of the noise added to a move's value, in squares. Without it, games with the same opening would be the same.
const NOISE: f32 = 0.5;
/// One move in `BLUNDER` is a random legal move. A search must judge bad moves, which good games do not contain.
const BLUNDER: usize = 10;

/// Settings of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlay<'a> {
    /// Start of the games, before the random moves. The side to move must have a move.
    pub start: Position,
    /// Number of games.
    pub games: usize,
    /// Random seed. Game n depends on the seed and on n alone.
    pub seed: u64,
    /// Threads. The games do not depend on their number.
    pub threads: usize,
    /// Player of both sides.
    pub player: Player,
    /// Weights of the player.
    pub weights: &'a Weights,
}

/// Player of both sides.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// Plays the move with the best evaluation. The result of a position is that of its game.
    OneMove,
    /// The search of `otrera` with this number of nodes per move. The result of a position is the mean of the game's result and of
    /// the search's winning chance. Each position of the game comes with a side position, after a random move, whose result is
    /// the chance of its own search: most positions that an evaluation sees follow bad moves.
    Search(u64),
}

impl<'a> SelfPlay<'a> {
    /// 100 games of [`Player::OneMove`].
    pub fn new(start: Position, weights: &'a Weights) -> SelfPlay<'a> {
        SelfPlay { start, games: 100, seed: 1, threads: 1, player: Player::OneMove, weights }
    }
}

/// Plays the games and returns them in order; `None` if stopped. `progress` is called after each game.
pub fn play(settings: &SelfPlay<'_>, stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Option<Vec<Game>> {
    let evaluator = Evaluator::new(settings.weights, settings.start.size());
    each(settings, stop, progress, |random| {
        let start = opening(&settings.start, random);
        match settings.player {
            Player::OneMove => one_move(&start, [&evaluator; 2], Some(random)).0,
            Player::Search(nodes) => {
                // Weights fitted to games with counted squares are overconfident where little is open, and lose.
                let weights = Weights { apart: 0.0, ..settings.weights.clone() };
                let (mut player, mut side_player) = (searcher(&weights), searcher(&weights));
                let limits = Limits::nodes(nodes, stop);
                let choose = |position: &Position| {
                    let choice = player.choose(position, &limits, &mut |_| {})?;
                    let side_position = side_position(position, random).map(|other| {
                        side_player.new_game();
                        let promised = side_player.choose(&other, &limits, &mut |_| {});
                        (other, promised.expect("a side position has a move").score.chance)
                    });
                    let action = blunder(position, random).unwrap_or_else(|| action(position, &choice));
                    Some(Turn { action, chance: Some(choice.score.chance), side_position })
                };
                finish(start, &evaluator, choose).0
            }
        }
    })
}

/// Memory of a search in bytes. Its nodes are few.
const MEMORY: usize = 64 << 20;

fn searcher(weights: &Weights) -> Box<dyn Engine> {
    bare_search(weights, &EngineOptions { memory: MEMORY, ..EngineOptions::default() })
}

fn action(position: &Position, choice: &Choice) -> Action {
    position.check(choice.play).expect("an engine plays legal moves")
}

/// The position after a random move, if it has moves.
fn side_position(position: &Position, random: &mut Random) -> Option<Position> {
    let mut other = *position;
    other.play_unchecked(random.one(&position.actions())?);
    other.can_move().then_some(other)
}

/// Share of games that the weights of `settings` win against `other`; `None` if stopped. Every opening is played twice, with
/// colours exchanged.
pub fn compare(
    settings: &SelfPlay<'_>,
    other: &Weights,
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
) -> Option<f64> {
    let [ours, theirs] = [settings.weights, other].map(|weights| Evaluator::new(weights, settings.start.size()));
    let wins = each(settings, stop, progress, |random| {
        let start = opening(&settings.start, random);
        let mut wins = 0;
        for us in Side::BOTH {
            let winner = match settings.player {
                Player::OneMove => {
                    let mut players = [&theirs; 2];
                    players[us.index()] = &ours;
                    one_move(&start, players, None).1
                }
                Player::Search(nodes) => {
                    let mut players = [searcher(other), searcher(other)];
                    players[us.index()] = searcher(settings.weights);
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

/// Calls `game` once per game, each with its own random generator.
fn each<T: Send>(
    settings: &SelfPlay<'_>,
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
    game: impl Fn(&mut Random) -> T + Sync,
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= settings.games || stop.load(Relaxed) {
                return done;
            }
            // Game n differs between any two seeds.
            let seed = Random::new(Random::new(settings.seed).bits() ^ number as u64).bits();
            done.push((number, game(&mut Random::new(seed))));
            progress();
        }
    };
    let mut games: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..settings.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game does not panic")).collect()
    });
    games.sort_by_key(|&(number, _)| number);
    (!stop.load(Relaxed)).then(|| games.into_iter().map(|(_, game)| game).collect())
}

/// A position after a few random moves; fewer if the game ends.
fn opening(start: &Position, random: &mut Random) -> Position {
    let mut position = *start;
    for _ in 0..2 + random.below(MOST_RANDOM - 2) {
        if let Some(action) = random.one(&position.actions()) {
            position.play_unchecked(action);
        }
    }
    position
}

/// A game of players that look one move ahead, by side, with or without random moves; and its winner.
fn one_move(start: &Position, players: [&Evaluator; 2], mut chance: Option<&mut Random>) -> (Game, Side) {
    match start.resized::<u64>() {
        Some(narrow) => {
            finish(narrow, players[0], |position| best(position, players, chance.as_deref_mut()).map(Turn::plain))
        }
        None => finish(*start, players[0], |position| best(position, players, chance.as_deref_mut()).map(Turn::plain)),
    }
}

/// The move with the best evaluation for the side to move; with `chance`, noise is added, or the move is a random one.
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
        // Gumbel noise: a move is chosen with probability proportional to e^(value / NOISE).
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

/// A random move, once in [`BLUNDER`] calls.
fn blunder<B: Bits>(position: &Position<B>, random: &mut Random) -> Option<Action> {
    if random.below(BLUNDER) == 0 { random.one(&position.actions()) } else { None }
}

struct Turn<B: Bits> {
    action: Action,
    /// Winning chance by the player's search, if any.
    chance: Option<f32>,
    /// A side position, and the chance of its side to move.
    side_position: Option<(Position<B>, f32)>,
}

impl<B: Bits> Turn<B> {
    fn plain(action: Action) -> Turn<B> {
        Turn { action, chance: None, side_position: None }
    }
}

/// Plays a game until the sides are separated or the side to move cannot move; returns its samples and its winner.
fn finish<B: Bits>(
    mut position: Position<B>,
    evaluator: &Evaluator,
    mut choose: impl FnMut(&Position<B>) -> Option<Turn<B>>,
) -> (Game, Side) {
    let (mut seen, mut side_samples) = (Vec::new(), Vec::new());
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
        let Some(Turn { action, chance, side_position }) = choose(&position) else {
            seen.push((us, features, None));
            break !us;
        };
        seen.push((us, features, chance));
        if let Some((other, won)) = side_position {
            let features = measured(&other);
            if features.open > 0.0 {
                side_samples.push(Sample { features, won });
            }
        }
        position.play_unchecked(action);
    };
    let sample = |(side, features, chance): (Side, Features, Option<f32>)| {
        let result = if side == winner { 1.0 } else { 0.0 };
        Sample { features, won: chance.map_or(result, |chance| 0.5 * (result + chance)) }
    };
    (Game { samples: seen.into_iter().map(sample).chain(side_samples).collect() }, winner)
}
