//! Searches that are saved, resumed, watched, and limited in memory.

use std::io::Cursor;

use otrera_board::{Position, Side};
use otrera_cgt::{Interrupted, Store};
use otrera_solver::bounds::Rules;
use otrera_solver::{CheckpointHeader, Options, ResumeError, SearchIdentity, Solver};

use super::{NEVER, Random, knowledge, position, proven_winner};

/// A checkpoint of a search that its node limit has stopped.
fn saved(position: &Position<u64>, options: Options) -> (CheckpointHeader, Vec<u8>) {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut solver = Solver::new(&knowledge, options, &NEVER);
    assert_eq!(solver.solve(position), Err(Interrupted::Stopped.into()));
    let stats = solver.stats();
    let blank = CheckpointHeader::new(&knowledge, &options, position);
    let header = CheckpointHeader { expanded: stats.expanded, evaluated: stats.evaluated, ..blank };
    let mut bytes = Vec::new();
    solver.watch().save(&header, &mut bytes).unwrap();
    (header, bytes)
}

/// The second run has another store with games in another order, and other numbers of threads and bytes.
#[test]
fn a_search_resumes_from_a_checkpoint() {
    let position: Position<u64> = position("start:4x5");
    let options = Options { memory: 1 << 25, ..Options::FULL };
    let alone = {
        let store = Store::new();
        let knowledge = knowledge(&store);
        let mut solver = Solver::new(&knowledge, options, &NEVER);
        assert_eq!(solver.solve(&position), Ok(Side::Black));
        solver.stats().expanded
    };
    let (header, bytes) = saved(&position, Options { nodes: alone / 2, ..options });
    for (threads, memory) in [(1, 1 << 25), (2, 1 << 26), (1, 1 << 24)] {
        let store = Store::new();
        for text in ["{9||8|-8}", "{0|-2}", "{0||-1|-4}", "{5|{4|{3||2|0}}}"] {
            store.parse(text).unwrap();
        }
        let knowledge = knowledge(&store);
        let options = Options { threads, memory, ..options };
        let mut solver = Solver::new(&knowledge, options, &NEVER);
        let blank = CheckpointHeader::new(&knowledge, &options, &position);
        let found = solver.resume(&mut Cursor::new(&bytes), bytes.len() as u64, &blank).unwrap();
        assert_eq!((&found, solver.stats().expanded), (&header, header.expanded));
        assert_eq!(proven_winner(&mut solver, &position), Side::Black);
        // With one thread and enough memory almost nothing is done twice.
        if threads == 1 && memory == 1 << 25 {
            let nodes = solver.stats().expanded;
            assert!(nodes < alone * 5 / 4, "{nodes} in two parts, {alone} in one");
        }
    }
}

#[test]
fn resumed_searches_find_the_same_winner() {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut random = Random(5);
    let mut resumed = 0;
    while resumed < 40 {
        let position = random.position();
        let options = Options { memory: 1 << 23, small: 4, ..Options::FULL };
        let expected = Solver::new(&knowledge, options, &NEVER).solve(&position).unwrap();
        let mut first = Solver::new(&knowledge, Options { nodes: 5, ..options }, &NEVER);
        if first.solve(&position).is_ok() {
            continue;
        }
        resumed += 1;
        let header = CheckpointHeader::new(&knowledge, &options, &position);
        let mut bytes = Vec::new();
        first.watch().save(&header, &mut bytes).unwrap();
        let mut second = Solver::new(&knowledge, options, &NEVER);
        second.resume(&mut &bytes[..], bytes.len() as u64, &header).unwrap();
        assert_eq!(second.solve(&position), Ok(expected), "{position}");
    }
}

/// Another thread saves while two threads search and the table grows.
#[test]
fn a_table_can_be_saved_during_a_search() {
    let position: Position<u64> = position("start:4x5");
    let store = Store::new();
    let knowledge = knowledge(&store);
    let options = Options { memory: 1 << 26, threads: 2, ..Options::FULL };
    let mut solver = Solver::new(&knowledge, options, &NEVER);
    let (watch, header) = (solver.watch(), CheckpointHeader::new(&knowledge, &options, &position));
    let files: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let search = scope.spawn(|| assert_eq!(solver.solve(&position), Ok(Side::Black)));
        let mut files = Vec::new();
        while !search.is_finished() {
            let mut bytes = Vec::new();
            watch.save(&header, &mut bytes).unwrap();
            files.push(bytes);
        }
        files
    });
    let last = files.iter().rev().take(3).chain(files.iter().step_by(files.len().div_ceil(4)));
    for bytes in last {
        let mut again = Solver::new(&knowledge, options, &NEVER);
        again.resume(&mut &bytes[..], bytes.len() as u64, &header).unwrap();
        assert_eq!(again.solve(&position), Ok(Side::Black));
    }
}

#[test]
fn a_watch_shows_numbers_moves_and_line() {
    let position: Position<u64> = position("start:4x5");
    let store = Store::new();
    let knowledge = knowledge(&store);
    for threads in [1, 2] {
        let options = Options { nodes: 3000, threads, memory: 1 << 24, ..Options::FULL };
        let mut solver = Solver::new(&knowledge, options, &NEVER);
        let watch = solver.watch();
        assert_eq!(watch.snapshot().numbers, None);
        assert!(solver.solve(&position).is_err());
        let snapshot = watch.snapshot();
        assert!(!snapshot.numbers.unwrap().is_settled());
        // Mirror images of moves are counted once.
        let moves = position.actions().len() as u32;
        assert_eq!(snapshot.moves.all, moves / 2);
        assert!(snapshot.moves.open <= snapshot.moves.all && snapshot.replies.open <= snapshot.replies.all);
        assert!(snapshot.used > 1000 && snapshot.used < snapshot.places && snapshot.bytes == 16 * snapshot.places);
        // The line is legal.
        let line = watch.line(&knowledge, options.small, &position, 5);
        assert!(!line.is_empty());
        let mut board = position;
        line.iter().for_each(|&play| board.play(play).map(drop).unwrap());
    }
}

