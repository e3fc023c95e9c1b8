//! Searches that are saved, taken up again, watched, and short of memory.

use std::io::Cursor;

use otrera_board::{Position, Setup};
use otrera_cgt::{Interrupted, Store};
use otrera_proof::{CheckOptions, check};
use otrera_solver::{Answer, Book, Head, Options, Solver};

use super::{NEVER, Random, atlas};

fn start(text: &str) -> Position<u64> {
    text.parse::<Setup>().unwrap().position().unwrap().resized().unwrap()
}

/// What a search has found out after some nodes, as a file.
fn saved(position: &Position<u64>, options: Options) -> (Head, Vec<u8>) {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut solver = Solver::new(&book, options, &NEVER);
    assert_eq!(solver.solve(position), Err(Interrupted::Stopped));
    let stats = solver.stats();
    let head = Head { expanded: stats.expanded, evaluated: stats.evaluated, ..Head::new(&book, &options, position) };
    let mut bytes = Vec::new();
    solver.watch().save(&head, &mut bytes).unwrap();
    (head, bytes)
}

/// In another store, where games lie in other places, with another number of threads and another size of table.
#[test]
fn a_search_goes_on_from_a_checkpoint() {
    let position = start("start:4x5");
    let options = Options { memory: 1 << 25, ..Options::FULL };
    let alone = {
        let store = Store::new();
        let book = Book::new(atlas(), &store).unwrap().unwrap();
        let mut solver = Solver::new(&book, options, &NEVER);
        assert_eq!(solver.solve(&position), Ok(Answer::Lost));
        solver.stats().expanded
    };
    let (head, bytes) = saved(&position, Options { nodes: alone / 2, ..options });
    for (threads, memory) in [(1, 1 << 25), (2, 1 << 26), (1, 1 << 24)] {
        let store = Store::new();
        for text in ["{9||8|-8}", "{0|-2}", "{0||-1|-4}", "{5|{4|{3||2|0}}}"] {
            store.parse(text).unwrap();
        }
        let book = Book::new(atlas(), &store).unwrap().unwrap();
        let options = Options { threads, memory, ..options };
        let mut solver = Solver::new(&book, options, &NEVER);
        let blank = Head::new(&book, &options, &position);
        let found = solver.resume(&mut Cursor::new(&bytes), bytes.len() as u64, &blank).unwrap();
        assert_eq!((&found, solver.stats().expanded), (&head, head.expanded));
        let (answer, writer) = solver.prove(&position, &|_| ()).unwrap();
        assert_eq!(answer, Answer::Lost);
        let mut file = Vec::new();
        writer.write(&mut file).unwrap();
        assert!(check(&file, &CheckOptions { threads: 2, limits: Default::default(), progress: &|_| () }).is_ok());
        // With one thread and enough memory almost nothing is done twice.
        if threads == 1 && memory == 1 << 25 {
            let nodes = solver.stats().expanded;
            assert!(nodes < alone * 5 / 4, "{nodes} in two parts, {alone} in one");
        }
    }
}

/// From what a search has at any moment, another one finds the right answer.
#[test]
fn checkpoints_of_small_searches_are_right() {
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut random = Random(5);
    let mut resumed = 0;
    while resumed < 40 {
        let position = random.position();
        let options = Options { memory: 1 << 23, small: 4, ..Options::FULL };
        let expected = Solver::new(&book, options, &NEVER).solve(&position).unwrap();
        let mut first = Solver::new(&book, Options { nodes: 5, ..options }, &NEVER);
        if first.solve(&position).is_ok() {
            continue;
        }
        resumed += 1;
        let head = Head::new(&book, &options, &position);
        let mut bytes = Vec::new();
        first.watch().save(&head, &mut bytes).unwrap();
        let mut second = Solver::new(&book, options, &NEVER);
        second.resume(&mut &bytes[..], bytes.len() as u64, &head).unwrap();
        assert_eq!(second.solve(&position), Ok(expected), "{position}");
    }
}

/// Saved by another thread while the search goes on and the table grows under it, and still right.
#[test]
fn a_table_can_be_saved_while_it_is_used() {
    let position = start("start:4x5");
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let options = Options { memory: 1 << 26, threads: 2, ..Options::FULL };
    let mut solver = Solver::new(&book, options, &NEVER);
    let (watch, head) = (solver.watch(), Head::new(&book, &options, &position));
    let files: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let search = scope.spawn(|| assert_eq!(solver.solve(&position), Ok(Answer::Lost)));
        let mut files = Vec::new();
        while !search.is_finished() {
            let mut bytes = Vec::new();
            watch.save(&head, &mut bytes).unwrap();
            files.push(bytes);
        }
        files
    });
    let last = files.iter().rev().take(3).chain(files.iter().step_by(files.len().div_ceil(4)));
    for bytes in last {
        let mut again = Solver::new(&book, options, &NEVER);
        again.resume(&mut &bytes[..], bytes.len() as u64, &head).unwrap();
        assert_eq!(again.solve(&position), Ok(Answer::Lost));
    }
}

#[test]
fn a_search_shows_where_it_is() {
    let position = start("start:4x5");
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    for threads in [1, 2] {
        let options = Options { nodes: 3000, threads, memory: 1 << 24, ..Options::FULL };
        let mut solver = Solver::new(&book, options, &NEVER);
        let watch = solver.watch();
        assert_eq!(watch.standing().numbers, None);
        assert!(solver.solve(&position).is_err());
        let standing = watch.standing();
        let (proof, disproof) = standing.numbers.unwrap();
        assert!(proof > 0 && disproof > 0);
        // Mirror images of moves are counted once.
        let moves = position.actions().len() as u32;
        assert_eq!(standing.moves.1, moves / 2);
        assert!(standing.moves.0 <= standing.moves.1 && standing.replies.0 <= standing.replies.1);
        assert!(standing.used > 1000 && standing.used < standing.places && standing.bytes == 16 * standing.places);
        // The line is one of legal moves, as long as the search is deep where it was stopped.
        let line = watch.line(&book, options.small, &position, 5);
        assert!(!line.is_empty());
        let mut board = position;
        line.iter().for_each(|&play| board.play(play).map(drop).unwrap());
    }
}

/// Claims take their memory from the table; more than fit are refused.
#[test]
fn a_certificate_keeps_to_the_memory() {
    let position = start("start:4x5");
    let store = Store::new();
    let book = Book::new(atlas(), &store).unwrap().unwrap();
    let mut outcomes = Vec::new();
    for memory in [5 << 20, 12 << 20, 64 << 20] {
        let mut solver = Solver::new(&book, Options { memory, ..Options::FULL }, &NEVER);
        assert_eq!(solver.solve(&position), Ok(Answer::Lost));
        let before = solver.watch().standing().bytes;
        let outcome = solver.prove(&position, &|_| ());
        let after = solver.watch().standing().bytes;
        outcomes.push((outcome.map(|(_, writer)| writer.bytes() > 2 << 20), after < before));
    }
    // The first table has one segment, and cannot become smaller.
    assert_eq!(outcomes, [(Err(Interrupted::OutOfMemory), false), (Ok(true), true), (Ok(true), false)]);
}
