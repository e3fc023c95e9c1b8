//! Programs of others, good and bad.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::Place;

/// A program that talks UCI well enough to be asked for a move, and then does what its argument says.
const FAKE: &str = r#"
while read -r line; do
  case "$line" in
    uci) echo "id name fake"; echo "uciok" ;;
    isready) echo "readyok" ;;
    quit) test "$1" = deaf || exit 0 ;;
    go*)
      case "$1" in
        illegal) echo "bestmove a1a2,a2a3" ;;
        garbage) printf '\377\376 hello\n'; echo "bestmove hello" ;;
        silent) ;;
        deaf) while :; do sleep 0.05; done ;;
        crash) exit 3 ;;
      esac ;;
  esac
done
"#;

fn fake(place: &Place, manner: &str) -> String {
    let path = place.path("fake.sh");
    std::fs::write(&path, FAKE).unwrap();
    format!("cmd:uci:sh '{path}' {manner}")
}

/// The number of running programs with this text in their command line.
fn running(part: &str) -> usize {
    let processes = Path::new("/proc").read_dir().unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(part)).count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_misbehaves_loses_and_the_match_goes_on() {
    let place = Place::bare();
    for (manner, count, sentence) in [
        ("illegal", "wrong", "illegal move a1-a2xa3"),
        ("garbage", "wrong", "the answer 'hello' is not a move"),
        ("silent", "late", "no answer in time"),
        ("deaf", "late", "no answer in time"),
        ("crash", "crashed", "the program ended: exit status: 3"),
    ] {
        let program = fake(&place, manner);
        let words = [
            "match",
            "greedy",
            &program,
            "--games",
            "4",
            "--size",
            "5x5",
            "--opening",
            "2",
            "--time",
            "0.05",
            "--grace",
            "0.2",
            "--json",
        ];
        let (code, stdout, stderr) = place.run(&words);
        assert_eq!(code, 0, "{manner}: {stderr}");
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!((&report["games"], &report["wins"]), (&4.into(), &4.into()), "{manner}");
        assert_eq!(report["engines"][1][count], 4, "{manner}: {report}");
        // A line for each game.
        assert_eq!(stderr.matches(sentence).count(), 4, "{manner}: {stderr}");
        let begin = Instant::now();
        while running(&place.path("fake.sh")) > 0 && begin.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(running(&place.path("fake.sh")), 0, "{manner}: a program was left behind");
    }
}

/// A program that talks GTP and resigns when it is asked for a move.
const RESIGNS: &str = r#"
while read -r line; do
  case "$line" in
    genmove*) echo "= resign"; echo ;;
    quit) echo "="; exit 0 ;;
    *) echo "="; echo ;;
  esac
done
"#;

#[test]
fn a_program_that_resigns_has_lost_and_did_nothing_wrong() {
    let place = Place::bare();
    let (path, file) = (place.path("resigns.sh"), place.path("match.jsonl"));
    std::fs::write(&path, RESIGNS).unwrap();
    let program = format!("cmd:gtp:sh '{path}'");
    let words = ["match", "greedy", &program, "--games", "4", "--size", "5x5", "--opening", "2", "--json"];
    let (code, stdout, stderr) = place.run(&[&words[..], &["--file", &file]].concat());
    assert_eq!((code, stderr.contains("loses")), (0, false), "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&report["wins"], &report["resigned"], &report["proven"]), (&4.into(), &4.into(), &0.into()));
    let engine = &report["engines"][1];
    assert_eq!(["late", "wrong", "crashed"].map(|fault| engine[fault].as_u64().unwrap()), [0, 0, 0]);
    assert_eq!(std::fs::read_to_string(&file).unwrap().matches(r#""end":"resigned""#).count(), 4);
}

#[test]
fn our_own_protocols_play_whole_games() {
    let place = Place::bare();
    let program = env!("CARGO_BIN_EXE_otrera");
    for (protocol, command, size, opening) in [
        ("uci", "uci", "6x6", "2"),
        ("uci", "uci", "7x5", "2"),
        ("gtp", "gtp", "6x6", "3"),
        ("gtp", "gtp --time 0.1", "5x7", "0"),
        ("botzone", "botzone --time 0.5", "8x8", "30"),
        ("botzone", "botzone --time 0.5 --keep-running", "8x8", "4"),
        ("botzone-simple", "botzone --time 0.5 --keep-running", "8x8", "3"),
        ("botzone-simple", "botzone --time 0.5", "8x8", "31"),
    ] {
        let player = format!("cmd:{protocol}:'{program}' {command} --engine greedy --quiet");
        let words = ["match", &player, "random", "--games", "2", "--size", size, "--opening", opening];
        let report = place.json(&[&words[..], &["--time", "1", "--grace", "20", "--play-out"]].concat());
        assert_eq!(report["games"], 2, "{player}");
        let engine = &report["engines"][0];
        let faults = ["late", "wrong", "crashed"].map(|fault| engine[fault].as_u64().unwrap());
        assert_eq!(faults, [0, 0, 0], "{player}: {report}");
        assert!(engine["moves"].as_u64().unwrap() > 4, "{player}: {report}");
    }
}

#[test]
fn clocks_are_told_to_programs() {
    let place = Place::bare();
    let program = env!("CARGO_BIN_EXE_otrera");
    for protocol in ["uci", "gtp"] {
        let player = format!("cmd:{protocol}:'{program}' {protocol} --engine greedy --quiet");
        let words = ["match", &player, "random", "--games", "2", "--size", "6x6", "--clock", "20+0.1", "--grace", "20"];
        let report = place.json(&words);
        assert_eq!((&report["games"], &report["engines"][0]["late"]), (&2.into(), &0.into()), "{protocol}");
    }
}
