use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use otrera_cgt::Store;
use otrera_solver::Knowledge;
use otrera_testing::{NEVER, Random, atlas};

use super::check::{Checker, Refusal};
use super::plain::Plain;
use super::*;

/// One puzzle in `SAMPLE` is checked; `otrera puzzles --check` checks all.
const SAMPLE: usize = 8;

fn with_checker(test: impl FnOnce(&mut Checker<'_>)) {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    test(&mut Checker::new(&knowledge, &NEVER));
}

#[test]
fn the_program_has_hundreds_of_puzzles_of_all_kinds_and_grades_in_less_than_60_kb() {
    let file = PuzzleFile::embedded();
    assert!(file.puzzles.len() >= 300 && TEXT.len() < 60_000, "{} puzzles, {} bytes", file.puzzles.len(), TEXT.len());
    let mut counts: HashMap<(&str, u8), usize> = HashMap::new();
    for puzzle in &file.puzzles {
        *counts.entry((puzzle.kind.name(), puzzle.grade)).or_default() += 1;
    }
    for kind in PuzzleKind::ALL {
        let of_kind: Vec<_> = counts.iter().filter(|((name, _), _)| *name == kind.name()).collect();
        assert!(of_kind.iter().map(|(_, count)| **count).sum::<usize>() >= 50, "{}: {of_kind:?}", kind.name());
    }
    for grade in 1..=5 {
        let all: usize = counts.iter().filter(|((_, other), _)| *other == grade).map(|(_, count)| count).sum();
        assert!(all >= 20, "{all} puzzles have grade {grade}");
    }
    assert_eq!(file.to_string(), TEXT, "the file is written as it is read");
}

#[test]
fn the_answers_of_a_sample_hold() {
    let file = PuzzleFile::embedded();
    with_checker(|checker| {
        for puzzle in file.puzzles.iter().step_by(SAMPLE) {
            checker.check(puzzle).unwrap_or_else(|why| panic!("{puzzle}: {why}"));
        }
    });
}

#[test]
fn wrong_puzzles_are_refused() {
    let sample = |kind| PuzzleFile::embedded().puzzles.into_iter().find(|puzzle| puzzle.kind == kind).unwrap();
    with_checker(|checker| {
        for kind in PuzzleKind::ALL {
            let puzzle = sample(*kind);
            let other_grade = Puzzle { grade: puzzle.grade % 5 + 1, ..puzzle.clone() };
            assert_eq!(checker.check(&other_grade), Err(Refusal::Grade(puzzle.grade)), "{puzzle}");
            let answers = match &puzzle.answers {
                Answers::Area(label) => Answers::Area(if label == "A" { "B" } else { "A" }.into()),
                Answers::Moves(right) => Answers::Moves(vec![
                    puzzle.position.moves().into_iter().find(|play| !right.contains(play)).unwrap(),
                ]),
            };
            let wrong = Puzzle { answers, ..puzzle.clone() };
            assert_eq!(checker.check(&wrong), Err(Refusal::Answers(puzzle.answers.texts().join(","))), "{puzzle}");
        }
        let no_rescue = Puzzle { kind: PuzzleKind::Save, ..sample(PuzzleKind::Half) };
        let verdict = checker.check(&no_rescue);
        assert!(matches!(verdict, Ok(()) | Err(Refusal::Kind("save"))), "{verdict:?}");
    });
}

#[test]
fn a_bad_file_gets_a_sentence_that_names_the_line() {
    let board = "...w.b. w";
    for (lines, sentence) in [
        ("", "line 1: a file of puzzles begins with \"otrera puzzles 1\""),
        ("otrera puzzles 2", "line 1: a file of puzzles begins with \"otrera puzzles 1\""),
        ("otrera puzzles 1\n", "line 2: a puzzle has a kind, a grade, a board, a side and answers"),
        (
            "otrera puzzles 1\nmate 1 ...w.b. w d1-c1xe1",
            "line 2: there is no kind mate: write one of win, fill, zugzwang, half, save",
        ),
        ("otrera puzzles 1\nhalf 6 ...w.b. w d1-c1xe1", "line 2: a grade is a number from 1 to 5"),
        ("otrera puzzles 1\nhalf 1 ...w.b. b f1-g1xe1", "line 2: White is to move in a puzzle"),
        ("otrera puzzles 1\nhalf 1 ...w.q. w d1-c1xe1", "line 2: "),
        ("otrera puzzles 1\nhalf 1 ...w.b. w d1-c2xe1", "line 2: "),
        ("otrera puzzles 1\nhalf 1 ...w.b. w d1-c1xe1,d1-c1xd1", "line 2: right moves are written in order, each once"),
        ("otrera puzzles 1\nzugzwang 1 ...w.b. w B", "line 2: there is no area B"),
        (
            "otrera puzzles 1\nhalf 1 ...w.b. w d1-c1xe1\nhalf 1 .b.w... w d1-e1xc1",
            "line 3: the puzzle of line 2 is the same",
        ),
        (
            "otrera puzzles 1\nhalf 1 10/10/10/10/10/10/10/10/10/9w w j1-i1xh1",
            "line 2: the board has more than 64 squares",
        ),
    ] {
        // An empty line is a line.
        let text = if lines == "otrera puzzles 1\n" { "otrera puzzles 1\n\n" } else { lines };
        let error = text.parse::<PuzzleFile>().unwrap_err().to_string();
        assert!(error.starts_with(sentence), "{text}: {error}");
    }
    let file: PuzzleFile = format!("otrera puzzles 1\nhalf 1 {board} d1-c1xe1\n").parse().unwrap();
    assert_eq!(file.puzzles.len(), 1);
}

#[test]
fn the_plain_search_agrees_with_plain_minimax_and_ends_at_its_limit() {
    let mut random = Random(1);
    for _ in 0..200 {
        let position = random.position();
        let mut plain = Plain::new(usize::MAX, &NEVER);
        let wins = plain.wins(&position).unwrap();
        assert_eq!(wins, otrera_testing::wins(&position, &mut HashMap::new()), "{position}");
        // The winner is the side that is ahead; the side to move needs one more.
        let score = plain.score(&position).unwrap();
        let ahead = if position.to_move() == otrera_board::Side::Black { score } else { -score };
        assert_eq!(ahead > 0, wins, "{position}");
    }
    let start = otrera_testing::position("start:4x4");
    assert_eq!(Plain::new(1000, &NEVER).wins(&start), None);
    assert_eq!(Plain::new(usize::MAX, &AtomicBool::new(true)).wins(&start), None);
}