/// Claims take their memory from the table.
#[test]
fn a_certificate_keeps_to_the_memory() {
    let position: Position<u64> = position("start:4x5");
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut outcomes = Vec::new();
    // With few rules there are many claims.
    let options = Options { rules: Rules { private: true, ..Rules::NONE }, kept: false, ..Options::FULL };
    for memory in [5 << 20, 12 << 20, 256 << 20] {
        let mut solver = Solver::new(&knowledge, Options { memory, ..options }, &NEVER);
        assert_eq!(solver.solve(&position), Ok(Side::Black));
        let before = solver.watch().snapshot().bytes;
        let outcome = solver.prove(&position, &|_| ());
        let after = solver.watch().snapshot().bytes;
        let bytes = outcome.map(|(_, writer)| writer.bytes());
        outcomes.push((bytes.map(|bytes| bytes > 2 << 20), after < before));
    }
    // The first table has one segment and cannot shrink.
    assert_eq!(outcomes, [(Err(Interrupted::OutOfMemory.into()), false), (Ok(true), true), (Ok(true), false)]);
}

/// A checkpoint of a short search, its header, and the result of resuming from other bytes with another header.
fn short_search(
    test: impl FnOnce(&[u8], &CheckpointHeader, &dyn Fn(&[u8], &CheckpointHeader) -> Result<(), ResumeError>),
) {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let options = Options { small: 4, memory: 1 << 23, nodes: 5, ..Options::FULL };
    let (header, bytes) = saved(&position("start:4x4"), options);
    let resume = |bytes: &[u8], header: &CheckpointHeader| {
        let mut solver = Solver::new(&knowledge, Options { memory: 1 << 16, ..options }, &NEVER);
        solver.resume(&mut &bytes[..], bytes.len() as u64, header).map(drop)
    };
    resume(&bytes, &header).unwrap();
    test(&bytes, &header, &resume);
}

#[test]
fn damage_is_detected() {
    short_search(|bytes, header, resume| {
        let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        // Every byte of the header, and a sample of the rest.
        for at in (0..=line).chain((line..bytes.len()).step_by(1117)).chain([bytes.len() - 1]) {
            let mut damaged = bytes.to_vec();
            damaged[at] ^= 1 << (at % 8);
            assert!(resume(&damaged, header).is_err(), "bit {} of byte {at}", at % 8);
            assert!(resume(&bytes[..at], header).is_err(), "{at} bytes");
        }
        let longer = [bytes, b"\0"].concat();
        assert!(matches!(resume(&longer, header), Err(ResumeError::Damaged)));
    });
}

#[test]
fn checkpoints_of_other_searches_are_refused() {
    short_search(|bytes, header, resume| {
        for (other, sentence) in [
            (
                CheckpointHeader { board: "b w".into(), ..header.clone() },
                "this is a checkpoint of another position, .bb./b..b/w..w/.ww. w",
            ),
            (
                CheckpointHeader { options: (&Options::BARE).into(), ..header.clone() },
                "this is a checkpoint of a search with other options, \
                 options 2 small=4 safe=yes private=yes walls=yes sure=yes guess=yes share=32 slack=16",
            ),
            (CheckpointHeader { atlas: 1, ..header.clone() }, "this is a checkpoint of a search with another atlas"),
        ] {
            assert_eq!(resume(bytes, &other).unwrap_err().to_string(), sentence);
        }
        for (bytes, sentence) in [
            (&b""[..], "this is not a checkpoint"),
            (b"otrera certificate 1: black wins", "this is not a checkpoint"),
            // Version 1 had the options as the program printed them for debugging.
            (
                b"otrera checkpoint 1: something else\n",
                "this is a checkpoint of version '1', and this program reads version 2",
            ),
            (b"otrera checkpoint 2: something else\n", "the checkpoint is damaged or cut short"),
        ] {
            assert_eq!(resume(bytes, header).unwrap_err().to_string(), sentence);
        }
        // A newer version of the options, with a valid checksum.
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap();
        let newer = String::from_utf8(line.to_vec()).unwrap().replace("options 2", "options 3") + "\n";
        let newer = [newer.as_bytes(), &crc32fast::hash(newer.as_bytes()).to_le_bytes()].concat();
        let sentence = resume(&newer, header).unwrap_err().to_string();
        assert!(sentence.starts_with("this checkpoint cannot be used: this program does not know the options"));
    });
}

#[test]
fn options_are_read_as_they_are_written() {
    for (options, text) in [
        (
            Options { small: 7, memory: 1, threads: 2, nodes: 3, ..Options::FULL },
            "options 2 small=7 safe=yes private=yes walls=yes sure=yes guess=yes share=32 slack=16",
        ),
        (Options::BARE, "options 2 small=0 safe=no private=no walls=no sure=no guess=no share=1 slack=4294967295"),
    ] {
        let identity = SearchIdentity::from(&options);
        assert_eq!(identity.to_string(), text);
        assert_eq!(text.parse(), Ok(identity));
        for (at, _) in text.char_indices() {
            assert!(text[..at].parse() != Ok(identity), "{}", &text[..at]);
        }
        for wrong in [
            text.replace("options 2", "options 3"),
            text.replace("safe=yes", "safe=true"),
            text.replace("small=", "size="),
            format!("{text} more=1"),
            format!(" {text}"),
        ] {
            assert!(wrong == text || wrong.parse::<SearchIdentity>().is_err(), "{wrong}");
        }
    }
}
