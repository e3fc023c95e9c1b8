//! `otrera tables solving`, `otrera tables solved` and the presets of `otrera solve`, as their users start them.

mod common;

use common::Place;
use serde_json::Value;

#[test]
fn the_suite_is_what_the_player_plays() {
    let place = Place::bare();
    let (code, made, _) = place.run(&["tables", "solving", "--make"]);
    let kept =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/api/data/solving.txt")).unwrap();
    assert!(code == 0 && made == kept, "make crates/api/data/solving.txt anew with `otrera tables solving --make`");
    for size in ["5x5", "6x5", "6x6"] {
        let games: Vec<&str> = kept.lines().filter(|line| line.starts_with(size)).collect();
        let mut different = games.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!((games.len(), different.len()), (100, 100), "{size}");
    }
}

/// All presets solve late positions, and name the same winners: the command refuses if they do not.
#[test]
fn presets_agree_on_the_suite() {
    let place = Place::new();
    let words = ["tables", "solving", "--games", "2", "--moves", "13-30", "--preset", "full,paper,paper-ab,plain"];
    let answer = place.json(&[&words[..], &["--seconds", "60", "--threads", "2"]].concat());
    let tables = answer["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 3);
    for table in tables {
        for row in table["rows"].as_array().unwrap() {
            let games = row["games"].as_u64().unwrap();
            assert!(row["no_db"].as_u64() <= row["db"].as_u64() && row["db"].as_u64() <= Some(games), "{row}");
            let moves = row["moves"].as_u64().unwrap();
            let presets = row["presets"].as_object().unwrap();
            assert_eq!(presets.len(), 4, "{row}");
            for (preset, found) in presets {
                assert!(found["tried"] == games && found["at_once"].as_u64() <= found["solved"].as_u64(), "{row}");
                assert!(found["solved"] == games || moves < 18, "{preset}: {row}");
            }
            // Positions that the rules decide with databases need no search of `paper`.
            assert_eq!(presets["paper"]["at_once"], row["db"], "{row}");
        }
        assert!(!table["areas"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_file_is_gone_on_from() {
    let place = Place::new();
    let file = place.path("kept.jsonl");
    let words = ["tables", "solving", "--size", "5x5", "--games", "2", "--preset", "full", "--file", &file, "--moves"];
    let first = place.json(&[&words[..], &["13-14"]].concat());
    let lines = || std::fs::read_to_string(&file).unwrap().lines().count();
    // Two games, two numbers of moves, the rules and one preset.
    assert_eq!(lines(), 8);
    let again = place.json(&[&words[..], &["13-14"]].concat());
    assert_eq!((lines(), &again["tables"]), (8, &first["tables"]));
    // A line that was cut off is tried again.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 9]).unwrap();
    place.json(&[&words[..], &["12-14"]].concat());
    assert_eq!(lines(), 12);
    std::fs::write(&file, "nonsense\n").unwrap();
    let (code, _, stderr) = place.run(&[&words[..], &["13-14"]].concat());
    assert!(code == 2 && stderr.contains("kept.jsonl, line 1"), "{stderr}");
}

#[test]
fn finished_rows_are_printed_when_time_is_over() {
    let place = Place::new();
    let (code, stdout, stderr) = place.run(&["tables", "solving", "--sample", "--time", "3", "--threads", "2"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(
        stdout.contains("5x5: positions that are solved, by number of moves")
            && stderr.contains("attempts are missing"),
        "{stderr}"
    );
    let (code, stdout, stderr) = place.run(&["tables", "solved", "--boards", "4x4,6x4", "--time", "3"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stdout.contains("4x4") && stderr.contains("6x4 is not solved"), "{stdout}{stderr}");
}

#[test]
fn each_technique_can_be_left_out() {
    let place = Place::new();
    let answer = place.json(&["tables", "solving", "--ablation", "--on", "4x4", "--threads", "2"]);
    let rows = answer["rows"].as_array().unwrap();
    let of = |preset: &str| rows.iter().filter(|row| row["preset"] == preset).collect::<Vec<_>>();
    assert!(of("full").len() >= 7 && of("paper").len() == 11, "{answer}");
    assert!(rows.iter().all(|row| row["cells"][0]["solved"] == 1), "{answer}");
    let nodes = |row: &Value| row["cells"][0]["nodes"].as_u64().unwrap();
    assert!(nodes(of("full")[0]) < nodes(of("paper")[0]) && nodes(of("paper")[0]) < nodes(of("plain")[0]));
}

#[test]
fn solved_boards_have_certificates_that_hold() {
    let place = Place::new();
    let directory = place.path("proofs");
    let answer = place.json(&["tables", "solved", "--boards", "4x4,5x4", "--certificates", &directory]);
    let rows = answer["rows"].as_array().unwrap();
    let winners: Vec<_> = rows.iter().map(|row| (row["board"].as_str().unwrap(), row["winner"].as_u64())).collect();
    // Song & Müller 2014, Table I.
    assert_eq!(winners, [("4x4", Some(2)), ("5x4", Some(1))]);
    for row in rows {
        let file = row["certificate"].as_str().unwrap();
        assert_eq!(std::fs::metadata(file).unwrap().len(), row["bytes"].as_u64().unwrap());
        assert_eq!(place.json(&["verify", file])["positions"], row["claims"]);
    }
}

#[test]
fn presets_of_solve_agree() {
    let place = Place::new();
    for board in ["start:4x4", "b../.../..w w", "b.w./.#../w..b b"] {
        let winner = place.json(&["solve", board])["winner"].clone();
        for words in [
            &["--preset", "plain"][..],
            &["--preset", "paper"],
            &["--preset", "paper-ab"],
            &["--preset", "paper", "--without", "active-db,hot,widening"],
            &["--without", "safe,guess,atlas"],
        ] {
            assert_eq!(place.json(&[&["solve", board], words].concat())["winner"], winner, "{board} {words:?}");
        }
    }
}

#[test]
fn bad_usage_gets_one_sentence() {
    let place = Place::new();
    for (words, part) in [
        (&["solve", "start:4x4", "--without", "hot"][..], "cannot leave out hot: the preset full uses"),
        (&["solve", "start:4x4", "--preset", "plain", "--without", "safe"], "nothing that can be left out"),
        (&["solve", "start:4x4", "--preset", "paper", "--certificate", "x"], "writes no certificates"),
        (&["solve", "start:4x4", "--preset", "paper", "--threads", "2"], "has one thread"),
        (&["solve", "start:4x4", "--without", "luck"], "invalid value 'luck'"),
        (&["tables", "solving", "--size", "7x7"], "invalid value '7x7'"),
        (&["tables", "solving", "--moves", "9-5"], "write a number of moves or a range"),
        (&["tables", "solving", "--ablation", "--sample"], "cannot be used with"),
        (&["tables", "solving", "--file", "/"], "cannot read"),
        (&["tables", "solved", "--boards", "9x9"], "invalid value '9x9'"),
        (&["tables", "solved", "--boards", "4x4", "--certificates", "/dev/null/x"], "cannot make"),
    ] {
        let (code, stdout, stderr) = place.run(words);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{words:?}: {stderr}");
        assert!(stderr.contains(part), "{words:?}: {stderr}");
    }
}

#[test]
fn puzzles_depend_on_the_seed_alone_and_wrong_answers_are_refused() {
    let place = Place::new();
    let make = |seed: &str| place.run(&["puzzles", "--count", "5", "--seed", seed, "--quiet"]).1;
    let text = make("3");
    assert_eq!((text.lines().count(), make("3") == text, make("4") == text), (6, true, false), "{text}");
    let file = place.path("puzzles.txt");
    let check = |text: &str| {
        std::fs::write(&file, text).unwrap();
        place.run(&["puzzles", "--check", &file, "--quiet"])
    };
    let (code, stdout, stderr) = check(&text);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("all 5 puzzles hold"), "{stdout}");
    // Another label of an area, and another line.
    let label = |text: &str| text.split_whitespace().find(|word| ["A", "B", "C"].contains(word)).unwrap().to_string();
    let right = label(&text);
    let wrong = text.replace(&format!(" w {right}\n"), if right == "A" { " w B\n" } else { " w A\n" });
    let (code, _, stderr) = check(&wrong);
    assert!(code == 1 && stderr.contains(&format!("the right answers are {right}")), "{code}: {stderr}");
    let (code, _, stderr) = check("otrera puzzles 3\n");
    assert!(code == 2 && stderr.contains("a file of puzzles begins with"), "{code}: {stderr}");
}
