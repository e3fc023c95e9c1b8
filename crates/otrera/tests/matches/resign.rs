//! Games that are given up, and what players think of theirs.

use otrera_board::game::Game;
use serde_json::Value;

use crate::common::Place;

/// Games that take no time and are clear before their end.
const MATCH: [&str; 8] = ["match", "greedy", "greedy:nodes=100", "--size", "8x8", "--nodes", "500", "--quiet"];

/// The games of a file, by number.
fn games(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut games: Vec<Value> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

fn list<'a>(game: &'a Value, name: &str) -> &'a [Value] {
    game[name].as_array().unwrap()
}

#[test]
fn games_are_given_up_where_the_check_says_so() {
    let place = Place::bare();
    let whole = place.path("whole.jsonl");
    let words = [&MATCH[..], &["--games", "24", "--file", &whole]].concat();
    place.json(&words);
    // The file tells it afterwards.
    let checks = place.json(&[&words[..], &["--resign-check", "5,20,45"]].concat())["resign_check"].clone();
    let whole = games(&whole);
    for (percent, check) in ["5", "20", "45"].iter().zip(checks.as_array().unwrap()) {
        let (file, sgf) = (place.path(&format!("{percent}.jsonl")), place.path(&format!("{percent}.sgf")));
        let words = [&MATCH[..], &["--games", "24", "--resign", percent, "--file", &file, "--sgf", &sgf]].concat();
        let report = place.json(&words);
        let records = Game::parse_collection(&std::fs::read_to_string(&sgf).unwrap()).unwrap();
        let (mut ended, mut wrong) = (0, 0);
        for ((game, full), record) in games(&file).iter().zip(&whole).zip(&records) {
            let (moves, all) = (list(game, "moves"), list(full, "moves"));
            let resigned = game["end"] == "resigned";
            ended += u64::from(resigned);
            wrong += u64::from(game["won"] != full["won"]);
            assert!(all.starts_with(moves) && resigned == (moves.len() < all.len()), "{percent} %: {game}");
            assert!(list(full, "chances").starts_with(list(game, "chances")), "{percent} %: {game}");
            assert_eq!(record.info("RE").unwrap().ends_with("+R"), resigned, "{percent} %: {game}");
        }
        assert!(ended > 0, "{percent} %: nothing was given up");
        assert_eq!((&check["games"], &check["ended"], &check["wrong"]), (&24.into(), &ended.into(), &wrong.into()));
        assert_eq!((&check["proven"], &report["proven"]), (&0.into(), &0.into()), "greedy proves nothing");
        assert_eq!(report["resigned"], ended, "{percent} %");
    }
}

#[test]
fn games_end_where_a_win_is_proven_and_it_would_have_been_won() {
    let place = Place::bare();
    for (number, second) in ["greedy", "random", "campya", "otrera:nodes=100"].into_iter().enumerate() {
        let (whole, cut) = (place.path(&format!("whole{number}.jsonl")), place.path(&format!("cut{number}.jsonl")));
        let sgf = place.path(&format!("cut{number}.sgf"));
        let words = ["match", "otrera", second, "--size", "6x6", "--nodes", "400", "--games", "10", "--quiet"];
        // No two of them are so sure six times in a row before the proof.
        let check = [&words[..], &["--file", &whole, "--resign-check", "0.1"]].concat();
        let check = place.json(&check)["resign_check"][0].clone();
        let report = place.json(&[&words[..], &["--file", &cut, "--sgf", &sgf, "--resign", "0.1"]].concat());
        let records = Game::parse_collection(&std::fs::read_to_string(&sgf).unwrap()).unwrap();
        let mut ended = 0;
        for ((game, full), record) in games(&cut).iter().zip(&games(&whole)).zip(&records) {
            let (moves, all) = (list(game, "moves"), list(full, "moves"));
            let known = full["proven"].as_u64().map(|at| (full["opening"].as_u64().unwrap() + at + 1) as usize);
            // After its last move a game is over anyway.
            let is_cut = known.is_some_and(|known| known < all.len());
            ended += u64::from(is_cut);
            assert_eq!(
                (moves.len(), game["end"] == "proven"),
                (known.unwrap_or(all.len()), is_cut),
                "{second}: {game}"
            );
            assert!(all.starts_with(moves) && full["end"] != "proven", "{second}: {full}");
            assert_eq!((&game["proven"], &game["won"]), (&full["proven"], &full["won"]), "{second}: {full}");
            if let Some(known) = known {
                // White begins.
                let prover = if known % 2 == 1 { "white" } else { "black" };
                assert_eq!(game["won"], game["first"] == prover, "{second}: {game}");
                assert_eq!(list(game, "chances").last(), Some(&1.0.into()), "{second}: {game}");
            }
            assert_eq!(record.info("RE").unwrap().ends_with("+R"), is_cut, "{second}: {game}");
        }
        assert!(ended >= 5, "{second}: {ended} games were proven");
        assert_eq!((&report["resigned"], &report["proven"]), (&ended.into(), &ended.into()), "{second}");
        let told = ["ended", "proven", "wrong"].map(|name| check[name].as_u64().unwrap());
        assert_eq!(told, [ended, ended, 0], "{second}");
    }
}

