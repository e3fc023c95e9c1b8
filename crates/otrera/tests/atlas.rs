//! `otrera atlas`, as its users start it: building, being killed, building twice at once, asking, and bad files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The program, with everything that says where an atlas is pointing into a directory.
fn otrera(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    command.env_remove("OTRERA_ATLAS").env("HOME", directory).env("XDG_DATA_HOME", directory.join("data"));
    command
}

fn run(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn json(command: &mut Command) -> Value {
    let (code, stdout, stderr) = run(command.arg("--json"));
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn an_atlas_is_built_and_answers() {
    let directory = TempDir::new().unwrap();
    let atlas = |words: &[&str]| {
        let mut command = otrera(directory.path());
        command.args(["atlas"]).args(words).arg("--file").arg(directory.path().join("a.otrera"));
        command
    };
    let built = json(&mut atlas(&["build", "--size", "5"]));
    assert_eq!((&built["built"], &built["size"]), (&true.into(), &5.into()));
    let again = json(&mut atlas(&["build", "--size", "4"]));
    assert_eq!((&again["built"], &again["size"]), (&false.into(), &5.into()), "a larger one is there");
    let info = json(&mut atlas(&["info"]));
    assert_eq!(info["graphs"], serde_json::json!([1, 1, 3, 11, 42]));
    let check = json(&mut atlas(&["check", "--samples", "300"]));
    assert_eq!(check["agree"], true);
    assert_eq!(["territory", "open", "guarded"].map(|kind| check[kind].as_u64().unwrap()).iter().sum::<u64>(), 300);
    let all = json(&mut atlas(&["check", "--all"]));
    // Regions of 1 to 5 squares, 3 and 5 things on each square, guarded ones up to 4 squares.
    let states = |base: u64, sizes: &[u64]| (1..).zip(sizes).map(|(n, count)| base.pow(n) * count).sum::<u64>();
    assert_eq!(all["open"], states(3, &[1, 2, 5, 22, 94]));
    assert_eq!(all["guarded"], states(5, &[1, 2, 5, 22]));

    let answer = json(&mut atlas(&["query", "b..w#.w.## w"]));
    assert_eq!(answer["areas"][0]["value"], "+-1");
    assert_eq!(answer["areas"][1]["moves"], 2);
    assert_eq!(answer["sum"]["mean"], "-2");
    // A blocker territory: White's c1 holds two squares against Black.
    let blocked = json(&mut atlas(&["query", "bw.. w"]));
    let part = blocked["parts"].as_array().unwrap().iter().find(|part| part["kind"] == "white territory").unwrap();
    assert_eq!((&part["moves"], &part["blockers"]), (&2.into(), &serde_json::json!(["b1"])));
    assert_eq!(part["without"], serde_json::json!([{"blockers": ["b1"], "moves": 0}]));

    let (code, stdout, stderr) = run(&mut atlas(&["query", "b..../....w w"]));
    assert_eq!(code, 1);
    assert!(stdout.contains("not in the atlas") && stderr.contains("up to 5 squares"), "{stdout}{stderr}");
}

#[test]
fn the_first_question_builds_a_small_atlas() {
    let directory = TempDir::new().unwrap();
    let (code, _, stderr) = run(otrera(directory.path()).args(["atlas", "query", "b.w w"]));
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("there is no atlas yet"), "{stderr}");
    if cfg!(all(unix, not(target_os = "macos"))) {
        assert!(directory.path().join("data/otrera/atlas.otrera").is_file());
    }
    let (code, stdout, stderr) = run(otrera(directory.path()).args(["atlas", "query", "b.w w"]));
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("value        *"), "{stdout}");
    // The variable goes before the usual place.
    let elsewhere = directory.path().join("elsewhere.otrera");
    let (code, _, stderr) = run(otrera(directory.path()).args(["atlas", "info"]).env("OTRERA_ATLAS", &elsewhere));
    assert_eq!(code, 2);
    assert!(stderr.contains("elsewhere.otrera"), "{stderr}");
}

