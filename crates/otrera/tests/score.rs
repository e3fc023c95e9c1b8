//! `otrera score`, as its users start it.

use std::process::Command;

use serde_json::Value;

fn run(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_otrera")).arg("score").args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn answer(words: &[&str]) -> Value {
    let (code, stdout, stderr) = run(&[words, &["--json"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{words:?}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn boards_with_little_on_them_have_an_answer() {
    for (board, winner, margin) in [
        ("... w", "black", 0),
        ("### b", "white", 0),
        ("bw w", "black", 0),
        ("b.. w", "black", 2),
        ("b.. b", "black", 1),
        ("w.. w", "white", 1),
        ("b..#w. b", "black", 0),
        ("b..#w. w", "black", 1),
        // White goes to b1, shoots back and keeps c1.
        ("b..w w", "white", 1),
    ] {
        let answer = answer(&[board]);
        assert_eq!((&answer["winner"], &answer["margin"]), (&winner.into(), &margin.into()), "{board}");
    }
}

#[test]
fn the_line_can_be_played_and_keeps_its_margin() {
    let board = "b..#..w/...#.../.w.#.b. w";
    let before = answer(&[board]);
    let line: Vec<&str> = before["line"].as_array().unwrap().iter().map(|play| play.as_str().unwrap()).collect();
    for moves in [1, line.len() / 2, line.len()] {
        let after = answer(&[board, "--play", &line[..moves].join(" ")]);
        assert_eq!((&after["winner"], &after["margin"]), (&before["winner"], &before["margin"]));
        assert_eq!(after["line"].as_array().unwrap().len(), line.len() - moves);
    }
}

#[test]
fn komi_goes_to_whom_it_is_given() {
    let board = "b...#w. w";
    for (words, winner, margin) in [
        (&[][..], "black", 2),
        (&["--komi", "2"], "black", 4),
        (&["--komi", "2", "--komi-for", "w"], "black", 0),
        (&["--komi", "3", "--komi-for", "w", "--komi-rule", "points"], "white", 0),
        (&["--komi", "0"], "black", 2),
    ] {
        let answer = answer(&[&[board], words].concat());
        assert_eq!((&answer["winner"], &answer["margin"]), (&winner.into(), &margin.into()), "{words:?}");
    }
}

#[test]
fn limits_end_it_with_exit_code_1() {
    for words in
        [&["start:10x10", "--time", "0.3"][..], &["start:6x6", "--nodes", "100"], &["start:6x6", "--nodes", "0"]]
    {
        let (code, stdout, stderr) = run(words);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (1, "", 1), "{words:?}: {stderr}");
        assert!(stderr.starts_with("otrera: stopped: the margin is not known after "), "{stderr}");
    }
}

#[test]
fn bad_input_is_exit_code_2() {
    for (words, sentence) in [
        (&["b../..", "--to-move", "b"][..], "otrera: row 2 has 2 squares, expected 3"),
        (&["b..w", "--to-move", "x"], ""),
        (&["b..w w", "--komi", "-1"], ""),
        (&["b..w w", "--komi", "1000"], ""),
        (&["b..w w", "--komi-rule", "points"], ""),
        (&["b..w w", "--komi", "2", "--komi-rule", "no"], ""),
        (&["b..w"], ""),
        (&[], ""),
    ] {
        let (code, stdout, stderr) = run(words);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{words:?}: {stderr}");
        assert!(stderr.starts_with(sentence), "{words:?}: {stderr}");
    }
}
