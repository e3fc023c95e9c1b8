//! JSON fields, exit codes, files and streams that other programs rely on.

use assert_cmd::Command;
use serde_json::Value;

fn otrera(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("otrera").unwrap();
    command.args(args).env("NO_COLOR", "1");
    command
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(otrera(args).assert().success().get_output().stdout.clone()).unwrap()
}

fn json(args: &[&str]) -> Value {
    let text = stdout(&[args, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
}

fn game(name: &str) -> String {
    format!("{}/../../testdata/games/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn json_has_the_fields_that_were_promised() {
    let show = json(&["show", "start:10x10"]);
    assert_eq!(show["board"], "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w");
    assert_eq!(show["to_move"], "white");
    assert_eq!(show["areas"].as_array().unwrap().len(), 1);

    let moves = json(&["moves", "start:6x6"]);
    assert_eq!(moves["count"], 544);
    assert_eq!(moves["moves"].as_array().unwrap().len(), 544);

    let perft = json(&["perft", "start:6x6", "2", "--divide"]);
    assert_eq!(perft["nodes"], 238_532);
    assert!(perft["seconds"].as_f64().unwrap() > 0.0);
    let divided: u64 = perft["divide"].as_array().unwrap().iter().map(|m| m["nodes"].as_u64().unwrap()).sum();
    assert_eq!(divided, 238_532);

    let areas = json(&["areas", "b.w.. w"]);
    let row = |i: usize| {
        let area = &areas["areas"][i];
        (area["board"].clone(), area["kind"].clone(), area["empty"].clone(), area["blockers"][0].clone())
    };
    assert_eq!(row(0), ("b.w## w".into(), "active".into(), 1.into(), "c1".into()));
    assert_eq!(row(1), ("##w.. w".into(), "white territory".into(), 2.into(), "c1".into()));

    assert_eq!(json(&["convert", "start:6x6", "--to", "fairy"])["text"], "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w - - 0 1");
    assert!(json(&["bench"])["rows"].as_array().unwrap().iter().all(|row| row["count"].as_u64() > Some(0)));
}

#[test]
fn graphs_have_the_fields_that_were_promised() {
    let graph = json(&["lsg", "b#../#..."]);
    assert_eq!(graph["connected"], true);
    assert_eq!(graph["areas"], 1);
    let points = graph["points"].as_array().unwrap();
    let square = |label: &Value| points.iter().find(|point| point["label"] == *label).unwrap()["square"].clone();
    let lines = |field: &str| graph[field].as_array().unwrap().clone();
    for (line, labels) in lines("lines").iter().zip(lines("labelled_lines")) {
        let told: Vec<Value> = labels.as_array().unwrap().iter().map(square).collect();
        assert_eq!(line.as_array().unwrap(), &told);
    }
    let mut squares: Vec<_> = points.iter().map(|point| point["square"].as_str().unwrap()).collect();
    squares.sort_unstable();
    assert_eq!(squares, ["a2", "b1", "c1", "c2", "d1", "d2"]);
    let amazon = points.iter().find(|point| point["square"] == "a2").unwrap();
    assert_eq!(amazon["content"], "black amazon");

    // A board; one that is the same to amazons, if turned, bent or moved; and one that is not.
    for (board, same, other) in [
        ("b#../#...", "...#/..#b", "...#/.b#."),
        ("b.w", "b##/#.#/##w", "b.b"),
        ("b.w", "#w/#./#b", "bw."),
        ("b#.#/#.#w", "b.##/##.w", "b.##/##w."),
        ("..#b.", "b#../.###", ".b#b."),
        ("####", "##/##", "#.##"),
    ] {
        let name = |board: &str| json(&["lsg", board])["name"].clone();
        assert_eq!(name(board), name(same));
        assert_ne!(name(board), name(other));
        let bare = json(&["lsg", board, "--bare"]);
        assert_eq!(json(&["lsg", board])["shape"], bare["name"]);
        assert_eq!(bare["shape"], bare["name"]);
    }
    let empty = json(&["lsg", "##"]);
    assert_eq!((&empty["name"], &empty["areas"]), (&"0:".into(), &0.into()));
    let apart = json(&["lsg", "b.#..#w", "--bare"]);
    assert_eq!(
        (&apart["connected"], &apart["areas"], &apart["automorphisms"]),
        (&false.into(), &3.into(), &"8".into())
    );
    assert_eq!(apart["parts"][1]["name"], "2:01");
    let names = |board| stdout(&["lsg", board]);
    assert_eq!(names("##"), "no graph: every square is burnt\n");
}

#[test]
fn a_side_is_asked_for_only_where_it_matters() {
    assert_eq!(json(&["areas", "x..|..o"])["areas"][0]["board"], "b../..w");
    assert_eq!(json(&["areas", "b../..w"])["areas"][0]["kind"], "active");
    assert_eq!(json(&["show", "x..|..o"])["to_move"], Value::Null);
    assert_eq!(json(&["show", "b../..w", "--to-move", "b"])["to_move"], "black");
    assert_eq!(json(&["moves", "x..|..o", "--to-move", "black"])["to_move"], "black");
    assert_eq!(json(&["moves", "b../..w w", "--to-move", "b"])["to_move"], "black");
    assert_eq!(json(&["show", "(;GM[18]SZ[3]AB[aa]AW[cc])", "--to-move", "b"])["board"], "b../.../..w b");
}

#[test]
fn positions_come_from_files_and_streams() {
    let file = game("6x6-to-the-end.sgf");
    assert_eq!(
        stdout(&["convert", &format!("{file}@0"), "--to", "fen"]),
        stdout(&["convert", "start:6x6", "--to", "fen"])
    );
    let record = std::fs::read_to_string(&file).unwrap();
    let streamed = otrera(&["show", "-"]).write_stdin(record.clone()).output().unwrap().stdout;
    assert_eq!(String::from_utf8(streamed).unwrap(), stdout(&["show", &file]));
    let cut = otrera(&["convert", "-@3", "--to", "fen"]).write_stdin(record).output().unwrap().stdout;
    assert_eq!(String::from_utf8(cut).unwrap(), stdout(&["convert", &format!("{file}@3"), "--to", "fen"]));
}

#[test]
fn every_conversion_can_be_converted_back() {
    let file = game("10x10-variations.sgf");
    let fen = stdout(&["convert", &file, "--to", "fen"]);
    for target in ["fen", "fairy", "plain", "sgf", "json"] {
        let text = stdout(&["convert", &file, "--to", target]);
        let back = otrera(&["convert", "-", "--to", "fen"]).write_stdin(text).output().unwrap();
        assert_eq!(String::from_utf8(back.stdout).unwrap(), fen, "{target}");
    }
    let sgf = stdout(&["convert", &file, "--to", "sgf"]);
    let again = otrera(&["convert", "-", "--to", "sgf"]).write_stdin(sgf.clone()).output().unwrap();
    assert_eq!(String::from_utf8(again.stdout).unwrap(), sgf);
}

#[test]
fn pictures_are_written_where_they_are_wanted() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
    let (svg, png) = (path("board.svg"), path("board.png"));
    assert_eq!(stdout(&["show", "start:6x6", "--areas", "--svg", &svg, "--png", &png, "--width", "300"]), "");
    assert_eq!(std::fs::read_to_string(&svg).unwrap(), stdout(&["show", "start:6x6", "--areas", "--svg", "-"]));
    let bytes = std::fs::read(&png).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    // The header of a PNG holds the width at byte 16.
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 300);

    assert_eq!(stdout(&["lsg", "b.#/..w", "--svg", &svg, "--png", &png]), "");
    assert_eq!(std::fs::read_to_string(&svg).unwrap(), stdout(&["lsg", "b.#/..w", "--svg", "-"]));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn colours_are_for_terminals_and_can_be_forced() {
    let plain = stdout(&["show", "start:4x4"]);
    assert!(plain.is_ascii() && !plain.contains('\x1b'), "{plain}");
    assert!(stdout(&["show", "start:4x4", "--color", "always"]).contains("\x1b["));
}

#[test]
fn completions_and_man_pages_name_every_command() {
    let man = stdout(&["man"]);
    let directory = tempfile::tempdir().unwrap();
    stdout(&["man", "--dir", directory.path().to_str().unwrap()]);
    for command in ["show", "moves", "perft", "convert", "areas", "lsg", "puzzles", "bench", "completions", "man"] {
        for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
            assert!(stdout(&["completions", shell]).contains(command), "{command} in {shell}");
        }
        assert!(man.contains(&format!("otrera\\-{command}")), "{command} in the man page");
        assert!(directory.path().join(format!("otrera-{command}.1")).is_file(), "{command}");
        assert!(stdout(&[command, "--help"]).contains("Example"), "{command} --help has no example");
    }
}

#[test]
fn a_lost_side_has_no_moves_and_is_told_so() {
    let output = otrera(&["moves", "b#w w"]).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "note: White cannot move and has lost\n");
}

#[test]
fn perft_answers_the_empty_question() {
    assert_eq!(json(&["perft", "start:6x6", "0"])["nodes"], 1);
    assert_eq!(json(&["perft", "b#w w", "3"])["nodes"], 0);
    assert_eq!(json(&["perft", "start:5x5", "2", "--threads", "2"])["nodes"], 50_422);
}
