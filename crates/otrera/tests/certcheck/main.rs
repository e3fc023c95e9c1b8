//! Two checkers of certificates: ours, and `crosscheck/certcheck.py`, which was written from the format page alone. They
//! must agree on real certificates and on forged ones with a right checksum. Without Python the comparison is skipped
//! with a notice that the gate repeats.

#[path = "../common/mod.rs"]
mod common;
mod endings;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::Place;
use otrera_board::{GOLDEN, mix};
use otrera_cgt::Limits;
use otrera_proof::{CheckOptions, check};

/// Positions of which certificates are made, with games, answers in the rest, and either side as the winner.
const BOARDS: [&str; 12] = [
    "b..w w",
    "b#w w",
    "b.../.#../..w. w",
    "b..#/..../#.w. b",
    "b.w./..##/w... b",
    ".b.w#/...../w.#.b b",
    "b...w/....#/.#... w",
    "b.#w./....#/w...b b",
    "b#...w/...#../.....# b",
    "b..#b../...#w../w..#... w",
    "b..#b.#.../...#w.#b.w/w..#..#... b",
    "start:4x4",
];

/// Forgeries of each certificate.
const FORGERIES: usize = 40;

fn skipped() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("certcheck-skipped")
}

fn note_skipped() {
    let notice = "SKIPPED: crosscheck/certcheck.py was not compared, because there is no python3\n";
    std::fs::write(skipped(), notice).unwrap();
    // Not captured by the test runner, which would hide it as the test passes.
    std::io::stderr().write_all(notice.as_bytes()).unwrap();
}

/// SplitMix64: the same forgeries on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(GOLDEN);
        ((u128::from(mix(self.0)) * limit as u128) >> 64) as usize
    }
}

fn certificate(place: &Place, board: &str, file: &Path) -> Vec<u8> {
    place.json(&["solve", board, "--certificate", file.to_str().unwrap()]);
    std::fs::read(file).unwrap()
}

/// A certificate with one or two bytes behind its first line changed, removed or doubled, and a right checksum.
fn forge(certificate: &[u8], random: &mut Random) -> Vec<u8> {
    let line = certificate.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut bytes = certificate[..certificate.len() - 4].to_vec();
    for _ in 0..1 + random.below(2) {
        if bytes.len() == line {
            break;
        }
        let at = line + random.below(bytes.len() - line);
        match random.below(5) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, bytes[at]),
            2 => bytes[at] ^= 1 << random.below(8),
            3 => bytes[at] = bytes[at].wrapping_add(1),
            _ => bytes[at] = random.below(5) as u8,
        }
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn accepted_here(bytes: &[u8]) -> bool {
    check(bytes, &CheckOptions { threads: 1, limits: Limits::default(), progress: &|_| () }).is_ok()
}

/// The verdicts of the other checker, in the order of the files; `None` without Python.
fn accepted_there(files: &[PathBuf]) -> Option<Vec<bool>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crosscheck/certcheck.py");
    let output = match Command::new("python3").arg(script).args(["--time", "60"]).args(files).output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        output => output.unwrap(),
    };
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout.lines().count(), files.len(), "{stdout}{stderr}");
    let verdict = |(line, file): (&str, &PathBuf)| {
        let verdict = line.strip_prefix(&format!("{}: ", file.display())).unwrap_or_else(|| panic!("{line}"));
        assert!(verdict.starts_with("valid: ") || verdict.starts_with("refused: "), "{line}");
        verdict.starts_with("valid: ")
    };
    Some(stdout.lines().zip(files).map(verdict).collect())
}

#[test]
fn two_checkers_agree_on_certificates_and_on_forgeries() {
    let place = Place::new();
    let mut random = Random(1);
    let mut cases: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (number, board) in BOARDS.into_iter().enumerate() {
        let file = place.root().join(format!("{number}"));
        let genuine = certificate(&place, board, &file);
        for forgery in 0..FORGERIES {
            let file = place.root().join(format!("{number}-{forgery}"));
            let bytes = forge(&genuine, &mut random);
            std::fs::write(&file, &bytes).unwrap();
            cases.push((file, bytes));
        }
        cases.push((file, genuine));
    }
    let files: Vec<PathBuf> = cases.iter().map(|(file, _)| file.clone()).collect();
    let Some(there) = accepted_there(&files) else {
        note_skipped();
        return;
    };
    let _ = std::fs::remove_file(skipped());
    for ((file, bytes), there) in cases.iter().zip(&there) {
        assert_eq!(accepted_here(bytes), *there, "{} as hex: {bytes:02x?}", file.display());
    }
    let accepted = there.iter().filter(|&&accepted| accepted).count();
    let refused = there.len() - accepted;
    assert!(accepted >= BOARDS.len() && refused > FORGERIES * BOARDS.len() / 2, "{accepted} and {refused}");
}
