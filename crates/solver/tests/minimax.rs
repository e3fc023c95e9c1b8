//! The solver against plain minimax on random small positions, with everything and with each technique by itself; bounds
//! against exact values; and certificates, checked.

mod common;

use std::collections::HashMap;

use otrera_atlas::{AreaValues, Patch};
use otrera_board::{Setup, Side, areas};
use otrera_cgt::{Limits, Store};
use otrera_proof::{Work, check};
use otrera_solver::bounds::{Rules, bounds};
use otrera_solver::walls::{Bound, walls};
use otrera_solver::{Answer, Book, Options, Solver};

use common::{NEVER, Random, atlas, wins};

fn presets() -> Vec<(&'static str, Options)> {
    let full = Options { memory: 1 << 18, ..Options::FULL };
    let bare = Options { memory: 1 << 18, ..Options::BARE };
    vec![
        ("full", full),
        ("two threads", Options { threads: 2, ..full }),
        ("a tiny table", Options { memory: 1 << 12, ..full }),
        ("bare", bare),
        ("safe moves", Options { rules: Rules { safe: true, ..Rules::NONE }, ..bare }),
        ("private squares", Options { rules: Rules { private: true, ..Rules::NONE }, ..bare }),
        ("walls", Options { rules: Rules { walls: true, ..Rules::NONE }, ..bare }),
        ("walls and known areas", Options { rules: Rules { walls: true, ..Rules::NONE }, small: 6, ..bare }),
        ("guesses", Options { guess: true, ..bare }),
        ("known areas", Options { small: 6, ..bare }),
    ]
}

#[test]
fn the_solver_agrees_with_minimax() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut random = Random(1);
    let presets = presets();
    for number in 0..20_000 {
        let position = random.position();
        let expected = if wins(&position, &mut HashMap::new()) { Answer::Won } else { Answer::Lost };
        // Everything always, and the others in turn.
        for at in [0, 1 + number % (presets.len() - 1)] {
            let (name, options) = presets[at];
            let answer = Solver::new(&book, options, &NEVER).solve(&position).unwrap();
            assert_eq!(answer, expected, "{name}: {position}");
        }
    }
}

#[test]
fn bounds_hold() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut values = AreaValues::new(&store);
    let mut random = Random(2);
    let mut compared = 0;
    while compared < 4000 {
        let position = random.position();
        for area in areas::basic(&position).into_iter().filter(|area| area.kind == areas::Kind::Active) {
            let patch = Patch::whole(&position).cropped(area.squares);
            let value = values.position(&patch.position(Side::Black)).unwrap();
            for (safe, private) in [(false, false), (true, false), (false, true), (true, true)] {
                let (low, high) = bounds(&book, &patch, Rules { safe, private, walls: false });
                let [low, high] = [low, high].map(|n| store.integer(n.into()).unwrap());
                assert!(store.le(low, value).unwrap() && store.le(value, high).unwrap(), "{position} {safe} {private}");
            }
            for (own, value) in [(patch, value), (patch.exchanged(), -value)] {
                for small in [0, 4, 6] {
                    let check = |bound: Bound| {
                        let sum = store.add(bound.game, store.integer(bound.whole.into())?)?;
                        assert!(store.le(sum, value)?, "{position}: walls, {small} squares known");
                        Ok(())
                    };
                    walls(&book, &own, small, check).unwrap();
                }
            }
            compared += 1;
        }
    }
}

#[test]
fn certificates_are_accepted() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut random = Random(3);
    for number in 0..300 {
        let position = random.position();
        let memory = if number % 3 == 0 { 1 << 12 } else { 1 << 18 };
        let mut solver = Solver::new(&book, Options { memory, ..Options::FULL }, &NEVER);
        let (answer, writer) = solver.prove(&position, &|_| ()).unwrap();
        let mut file = Vec::new();
        writer.write(&mut file).unwrap();
        let work = Work { threads: 1, limits: Limits::default(), progress: &|_| () };
        let verdict = check(&file, &work).unwrap_or_else(|refusal| panic!("{position}: {refusal}"));
        let winner = if answer == Answer::Won { position.to_move() } else { !position.to_move() };
        assert_eq!(verdict.winner, winner, "{position}");
    }
}

#[test]
fn small_boards_are_won_by_whom_the_paper_says() {
    // Song & Müller 2014, Table I, width x height.
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    for (board, expected) in [("start:4x4", Answer::Lost), ("start:5x4", Answer::Won)] {
        let position = board.parse::<Setup>().unwrap().position().unwrap().resized().unwrap();
        let mut solver = Solver::new(&book, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
        let (answer, writer) = solver.prove(&position, &|_| ()).unwrap();
        assert_eq!(answer, expected, "{board}");
        let mut file = Vec::new();
        writer.write(&mut file).unwrap();
        let work = Work { threads: 2, limits: Limits::default(), progress: &|_| () };
        assert!(check(&file, &work).is_ok(), "{board}");
    }
}

/// An area and the same with colours exchanged are nothing; three of them are one.
#[test]
fn opposite_areas_are_left_out() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let solve = |board: &str| {
        let position = board.parse::<Setup>().unwrap().position().unwrap().resized().unwrap();
        let mut solver = Solver::new(&book, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
        let (answer, writer) = solver.prove(&position, &|_| ()).unwrap();
        let mut file = Vec::new();
        writer.write(&mut file).unwrap();
        let work = Work { threads: 1, limits: Limits::default(), progress: &|_| () };
        assert!(check(&file, &work).is_ok(), "{board}");
        (answer, solver.stats())
    };
    assert_eq!(solve("bw..#..bw/....#..../....#.... w"), (Answer::Lost, Default::default()));
    assert_eq!(solve("bw..#..bw#..../....#....#..../....#....#..wb b"), solve("bw../..../.... b"));
}

/// One thread, the same question: the same nodes.
#[test]
fn a_search_repeats_itself() {
    let nodes = || {
        let store = Store::new();
        let book = Book::new(atlas(), &store).unwrap().unwrap();
        let position = "start:4x4".parse::<Setup>().unwrap().position().unwrap().resized().unwrap();
        let mut solver = Solver::new(&book, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
        solver.solve(&position).unwrap();
        solver.stats()
    };
    assert_eq!(nodes(), nodes());
}
