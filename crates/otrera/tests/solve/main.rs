//! `otrera solve`, as its users start it.

mod checkpoint;
#[path = "../common/mod.rs"]
mod common;
mod forgery;
#[cfg(target_os = "linux")]
mod memory;

use common::Place;
use serde_json::Value;

#[test]
fn a_board_is_solved_and_its_certificate_is_valid() {
    let place = Place::new();
    let file = place.path("4x4.certificate");
    let (code, stdout, stderr) = place.run(&["solve", "start:4x4", "--certificate", &file, "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    // Song & Müller 2014, Table I: the second player, who is Black.
    assert_eq!((&answer["winner"], &answer["move"]), (&"black".into(), &Value::Null));
    assert!(answer["nodes"].as_u64().unwrap() > 0 && answer["threads"] == 1);
    let (code, stdout, _) = place.run(&["verify", &file, "--json"]);
    let verdict: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &verdict["valid"]), (0, &true.into()));
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let (code, _, stderr) = place.run(&["verify", &file]);
    assert_eq!((code, stderr.lines().count()), (2, 1), "{stderr}");
}

#[test]
fn a_winning_move_wins() {
    let place = Place::new();
    let board = "b../.../..w w";
    let (_, stdout, _) = place.run(&["solve", board, "--json"]);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    let (_, stdout, _) = place.run(&["solve", board, "--play", answer["move"].as_str().unwrap(), "--json"]);
    let after: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&after["to_move"], &after["winner"]), (&"black".into(), &"white".into()));
}

/// Song & Müller 2014, Table I: the first player wins 5x4. What the moves come to is compared with minimax in the
/// tests of the solver.
#[test]
fn all_moves_are_told_as_far_as_they_are_known() {
    let place = Place::new();
    let answer = place.json(&["solve", "b../.../..w w", "--all-moves"]);
    let moves = answer["moves"].as_array().unwrap();
    let (_, legal, _) = place.run(&["moves", "b../.../..w w", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&legal).unwrap()["count"], moves.len());
    for judged in moves {
        let after = place.json(&["solve", "b../.../..w w", "--play", judged["move"].as_str().unwrap()]);
        assert_eq!(judged["result"] == "win", after["winner"] == "white", "{judged}");
    }
    let lost = place.json(&["solve", "start:4x4", "--all-moves"]);
    assert!(lost["moves"].as_array().unwrap().iter().all(|judged| judged["result"] == "loss"));
    let (code, stdout, stderr) = place.run(&["solve", "start:5x4", "--all-moves", "--nodes", "1000"]);
    assert_eq!((code, stderr.lines().count()), (1, 1), "{stderr}");
    assert!(stdout.starts_with("White wins by ") && stdout.contains("are not known): "), "{stdout}");
    assert!(stderr.contains("moves are known after 1,"), "{stderr}");
    let (code, stdout, _) = place.run(&["solve", "start:5x4", "--all-moves", "--nodes", "1000", "--json"]);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    let count =
        |result: &str| answer["moves"].as_array().unwrap().iter().filter(|judged| judged["result"] == result).count();
    assert_eq!((code, &answer["winner"]), (1, &"white".into()));
    assert!(count("win") > 0 && count("unknown") > 0);
}

#[test]
fn boards_with_little_on_them_have_an_answer() {
    let place = Place::new();
    for (board, winner) in [
        ("... w", "black"),
        ("bw w", "black"),
        ("b.. w", "black"),
        ("b.. b", "black"),
        ("w.. w", "white"),
        ("### b", "white"),
    ] {
        let answer = place.json(&["solve", board, "--all-moves", "--checkpoint", &place.path(winner)]);
        assert_eq!(answer["winner"], winner, "{board}");
        let wins = answer["moves"].as_array().unwrap().iter().any(|judged| judged["result"] == "win");
        assert_eq!(wins, answer["to_move"] == answer["winner"], "{board}");
        std::fs::remove_file(place.path(winner)).unwrap();
    }
}

#[test]
fn limits_and_bad_input_get_one_sentence() {
    let place = Place::new();
    for (words, code, part) in [
        (&["solve", "start:6x6", "--nodes", "100"][..], 1, "who wins is not known"),
        (&["solve", "start:6x6", "--nodes", "0"], 1, "who wins is not known"),
        (&["solve", "start:6x6", "--time", "0"], 1, "stopped: "),
        (&["solve", "start:4x4", "--preset", "paper", "--time", "0"], 1, "stopped: "),
        (&["tables", "solved", "--boards", "4x4", "--time", "0"], 1, "stopped"),
        (&["solve", "start:6x6", "--time", "0.2"], 1, "who wins is not known"),
        (
            &["solve", "start:10x10"],
            2,
            "area A needs a box of 10x10 squares, and only areas in boxes of up to 64 squares",
        ),
        (&["solve", "b.w#6/######4/10/10/10/3b6/10/10/6w3/10 w"], 2, "area B needs a box of 10x10 squares"),
        (&["solve", "start:10x10", "--preset", "paper"], 2, "the preset paper solves boards of up to 64 squares"),
        (&["solve", "start:4x4", "--certificate", "/"], 2, "directory"),
        (&["solve", "x..|..o"], 2, "no side to move"),
        (&["solve", "start:4x4", "--memory", "1M"], 2, "the memory limit is too low"),
        (&["solve", "start:4x4", "--checkpoint", "/"], 2, "directory"),
        (&["solve", "start:4x4", "--checkpoint-every", "5"], 2, "--checkpoint <FILE>"),
    ] {
        let (found, stdout, stderr) = place.run(words);
        assert_eq!((found, stdout.as_str(), stderr.lines().count()), (code, "", 1), "{words:?}: {stderr}");
        assert!(stderr.contains(part), "{words:?}: {stderr}");
    }
}
