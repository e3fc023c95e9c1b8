//! Every answer is what the command line says to the same question.

use serde_json::{Value, json};

use crate::client::{serve, timeless};

/// A board in play, one that has come apart, the end of a game, a grid without a side to move, and a record.
const POSITIONS: [&str; 5] = [
    "start:4x4",
    "b.w./.#../w..b w",
    "b#w/### b",
    "x..|.#.|..o",
    "(;FF[4]GM[18]SZ[6];W[eeeddd];B[bbccdc]C[A remark.];W[deddce](;B[ebecfc])(;B[ccdbeb]))",
];

/// A question: its options as JSON, and the words of the command line for them.
const QUESTIONS: [(&str, &str, &str); 23] = [
    ("moves", "{}", "moves"),
    ("openings", "{}", "openings"),
    ("moves", r#"{"notation": "uci", "to_move": "b"}"#, "moves --notation uci --to-move b"),
    ("areas", "{}", "areas"),
    ("areas", r#"{"basic": true}"#, "areas --basic"),
    ("show", "{}", "show"),
    ("show", r#"{"eval": true, "areas": true}"#, "show --eval"),
    ("show", r#"{"areas": "basic"}"#, "show --areas=basic"),
    ("convert", r#"{"to": "fairy"}"#, "convert --to fairy"),
    ("convert", r#"{"to": "sgf"}"#, "convert --to sgf"),
    ("convert", r#"{"to": "json"}"#, "convert --to json"),
    ("territory", "{}", "territory"),
    ("atlas", "{}", "atlas query"),
    ("value", r#"{"time": 20, "largest": 7}"#, "value --time 20 --largest 7"),
    ("value", r#"{"longest": 30, "largest": 7}"#, "value --longest 30 --largest 7"),
    ("score", "{}", "score"),
    (
        "score",
        r#"{"komi": 1, "komi_rule": "points", "komi_for": "w"}"#,
        "score --komi 1 --komi-rule points --komi-for w",
    ),
    ("solve", r#"{"memory": "200M"}"#, "solve --memory 200M"),
    ("solve", r#"{"memory": "200M", "all_moves": true}"#, "solve --memory 200M --all-moves"),
    ("solve", r#"{"preset": "paper", "without": "local,hot"}"#, "solve --preset paper --without local,hot"),
    ("best", r#"{"nodes": 3000, "seed": 7, "memory": "32M"}"#, "best --nodes 3000 --seed 7 --memory 32M"),
    (
        "best",
        r#"{"engine": "amazong", "level": 3, "depth": 2, "memory": "8M"}"#,
        "best --engine amazong --level 3 --depth 2 --memory 8M",
    ),
    // Time enough for proofs, which have a part of it.
    ("analyze", r#"{"engine": "greedy", "nodes": 50, "time": 50}"#, "analyze --engine greedy --nodes 50 --time 50"),
];

#[test]
fn every_answer_is_the_command_lines() {
    let served = serve(&["--memory", "1G"]);
    for (name, options, words) in QUESTIONS {
        let options: Value = serde_json::from_str(options).unwrap();
        for position in POSITIONS {
            // The solvers do not take long, but the others are quicker.
            if matches!(name, "solve" | "score" | "analyze") && position.starts_with('(') {
                continue;
            }
            let mut body = options.clone();
            body["position"] = position.into();
            let answer = served.post(&format!("/api/{name}"), &body);
            let mut command: Vec<&str> = words.split(' ').collect();
            // A record comes from a file or a stream on the command line; the text itself is read as well.
            command.extend([position, "--json"]);
            let (code, stdout, stderr) = served.place.run(&command);
            match serde_json::from_str::<Value>(&stdout) {
                Ok(expected) => {
                    assert_eq!(answer.status, 200, "{name} {body}: {}", String::from_utf8_lossy(&answer.body));
                    assert_eq!(timeless(answer.json()), timeless(expected), "{name} {body}");
                }
                Err(_) => {
                    assert_eq!(answer.status, if code == 1 { 422 } else { 400 }, "{name} {body}: {stderr}");
                    let sentence = stderr.lines().last().unwrap().strip_prefix("otrera: ").unwrap();
                    assert_eq!(answer.error(), sentence, "{name} {body}");
                }
            }
        }
    }
}

#[test]
fn moves_are_played_before_a_question_is_answered() {
    let served = serve(&[]);
    let body = json!({ "position": "start:6x6", "play": "b1-b4xd4 b6-b5xb6" });
    let expected = served.place.json(&["moves", "start:6x6", "--play", "b1-b4xd4 b6-b5xb6"]);
    assert_eq!(served.ask("moves", &body), expected);
    let answer = served.post("/api/moves", &json!({ "position": "start:6x6", "play": "b1-b6xb5" }));
    assert_eq!((answer.status, &*answer.error()), (400, "illegal move b1-b6xb5: path blocked at b6 by a black amazon"));
}

#[test]
fn candidates_are_moves_with_lines_best_first() {
    let served = serve(&[]);
    let best = served.ask("best", &json!({ "position": "start:8x8", "nodes": 20_000, "no_book": true }));
    let candidates = best["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), 8);
    assert_eq!(candidates[0]["move"], best["move"]);
    let visits: Vec<u64> = candidates.iter().map(|candidate| candidate["visits"].as_u64().unwrap()).collect();
    assert!(visits.is_sorted_by(|a, b| a >= b) && visits[0] > 0, "{visits:?}");
    for candidate in candidates {
        let line: Vec<&str> = candidate["line"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
        assert_eq!(candidate["move"], line[0]);
        let played = served.post("/api/moves", &json!({ "position": "start:8x8", "play": line.join(" ") }));
        assert_eq!(played.status, 200, "{line:?}");
    }
}
