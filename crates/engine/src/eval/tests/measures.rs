use otrera_board::{Bits, Position, Side, Square, Symmetry};
use otrera_testing::position;

use super::naive;
use super::{random_position, sizes};
use crate::eval::backend::Backend;
use crate::eval::factors::Factors;
use crate::eval::squares::{Boards, Geometry, Squares as _, Wide};
use crate::eval::vector::{One, Vector as _};
use crate::eval::{Evaluator, Features, Moves, Term, View, Weights, levels, measure};
use crate::random::Random;

fn assert_same(found: &Features, expected: &Features, position: &Position) {
    // Both sum the same terms in another order; they differ in the f32 sums of α.
    let near = |a: f32, b: f32| (a - b).abs() < 1e-3;
    for term in Term::ALL {
        assert!(near(found.get(term), expected.get(term)), "{term} of {position}: {found:?} instead of {expected:?}");
    }
    assert!(near(found.open, expected.open), "w of {position}: {} instead of {}", found.open, expected.open);
}

#[test]
fn features_agree_with_the_formulas_on_all_board_sizes() {
    let mut random = Random::new(3);
    for size in sizes() {
        let evaluator = Evaluator::for_size(size);
        for _ in 0..8 {
            let position = random_position(size, &mut random);
            let expected = naive::features(&position);
            assert_same(&evaluator.features(&position), &expected, &position);
            if let Some(narrow) = position.resized::<u64>() {
                assert_eq!(evaluator.features(&narrow), evaluator.features(&position));
            }
        }
    }
}

#[test]
fn features_agree_with_the_formulas_in_games() {
    for (size, seed) in [("10x10", 1), ("8x8", 2), ("6x6", 3), ("5x5", 4)] {
        let mut random = Random::new(seed);
        let mut position: Position = position(&format!("start:{size}"));
        let evaluator = Evaluator::for_size(position.size());
        while position.can_move() {
            assert_same(&evaluator.features(&position), &naive::features(&position), &position);
            position.play_unchecked(random.one(&position.actions()).unwrap());
        }
    }
}

#[test]
fn terms_change_their_sign_with_the_side_to_move() {
    let mut random = Random::new(5);
    for size in sizes().filter(|size| size.area() > 20) {
        let evaluator = Evaluator::for_size(size);
        let position = random_position(size, &mut random);
        let here = evaluator.features(&position);
        let there = evaluator.features(&position.with_to_move(!position.to_move()));
        assert_eq!(here.open, there.open);
        for term in Term::ALL {
            let sign = if term.is_tempo() { 1.0 } else { -1.0 };
            assert_eq!(here.get(term), sign * there.get(term), "{term} of {position}");
        }
    }
}

/// α of Lieberum's Fig. 3 is 7 + 6 + 5 + 3 + 3 + (5 + 4 + 7 + 4) / 2 + 5 / 4 = 35.25 (2005, section 3). The figure is lost.
/// This board is reconstructed from the sum: five squares one step from the amazon on c5, four at two steps and one at
/// three, with these numbers of neighbours.
#[test]
fn alpha_agrees_with_lieberums_example() {
    let position: Position = position("#....#./#....../##w...b/.##.#.#/#.##..#/...#.#./.#.#..# w");
    let amazon = "c5".parse().unwrap();
    assert_eq!(naive::alpha(&position, amazon, Side::White), (35.25, 10));
    assert_eq!(alpha(&position, amazon), (35 * 128 + 32, 10));
}

/// An amazon is enclosed if she is alone with her territory or cannot move (Lieberum 2005, section 3).
#[test]
fn amazons_without_contested_squares_are_enclosed() {
    for (board, enclosed) in [
        ("..#../w.#.b/..#.. w", &["a2", "e2"][..]),
        ("w#..b/##.../...w. w", &["a3"]),
        ("b.../.... w", &["a2"]),
        ("b.../...w w", &[]),
    ] {
        let position: Position = position(board);
        for amazon in Side::BOTH.into_iter().flat_map(|side| naive::squares_of(&position, side)) {
            let expected = enclosed.contains(&&amazon.to_string()[..]);
            assert_eq!(alpha(&position, amazon).0 == 0, expected, "{amazon} of {board}");
        }
    }
}

/// α in units of 2^-7, and the number of squares in its sum.
fn alpha(position: &Position, amazon: Square) -> (u64, u64) {
    let (at, empty) = (position.grid().point(amazon), position.empty());
    let side = Side::BOTH.into_iter().find(|&side| position.amazons(side).has(at)).expect("there is an amazon");
    let contested = position.grid().flood(position.amazons(!side), empty);
    let geometry: Geometry<Wide<One>> = Geometry::new(position.size());
    let [empty, contested] = [empty, contested].map(Wide::splat);
    let boards = Boards::new(&geometry, empty);
    let reach = boards.slide(at).and(contested);
    let alpha = measure::alpha(&geometry.around(empty), &geometry.rings_around(at), reach);
    (alpha.store()[0], reach.count().store()[0])
}

#[test]
fn all_registers_and_batch_sizes_measure_the_same() {
    let mut random = Random::new(11);
    for size in sizes() {
        let positions: Vec<Position> = (0..19).map(|_| random_position(size, &mut random)).collect();
        let views: Vec<View<u128>> = positions.iter().map(View::of).collect();
        let evaluator = Evaluator::for_size(size);
        let expected: Vec<Features> = positions.iter().map(|position| evaluator.features(position)).collect();
        let value = |(position, features): (&Position, &Features)| {
            if position.can_move() { evaluator.value(features) } else { f32::NEG_INFINITY }
        };
        let values: Vec<f32> = positions.iter().zip(&expected).map(value).collect();
        let factors = Factors::new(&Weights::for_size(size), size);
        for backend in Backend::all(size) {
            let (mut found, mut ahead) = (Vec::new(), Vec::new());
            backend.measure_each(&views, &factors, |batch, count| {
                found.extend((0..count).map(|lane| batch.features(lane)));
                ahead.extend_from_slice(&batch.ahead[..count]);
            });
            assert_eq!(found, expected, "{size}");
            assert_eq!(ahead, values, "{size}");
        }
        let mut ahead = vec![0.0; views.len()];
        evaluator.evaluate_all(&views, &mut ahead);
        assert_eq!(ahead, values, "{size}");
        assert!(positions.iter().map(|position| evaluator.evaluate(position)).eq(values), "{size}");
    }
}

#[test]
fn features_are_the_same_for_all_images() {
    let mut random = Random::new(7);
    for size in sizes().filter(|size| size.area() > 20) {
        let position = random_position(size, &mut random);
        let here = Evaluator::for_size(size).features(&position);
        for symmetry in Symmetry::ALL {
            let turned = position.transformed(symmetry);
            assert_same(&Evaluator::for_size(turned.size()).features(&turned), &here, &position);
        }
    }
}

#[test]
fn levels_agree_with_single_moves() {
    let mut random = Random::new(8);
    for size in sizes() {
        let position = random_position(size, &mut random);
        for side in Side::BOTH {
            for moves in [Moves::Queen, Moves::King] {
                let expected = naive::distances(&position, &naive::squares_of(&position, side), moves);
                let levels = levels(&position, side, moves);
                for at in position.grid().full().points() {
                    let found = levels.iter().position(|level| level.has(at)).map(|n| n as u32 + 1);
                    assert_eq!(found, expected[usize::from(at.0)], "{moves:?} of {side} on {position}");
                }
            }
        }
    }
}
