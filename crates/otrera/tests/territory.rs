//! `otrera territory`: what others may rely on, regions larger than boards, limits, and bad input.

use assert_cmd::Command;
use otrera_board::{Move, Position, Setup, Side};
use serde_json::Value;

fn otrera(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("otrera").unwrap();
    command.arg("territory").args(args).env("NO_COLOR", "1");
    command
}

fn json(command: &mut Command) -> Value {
    let output = command.arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

fn refused(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty(), "stdout: {}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(stderr.lines().count(), 1, "stderr: {stderr}");
    (output.status.code().unwrap(), stderr.trim_end().to_string())
}

/// Plays a line with the rules of the board; its owner moves every time.
fn replay(board: &str, owner: Side, line: &Value) -> usize {
    let mut position: Position = board.parse::<Setup>().unwrap().position_to_move(owner).unwrap();
    let line = line.as_array().unwrap();
    for step in line {
        let step: Move = step.as_str().unwrap().parse().unwrap();
        position = position.with_to_move(owner);
        position.play(step).unwrap_or_else(|error| panic!("{board}: {step}: {error}"));
    }
    line.len()
}

#[test]
fn one_territory_is_answered_at_the_top() {
    for (board, moves, empty) in [
        // The smallest defective ones (Müller & Tegos 2002, Figure 8).
        (".#/#b/.#", 1, 2),
        ("##./.b#", 1, 2),
        (".#./#b#/#.#", 1, 3),
        ("w../...", 5, 5),
        ("b..#../..b#..", 4, 4),
    ] {
        let report = json(&mut otrera(&[board]));
        assert_eq!((&report["moves"], &report["empty"]), (&moves.into(), &empty.into()), "{board}");
        assert_eq!(report["defects"], empty - moves, "{board}");
        let owner = if board.contains('b') { Side::Black } else { Side::White };
        assert_eq!(replay(board, owner, &report["line"]), moves, "{board}");
        assert_eq!(report["areas"][0]["line"], report["line"]);
        assert_eq!(report["areas"][0]["kind"], format!("{} territory", owner.name()));
    }
}

#[test]
fn blocker_territories_keep_their_door_shut() {
    // The corner is White's as long as b3 stays or shoots back; she alone cannot fill it.
    let report = json(&mut otrera(&["b.w.. w"]));
    let area = &report["areas"][0];
    assert_eq!((&area["label"], &area["board"], &area["blockers"][0]), (&"A2".into(), &"##w..".into(), &"c1".into()));
    assert_eq!((&area["moves"], &area["defects"], &area["line"][0]), (&2.into(), &0.into(), &"c1-d1xc1".into()));
    assert_eq!((&area["without"][0]["left_out"][0], &area["without"][0]["moves"]), (&"c1".into(), &0.into()));
    assert_eq!(area["needed"][0], "c1");
    // Another amazon can fill it: the blocker is free.
    let report = json(&mut otrera(&["b.w..w w"]));
    assert_eq!(report["areas"][0]["needed"], Value::Array(Vec::new()));
    assert_eq!(report["areas"][0]["without"][0]["moves"], 2);
}

#[test]
fn several_territories_are_a_list() {
    let report = json(&mut otrera(&["b.#.w/..#.. w"]));
    let row = |i: usize| (report["areas"][i]["owner"].clone(), report["areas"][i]["moves"].clone());
    assert_eq!((row(0), row(1)), (("black".into(), 3.into()), ("white".into(), 3.into())));
    assert!(report.get("moves").is_none());
    let none = json(&mut otrera(&["start:6x6"]));
    assert_eq!(none["areas"], Value::Array(Vec::new()));
    let text = otrera(&["start:6x6"]).assert().success().get_output().stdout.clone();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "no territory: there is no area with empty squares and amazons of one side only\n"
    );
}

