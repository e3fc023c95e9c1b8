//! Matches: legal games on many boards, matches that go on after a kill, and programs of others that misbehave.

#[path = "../common/mod.rs"]
mod common;
mod external;
mod resign;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use common::Place;
use otrera_board::game::Game;
use serde_json::Value;

/// The games of a file of results, by number: all but the times, which differ from run to run.
fn games(text: &str) -> BTreeMap<u64, String> {
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .map(|game| (game["game"].as_u64().unwrap(), format!("{} {} {}", game["first"], game["won"], game["moves"])))
        .collect()
}

#[test]
fn games_are_legal_on_boards_of_all_kinds() {
    let place = Place::bare();
    // More random moves than that, and the smallest boards have no game left.
    for (size, opening) in [
        ("4x4", "1"),
        ("5x4", "2"),
        ("4x7", "2"),
        ("6x6", "4"),
        ("8x8", "4"),
        ("10x10", "6"),
        ("12x10", "4"),
        ("16x8", "0"),
    ] {
        let sgf = place.path(&format!("{size}.sgf"));
        let words = [
            "match",
            "greedy",
            "random",
            "--games",
            "6",
            "--size",
            size,
            "--opening",
            opening,
            "--sgf",
            &sgf,
            "--play-out",
            "--quiet",
        ];
        let report = place.json(&words);
        assert_eq!(report["games"], 6, "{size}");
        assert_eq!(report["wins"].as_u64().unwrap() + report["losses"].as_u64().unwrap(), 6);
        for engine in report["engines"].as_array().unwrap() {
            assert_eq!((&engine["late"], &engine["wrong"], &engine["crashed"]), (&0.into(), &0.into(), &0.into()));
        }
        // The reader of game records checks every move.
        let games = Game::parse_collection(&std::fs::read_to_string(&sgf).unwrap()).unwrap();
        assert_eq!(games.len(), 6);
        for game in &games {
            let end = game.last_position();
            assert!(!end.can_move(), "{size}: the game goes on");
            let winner = !end.to_move();
            assert_eq!(game.info("RE").unwrap(), format!("{}+", winner.letter().to_ascii_uppercase()));
        }
        // Both games of a pair have the same opening.
        let moves: usize = opening.parse().unwrap();
        let first = |game: &Game| game.moves().take(moves).collect::<Vec<_>>();
        assert!(games.chunks(2).all(|pair| first(&pair[0]) == first(&pair[1])));
    }
}

#[test]
fn a_game_that_is_counted_is_won_by_whom_the_solver_says() {
    let place = Place::new();
    let (file, sgf) = (place.path("match.jsonl"), place.path("match.sgf"));
    let words = ["match", "greedy", "greedy", "--games", "8", "--size", "6x6", "--nodes", "300", "--quiet"];
    place.json(&[&words[..], &["--file", &file, "--sgf", &sgf]].concat());
    let results = std::fs::read_to_string(&file).unwrap();
    let games = Game::parse_collection(&std::fs::read_to_string(&sgf).unwrap()).unwrap();
    let mut counted = 0;
    for (line, game) in results.lines().skip(1).zip(&games) {
        let record: Value = serde_json::from_str(line).unwrap();
        if record["end"] == "counted" {
            counted += 1;
            let solved = place.json(&["solve", &game.last_position().to_string(), "--quiet"]);
            let winner = if game.info("RE").unwrap() == "B+" { "black" } else { "white" };
            assert_eq!(solved["winner"], winner, "{line}");
        }
    }
    assert!(counted > 3, "{results}");
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let place = Place::bare();
    let words = |file: &str| -> Vec<String> {
        let words = [
            "match",
            "greedy",
            "greedy:nodes=100",
            "--games",
            "24",
            "--size",
            "8x8",
            "--nodes",
            "2000",
            "--quiet",
            "--file",
            file,
        ];
        words.iter().map(ToString::to_string).collect()
    };
    let whole = place.path("whole.jsonl");
    let (words_whole, cut) = (words(&whole), place.path("cut.jsonl"));
    place.json(&words_whole.iter().map(String::as_str).collect::<Vec<_>>());
    let words_cut = words(&cut);
    let words_cut: Vec<&str> = words_cut.iter().map(String::as_str).collect();
    let mut child = place.start(&words_cut);
    let begin = Instant::now();
    let lines = || std::fs::read_to_string(&cut).map_or(0, |text| text.lines().count());
    while lines() < 6 && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let done = lines();
    assert!(done >= 6, "nothing was kept");
    // The unfinished line is cut off, and the game is played again.
    let mut text = std::fs::read_to_string(&cut).unwrap();
    text += "{\"game\":23,\"first\":\"bla";
    std::fs::write(&cut, text).unwrap();
    let sgf = place.path("cut.sgf");
    let report = place.json(&[&words_cut[..], &["--sgf", &sgf]].concat());
    assert_eq!(report["games"], 24);
    let read = |path: &str| games(&std::fs::read_to_string(path).unwrap());
    assert_eq!(read(&cut), read(&whole));
    assert_eq!(Game::parse_collection(&std::fs::read_to_string(&sgf).unwrap()).unwrap().len(), 24);
}

#[test]
fn games_do_not_depend_on_how_many_are_played_at_once() {
    let place = Place::bare();
    let played = |number: &str| {
        let file = place.path(&format!("{number}.jsonl"));
        let words =
            ["match", "greedy", "random", "--games", "8", "--size", "6x6", "--nodes", "500", "--concurrency", number];
        place.json(&[&words[..], &["--file", &file, "--quiet"]].concat());
        games(&std::fs::read_to_string(&file).unwrap())
    };
    assert_eq!(played("1"), played("3"));
}

