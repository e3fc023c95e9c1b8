//! The solver against plain minimax on random small positions, with all techniques and with each by itself; bounds against
//! exact values; and certificates against the checker.

#[path = "minimax/certificates.rs"]
mod certificates;
#[path = "minimax/checkpoints.rs"]
mod checkpoints;
#[path = "minimax/forgeries.rs"]
mod forgeries;

use std::collections::HashMap;

use otrera_board::areas::{Kind, components};
use otrera_board::{Area, Bits, Position, Side, Size, Square};
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_proof::{CheckOptions, Writer, check};
use otrera_regions::AreaValues;
use otrera_solver::bounds::{MAX_ROUNDS, Rules, bounds, is_at_least};
use otrera_solver::walls::{Bound, walls};
use otrera_solver::{Knowledge, Options, Solver, wide_area};
use otrera_testing::{NEVER, Random, atlas, position, wins};

fn knowledge(store: &Store) -> Knowledge<'_> {
    Knowledge::new(atlas(), store).unwrap().expect("the atlas has canonical forms")
}

/// The winner of a position, by a certificate that the checker accepts.
fn proven_winner(solver: &mut Solver<'_>, position: &Position<u64>) -> Side {
    let (winner, writer) = solver.prove(position, &|_| ()).unwrap();
    checked_winner(position, winner, writer)
}

/// The winner of a position, if the checker accepts the certificate.
fn checked_winner(position: &Position<u64>, winner: Side, writer: Writer<'_>) -> Side {
    let mut file = Vec::new();
    writer.write(&mut file).unwrap();
    let options = CheckOptions { threads: 2, limits: Limits::default(), progress: &|_| () };
    let verdict = check(&file, &options).unwrap_or_else(|refusal| panic!("{position}: {refusal}"));
    assert_eq!(verdict.winner, winner, "{position}");
    winner
}

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
        ("sure moves", Options { rules: Rules { sure: true, ..Rules::NONE }, ..bare }),
        ("walls and known areas", Options { rules: Rules { walls: true, ..Rules::NONE }, small: 6, ..bare }),
        ("guesses", Options { guess: true, ..bare }),
        ("known areas", Options { small: 6, ..bare }),
        ("half of the moves late", Options { lazy: true, ..bare }),
        ("replies", Options { replies: true, ..bare }),
    ]
}

#[test]
fn the_solver_agrees_with_minimax() {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut random = Random(1);
    let presets = presets();
    for number in 0..20_000 {
        let position = random.position();
        let us = position.to_move();
        let expected = if wins(&position, &mut HashMap::new()) { us } else { !us };
        // The first preset always, and the others in turn.
        for at in [0, 1 + number % (presets.len() - 1)] {
            let (name, options) = presets[at];
            let winner = Solver::new(&knowledge, options, &NEVER).solve(&position).unwrap();
            assert_eq!(winner, expected, "{name}: {position}");
        }
    }
}

/// A small board placed on 10x10, all other squares burnt.
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
fn a_small_board_on_a_large_one_has_the_same_winner() {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut random = Random(8);
    for _ in 0..1000 {
        let small = random.position();
        let large = on_a_large_board(&small, random.below(6) as u8, random.below(6) as u8);
        let mut known = HashMap::new();
        let mut solver = Solver::new(&knowledge, Options { memory: 1 << 18, ..Options::FULL }, &NEVER);
        assert_eq!(wide_area(&large), None);
        let best = solver.winning_move(&large).unwrap();
        assert_eq!(best.is_some(), wins(&small, &mut known), "{large}");
        if let Some(best) = best {
            let mut next = large;
            next.play(best).unwrap();
            assert_eq!(solver.solve(&next).unwrap(), large.to_move(), "{large}: {best}");
        }
    }
}

/// A diagonal of nine squares lies in no box of 64.
#[test]
fn wide_active_areas_are_found_and_wide_territories_are_solved() {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let diagonal = |end: char| -> Position {
        let signs = ['b', '.', '.', '.', '.', '.', '.', '.', end];
        let row = |at: usize| (0..9).map(|col| if col == at { signs[at] } else { '#' }).collect::<String>();
        let rows: Vec<String> = (0..9).map(row).collect();
        position(&format!("{} b", rows.join("/")))
    };
    assert_eq!(wide_area(&diagonal('w')).map(|area| area.squares), Some(diagonal('w').unburnt()));
    assert_eq!(wide_area(&diagonal('.')), None);
    assert_eq!(knowledge.territory(&Area::whole(&diagonal('.'))), Ok(8));
    assert_eq!(Solver::new(&knowledge, Options::FULL, &NEVER).solve(&diagonal('.')), Ok(Side::Black));
}

