use std::sync::atomic::AtomicBool;

use otrera_board::Position;
use otrera_testing::NEVER;

use super::{FitError, Game, Player, Sample, SelfPlay, compare, fit, play};
use crate::eval::{Features, Term, Weights};
use crate::random::Random;

/// Start position of a square board, and its weights.
fn start(size: &str) -> (Position, Weights) {
    let start: Position = otrera_testing::position(&format!("start:{size}"));
    (start, Weights::for_size(start.size()))
}

/// Smooth weights, without the noise of the fitted ones.
fn by_hand() -> Weights {
    include_str!("../../weights/hand.weights").parse().unwrap()
}

/// Random positions, with results drawn from the chances by these weights.
fn invented(weights: &Weights, games: usize) -> Vec<Game> {
    let mut random = Random::new(1);
    let mut number = |most: f32| (2.0 * random.part() - 1.0) * most;
    let mut game = || {
        let mut terms = [0.0; Term::COUNT];
        for term in Term::ALL {
            terms[term as usize] = if term.is_mobility() { number(2.0) } else { number(5.0) };
        }
        terms[Term::Turn as usize] = 1.0;
        let features = Features { terms, open: number(0.5) + 0.5 };
        let value: f32 = Term::ALL.iter().map(|&term| weights.factor(term, features.open) * features.get(term)).sum();
        let has_won = number(0.5) + 0.5 < 1.0 / (1.0 + (-value / weights.scale).exp());
        Game { samples: vec![Sample { features, won: if has_won { 1.0 } else { 0.0 } }] }
    };
    (0..games).map(|_| game()).collect()
}

#[test]
fn fit_recovers_the_weights_of_generated_games() {
    let weights = by_hand();
    let fitted = fit(&invented(&weights, 100_000)).unwrap();
    // Weights are compared up to scale.
    for open in [0.2, 0.5, 0.8] {
        for term in Term::ALL {
            let (found, real) =
                (fitted.weights.factor(term, open) / fitted.weights.scale, weights.factor(term, open) / weights.scale);
            assert!((found - real).abs() < 0.04 + 0.05 * real.abs(), "{term} at {open}: {found} instead of {real}");
        }
    }
    assert!(fitted.held_out_right > 0.7 && fitted.held_out_loss < 0.6, "{fitted:?}");
}

#[test]
fn too_few_games_and_reversed_results_give_no_weights() {
    let weights = by_hand();
    assert!(matches!(fit(&invented(&weights, 50)), Err(FitError::TooFew(45))));
    let mut games = invented(&weights, 1000);
    let turned = |sample: &mut Sample| {
        sample.won = if sample.features.get(Term::QueenTerritory) < 0.0 { 1.0 } else { 0.0 };
    };
    games.iter_mut().flat_map(|game| &mut game.samples).for_each(turned);
    assert_eq!(fit(&games), Err(FitError::NoScale));
}

#[test]
fn games_depend_on_the_seed_and_not_on_the_threads() {
    let (start, weights) = start("5x5");
    let what = SelfPlay { games: 6, ..SelfPlay::new(start, &weights) };
    let games = play(&what, &NEVER, &|| {}).unwrap();
    assert_eq!(play(&SelfPlay { threads: 3, ..what.clone() }, &NEVER, &|| {}).unwrap(), games);
    assert_eq!(play(&SelfPlay { games: 4, ..what.clone() }, &NEVER, &|| {}).unwrap(), games[..4]);
    assert_ne!(play(&SelfPlay { seed: 2, ..what.clone() }, &NEVER, &|| {}).unwrap(), games);
    assert_eq!(play(&what, &AtomicBool::new(true), &|| {}), None);
}

#[test]
fn results_alternate_with_the_side_to_move() {
    let (start, weights) = start("5x5");
    for game in play(&SelfPlay { games: 5, ..SelfPlay::new(start, &weights) }, &NEVER, &|| {}).unwrap() {
        assert!(game.samples.iter().all(|sample| sample.won == 0.0 || sample.won == 1.0));
        assert!(game.samples.windows(2).all(|pair| pair[0].won != pair[1].won));
        assert!(game.samples.iter().all(|sample| sample.features.open > 0.0 && sample.features.open <= 1.0));
    }
}

/// The game's result counts half, so the winner's positions are worth at least half. Side positions come last.
#[test]
fn searched_games_mix_results_and_chances_and_add_side_positions() {
    let (start, weights) = start("5x5");
    let what = SelfPlay { games: 4, player: Player::Search(500), ..SelfPlay::new(start, &weights) };
    let games = play(&what, &NEVER, &|| {}).unwrap();
    assert_eq!(play(&SelfPlay { threads: 2, ..what }, &NEVER, &|| {}).unwrap(), games);
    let samples = games.iter().flat_map(|game| &game.samples);
    assert!(samples.clone().all(|sample| (0.0..=1.0).contains(&sample.won) && sample.features.open > 0.0));
    assert!(samples.clone().any(|sample| sample.won != 0.0 && sample.won != 1.0));
    for game in &games {
        // At least half of the samples are positions of the game itself.
        let played = &game.samples[..game.samples.len().div_ceil(2)];
        let won_by = |winner: usize| {
            played
                .iter()
                .enumerate()
                .all(|(n, Sample { won, .. })| if n % 2 == winner { *won >= 0.5 } else { *won <= 0.5 })
        };
        assert!(won_by(0) || won_by(1), "{played:?}");
    }
}

#[test]
fn weights_beat_their_opposite() {
    let (start, weights) = start("6x6");
    let mut opposite = weights.clone();
    opposite.factors.iter_mut().flatten().for_each(|factor| *factor = -*factor);
    let plain = SelfPlay { games: 10, ..SelfPlay::new(start, &weights) };
    let share = compare(&plain, &opposite, &NEVER, &|| {}).unwrap();
    assert!(share > 0.9, "won {share}");
    let searched = SelfPlay { games: 2, player: Player::Search(300), ..plain };
    assert_eq!(compare(&searched, &opposite, &NEVER, &|| {}), Some(1.0));
}
