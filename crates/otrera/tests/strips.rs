//! `otrera tables strips` as its users start it.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

fn strips(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("otrera").unwrap();
    command.args(["tables", "strips"]).args(arguments).env("NO_COLOR", "1").output().unwrap()
}

fn answered(arguments: &[&str]) -> String {
    let output = strips(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The exit code and what was said on stderr.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = strips(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().into()
    }
}

fn first_line(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    String::from_utf8_lossy(&bytes).lines().next().unwrap().to_string()
}

#[test]
fn json_has_the_rows_of_the_paper_and_the_findings() {
    let report: Value = serde_json::from_str(&answered(&["--length", "6", "--json"])).unwrap();
    // Snatzke 2002, Table 1; larger boards need a longer strip.
    for (i, (squares, boards, positions)) in
        [(2, 2, 2), (3, 4, 12), (4, 11, 66), (5, 20, 200), (6, 51, 765)].iter().enumerate()
    {
        let row = &report["rows"][i];
        assert_eq!(
            (&row["squares"], &row["boards"], &row["positions"]),
            (&(*squares).into(), &(*boards).into(), &(*positions).into())
        );
    }
    assert_eq!(report["findings"]["largest_denominator"], 4);
    assert_eq!(report["findings"]["named"][1]["board"], ".w#/.b.");
    assert_eq!(report["findings"]["named"][1]["value"], "1/4");
    assert_eq!(report["questions"][0]["answer"], false);
}

#[test]
fn interrupted_work_is_kept_and_resumed_to_the_same_file() {
    let place = Place::new();
    let [file, other] = [place.text("strips"), place.text("other")];
    let (code, said) = refused(&["--length", "7", "--file", &file, "--memory", "600K"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("boards are worked out") && said.contains("run it again"), "{said}");
    let begun = first_line(&place.path("strips"));

    let output = strips(&["--file", &file]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("note: resumed: ") && said.contains("boards were done"), "{said}");
    assert_ne!(first_line(&place.path("strips")), begun);

    answered(&["--length", "7", "--file", &other, "--threads", "1"]);
    assert!(std::fs::read(&file).unwrap() == std::fs::read(&other).unwrap(), "same bytes, interrupted or not");
    // Nothing is left beside the files.
    assert_eq!(std::fs::read_dir(place.0.path()).unwrap().count(), 2);

    let (code, said) = refused(&["--length", "6", "--file", &file]);
    assert_eq!((code, said.contains("is for length 7")), (Some(2), true), "{said}");
}

#[test]
fn the_time_limit_ends_it_with_what_is_done() {
    let place = Place::new();
    let file = place.text("strips");
    let (code, said) = refused(&["--length", "10", "--file", &file, "--time", "0"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(first_line(&place.path("strips")).starts_with("otrera strips 1: length 10, "));
    let (code, said) = refused(&["--file", &file, "--query", "x.........|.........o"]);
    assert_eq!((code, said.contains("not worked out yet")), (Some(1), true), "{said}");
    let (code, said) = refused(&["--length", "10", "--time", "0"]);
    assert_eq!((code, said.contains("nothing is kept without a file")), (Some(1), true), "{said}");
}

#[test]
fn positions_are_looked_up_in_a_file() {
    let place = Place::new();
    let file = place.text("strips");
    answered(&["--length", "5", "--file", &file]);
    let answer: Value = serde_json::from_str(&answered(&["--file", &file, "--query", "x.o", "--json"])).unwrap();
    assert_eq!((&answer["value"], &answer["mean"], &answer["outcome"]), (&"*".into(), &"0".into(), &"N".into()));
    assert_eq!(answer["thermograph"]["left"], serde_json::json!([["1", "-1"], ["0", "0"]]));
    let (code, said) = refused(&["--file", &file, "--query", "x....|.....|....o"]);
    assert_eq!((code, said.contains("does not fit into 2x5")), (Some(2), true), "{said}");
}

#[test]
fn an_export_has_a_line_for_every_position() {
    let place = Place::new();
    let table = place.text("strips.csv");
    answered(&["--length", "5", "--export", &table]);
    let mut reader = csv::Reader::from_path(&table).unwrap();
    let column = |name: &str, headers: &csv::StringRecord| headers.iter().position(|header| header == name).unwrap();
    let headers = reader.headers().unwrap().clone();
    let (board, value) = (column("board", &headers), column("value", &headers));
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let report: Value = serde_json::from_str(&answered(&["--length", "5", "--json"])).unwrap();
    assert_eq!(report["positions"], rows.len());
    assert!(rows.iter().any(|row| &row[board] == ".w#/.b." && &row[value] == "1/4"));
}

#[test]
fn bad_files_and_places_are_refused_with_a_sentence() {
    let place = Place::new();
    std::fs::write(place.path("text"), "otrera").unwrap();
    std::fs::write(place.path("damaged"), "otrera strips 1: length 4, 0 games, 0 boards\nabcd").unwrap();
    for (arguments, expected) in [
        (vec!["--file", &place.text("text")], "not a file of `otrera tables strips`"),
        (vec!["--file", &place.text("damaged")], "damaged or cut short"),
        (vec!["--file", &place.text("missing")], "set a length to begin one"),
        (vec!["--file", &place.text("missing"), "--query", "x.o"], "cannot read"),
        (vec!["--length", "4", "--file", &place.text("no/such/place")], "cannot write"),
        (vec!["--length", "16"], "16 is not in 1..=15"),
        (vec![], "--length"),
    ] {
        let (code, said) = refused(&arguments);
        assert_eq!((code, said.contains(expected)), (Some(2), true), "{arguments:?}: {said}");
    }
}