#[test]
fn a_killed_build_leaves_nothing_that_reads_as_good() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("a.otrera");
    let build = || {
        let mut command = otrera(directory.path());
        command.args(["atlas", "build", "--size", "6", "--threads", "1", "--file"]).arg(&file);
        command
    };
    for milliseconds in [0, 20, 60, 120, 200, 400] {
        let mut child = build().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        if file.exists() {
            let info = json(otrera(directory.path()).args(["atlas", "info", "--file"]).arg(&file));
            assert_eq!(info["size"], 6, "what is there is complete");
            fs::remove_file(&file).unwrap();
        }
    }
    let finished = json(&mut build());
    assert_eq!((&finished["built"], &finished["size"]), (&true.into(), &6.into()));
    let other = directory.path().join("b.otrera");
    json(otrera(directory.path()).args(["atlas", "build", "--size", "6", "--file"]).arg(&other));
    assert_eq!(fs::read(&file).unwrap(), fs::read(&other).unwrap(), "the same bytes after all that");
    let left: Vec<String> =
        fs::read_dir(directory.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| name.ends_with(".otrera") || name.ends_with(".lock")), "{left:?}");
}

#[test]
fn a_stopped_build_is_gone_on_with() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("a.otrera");
    // Another size, finished before, is what a build goes on from.
    json(otrera(directory.path()).args(["atlas", "build", "--size", "4", "--file"]).arg(&file));
    let (code, _, stderr) = run(otrera(directory.path()).args(["atlas", "build", "--size", "5", "--file"]).arg(&file));
    assert_eq!(code, 0);
    assert!(stderr.contains("continuing from size 4"), "{stderr}");
    let (code, _, stderr) =
        run(otrera(directory.path()).args(["atlas", "build", "--size", "8", "--time", "0.3", "--file"]).arg(&file));
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("stopped: sizes up to"), "{stderr}");
    let (code, _, stderr) =
        run(otrera(directory.path()).args(["atlas", "build", "--size", "7", "--memory", "10M", "--file"]).arg(&file));
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("more memory than the limit allows"), "{stderr}");
    let info = json(otrera(directory.path()).args(["atlas", "info", "--file"]).arg(&file));
    assert_eq!(info["size"], 5, "the old file stays");
}

#[test]
fn two_builds_at_once_do_not_harm_each_other() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("a.otrera");
    let children: Vec<_> = (0..3)
        .map(|_| {
            let mut command = otrera(directory.path());
            command.args(["atlas", "build", "--size", "6", "--threads", "1", "--json", "--file"]).arg(&file);
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let answers = children.into_iter().map(|child| child.wait_with_output().unwrap().stdout);
    let built: Vec<Value> = answers.map(|bytes| serde_json::from_slice(&bytes).unwrap()).collect();
    assert_eq!(built.iter().filter(|answer| answer["built"] == true).count(), 1, "one builds, the others wait");
    assert!(built.iter().all(|answer| answer["size"] == 6));
}

#[test]
fn bad_files_are_refused_with_one_sentence() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("a.otrera");
    json(otrera(directory.path()).args(["atlas", "build", "--size", "3", "--file"]).arg(&file));
    let good = fs::read(&file).unwrap();
    let damaged = || {
        let mut bytes = good.clone();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        bytes
    };
    let newer = || {
        let mut bytes = good.clone();
        bytes[13] = b'7';
        bytes
    };
    for (bytes, part) in [
        (damaged(), "damaged or cut short"),
        (good[..good.len() / 2].to_vec(), "damaged or cut short"),
        (newer(), "version 7"),
        (b"hello".to_vec(), "this is not an atlas file"),
        (Vec::new(), "this is not an atlas file"),
    ] {
        fs::write(&file, bytes).unwrap();
        for words in [&["info"][..], &["query", "b.w w"], &["check"]] {
            let (code, stdout, stderr) =
                run(otrera(directory.path()).arg("atlas").args(words).arg("--file").arg(&file));
            assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
            assert!(stderr.contains(part) && stderr.lines().count() == 1, "{words:?}: {stderr}");
        }
    }
    // A foreign file is not overwritten; a broken atlas is.
    fs::write(&file, "my only copy").unwrap();
    let build = || run(otrera(directory.path()).args(["atlas", "build", "--size", "3", "--file"]).arg(&file));
    let (code, _, stderr) = build();
    assert_eq!(code, 2);
    assert!(stderr.contains("not replaced"), "{stderr}");
    assert_eq!(fs::read(&file).unwrap(), b"my only copy");
    fs::write(&file, damaged()).unwrap();
    assert_eq!(build().0, 0);
    assert_eq!(fs::read(&file).unwrap(), good);
    // A directory, and a place that is not there.
    for path in [directory.path().to_path_buf(), directory.path().join("a.otrera/inside.otrera")] {
        let (code, _, stderr) =
            run(otrera(directory.path()).args(["atlas", "build", "--size", "1", "--file"]).arg(&path));
        assert_eq!((code, stderr.lines().count()), (2, 1), "{stderr}");
    }
}
