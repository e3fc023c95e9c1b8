//! Programs of others, good and bad.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::Place;

/// A program that talks UCI well enough to choose the first move on 5x5, and then does what its argument says.
const FAKE: &str = r#"
echo "a word to nobody" >&2
while read -r line; do
  case "$line" in
    uci) echo "id name fake"; echo "option name Big Hash type spin default 1"; echo "uciok" ;;
    isready) echo "readyok" ;;
    quit) test "$1" = deaf || exit 0 ;;
    position*" moves "*) manner="$1" ;;
    position*) manner=first; test "$1" = chess && manner=chess ;;
    go*)
      case "$manner" in
        first) echo "bestmove b1b4,b4b1" ;;
        chess) echo "bestmove e2e4" ;;
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
        ("silent", "late", " s more than its limit of 0.05 s"),
        ("deaf", "late", " s more than its limit of 0.05 s"),
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

#[test]
fn a_program_that_cannot_play_is_an_error_of_the_set_up() {
    let place = Place::bare();
    let program = env!("CARGO_BIN_EXE_otrera");
    let refuses = r#"sh -c 'while read -r line; do echo "? unacceptable size"; echo; done'"#;
    for (player, size, sentence) in [
        ("cmd:uci:sh -c 'exit 3'".to_string(), "5x5", "the program ended: exit status: 3"),
        ("cmd:uci:no-such-program".into(), "5x5", "no-such-program cannot be started"),
        (fake(&place, "chess"), "5x5", "the answer 'e2e4' is not a move"),
        // The move that it knows is none on this board.
        (fake(&place, "silent"), "7x7", "illegal move b1-b4xb1"),
        (format!("cmd:gtp:{refuses}"), "6x6", "boardsize 6: unacceptable size"),
        (format!("cmd:botzone:'{program}' botzone"), "6x6", "Botzone plays from the standard setup of 8x8 only"),
        (format!("cmd:uci:'{program}' uci --quiet;Colour=red"), "5x5", "it has no option Colour: Threads, Hash, "),
        // It speaks another protocol.
        (format!("cmd:uci:'{program}' gtp --quiet"), "5x5", "no answer by uci in 10 s"),
    ] {
        let file = place.path("never.jsonl");
        let words = ["match", "greedy", &player, "--games", "2", "--size", size, "--nodes", "50", "--file", &file];
        let (code, stdout, stderr) = place.run(&words);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{player}: {stderr}");
        assert!(stderr.contains(sentence), "{player}: {stderr}");
        assert!(!Path::new(&file).exists(), "{player}");
    }
}

#[test]
fn programs_have_options_names_and_a_log() {
    let place = Place::bare();
    let program = env!("CARGO_BIN_EXE_otrera");
    let log = place.path("match.log");
    let first = format!("cmd:uci:'{program}' uci --engine greedy --quiet;Level=3;Move Overhead=7;name=third;nodes=40");
    let second = format!("{};Big Hash=5", fake(&place, "crash"));
    let words = ["match", &first, &second, "--games", "2", "--size", "5x5", "--opening", "2", "--time", "1"];
    let (code, stdout, stderr) = place.run(&[&words[..], &["--no-book", "--log", &log]].concat());
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.starts_with("third against cmd:uci:sh "), "{stdout}");
    let row = |name: &str| stdout.lines().filter(|line| line.starts_with(name)).nth(1).map(str::to_string);
    assert!(row("third").is_some_and(|row| !row.contains(" - ")), "{stdout}");
    // A program that tells no nodes.
    assert!(stdout.lines().last().is_some_and(|row| row.contains("  -  ")), "{stdout}");
    let log = std::fs::read_to_string(&log).unwrap();
    for line in [
        "A1 > uci",
        "A1 > setoption name Level value 3",
        "A1 > setoption name Move Overhead value 7",
        "A1 > setoption name OwnBook value false",
        "A1 < uciok",
        "B2 > setoption name Big Hash value 5",
        "B2 ! a word to nobody",
        "B2 < bestmove b1b4,b4b1",
        " nodes 40",
        "# exit status: 3",
    ] {
        let count = log.lines().filter(|text| text.ends_with(line)).count();
        assert!(count > 0, "{line}:\n{log}");
    }
    assert!(!log.contains("B2 > setoption name OwnBook"), "{log}");
    let seconds = |line: &str| line.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    assert!(log.lines().all(|line| seconds(line).is_some()), "{log}");
}

/// A bot for Botzone as its wiki has it: the first input has the number of turns and all moves so far; after the marker
/// each turn is one line. It asks our bot for its moves, writes a line for each of its starts, and ends if the arena
/// sends something else.
const LONG_RUNNING: &str = r#"
echo start >> "$2"
read -r turns
moves=""
lines=$((2 * turns - 1))
while [ "$lines" -gt 0 ]; do
  read -r line || exit 1
  moves="$moves$line
"
  lines=$((lines - 1))
done
while :; do
  answer=$(printf '%s\n%s' "$turns" "$moves" | "$1" botzone --engine greedy --time 0.2 --quiet | head -n 1)
  echo "$answer"
  echo
  echo ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
  read -r line || exit 0
  case "$line" in *" "*) ;; *) exit 4 ;; esac
  moves="$moves$answer
$line
"
  turns=$((turns + 1))
done
"#;

#[test]
fn a_long_running_bot_of_botzone_is_started_once_for_each_game() {
    let place = Place::bare();
    let (path, starts) = (place.path("bot.sh"), place.path("starts"));
    std::fs::write(&path, LONG_RUNNING).unwrap();
    let program = env!("CARGO_BIN_EXE_otrera");
    let bot = format!("cmd:botzone-simple:sh '{path}' '{program}' '{starts}'");
    let words = ["match", &bot, "random", "--games", "2", "--size", "8x8", "--opening", "30", "--time", "2"];
    let report = place.json(&[&words[..], &["--grace", "20", "--play-out"]].concat());
    let engine = &report["engines"][0];
    assert_eq!(["late", "wrong", "crashed"].map(|fault| engine[fault].as_u64().unwrap()), [0, 0, 0], "{report}");
    assert!(engine["moves"].as_u64().unwrap() >= 4 && engine["nodes"].is_null(), "{report}");
    // Two games and the trial before them.
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 3);
}
