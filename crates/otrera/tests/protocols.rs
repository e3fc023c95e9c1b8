//! Replays the conversations in docs/formats/protocols.md. Each block of language `transcript` begins with a command.
//! Lines after `>` are input. Lines after `<` are the expected output, with `[..]` for any text.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::Place;

/// Longest wait for a line, on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(30);

struct Talk {
    child: std::process::Child,
    input: Option<std::process::ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    fn new(words: &[&str], place: &Place) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_otrera"))
            .args(words)
            .env("OTRERA_ATLAS", place.root().join("no.atlas"))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Talk { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, line: &str) {
        self.input.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn hear(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.input = None;
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if begin.elapsed() > PATIENCE {
                self.child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Returns whether a line matches; `[..]` stands for any text.
fn fits(line: &str, pattern: &str) -> bool {
    match pattern.split_once("[..]") {
        None => line == pattern,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).filter(|&at| rest.is_char_boundary(at)).any(|at| fits(&rest[at..], tail))
        }),
    }
}

#[test]
fn the_conversations_in_the_documents_are_had() {
    let place = Place::bare();
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/protocols.md")).unwrap();
    let blocks: Vec<&str> =
        page.split("```transcript\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 5);
    for block in blocks {
        let mut lines = block.lines();
        let command = lines.next().unwrap().strip_prefix("$ otrera ").expect("a command");
        let words: Vec<&str> = command.split_whitespace().collect();
        let mut talk = Talk::new(&words, &place);
        for line in lines {
            match line.split_at(1) {
                (">", text) => talk.say(text.trim_start()),
                ("<", text) => {
                    let heard = talk.hear();
                    let text = text.strip_prefix(' ').unwrap_or(text);
                    assert!(fits(&heard, text), "{command}: heard\n{heard}\ninstead of\n{text}");
                }
                _ => panic!("{line} is neither said nor heard"),
            }
        }
    }
}

#[test]
fn bad_commands_are_answered_and_end_nothing() {
    let place = Place::bare();
    let mut uci = Talk::new(&["uci", "--engine", "greedy"], &place);
    for line in [
        "nonsense",
        "go movetime soon",
        "go somehow",
        "position",
        "position fen",
        "position fen 3q/q w",
        "position startpos moves a1a2,a2a3",
        "position startpos moves d1",
        "setoption",
        "setoption name Flags value 3",
        "setoption name Threads value many",
        "setoption name UCI_Variant value chess",
        "\u{fffd}\u{0}",
    ] {
        uci.say(line);
        assert!(uci.hear().starts_with("info string error: "), "{line}");
    }
    uci.say("isready");
    assert_eq!(uci.hear(), "readyok");

    let mut gtp = Talk::new(&["gtp", "--engine", "greedy"], &place);
    for line in [
        "nonsense",
        "12",
        "play",
        "play w",
        "play green d1-d7xg7",
        "play w d1-d7",
        "play w a1-a2xa3",
        "boardsize big",
        "boardsize 3",
        "boardsize 200",
        "undo",
        "genmove",
        "genmove x",
        "time_settings 1",
        "time_left b 1 x",
        "loadsgf no-such-file.sgf",
        "otrera-level 99",
        "otrera-engine nobody",
        "otrera-position 3x",
        "final_score",
    ] {
        gtp.say(line);
        assert!(gtp.hear().starts_with('?'), "{line}");
        assert_eq!(gtp.hear(), "", "{line}");
    }
    gtp.say("# a remark");
    gtp.say("7 name");
    assert_eq!(gtp.hear(), "=7 Otrera");

    let mut botzone = Talk::new(&["botzone", "--engine", "greedy", "--time", "0.1"], &place);
    for line in ["nonsense", "0", "1\n1 2 3", "0 0 0 0 0 0", "99 0 0 0 0 0"] {
        botzone.say(line);
        assert_eq!(botzone.hear(), "-1 -1 -1 -1 -1 -1", "{line}");
        assert!(botzone.hear().starts_with("error: "), "{line}");
    }
    for line in [
        "{}",
        "{\"requests\":[{\"x0\":5}]}",
        "{\"requests\":[{\"x0\":0,\"y0\":0,\"x1\":0,\"y1\":1,\"x2\":0,\"y2\":2}]}",
    ] {
        botzone.say(line);
        let answer = botzone.hear();
        assert!(answer.contains("\"x0\":-1") && answer.contains("error: "), "{line}: {answer}");
    }
}

#[test]
fn times_beyond_any_clock_are_accepted() {
    let place = Place::bare();
    let mut uci = Talk::new(&["uci", "--engine", "greedy"], &place);
    for line in ["go movetime 9223372036854775807", "go wtime 9223372036854775807 winc 9223372036854775807"] {
        uci.say(line);
        assert!(uci.hear().starts_with("info depth 1 "), "{line}");
        assert!(uci.hear().starts_with("bestmove "), "{line}");
    }
    let mut gtp = Talk::new(&["gtp", "--engine", "greedy"], &place);
    for line in ["time_left w 18e18 1", "genmove w", "time_left b 18e18 0", "genmove b"] {
        gtp.say(line);
        assert!(gtp.hear().starts_with('='), "{line}");
        assert_eq!(gtp.hear(), "", "{line}");
    }
}

#[test]
fn an_answer_is_held_back_until_it_is_asked_for_and_then_given_at_once() {
    let place = Place::bare();
    let mut uci = Talk::new(&["uci", "--engine", "greedy"], &place);
    uci.say("position startpos");
    uci.say("go infinite");
    uci.say("isready");
    // The search may end, but its result is not wanted.
    assert_eq!(uci.hear(), "readyok");
    assert!(uci.lines.recv_timeout(Duration::from_millis(300)).is_err());
    uci.say("stop");
    assert!(uci.hear().starts_with("info depth 1 "));
    assert!(uci.hear().starts_with("bestmove "));
    // A stop that was said together with its go is not lost.
    uci.say("go infinite\nstop");
    uci.hear();
    assert!(uci.hear().starts_with("bestmove "));
}