/// Some territories of 6x6 boards with two fifths of the squares burnt take a search.
#[test]
fn filling_a_territory_keeps_to_its_node_limit() {
    let store = Store::new();
    let (free, limited) = (knowledge(&store), knowledge(&store).with_fill_nodes(1));
    let mut random = Random(8);
    let mut given_up = 0;
    for _ in 0..2000 {
        let rows: Vec<String> =
            (0..6).map(|_| (0..6).map(|_| if random.below(5) < 2 { '#' } else { '.' }).collect()).collect();
        let position: Position<u64> = position(&format!("{} b", rows.join("/").replacen('.', "b", 1)));
        let amazon = position.amazons(Side::Black);
        let squares = components(position.grid(), position.unburnt()).find(|&squares| squares & amazon != 0);
        let area = Area::whole(&position).cropped(squares.expect("the amazon has a square"));
        let most = free.territory(&area).unwrap();
        match limited.territory(&area) {
            Ok(moves) => assert_eq!(moves, most, "{position}"),
            Err(why) => {
                assert_eq!(why, Interrupted::Stopped, "{position}");
                given_up += 1;
            }
        }
    }
    assert!(given_up > 10, "{given_up}");
}

#[test]
fn results_of_all_moves_agree_with_minimax() {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut random = Random(4);
    let mut counts = [0; 2];
    for number in 0..2000 {
        let position = random.position();
        let mut known = HashMap::new();
        let threads = 1 + number % 2;
        let mut solver = Solver::new(&knowledge, Options { memory: 1 << 18, threads, ..Options::FULL }, &NEVER);
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

/// `OTRERA_AREAS` sets the number of areas.
#[test]
fn values_are_within_their_bounds() {
    let areas = std::env::var("OTRERA_AREAS").map_or(4000, |areas| areas.parse().expect("OTRERA_AREAS is a number"));
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut values = AreaValues::new(&store);
    let mut random = Random(2);
    let mut compared = 0;
    while compared < areas {
        let position = random.position();
        for part in Area::whole(&position).parts().filter(|part| part.kind == Kind::Active) {
            let area = Area::whole(&position).cropped(part.squares);
            let value = values.position(&area.position(Side::Black)).unwrap();
            for (safe, private) in [(false, false), (true, false), (false, true), (true, true)] {
                let (low, high) = bounds(&knowledge, &area, Rules { safe, private, ..Rules::NONE });
                let [low, high] = [low, high].map(|n| store.integer(n.into()).unwrap());
                assert!(store.le(low, value).unwrap() && store.le(value, high).unwrap(), "{position} {safe} {private}");
            }
            for (own, value) in [(area, value), (area.swapped(), -value)] {
                let mut sure = bounds(&knowledge, &own, Rules::ALL).0;
                assert!(is_at_least(&knowledge, &own, sure, MAX_ROUNDS), "{position}: rule 4 covers rules 1 and 2");
                while is_at_least(&knowledge, &own, sure + 1, MAX_ROUNDS) {
                    sure += 1;
                }
                assert!(store.le(store.integer(sure.into()).unwrap(), value).unwrap(), "{position}: sure {sure}");
                for small in [0, 4, 6] {
                    let check = |bound: Bound| {
                        let sum = store.add(bound.game, store.integer(bound.integer.into())?)?;
                        assert!(store.le(sum, value)?, "{position}: walls, areas of {small} squares known");
                        Ok(())
                    };
                    walls(&knowledge, &own, small, check).unwrap();
                }
            }
            compared += 1;
        }
    }
}

#[test]
fn certificates_are_accepted() {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut random = Random(3);
    for number in 0..300 {
        let position = random.position();
        let memory = if number % 3 == 0 { 1 << 12 } else { 1 << 18 };
        let us = position.to_move();
        let expected = if wins(&position, &mut HashMap::new()) { us } else { !us };
        let mut solver = Solver::new(&knowledge, Options { memory, ..Options::FULL }, &NEVER);
        assert_eq!(proven_winner(&mut solver, &position), expected, "{position}");
    }
}

#[test]
fn winners_of_small_boards_agree_with_the_paper() {
    // Song & Müller 2014, Table I, width x height. White moves first.
    let store = Store::new();
    let knowledge = knowledge(&store);
    for (board, expected) in [("start:4x4", Side::Black), ("start:5x4", Side::White)] {
        let mut solver = Solver::new(&knowledge, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
        assert_eq!(proven_winner(&mut solver, &position(board)), expected, "{board}");
    }
}

/// An area and its image with colours swapped add up to 0; beside a third such area, one is left.
#[test]
fn opposite_areas_cancel() {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let solve = |board: &str| {
        let mut solver = Solver::new(&knowledge, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
        (proven_winner(&mut solver, &position(board)), solver.stats())
    };
    assert_eq!(solve("bw..#..bw/....#..../....#.... w"), (Side::Black, Default::default()));
    assert_eq!(solve("bw..#..bw#..../....#....#..../....#....#..wb b"), solve("bw../..../.... b"));
}

#[test]
fn one_thread_takes_the_same_nodes_every_time() {
    let nodes = || {
        let store = Store::new();
        let knowledge = knowledge(&store);
        let mut solver = Solver::new(&knowledge, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
        solver.solve(&position::<u64>("start:4x4")).unwrap();
        solver.stats()
    };
    assert_eq!(nodes(), nodes());
}