#[test]
fn only_who_keeps_a_proof_is_taken_at_its_word() {
    let place = Place::bare();
    let program = env!("CARGO_BIN_EXE_otrera");
    for (number, (player, is_taken)) in [
        ("otrera".to_string(), true),
        ("otrera:level=9".into(), false),
        ("campya".into(), false),
        ("arrow".into(), false),
        // It says mate.
        (format!("cmd:uci:'{program}' uci --engine otrera --quiet"), false),
    ]
    .into_iter()
    .enumerate()
    {
        let file = place.path(&format!("{number}.jsonl"));
        let words = ["match", &player, "random", "--size", "5x5", "--opening", "2", "--nodes", "2000", "--games", "4"];
        let report = place.json(&[&words[..], &["--resign", "2", "--file", &file, "--quiet"]].concat());
        let proven = games(&file).iter().filter(|game| game["proven"].is_u64()).count();
        assert_eq!(proven > 0, is_taken, "{player}");
        assert_eq!(report["proven"].as_u64().unwrap() > 0, is_taken, "{player}");
        // All of them were certain.
        let certain = |game: &Value| list(game, "chances").contains(&1.0.into());
        assert!(games(&file).iter().any(certain), "{player}");
    }
}

#[test]
fn a_proof_that_was_not_kept_is_seen() {
    let place = Place::bare();
    let file = place.path("match.jsonl");
    let words = [&MATCH[..], &["--games", "2", "--file", &file]].concat();
    place.json(&words);
    // As if in both games the loser had proven that it wins.
    let text = std::fs::read_to_string(&file).unwrap();
    let (head, lines) = text.split_once('\n').unwrap();
    let mut other = format!("{head}\n");
    for line in lines.lines() {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let white_won = (game["first"] == "white") == game["won"].as_bool().unwrap();
        // White has the first move after an opening of four.
        game["proven"] = u64::from(white_won).into();
        other += &format!("{game}\n");
    }
    std::fs::write(&file, &other).unwrap();
    let check = place.json(&[&words[..], &["--resign-check", "2"]].concat())["resign_check"][0].clone();
    assert_eq!(["games", "ended", "proven", "wrong"].map(|name| check[name].as_u64().unwrap()), [2; 4]);
}

