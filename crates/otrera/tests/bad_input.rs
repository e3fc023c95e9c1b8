//! Bad input gets one clear sentence and exit code 2; never a panic, never a guess.

use assert_cmd::Command;

fn otrera(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("otrera").unwrap();
    command.args(args).env("NO_COLOR", "1");
    command
}

/// Runs the program and returns its exit code and the one line on stderr, having checked that stdout is empty.
fn refused(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty(), "stdout: {}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(stderr.lines().count(), 1, "stderr: {stderr}");
    assert!(stderr.len() < 400, "stderr: {stderr}");
    (output.status.code().unwrap(), stderr.trim_end().to_string())
}

#[test]
fn a_bad_argument_is_answered_with_a_sentence() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", ""], "the board is empty"),
        (&["show", "b../..w"], "no side to move: write w or b after the board, or set the side to move"),
        (&["moves", "x..|..o"], "no side to move: write w or b after the board, or set the side to move"),
        (&["show", "b../.. w"], "row 2 has 2 squares, expected 3"),
        (&["show", "b.z/..w w"], "row 1, column 3: 'z' is not a square; use b, w, # and . or a number"),
        (&["show", "13/13/13/13/13/13/13/13/13/13 w"], "a board of 13x10 has 130 squares: at most 128 are supported"),
        (&["show", "27 w"], "a board of 27x1 is too long: sides go up to 26"),
        (
            &["perft", "start:3x3", "1"],
            "there is no standard setup for 3x3: eight amazons, each on the second point from a corner, need at least 4x4",
        ),
        (&["show", "start:5x6", "--play", "c1-c3xc4"], "illegal move c1-c3xc4: no amazon on c1"),
        (
            &["show", "start:5x6", "--play", "b6-b5xb4"],
            "illegal move b6-b5xb4: the amazon on b6 is not White's, and White is to move",
        ),
        (&["show", "start:5x6", "--play", "b1-b6xb5"], "illegal move b1-b6xb5: path blocked at b6 by a black amazon"),
        (
            &["show", "start:5x6", "--play", "b1-b4xd4 b6-b5xb3"],
            "illegal move b6-b5xb3: arrow blocked at b4 by a white amazon",
        ),
        (
            &["show", "start:5x6", "--play", "b1-b4xd4 d6-d3xe3"],
            "illegal move d6-d3xe3: path blocked at d4 by an arrow",
        ),
        (&["show", "start:5x6", "--play", "b1-c3xc4"], "illegal move b1-c3xc4: b1 to c3 is not a queen's move"),
        (&["show", "start:5x6", "--play", "b1-b1xb2"], "illegal move b1-b1xb2: b1 to b1 is not a queen's move"),
        (
            &["show", "start:5x6", "--play", "b1-b3xc5"],
            "illegal move b1-b3xc5: arrow from b3 to c5 is not a queen's move",
        ),
        (&["show", "start:5x6", "--play", "b1-b9xb8"], "illegal move b1-b9xb8: b9 is not on a 5x6 board"),
        (
            &["show", "start:5x6", "--play", "b1-b4"],
            "move 1: 'b1-b4' is not a move: write three squares, like d1-d7xg7",
        ),
        (&["show", "start:5x6@3"], "'start:5x6@3' is not a standard setup: write start:WIDTHxHEIGHT, like start:10x10"),
        (&["show", "b"], "no side to move: write w or b after the board, or set the side to move"),
        (
            &["convert", "x.|.o", "--to", "fen"],
            "no side to move: write w or b after the board, or set the side to move",
        ),
        (
            &["show", r#"{"board":"b.w/... w","game":{"board":"b.w/... w","moves":["c2-c1xc2"]}}"#],
            "the moves of the game lead to b.#/..w b, but the board is b.w/... w",
        ),
        (&["show", "start:6x6", "--png", "-"], "this cannot be written to stdout: give a file name instead of -"),
        (&["lsg", "##/##", "--svg", "-"], "there is no graph to draw: every square is burnt"),
        (&["lsg", "b../..", "--json"], "row 2 has 2 squares, expected 3"),
        (
            &["lsg", "b..", "--svg", "-", "--json"],
            "--svg - and --json both write to stdout: give the picture a file name",
        ),
        (&["show", "/"], "/ is a directory"),
        (&["show", "{\"board\": 3}"], ""),
        (&["show", "no-such-file.sgf"], ""),
        (&["show", "no-such-file.sgf@x"], "no-such-file.sgf@x: after @ comes a number of moves, like @12"),
        (&["show", "start:6x6", "--svg", "-", "--json"], ""),
        (&["show", "start:6x6", "--png", "/no/such/directory/board.png"], ""),
    ];
    for (args, sentence) in cases {
        let (code, stderr) = refused(&mut otrera(args));
        assert_eq!(code, 2, "{args:?}: {stderr}");
        // Where the sentence has words of the system in it, only its shape is tested.
        if !sentence.is_empty() {
            assert_eq!(stderr, format!("otrera: {sentence}"), "{args:?}");
        }
    }
}