#[test]
fn a_sequential_test_ends_a_match() {
    let place = Place::bare();
    let words =
        ["match", "greedy", "random", "--games", "1000", "--size", "6x6", "--sprt", "0,200,0.05,0.05", "--quiet"];
    let report = place.json(&words);
    assert!(report["games"].as_u64().unwrap() < 200, "{report}");
    assert_eq!(report["sprt"]["accepted"], "elo1");
    assert!(report["sprt"]["llr"].as_f64().unwrap() >= report["sprt"]["upper"].as_f64().unwrap());
}

#[test]
fn what_cannot_be_played_gets_a_sentence() {
    let place = Place::bare();
    let file = place.path("match.jsonl");
    let words = ["match", "greedy", "random", "--games", "2", "--size", "5x5", "--opening", "2", "--file", &file];
    assert_eq!(place.run(&words).0, 0);
    let notes = place.path("notes.txt");
    std::fs::write(&notes, "something else\n").unwrap();
    for (words, sentence) in [
        (&["match", "nobody", "greedy"][..], "there is no engine nobody"),
        (&["match", "greedy:level=11", "greedy"], "the value cannot be read"),
        (&["match", "greedy:speed=11", "greedy"], "there is no option speed"),
        (&["match", "cmd:xboard:./x", "greedy"], "there is no protocol xboard"),
        (&["match", "cmd:uci:/no/such/program", "greedy"], "/no/such/program cannot be started"),
        (&["match", "greedy", "greedy", "--size", "3x3"], "there is no standard setup for 3x3"),
        (&["match", "greedy", "greedy", "--size", "ten"], "write a size, like 10x10"),
        (&["match", "greedy", "greedy", "--clock", "fast"], "write seconds for the game"),
        (&["match", "greedy", "greedy", "--sprt", "10,0,0.05,0.05"], "write elo0,elo1,alpha,beta"),
        (&["match", "greedy", "greedy", "--start", "b#w w"], "White cannot move: there is nothing to play"),
        (&["match", "greedy", "greedy", "--start", "b.w w", "--opening", "9"], "there is no game of 9 random moves"),
        (&["match", "greedy", "greedy", "--file", &file], "this is another match: B is random there and greedy here"),
        (&["match", "greedy", "greedy", "--file", &notes], "this is not the file of a match"),
        (&["match", "greedy", "greedy", "--time", "1", "--clock", "1"], "cannot be used with"),
        (&["match", "greedy", "greedy", "--resign", "2", "--play-out"], "cannot be used with"),
        (&["match", "greedy", "greedy", "--resign", "2", "--resign-check", "2"], "cannot be used with"),
    ] {
        let (code, stdout, stderr) = place.run(&[words, &["--quiet"]].concat());
        assert_eq!((code, stdout.as_str()), (2, ""), "{words:?}: {stderr}");
        assert!(stderr.contains(sentence), "{words:?}: {stderr}");
    }
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "something else\n");
}

#[test]
fn a_file_belongs_to_one_match_at_a_time() {
    let place = Place::bare();
    let file = place.path("locked.jsonl");
    let words = ["match", "greedy", "random", "--games", "100000", "--size", "6x6", "--nodes", "200", "--file", &file];
    let mut child = place.start(&words);
    let begin = Instant::now();
    while std::fs::read_to_string(&file).unwrap_or_default().is_empty() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let (code, stdout, stderr) = place.run(&words);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{stderr}");
    assert!(stderr.contains("another match is at work with this file"), "{stderr}");
    // The system gives up the lock of a killed process.
    let (code, _, stderr) = place.run(&[&words[..3], &["--games", "1"], &words[5..]].concat());
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn openings_come_from_a_file() {
    let place = Place::bare();
    let (list, file, sgf) = (place.path("openings.txt"), place.path("match.jsonl"), place.path("match.sgf"));
    std::fs::write(&list, "# moves, and a position\nb1-b4xd4 e6-e5xd5\n\nb...w/...../w...b b\n").unwrap();
    let words = ["match", "greedy", "random", "--size", "6x6", "--nodes", "100", "--games", "6", "--play-out"];
    let words = [&words[..], &["--openings", &list, "--no-book", "--file", &file, "--sgf", &sgf]].concat();
    assert_eq!(place.json(&words)["games"], 6);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut records: Vec<Value> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    records.sort_by_key(|record| record["game"].as_u64());
    let sides = ["white", "black", "black", "white", "white", "black"];
    for (number, (record, side)) in records.iter().zip(sides).enumerate() {
        assert_eq!(record["first"], side, "{record}");
        if number / 2 == 1 {
            assert_eq!((&record["start"], &record["opening"]), (&"b...w/...../w...b b".into(), &0.into()));
        } else {
            assert!(record.get("start").is_none() && record["opening"] == 2);
            assert_eq!((&record["moves"][0], &record["moves"][1]), (&"b1-b4xd4".into(), &"e6-e5xd5".into()));
        }
    }
    // The reader of game records checks every move.
    assert_eq!(Game::parse_collection(&std::fs::read_to_string(&sgf).unwrap()).unwrap().len(), 6);
    // Other openings are another match, and so is one with books.
    std::fs::write(&list, "b1-b4xd4\n").unwrap();
    let (code, _, stderr) = place.run(&words);
    assert!(code == 2 && stderr.contains("this is another match: --openings is 2 openings, checksum"), "{stderr}");
    let with_books: Vec<&str> = words.iter().copied().filter(|word| *word != "--no-book").collect();
    std::fs::write(&list, "b1-b4xd4 e6-e5xd5\nb...w/...../w...b b\n").unwrap();
    let (code, _, stderr) = place.run(&with_books);
    assert!(code == 2 && stderr.contains("--no-book is given there and not given here"), "{stderr}");
    assert_eq!(place.json(&words)["games"], 6);
}
