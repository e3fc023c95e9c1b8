//! The worked examples of the module documentation.

use otrera_board::{Area, Position, Side};
use otrera_cgt::Store;
use otrera_solver::bounds::{MAX_ROUNDS, Rules, bounds, is_at_least};
use otrera_solver::score::{Score, ScoreOptions, Scorer};
use otrera_solver::walls::{Bound, walls};
use otrera_solver::{Knowledge, MoveCount, Numbers, Options, Solver};
use otrera_testing::{NEVER, atlas, position};

fn area(text: &str) -> Area {
    Area::whole(&position::<u64>(&format!("{text} b")))
}

#[test]
fn situation_example() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    for (side, rest) in [('b', 3), ('w', -3)] {
        let position: Position<u64> = position(&format!("..#b..#w/b.#...#./..#.w.#. {side}"));
        let situation = knowledge.situation(&position, 7).unwrap();
        assert_eq!((situation.areas.len(), situation.areas[0].size().area()), (1, 9));
        assert_eq!(situation.rest.to_integer(), Some(rest));
    }
}

#[test]
fn bounds_example() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let area = area("..b../..b.w");
    assert_eq!(bounds(&knowledge, &area, Rules::ALL), (1, 5));
    assert_eq!(bounds(&knowledge, &area, Rules { private: false, ..Rules::ALL }), (-5, 5));
}

#[test]
fn walls_example() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let area = area(".b.b.w");
    assert_eq!(bounds(&knowledge, &area, Rules::ALL).0, 1);
    let mut found = Vec::new();
    walls(&knowledge, &area, 4, |Bound { integer, game }| {
        let sum = store.add(game, store.integer(integer.into())?)?;
        found.push(store.display(sum).to_string());
        Ok(())
    })
    .unwrap();
    assert_eq!(found, ["1", "1", "2*"]);
}

#[test]
fn sure_moves_example() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let area = area("#..w/...#/b.##");
    assert_eq!(bounds(&knowledge, &area, Rules::ALL).0, -6 + 2);
    assert!(is_at_least(&knowledge, &area, -6 + 4, MAX_ROUNDS));
    assert!(!is_at_least(&knowledge, &area, -6 + 5, MAX_ROUNDS));
}

#[test]
fn search_example() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let start: Position<u64> = position("b.../..../...w b");
    // After this many nodes: the first move of the line, and its replies.
    for (nodes, first, open, all) in [(2, "a3-c1xd2", 15, 15), (3, "a3-c1xc2", 6, 8), (12, "a3-c1xc2", 2, 8)] {
        let options = Options { memory: 1 << 24, nodes, ..Options::FULL };
        let mut solver = Solver::new(&knowledge, options, &NEVER);
        assert!(solver.solve(&start).is_err());
        let snapshot = solver.watch().snapshot();
        assert_eq!(snapshot.moves, MoveCount { open: 50, all: 50 });
        assert_eq!(snapshot.replies, MoveCount { open, all });
        let line = solver.watch().line(&knowledge, options.small, &start, 1);
        assert_eq!(line[0].to_string(), first);
    }
    let mut solver = Solver::new(&knowledge, Options { memory: 1 << 24, nodes: 1, ..Options::FULL }, &NEVER);
    assert!(solver.solve(&start).is_err());
    assert_eq!(solver.watch().snapshot().numbers, Some(Numbers { proof: 37, disproof: 170 }));
    let mut solver = Solver::new(&knowledge, Options { memory: 1 << 24, ..Options::FULL }, &NEVER);
    assert_eq!((solver.solve(&start), solver.stats().expanded), (Ok(Side::Black), 13));
}

#[test]
fn score_example() {
    for (side, winner, margin, line) in [('b', Side::White, 2, "c1-d1xc1"), ('w', Side::Black, 0, "b2-a3xb2")] {
        let position: Position<u64> = position(&format!(".#.#/#w##/.#b. {side}"));
        let mut scorer = Scorer::new(ScoreOptions::default(), &NEVER);
        let (score, best) = scorer.line(&position, None).unwrap();
        assert_eq!((score, best[0].to_string().as_str()), (Score { winner, margin }, line));
    }
}