#[test]
fn bad_standard_input_is_answered_with_a_sentence() {
    let long = ".".repeat(10_000_000);
    let cases: &[(&[u8], &str)] = &[
        (b"", "standard input: the board is empty"),
        (b"\n\n  \n", "standard input: the board is empty"),
        (b"b..\n..\n", "standard input: row 2 has 2 squares, expected 3"),
        (b"\x00\x01\x02\xff\xfe", "cannot read standard input: byte 4 is not text (UTF-8 is expected)"),
        (
            b"\x7fELF\x02\x01\x01\x00",
            "standard input: row 1, column 1: '\\u{7f}' is not a square; use b, w, # and . or a number",
        ),
        (long.as_bytes(), "standard input: the board is longer than 1000 squares"),
    ];
    for (stdin, sentence) in cases {
        let (code, stderr) = refused(otrera(&["show", "-"]).write_stdin(*stdin));
        assert_eq!((code, stderr), (2, format!("otrera: {sentence}")));
    }
}

#[test]
fn broken_game_records_are_answered_with_a_sentence() {
    let nested = "(;".repeat(5_000_000);
    let cases: &[&[u8]] = &[
        b"(",
        b"(;",
        b"(;GM[18]SZ[10];W[djd",
        b"(;GM[1]SZ[19];B[aa])",
        b"(;GM[18]SZ[10];W[djdd])",
        b"(;GM[18]SZ[10];W[aaaaaa])",
        b"(;GM[18]SZ[99])",
        b"(;GM[18]SZ[10]AB[zz])",
        b"(;GM[Amazons]BO[10 --- *])",
        nested.as_bytes(),
    ];
    for stdin in cases {
        let (code, stderr) = refused(otrera(&["show", "-"]).write_stdin(*stdin));
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.starts_with("otrera: standard input: "), "{stderr}");
    }
}

#[test]
fn a_limit_that_is_reached_is_exit_code_1() {
    let (code, stderr) = refused(&mut otrera(&["perft", "start:10x10", "9", "--time", "0.2"]));
    assert_eq!(code, 1);
    assert!(stderr.starts_with("otrera: stopped after 0."), "{stderr}");
}

#[test]
fn usage_errors_are_exit_code_2() {
    for args in [
        &["perft", "start:6x6"][..],
        &["perft", "start:6x6", "x"],
        &["perft", "start:6x6", "2", "--threads", "0"],
        &["perft", "start:6x6", "2", "--time", "-1"],
        &["show", "start:6x6", "--to-move", "x"],
        &["show", "start:6x6", "--width", "100"],
        &["perft", "start:6x6", "-1"],
        &["perft", "start:6x6", "2", "--threads", "1000000"],
        &["man", "--json"],
        &["fly"],
        &["atlas"],
    ] {
        let (code, sentence) = refused(&mut otrera(args));
        assert_eq!(code, 2, "{args:?}: {sentence}");
    }
    let (_, sentence) = refused(&mut otrera(&["perft", "start:6x6", "2", "--time", "-1"]));
    let expected =
        "otrera: invalid value '-1' for '--time <SECONDS>': write a number of seconds, like 10 or 0.5; see --help";
    assert_eq!(sentence, expected);
}

#[test]
fn a_bare_command_prints_the_short_help() {
    let output = otrera(&[]).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    let help = String::from_utf8(output.stdout).unwrap();
    let same = otrera(&["-h"]).output().unwrap();
    assert_eq!(help.trim_end(), String::from_utf8(same.stdout).unwrap().trim_end());
    assert!(help.contains("Usage: otrera") && help.contains("  solve "), "{help}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("otrera"))
        .args(["moves", "start:10x10"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
