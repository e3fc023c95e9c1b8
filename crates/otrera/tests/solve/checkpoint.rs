//! Searches that are killed, stopped and taken up again.

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Place;

/// 4x5 takes seconds in a development build. White, to move, loses: docs/results.md.
const BOARD: &str = "start:4x5";

/// Waits until a checkpoint is in its place that knows some nodes.
fn wait_for(file: &str, child: &mut Child) -> u64 {
    let begin = Instant::now();
    loop {
        assert!(begin.elapsed() < Duration::from_secs(60), "no checkpoint");
        assert_eq!(child.try_wait().unwrap(), None, "the search ended before it was stopped");
        if let Some(nodes) = nodes(file).filter(|&nodes| nodes > 1000) {
            return nodes;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The nodes that the first line tells.
fn nodes(file: &str) -> Option<u64> {
    let bytes = std::fs::read(file).ok()?;
    let line = String::from_utf8(bytes.split(|&byte| byte == b'\n').next()?.to_vec()).ok()?;
    line.split("; ").find_map(|part| part.strip_suffix(" nodes"))?.parse().ok()
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_killed_search_goes_on_from_its_last_save() {
    let place = Place::new();
    let whole = place.json(&["solve", BOARD]);
    let file = place.path("4x5.checkpoint");
    let words = ["solve", BOARD, "--checkpoint", &file, "--checkpoint-every", "0.1"];
    // Twice, so that a search that was taken up is saved too. The kill may come while a file is being written.
    let mut before = 0;
    for _ in 0..2 {
        let mut child = place.start(&words);
        while wait_for(&file, &mut child) <= before {}
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        before = nodes(&file).unwrap();
    }
    // A kill in the middle of a save leaves such a file.
    std::fs::write(format!("{file}.12345.new"), "half a file").unwrap();
    let certificate = place.path("4x5.certificate");
    let answer = place.json(&[&words[..], &["--certificate", &certificate]].concat());
    assert_eq!((&answer["winner"], &answer["winner"]), (&whole["winner"], &"black".into()));
    assert_eq!(answer["resumed"]["nodes"], before);
    let (all, expected) = (answer["nodes"].as_u64().unwrap(), whole["nodes"].as_u64().unwrap());
    assert!(all < expected * 3 / 2, "{all} nodes in parts, {expected} in one go");
    let verdict = place.json(&["verify", &certificate]);
    assert_eq!((&verdict["valid"], &verdict["positions"]), (&true.into(), &answer["certificate"]["claims"]));
    let found = names(place.root());
    assert!(!found.iter().any(|name| name.ends_with(".new")), "{found:?}");
    // Now it is known.
    let again = place.json(&words);
    assert_eq!((&again["nodes"], &again["winner"]), (&answer["nodes"], &"black".into()));
}

#[test]
#[cfg(unix)]
fn a_search_that_is_interrupted_or_at_its_limits_saves() {
    let place = Place::new();
    let file = place.path("c");
    let words = ["solve", BOARD, "--checkpoint", &file, "--checkpoint-every", "0.1"];
    let mut child = place.start(&words);
    wait_for(&file, &mut child);
    // No other process may write there.
    let (code, _, stderr) = place.run(&words);
    assert_eq!((code, stderr), (2, format!("otrera: another program is at work with {file}\n")));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{stderr}");
    let end = format!("; {file} has what was found out, and the same command goes on from there\n");
    assert!(stderr.starts_with("otrera: stopped: who wins is not known after ") && stderr.ends_with(&end), "{stderr}");
    let nodes_at_interrupt = nodes(&file).unwrap();
    // A limit on nodes counts those of the run.
    let (code, stdout, stderr) = place.run(&["solve", BOARD, "--checkpoint", &file, "--nodes", "2000", "--json"]);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &answer["winner"]), (1, &"unknown".into()), "{stderr}");
    assert!(stderr.starts_with("note: resumed after "), "{stderr}");
    assert_eq!(answer["nodes"], nodes_at_interrupt + 2000);
    assert_eq!(nodes(&file), Some(nodes_at_interrupt + 2000));
    let (code, _, _) = place.run(&["solve", BOARD, "--checkpoint", &file, "--time", "0.1"]);
    assert!(code == 1 && nodes(&file).unwrap() > nodes_at_interrupt + 2000);
    assert_eq!(
        place.json(&["solve", BOARD, "--checkpoint", &file, "--threads", "2", "--memory", "100M"])["winner"],
        "black"
    );
}

#[test]
fn what_a_search_cannot_go_on_from_is_refused_and_left_alone() {
    let place = Place::new();
    let file = place.path("c");
    let (code, _, _) = place.run(&["solve", BOARD, "--checkpoint", &file, "--nodes", "3000"]);
    assert_eq!(code, 1);
    let good = std::fs::read(&file).unwrap();
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        bytes
    };
    let newer = String::from_utf8(good.iter().copied().take_while(|&byte| byte != b'\n').collect()).unwrap();
    let newer = format!("{}\n", newer.replace("checkpoint 2:", "checkpoint 3:")).into_bytes();
    let damaged = "the checkpoint is damaged or cut short";
    for (bytes, extra, part) in [
        (flipped(good.len() / 2), &[][..], damaged),
        (flipped(50), &[], damaged),
        (flipped(good.len() - 1), &[], damaged),
        (good[..good.len() - 1].to_vec(), &[], damaged),
        (good[..good.len() / 3].to_vec(), &[], damaged),
        (Vec::new(), &[], "this is not a checkpoint"),
        (b"my diary".to_vec(), &[], "this is not a checkpoint"),
        (newer, &[], "this is a checkpoint of version '3', and this program reads version 2"),
        (good.clone(), &["--to-move", "b"], "this is a checkpoint of another position, .bb./b..b/..../w..w/.ww. w"),
        (good.clone(), &["--without", "walls"], "this is a checkpoint of a search with other options"),
    ] {
        std::fs::write(&file, &bytes).unwrap();
        let (code, stdout, stderr) = place.run(&[&["solve", BOARD, "--checkpoint", &file], extra].concat());
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{part}: {stderr}");
        assert!(stderr.contains(part) && stderr.contains("the file is left as it is"), "{part}: {stderr}");
        assert!(std::fs::read(&file).unwrap() == bytes, "{part}: the file was changed");
    }
    // Another atlas knows other areas.
    std::fs::write(&file, &good).unwrap();
    let other = place.path("four.otrera");
    assert_eq!(place.run(&["atlas", "build", "--size", "4", "--file", &other]).0, 0);
    let (code, _, stderr) = place.run(&["solve", BOARD, "--checkpoint", &file, "--atlas", &other]);
    assert!(code == 2 && stderr.contains("with another atlas"), "{stderr}");
}
