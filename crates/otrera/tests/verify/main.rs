//! `otrera verify`, as its users start it.

#[cfg(target_os = "linux")]
mod attacks;
#[path = "../common/mod.rs"]
mod common;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use common::Place;
use otrera_board::{Position, Setup, Side};
use otrera_cgt::Store;
use otrera_proof::{Claim, WinningMove, Writer};
use serde_json::Value;

/// A path from the root of the repository.
fn in_repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The first certificate that docs/formats/certificate.md takes apart.
fn example() -> PathBuf {
    in_repository("testdata/line.certificate")
}

/// Four squares in a line: White moves next to Black and shoots behind herself, and nobody has a move left.
fn line(winner: Side) -> Vec<u8> {
    let store = Store::new();
    let root: Position = "b..w w".parse::<Setup>().unwrap().position().unwrap();
    let mut writer = Writer::new(&store, &root, winner, 3);
    let answer = WinningMove::InArea { index: 0, play: "d1-b1xc1".parse().unwrap() };
    let answer = (winner == Side::White).then_some(answer);
    writer.add(&Claim::new(&[root], store.zero(), Side::White, answer)).unwrap();
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
    if std::env::var_os("OTRERA_WRITE_TESTDATA").is_some() {
        std::fs::write(example(), line(Side::White)).unwrap();
    }
    assert_eq!(std::fs::read(example()).unwrap(), line(Side::White), "the writer writes what the document shows");
    let (code, stdout, stderr) = verify(&example(), &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with("valid: White wins b..w with White to move; 1 claim checked in "), "{stdout}");
    let (code, stdout, _) = verify(&example(), &["--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, 0);
    assert_eq!(report["valid"], true);
    assert_eq!(report["claim"], "White wins b..w with White to move");
    assert_eq!(report["positions"], 1);
}

/// The second example has a game, an n that is not 0, an answer in G, and a claim with the loser to move.
#[test]
fn the_solver_writes_the_second_example() {
    let place = Place::bare();
    assert_eq!(place.run(&["atlas", "build", "--size", "4"]).0, 0);
    let (file, example) = (place.path("sum.certificate"), in_repository("testdata/sum.certificate"));
    place.json(&["solve", "w.b..#b.w#b..w#.w w", "--certificate", &file]);
    if std::env::var_os("OTRERA_WRITE_TESTDATA").is_some() {
        std::fs::copy(&file, &example).unwrap();
    }
    assert_eq!(std::fs::read(file).unwrap(), std::fs::read(&example).unwrap());
    assert_eq!(place.json(&["verify", example.to_str().unwrap()])["positions"], 3);
}

/// The bytes of an example in the format page: a line of text, then bytes, each line with a comment after two blanks.
fn bytes_of(example: &str) -> Vec<u8> {
    let (line, rest) = example.split_once('\n').unwrap();
    let words = rest.lines().flat_map(|line| line.split("  ").next().unwrap_or_default().split_ascii_whitespace());
    let bytes = words.map(|word| u8::from_str_radix(word, 16).unwrap());
    format!("{line}\n").into_bytes().into_iter().chain(bytes).collect()
}

#[test]
fn the_format_page_shows_the_bytes_of_both_examples() {
    let page = std::fs::read_to_string(in_repository("docs/formats/certificate.md")).unwrap();
    let shown: Vec<Vec<u8>> = page
        .split("```")
        .filter_map(|block| block.strip_prefix("text\n"))
        .filter(|block| block.starts_with("otrera certificate"))
        .map(bytes_of)
        .collect();
    let files = ["line", "sum"].map(|name| in_repository(&format!("testdata/{name}.certificate")));
    assert_eq!(shown, files.map(|file| std::fs::read(file).unwrap()));
}

#[test]
fn a_certificate_that_proves_nothing_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("c");
    let mut damaged = line(Side::White);
    damaged[108] ^= 1;
    let cases = [
        (
            line(Side::Black),
            "claim 1 (b/././w + 0, White to move) does not hold: after a1-a2xa3 in b/././w nothing is claimed about \
             -1, Black to move",
        ),
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
