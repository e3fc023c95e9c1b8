//! `otrera verify`, as its users start it.

#[cfg(target_os = "linux")]
mod attacks;
#[path = "../common/mod.rs"]
mod common;
mod parts;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use common::Place;
use otrera_board::{Position, Setup, Side};
use otrera_cgt::Store;
use otrera_proof::{Claim, Situation, Writer};
use serde_json::Value;

/// A path from the root of the repository.
fn in_repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The first certificate that docs/formats/certificate.md takes apart.
fn example() -> PathBuf {
    in_repository("testdata/line.certificate")
}

fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap().position().unwrap()
}

/// The claim that `winner` wins `.bw.` when the other side is to move and Black has `n` free moves: each side has one move.
fn stand_off(store: &Store, winner: Side, n: i64) -> Claim {
    Claim::new(&[position(".bw. b")], store.integer(n).unwrap(), !winner, &[])
}

/// Five squares in a line: White steps beside Black and shoots behind herself.
fn line(winner: Side, n: i64) -> Vec<u8> {
    let store = Store::new();
    let mut writer = Writer::new(&store, &position(".b.w. w"), winner, 3);
    writer.add(&stand_off(&store, winner, n)).unwrap();
    let mut bytes = Vec::new();
    writer.write(&mut bytes).unwrap();
    bytes
}

fn verify(file: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("otrera").unwrap().arg("verify").arg(file).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_valid_certificate_is_said_to_be_valid() {
    assert_eq!(std::fs::read(example()).unwrap(), line(Side::White, 0), "the writer writes what the document shows");
    let (code, stdout, stderr) = verify(&example(), &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with("valid: White wins .b.w. with White to move; 1 claim checked in "), "{stdout}");
    let (code, stdout, _) = verify(&example(), &["--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, 0);
    assert_eq!(report["valid"], true);
    assert_eq!(report["claim"], "White wins .b.w. with White to move");
    assert_eq!(report["positions"], 1);
}

/// The second example has a core that is not 0, an n that is not 0, and a reply to a move in G.
#[test]
fn the_solver_writes_the_second_example() {
    let place = Place::bare();
    assert_eq!(place.run(&["atlas", "build", "--size", "4"]).0, 0);
    let (file, example) = (place.path("sum.certificate"), in_repository("testdata/sum.certificate"));
    place.json(&["solve", "w.b..#b.w#b..w#.w w", "--certificate", &file]);
    assert_eq!(std::fs::read(file).unwrap(), std::fs::read(&example).unwrap());
    assert_eq!(place.json(&["verify", example.to_str().unwrap()])["positions"], 1);
}

/// The bytes of an example in the format page: a line of text, then bytes, each line with a comment after two blanks.
fn bytes_of(example: &str) -> Vec<u8> {
    let (line, rest) = example.split_once('\n').unwrap();
    let words = rest.lines().flat_map(|line| line.split("  ").next().unwrap_or_default().split_ascii_whitespace());
    let bytes = words.map(|word| u8::from_str_radix(word, 16).unwrap());
    format!("{line}\n").into_bytes().into_iter().chain(bytes).collect()
}

#[test]
fn the_format_page_shows_the_bytes_of_all_examples() {
    let page = std::fs::read_to_string(in_repository("docs/formats/certificate.md")).unwrap();
    let shown: Vec<Vec<u8>> = page
        .split("```")
        .filter_map(|block| block.strip_prefix("text\n"))
        .filter(|block| block.starts_with("otrera certificate") || block.starts_with("otrera part"))
        .map(bytes_of)
        .collect();
    let files =
        ["line.certificate", "sum.certificate", "line.part"].map(|name| in_repository(&format!("testdata/{name}")));
    assert_eq!(shown, files.map(|file| std::fs::read(file).unwrap()));
}

#[test]
fn a_certificate_that_proves_nothing_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("c");
    let mut damaged = line(Side::White, 0);
    damaged[108] ^= 1;
    let cases = [
        (
            line(Side::Black, -1),
            "claim 1 (./b/w/. + -1, White to move) does not hold: after a2-a1xa2 in ./b/w/. it is not evident that Black \
             wins 0, Black to move",
        ),
        (line(Side::Black, 0), "it is not claimed that Black wins .b.w. w"),
        (damaged, "the certificate is damaged or cut short"),
        (b"GIF89a".to_vec(), "this is not a certificate"),
        (Vec::new(), "this is not a certificate"),
    ];
    for (bytes, sentence) in cases {
        std::fs::write(&file, bytes).unwrap();
        let (code, stdout, stderr) = verify(&file, &[]);
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert_eq!(stderr, format!("otrera: {}: {sentence}\n", file.display()));
        let (code, stdout, _) = verify(&file, &["--json"]);
        let report: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!((code, &report["valid"], &report["reason"]), (2, &false.into(), &sentence.into()));
    }
    let (code, _, stderr) = verify(&directory.path().join("none"), &[]);
    assert_eq!(code, 2);
    assert!(stderr.contains("the file cannot be read"), "{stderr}");
}