/// A corridor of 200 squares: more than a board has, and columns beyond z.
#[test]
fn a_region_may_be_larger_than_a_board() {
    let report = json(otrera(&["-"]).write_stdin(format!("b{}\n{}\n", ".".repeat(199), "#".repeat(200))));
    assert_eq!((&report["moves"], &report["empty"]), (&199.into(), &199.into()));
    let line = report["line"].as_array().unwrap();
    assert_eq!((&line[24], &line[25], &line[198]), (&"y2-z2xy2".into(), &"z2-aa2xz2".into(), &"gq2-gr2xgq2".into()));
    // Areas beside each other, one of them with both colours.
    let report = json(&mut otrera(&[&format!("w.#b.w#b{}", ".".repeat(130))]));
    let labels: Vec<_> = report["areas"].as_array().unwrap().iter().map(|area| area["label"].clone()).collect();
    assert_eq!(labels, ["A", "C"]);
    assert_eq!(report["areas"][1]["moves"], 130);
}

/// Lieberum 2005, Theorem 2.
#[test]
fn combs_are_made() {
    for (teeth, squares, filled) in [("1", 1, 1), ("2", 26, 26), ("3", 75, 56), ("4", 144, 86)] {
        let report = json(&mut otrera(&["--comb", teeth]));
        if squares == 1 {
            assert_eq!(report["areas"], Value::Array(Vec::new()));
            continue;
        }
        assert_eq!(
            (&report["empty"], &report["moves"]),
            (&(squares - 1).into(), &(filled - 1).into()),
            "{teeth} teeth"
        );
    }
}

#[test]
fn a_limit_that_is_reached_names_the_bounds() {
    let (code, sentence) = refused(&mut otrera(&["--comb", "20", "--time", "0"]));
    let (bounds, why) = sentence.split_once("; ").unwrap();
    assert_eq!((code, why), (1, "the search was stopped first"));
    assert!(bounds.starts_with("otrera: area A: at least ") && bounds.ends_with(" moves"), "{sentence}");
    let (code, sentence) = refused(&mut otrera(&["--comb", "20", "--memory", "1K"]));
    assert_eq!(code, 1);
    assert!(sentence.ends_with("the search needs more memory than the limit allows"), "{sentence}");
    // The finished areas are reported all the same.
    let output = otrera(&[&format!("{HARD}/b..#####"), "--memory", "1K"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("moves        2\n"));
}

/// A territory that needs some search, with a burnt row below.
const HARD: &str = "#.#.#.##/#.#....#/.#b#..##/####.###/##....##/###.#.##/####..../#####.##/########";

#[test]
fn bad_input_is_answered_with_a_sentence() {
    let cases: &[(&[&str], &str)] = &[
        (&[""], "the board is empty"),
        (&["b../.."], "row 2 has 2 squares, expected 3"),
        (&["b.z"], "row 1, column 3: 'z' is not a square; use b, w, # and . or a number"),
        (&[&"b".repeat(1001)], "the board is longer than 1000 squares"),
        (&["no-such-file.sgf"], ""),
        (&[], ""),
        (&["--comb", "0"], ""),
        (&["--comb", "21"], ""),
        (&["--comb", "x"], ""),
        (&["b..", "--comb", "3"], ""),
        (&["--comb", "3", "--to-move", "b"], ""),
        (&["b..", "--time", "-1"], ""),
        (&["b..", "--memory", "much"], ""),
        (&[&format!("b{}", ".".repeat(300)), "--to-move", "b", "--play", "a1-b1xa1"], ""),
    ];
    for (args, sentence) in cases {
        let (code, stderr) = refused(&mut otrera(args));
        assert_eq!(code, 2, "{args:?}: {stderr}");
        if !sentence.is_empty() {
            assert_eq!(stderr, format!("otrera: {sentence}"), "{args:?}");
        }
    }
    let wide = format!("b{}\n", ".".repeat(999)).repeat(70);
    let (code, stderr) = refused(otrera(&["-"]).write_stdin(wide));
    assert_eq!((code, &*stderr), (2, "otrera: 70000 squares that are not burnt: at most 65536 are supported"));
}
