//! The solver against plain minimax on random small positions, with everything and with each technique by itself; bounds
//! against exact values; and certificates, checked.

#[path = "minimax/damage.rs"]
mod damage;
#[path = "minimax/going_on.rs"]
mod going_on;

use std::collections::HashMap;

use otrera_board::Area;
use otrera_board::areas::components;
use otrera_board::{Bits, Position, Setup, Side, Size, Square, areas};
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_proof::{CheckOptions, check};
use otrera_regions::AreaValues;
use otrera_solver::bounds::{Rules, bounds};
use otrera_solver::walls::{Bound, walls};
use otrera_solver::{Answer, Book, Options, Solver};

use otrera_testing::{NEVER, Random, atlas, wins};

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

/// A small board somewhere on 10x10, all else burnt.
fn on_a_large_board(position: &Position<u64>, right: u8, up: u8) -> Position {
    let grid = u128::grid(Size::new(10, 10).unwrap()).unwrap();
    let moved = |set: u64| {
        let squares = position.squares(set).map(|at| Square { col: at.col + right, row: at.row + up });
        squares.fold(0, |moved, square| moved | u128::bit(grid.point(square)))
    };
    let [black, white] = Side::BOTH.map(|side| moved(position.amazons(side)));
    Position::from_sets(grid, black, white, moved(position.empty()), position.to_move())
}

#[test]
fn large_boards_are_solved_like_what_is_on_them() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut random = Random(8);
    for _ in 0..1000 {
        let small = random.position();
        let large = on_a_large_board(&small, random.below(6) as u8, random.below(6) as u8);
        let mut known = HashMap::new();
        let mut solver = Solver::new(&book, Options { memory: 1 << 18, ..Options::FULL }, &NEVER);
        assert!(book.fits(&large));
        let best = solver.winning_move(&large).unwrap();
        assert_eq!(best.is_some(), wins(&small, &mut known), "{large}");
        if let Some(best) = best {
            let mut next = large;
            next.play(best).unwrap();
            assert_eq!(solver.solve(&next).unwrap(), Answer::Lost, "{large}: {best}");
        }
    }
}

/// A diagonal of nine squares lies in no box of 64.
#[test]
fn what_does_not_fit_is_said_and_territories_always_fit() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let diagonal = |end: char| {
        let signs = ['b', '.', '.', '.', '.', '.', '.', '.', end];
        let row = |at: usize| (0..9).map(|col| if col == at { signs[at] } else { '#' }).collect::<String>();
        let rows: Vec<String> = (0..9).map(row).collect();
        format!("{} b", rows.join("/")).parse::<Setup>().unwrap().position().unwrap()
    };
    assert!(!book.fits(&diagonal('w')));
    assert!(book.fits(&diagonal('.')));
    assert_eq!(book.territory(&Area::whole(&diagonal('.'))), Ok(8));
    assert_eq!(Solver::new(&book, Options::FULL, &NEVER).solve(&diagonal('.')), Ok(Answer::Won));
}

/// The territories of 6x6 boards with half the squares burnt: some take a search.
#[test]
fn a_territory_that_takes_too_many_nodes_is_left_alone() {
    let store = Store::new();
    let free = Book::new(atlas(), &store).unwrap().unwrap();
    let bound = Book::new(atlas(), &store).unwrap().unwrap().with_fill_nodes(1);
    let mut random = Random(8);
    let mut given_up = 0;
    for _ in 0..2000 {
        let rows: Vec<String> =
            (0..6).map(|_| (0..6).map(|_| if random.below(5) < 2 { '#' } else { '.' }).collect()).collect();
        let text = format!("{} b", rows.join("/").replacen('.', "b", 1));
        let position: Position<u64> = text.parse::<Setup>().unwrap().position().unwrap().resized().unwrap();
        let amazon = position.amazons(Side::Black);
        let squares = components(position.grid(), position.unburnt()).find(|&squares| squares & amazon != 0);
        let patch = Area::whole(&position).cropped(squares.expect("she stands somewhere"));
        let most = free.territory(&patch).unwrap();
        match bound.territory(&patch) {
            Ok(moves) => assert_eq!(moves, most, "{position}"),
            Err(why) => {
                assert_eq!(why, Interrupted::Stopped, "{position}");
                given_up += 1;
            }
        }
    }
    assert!(given_up > 10, "{given_up}");
}

/// Every move is judged as minimax does, and one that wins is found exactly if there is one.
#[test]
fn all_moves_are_judged_like_minimax() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut random = Random(4);
    let mut counts = [0; 2];
    for number in 0..2000 {
        let position = random.position();
        let mut known = HashMap::new();
        let threads = 1 + number % 2;
        let mut solver = Solver::new(&book, Options { memory: 1 << 18, threads, ..Options::FULL }, &NEVER);
        if number % 3 > 0 {
            solver.solve(&position).unwrap();
        }
        let (moves, why) = solver.judge_moves(&position, &|_, _, _| ());
        assert_eq!((moves.len(), why), (position.actions().len(), None));
        for (action, judged) in position.actions().into_iter().zip(&moves) {
            let mut next = position;
            next.play_unchecked(action);
            let expected = !wins(&next, &mut known);
            assert_eq!((judged.play, judged.wins), (position.name(action), Some(expected)), "{position}");
            counts[usize::from(expected)] += 1;
        }
        let best = solver.winning_move(&position).unwrap();
        assert_eq!(best.is_some(), moves.iter().any(|judged| judged.wins == Some(true)), "{position}");
        assert!(best.is_none_or(|best| moves.iter().any(|judged| judged.play == best && judged.wins == Some(true))));
    }
    assert!(counts.iter().all(|&count| count > 3000), "{counts:?}");
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
            let patch = Area::whole(&position).cropped(area.squares);
            let value = values.position(&patch.position(Side::Black)).unwrap();
            for (safe, private) in [(false, false), (true, false), (false, true), (true, true)] {
                let (low, high) = bounds(&book, &patch, Rules { safe, private, walls: false });
                let [low, high] = [low, high].map(|n| store.integer(n.into()).unwrap());
                assert!(store.le(low, value).unwrap() && store.le(value, high).unwrap(), "{position} {safe} {private}");
            }
            for (own, value) in [(patch, value), (patch.swapped(), -value)] {
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
        let work = CheckOptions { threads: 1, limits: Limits::default(), progress: &|_| () };
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
        let work = CheckOptions { threads: 2, limits: Limits::default(), progress: &|_| () };
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
        let work = CheckOptions { threads: 1, limits: Limits::default(), progress: &|_| () };
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
        let position = "start:4x4".parse::<Setup>().unwrap().position().unwrap().resized::<u64>().unwrap();
        let mut solver = Solver::new(&book, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
        solver.solve(&position).unwrap();
        solver.stats()
    };
    assert_eq!(nodes(), nodes());
}
