use otrera_board::Position;
use otrera_testing::position;

use super::sizes;
use crate::eval::{Evaluator, Term, Weights};

#[test]
fn printed_weights_parse_to_the_same() {
    for size in sizes() {
        let weights = Weights::for_size(size);
        assert_eq!(weights.to_string().parse(), Ok(weights), "{size}");
    }
}

#[test]
fn invalid_weights_are_refused_with_a_sentence() {
    let good = Weights::for_size(sizes().next().unwrap()).to_string();
    for (text, sentence) in [
        (String::new(), "the first line is '', expected 'otrera weights 2'"),
        (good.replace("weights 2", "weights 3"), "the first line is 'otrera weights 3', expected 'otrera weights 2'"),
        (
            good.replace("t2", "t3"),
            "line 5: unknown term 't3'; the terms are scale, apart, t1, t2, c1, c2, enclosure, confinement, combat, weakest, \
             ties1, ties2, turn",
        ),
        (good.clone() + "turn 1 2 3 4", "line 15: turn is given twice"),
        (good.clone() + "scale 3", "line 15: scale is given twice"),
        (good.clone() + "t1 1 2", "line 15: t1 has 2 numbers, expected 4"),
        (good.clone() + "t1 1 2 3 NaN", "line 15: 'NaN' is not a finite number"),
        (good.clone() + "t1 1 2 3 x", "line 15: 'x' is not a finite number"),
        (good.replace("scale       ", "scale -"), "line 2: the scale must be more than 0"),
        (good.replace("apart       ", "apart -"), "line 3: apart must not be negative"),
        (good.clone() + "apart 4", "line 15: apart is given twice"),
        (good.replace("scale ", "scale 1 "), "line 2: scale has 2 numbers, expected 1"),
        (
            good.lines().filter(|line| !line.starts_with("c1")).collect::<Vec<_>>().join("\n"),
            "the line for c1 is missing",
        ),
    ] {
        assert_eq!(text.parse::<Weights>().unwrap_err().to_string(), sentence);
    }
}

#[test]
fn a_value_is_the_sum_of_terms_times_factors() {
    let position: Position = position("start:8x8");
    let weights = Weights::for_size(position.size());
    let evaluator = Evaluator::new(&weights, position.size());
    let mut child_values = 0;
    position.for_each_child(|_, child| {
        let features = evaluator.features(child);
        let open = features.open / 64.0;
        let expected: f64 =
            Term::ALL.iter().map(|&term| f64::from(features.get(term)) * f64::from(weights.factor(term, open))).sum();
        assert!((f64::from(evaluator.evaluate(child)) - expected).abs() < 1e-3);
        child_values += 1;
    });
    assert_eq!(child_values, position.count_moves());
}

/// Once the sides are separated, the side to move needs one square more than the opponent; `apart` sets the odds per square.
#[test]
fn squares_are_counted_once_the_sides_are_separated() {
    for (board, more) in [("w...#.b", 2.0), ("w..#..b", 0.0), ("w..##.b", 1.0), ("w.#...b", -2.0)] {
        let position: Position = position(&format!("{board} w"));
        let size = position.size();
        let weights = Weights { apart: 3.0, ..Weights::for_size(size) };
        let evaluator = Evaluator::new(&weights, size);
        let odds: f32 = 3.0 * (more - 0.5);
        let chance = evaluator.chance(evaluator.evaluate(&position));
        assert!((chance - 1.0 / (1.0 + (-odds).exp())).abs() < 1e-4, "{board}: {chance}");
        // The sum of terms times factors agrees, with and without `apart`.
        let features = evaluator.features(&position);
        for weights in [&weights, &Weights { apart: 0.0, ..weights.clone() }] {
            let sum: f32 = Term::ALL.iter().map(|&term| features.get(term) * weights.factor(term, 0.0)).sum();
            assert!((Evaluator::new(weights, size).evaluate(&position) - sum).abs() < 1e-4, "{board}");
        }
        let plain = Weights { apart: 0.0, ..weights };
        assert_eq!(plain.factor(Term::QueenTerritory, 0.0), plain.factors[Term::QueenTerritory as usize][0]);
    }
}

#[test]
fn the_side_to_move_is_ahead_at_the_start() {
    let position: Position = position("start:10x10");
    let evaluator = Evaluator::for_size(position.size());
    let ahead = evaluator.evaluate(&position);
    assert!(ahead > 0.0 && evaluator.chance(ahead) > 0.5);
}

/// Text that is read at all is printed so that it reads back to the same.
fn reads_back(text: &str) {
    if let Ok(weights) = text.parse::<Weights>() {
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "otrera weights 2\n((scale|apart|t1|c2|turn|x|#)( -?[0-9.eNainf]{0,6}){0,5}\n){0,14}") {
        reads_back(&text);
    }

    #[test]
    fn any_damage_is_read_or_refused(at in 0..400_usize, letter in proptest::char::any()) {
        let mut text = Weights::for_size(sizes().next().unwrap()).to_string();
        let at = at.min(text.len());
        text.insert(at, letter);
        reads_back(&text);
    }
}
