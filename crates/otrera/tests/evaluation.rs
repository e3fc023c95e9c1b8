//! `otrera show --eval` and `otrera tune`: what others may rely on.

use assert_cmd::Command;
use serde_json::Value;

fn otrera(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("otrera").unwrap();
    command.args(args).env("NO_COLOR", "1");
    command
}

fn json(args: &[&str]) -> Value {
    let output = otrera(&[args, &["--json"]].concat()).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn terms_add_up_to_the_evaluation() {
    for board in ["start:10x10", "start:6x6", "..b..w/..#.../w....b b", "b..#w/...#. w"] {
        let evaluation = &json(&["show", board, "--eval"])["evaluation"];
        let terms = evaluation["terms"].as_array().unwrap();
        let sum: f64 = terms.iter().map(|term| term["product"].as_f64().unwrap()).sum();
        assert!((sum - evaluation["ahead"].as_f64().unwrap()).abs() < 1e-3, "{board}: {evaluation}");
        let chance = evaluation["chance"].as_f64().unwrap();
        assert_eq!(chance > 0.5, sum > 0.0, "{board}");
    }
}

#[test]
fn distances_are_told_by_rows_from_the_top() {
    let evaluation = &json(&["show", "b.#./.#.w w", "--eval"])["evaluation"];
    let rows = |kind: &str, side: &str| evaluation[kind][side].to_string();
    assert_eq!(rows("queen_distances", "white"), "[[null,2,null,1],[3,null,1,null]]");
    assert_eq!(rows("king_distances", "black"), "[[null,1,null,3],[1,null,2,null]]");
}

#[test]
fn tuning_repeats_itself() {
    let directory = tempfile::tempdir().unwrap();
    let tune = |name: &str, more: &[&str]| {
        let path = directory.path().join(name);
        let output = path.to_str().unwrap();
        let args = [&["tune", "--size", "5x5", "--games", "100", "--output", output], more].concat();
        otrera(&args).assert().success();
        std::fs::read_to_string(path).unwrap()
    };
    let weights = tune("a", &[]);
    assert!(weights.starts_with("otrera weights 2\n# otrera tune --size 5x5 --games 100 --rounds 1 --seed 1\nscale "));
    assert_eq!(tune("b", &["--threads", "2"]), weights);
    assert_ne!(tune("c", &["--seed", "2"]), weights);
    // The file can be read back.
    let path = directory.path().join("a");
    assert_ne!(tune("d", &["--weights", path.to_str().unwrap()]), weights);
}

#[test]
fn bad_input_is_answered_with_a_sentence() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bad.weights");
    std::fs::write(&path, "otrera weights 2\nscale 0\n").unwrap();
    for (args, end) in [
        (&["tune", "--size", "5x5", "--games", "20"][..], "positions are too few to learn from: play more games\n"),
        (&["tune", "--size", "5x5", "--weights", path.to_str().unwrap()], "line 2: the scale must be more than 0\n"),
        (&["show", "b../..w", "--eval"], "no side to move: write w or b after the board, or set the side to move\n"),
    ] {
        let output = otrera(args).assert().code(2).get_output().stderr.clone();
        let stderr = String::from_utf8(output).unwrap();
        assert!(stderr.ends_with(end) && stderr.lines().count() == 1, "{args:?}: {stderr}");
    }
}
