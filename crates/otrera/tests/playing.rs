//! `best`, `play` and `analyze`.

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use common::Place;
use otrera_board::game::Game;
use otrera_board::{Move, Position, Setup};

fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap().position().unwrap()
}

#[test]
fn the_best_move_is_legal_and_comes_with_what_is_thought_of_it() {
    let place = Place::bare();
    for board in ["start:10x10", "start:6x6", "start:5x4", "b..w/..../w..b b", "b.w w"] {
        for engine in ["random", "greedy"] {
            let words = ["best", board, "--engine", engine, "--time", "0.2", "--quiet"];
            let report = place.json(&words);
            let play: Move = report["move"].as_str().unwrap().parse().unwrap();
            assert!(position(board).check(play).is_ok(), "{board}: {play}");
            assert_eq!(report["line"][0], report["move"]);
            let chance = report["chance"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&chance) && report["score"].is_number());
            assert!(
                report["nodes"].as_u64().unwrap() > 0 && report["seconds"].is_number() && report["depth"].is_number()
            );
            assert!(report.get("proven").is_some());
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let place = Place::bare();
    let best = |seed: &str| {
        place.json(&["best", "start:10x10", "--nodes", "1000", "--seed", seed, "--engine", "random", "--quiet"])
    };
    let first = best("7");
    for _ in 0..3 {
        assert_eq!(best("7")["move"], first["move"]);
    }
    assert!((1..20).any(|seed| best(&seed.to_string())["move"] != first["move"]));
}

#[test]
fn without_a_move_there_is_a_sentence() {
    let place = Place::bare();
    let (code, stdout, _) = place.run(&["best", "b#w w"]);
    assert_eq!((code, stdout.as_str()), (0, "White cannot move and has lost\n"));
    let report = place.json(&["best", "b#w w"]);
    assert_eq!((&report["move"], &report["proven"]), (&serde_json::Value::Null, &"loss".into()));
}

#[test]
fn bad_questions_get_a_sentence() {
    let place = Place::bare();
    for (words, sentence) in [
        (&["best", "start:6x6", "--engine", "nobody"][..], "invalid value 'nobody' for '--engine <NAME>'"),
        (&["best", "start:6x6", "--level", "11"], "write a level from 1 to 10"),
        (&["best", "start:6x6", "--memory", "much"], "write a size, like 500M or 8G"),
        (&["best", "start:6x6", "--time", "-1"], "write a number of seconds"),
        (&["best", "x..|..o"], "no side to move"),
        (&["best", "start:6x6", "--atlas", "/no/such/atlas"], "cannot read /no/such/atlas"),
        (&["analyze", "no-such-file.sgf"], "cannot read no-such-file.sgf"),
        (&["analyze", "start:6x6", "--sgf", "/no/such/place/x.sgf"], "there is no such directory"),
        (&["play", "--size", "2x2"], "there is no standard setup for 2x2"),
        (&["play", "--json"], "an interactive session has no report"),
        (&["uci", "--json"], "an interactive session has no report"),
    ] {
        let (code, stdout, stderr) = place.run(&[words, &["--quiet"]].concat());
        assert_eq!((code, stdout.as_str()), (2, ""), "{words:?}: {stderr}");
        assert!(stderr.contains(sentence), "{words:?}: {stderr}");
    }
}

/// The output when these lines are typed.
fn played(place: &Place, words: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_otrera"))
        .arg("play")
        .args(words)
        .args(["--quiet", "--engine", "greedy"])
        .env("OTRERA_ATLAS", place.root().join("no.atlas"))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_is_played_by_typing() {
    let place = Place::bare();
    let file = place.path("game.sgf");
    let typed = format!(
        "help\nnonsense\nb1-b9xb8\nmoves b1\nmoves c3\nmoves z9\nhint\neval\nb1-b4xd4\nsave {file}\nundo\nundo\nsave\nresign\nhint\nquit\n"
    );
    let text = played(&place, &["--size", "5x6"], &typed);
    for part in [
        "You are White, greedy is Black.",
        "take back your last move",
        "type a move, or help: 'nonsense' is not a move",
        "illegal move b1-b9xb8: b9 is not on a 5x6 board",
        "b1-b4xd4",
        "White has no amazon on c3",
        "z9 is not on a 5x6 board",
        " %, ahead by ",
        "greedy plays ",
        "Written to ",
        "Taken back.",
        "there is no move of yours to take back",
        "write save and the name of a file",
        "White resigns: Black wins.",
        "the game is over",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let game: Game = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    assert_eq!((game.moves().count(), game.info("PB").unwrap().as_str()), (2, "greedy"));
}

#[test]
fn games_end_when_a_side_cannot_move_or_has_no_time() {
    let place = Place::bare();
    let text = played(&place, &["..w##/####b w"], "c2-b2xa2\nquit\n");
    assert!(text.contains("Black cannot move: White wins. Well played."), "{text}");
    let text = played(&place, &["--size", "4x4", "--side", "black", "--clock", "0.000001"], "a3-a4xa3\n");
    assert!(text.contains("is out of time"), "{text}");
}

#[test]
fn a_game_is_gone_through() {
    let place = Place::new();
    let sgf = place.path("game.sgf");
    place.json(&["match", "random", "greedy", "--games", "1", "--size", "6x6", "--sgf", &sgf, "--quiet"]);
    let (svg, notes) = (place.path("graph.svg"), place.path("notes.sgf"));
    let words = ["analyze", &sgf, "--engine", "greedy", "--time", "0.05", "--svg", &svg, "--sgf", &notes, "--quiet"];
    let (code, stdout, stderr) = place.run(&[&words[..], &["--json"]].concat());
    assert_eq!(code, 0, "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let game: Game = std::fs::read_to_string(&sgf).unwrap().parse().unwrap();
    let (moves, positions) = (report["moves"].as_array().unwrap(), report["positions"].as_array().unwrap());
    assert_eq!((moves.len(), positions.len()), (game.moves().count(), game.moves().count() + 1));
    for (row, play) in moves.iter().zip(game.moves()) {
        assert_eq!(row["move"], play.to_string());
        let (before, after, loss) = (row["before"].as_f64(), row["after"].as_f64(), row["loss"].as_f64().unwrap());
        let is_best = row["best"] == row["move"];
        // A loss is the difference of the percentages that are shown.
        let shown = |chance: Option<f64>| (100.0 * chance.unwrap()).round();
        let expected = if is_best { 0.0 } else { (shown(before) - shown(after)).max(0.0) / 100.0 };
        assert!((loss - expected).abs() < 0.011, "{row}");
        let mark = if loss >= 0.35 {
            "??"
        } else if loss >= 0.25 {
            "?"
        } else if loss >= 0.15 {
            "?!"
        } else {
            ""
        };
        assert!(row["mark"] == mark || (loss * 1000.0).round() % 50.0 == 0.0, "{row}");
    }
    // A solver has the last word where it can, and the winner of the game is known by the end of it.
    let last = positions.last().unwrap();
    assert!(last["proven"].is_string(), "{last}");
    let winner = if game.info("RE").unwrap() == "W+" { "white" } else { "black" };
    assert_eq!(last["proven"] == "win", last["to_move"] == winner);
    for position in positions.iter().filter(|position| position["proven"].is_string()).take(3) {
        let solved = place.json(&["solve", position["board"].as_str().unwrap(), "--quiet"]);
        assert_eq!(position["proven"] == "win", solved["winner"] == position["to_move"], "{position}");
    }

    let notes: Game = std::fs::read_to_string(&notes).unwrap().parse().unwrap();
    assert_eq!(notes.moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>());
    assert!(notes.main_line().skip(1).all(|id| notes.node(id).comment().unwrap().starts_with("greedy: ")));
    assert!(notes.main_line().any(|id| notes.node(id).children().len() > 1), "no better line");

    let text = std::fs::read_to_string(&svg).unwrap();
    let picture = roxmltree::Document::parse(&text).unwrap();
    let curve = picture.descendants().rfind(|node| node.has_tag_name("polyline")).unwrap();
    assert_eq!(curve.attribute("points").unwrap().split(' ').count(), positions.len());
}

#[test]
fn a_position_is_looked_at() {
    let place = Place::new();
    let (code, stdout, _) = place.run(&["analyze", "start:4x4", "--time", "5", "--engine", "greedy"]);
    let solved = place.json(&["solve", "start:4x4"]);
    let words = if solved["winner"] == "white" { "wins" } else { "loses" };
    assert_eq!(code, 0);
    assert!(stdout.contains(&format!("White to move {words} (proven)")), "{stdout}");
}
