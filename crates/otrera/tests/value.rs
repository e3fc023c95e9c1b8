//! `otrera value`: fields, limits and bad input.

use assert_cmd::Command;
use serde_json::{Value, json};

fn otrera(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("otrera").unwrap();
    command.args(args).env("NO_COLOR", "1");
    command
}

fn answer(args: &[&str]) -> Value {
    let output = otrera(&[&["value", "--json"], args].concat()).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

/// Exit code and the one line on stderr.
fn refused(args: &[&str]) -> (i32, String) {
    let output = otrera(&[&["value"], args].concat()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty() && stderr.lines().count() == 1, "{args:?}: {stderr}");
    (output.status.code().unwrap(), stderr.trim_end().to_string())
}

#[test]
fn json_has_the_fields_that_were_promised() {
    // Song & Müller 2014, I-F: b - w ± (s - 1), here with b = 1, w = 0, s = 3.
    let report = answer(&[".b...w#.w. w"]);
    let area = &report["areas"][0];
    assert_eq!(area["value"], "{3|-1}");
    assert_eq!(area["mean"], "1");
    assert_eq!(area["temperature"], "2");
    assert_eq!((&area["left_stop"], &area["right_stop"]), (&json!("3"), &json!("-1")));
    assert_eq!(area["outcome"], "N");
    assert_eq!(area["thermograph"]["left"], json!([["4", "-1"], ["1", "2"]]));
    assert_eq!(area["thermograph"]["right"], json!([["-2", "-1"], ["1", "2"]]));
    // Black shuts White out and keeps three squares.
    let best = ["b1-a1xe1", "b1-c1xe1", "b1-d1xe1", "b1-e1xa1"];
    assert_eq!(area["left_options"], json!([{"value": "3", "moves": best}]));
    assert_eq!(report["areas"][1]["value"], "-2");
    assert_eq!(report["areas"][1]["kind"], "white territory");
    assert_eq!(report["sum"]["value"], "{1|-3}");
    assert_eq!(report["sum"]["outcome"], "N");
}

#[test]
fn games_can_be_written() {
    let sum = |text: &str| answer(&["--game", text])["sum"].clone();
    assert_eq!(sum("{2|0}+*")["value"], "{2*|*}");
    assert_eq!(sum("1/2")["temperature"], "-1/2");
    assert_eq!(sum("-3")["outcome"], "R");
    assert_eq!(sum("^ + v")["value"], "0");
}

#[test]
fn limits_end_in_a_sentence_and_exit_code_1() {
    let (code, sentence) = refused(&["start:10x10", "--time", "0.2"]);
    assert_eq!(code, 1);
    assert!(sentence.starts_with("otrera: area A: stopped before the game was computed; "), "{sentence}");
    let (code, sentence) = refused(&["x...|....|....|...o", "--memory", "1M"]);
    assert_eq!(code, 1);
    assert!(sentence.contains("more memory than the limit allows"), "{sentence}");
}

#[test]
fn a_large_area_does_not_hide_the_small_ones() {
    // A corridor, and an area that takes longer than anyone waits.
    let board = "..b..#...b/.....#####/......#..w/........../..w....... w";
    let output = otrera(&["value", board, "--json", "--memory", "8M"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["areas"][1]["value"], "3");
    assert_eq!((&report["areas"][0]["value"], &report["sum"]), (&Value::Null, &Value::Null));
    assert!(report["unfinished"].as_str().unwrap().starts_with("area A: "));
}

#[test]
fn what_a_game_has_no_use_for_is_refused() {
    for args in [&["--game", "1", "--to-move", "b"][..], &["--game", "1", "--play", "a1a2a3"], &["--game", "1", "b.w"]]
    {
        assert_eq!(refused(args).0, 2);
    }
    // Beyond what a value keeps is bad input, not a limit that was set.
    assert_eq!(refused(&["--game", "1/67108864"]).0, 2);
}

#[test]
fn bad_games_are_pointed_at() {
    for (game, sentence) in [
        ("{2|0", "otrera: column 1: '{' is never closed"),
        ("1/3", "otrera: column 1: not a dyadic fraction: the denominator must be a power of two"),
    ] {
        assert_eq!(refused(&["--game", game]), (2, sentence.to_string()));
    }
    for game in ["", "{", "}", "1//2", "{1|}}", "+", "\u{fc}", "999999999999999999999999", &"{".repeat(100_000)] {
        let (code, sentence) = refused(&["--game", game]);
        assert_eq!(code, 2, "{sentence}");
        assert!(sentence.starts_with("otrera: column "), "{sentence}");
    }
}

#[test]
fn thermographs_are_drawn_where_they_are_wanted() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
    let (svg, png) = (path("sum.svg"), path("area.png"));
    otrera(&["value", ".b...w#.w. w", "--thermograph", &svg]).assert().success();
    otrera(&["value", ".b...w#.w. w", "--thermograph", &png, "--area", "b"]).assert().success();
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(refused(&["b.w", "--thermograph", &path("sum.gif")]).0, 2);
    assert_eq!(refused(&["b.w", "--thermograph", &svg, "--area", "Q"]), (2, "otrera: there is no area Q".to_string()));
}