#[test]
fn what_players_think_is_kept() {
    let place = Place::bare();
    let program = env!("CARGO_BIN_EXE_otrera");
    let foreign = |protocol: &str| format!("cmd:{protocol}:'{program}' {protocol} --engine greedy --quiet");
    for (number, (player, has_opinion)) in [
        ("greedy".to_string(), true),
        ("campya".into(), true),
        ("otrera:level=2".into(), true),
        ("random".into(), false),
        ("random:level=2".into(), false),
        (foreign("uci"), true),
        (foreign("gtp"), false),
    ]
    .into_iter()
    .enumerate()
    {
        let file = place.path(&format!("{number}.jsonl"));
        let words = ["match", &player, "random", "--size", "6x6", "--games", "2", "--time", "0.02", "--grace", "20"];
        // Against a player without an opinion no game is resigned.
        let report = place.json(&[&words[..], &["--resign", "49.9", "--file", &file, "--quiet"]].concat());
        assert_eq!(report["resigned"], 0, "{player}");
        for game in games(&file) {
            let opening = game["opening"].as_u64().unwrap() as usize;
            let (moves, chances) = (list(&game, "moves").len() - opening, list(&game, "chances"));
            assert_eq!((chances.len(), list(&game, "seconds").len()), (moves, moves), "{player}: {game}");
            // White begins, and four moves are the opening.
            let first = usize::from(game["first"] == "black");
            for (at, chance) in chances.iter().enumerate() {
                assert_eq!(chance.is_number(), has_opinion && at % 2 == first, "{player}: {game}");
                if let Some(number) = chance.as_f64() {
                    assert!((0.0..=1.0).contains(&number) && chance.to_string().len() <= "0.123".len(), "{chance}");
                }
            }
        }
    }
}

#[test]
fn files_without_chances_are_read_and_tell_nothing() {
    let place = Place::bare();
    let file = place.path("old.jsonl");
    let words = |games: &'static str| [&MATCH[..], &["--games", games, "--file", &file]].concat();
    place.json(&words("8"));
    // As it was written before there were chances.
    let text = std::fs::read_to_string(&file).unwrap();
    let (head, lines) = text.split_once('\n').unwrap();
    assert!(!head.contains("resign"));
    let mut old = format!("{head}\n");
    for line in lines.lines() {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for name in ["chances", "seconds"] {
            assert!(game.as_object_mut().unwrap().remove(name).is_some());
        }
        old += &format!("{game}\n");
    }
    std::fs::write(&file, &old).unwrap();
    let report = place.json(&[&words("12")[..], &["--resign-check", "45"]].concat());
    assert_eq!((&report["games"], &report["resign_check"][0]["games"]), (&12.into(), &4.into()), "{report}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with(&old));
}

#[test]
fn a_match_with_another_rule_is_another_match() {
    let place = Place::bare();
    for (there, here, sentence) in [
        (
            &["--resign", "5"][..],
            &["--resign", "2.5"][..],
            "--resign is 5 % for 3 moves, or proven there and 2.5 % for 3 moves, or proven here",
        ),
        (&["--resign", "5"], &[], "--resign is 5 % for 3 moves, or proven there and not given here"),
        (&[], &["--resign", "5"], "--resign is not given there and 5 % for 3 moves, or proven here"),
    ] {
        let file = place.path("match.jsonl");
        let words = [&MATCH[..], &["--games", "2", "--file", &file]].concat();
        assert_eq!(place.run(&[&words[..], there].concat()).0, 0);
        let before = std::fs::read(&file).unwrap();
        let (code, stdout, stderr) = place.run(&[&words[..], here].concat());
        assert_eq!((code, stdout.as_str()), (2, ""), "{there:?} {here:?}");
        assert!(stderr.contains(&format!("this is another match: {sentence}")), "{stderr}");
        assert_eq!(std::fs::read(&file).unwrap(), before);
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_percentage_is_above_0_and_below_50() {
    let place = Place::bare();
    for option in ["--resign", "--resign-check"] {
        for value in ["0", "50", "-1", "NaN", "inf", "two", "2%", ""] {
            let (code, stdout, stderr) = place.run(&[&MATCH[..], &[option, value]].concat());
            assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{option} {value}: {stderr}");
            assert!(stderr.contains("write a percentage above 0 and below 50"), "{option} {value}: {stderr}");
        }
    }
}
