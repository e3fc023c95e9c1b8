//! Campaigns as users start them: on one machine, and on a real NATS server with a manager and three workers that are
//! killed. Where no server can be had, that test is skipped with a notice that the gate repeats.
#![allow(clippy::print_stderr, reason = "a test that is skipped says so, and a run tells its figures")]

mod common;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use common::Place;
use otrera_testing::{Process, Random, free_port, nats_server, nats_server_or_notice, start_nats_server};

/// Longest time for a campaign with kills.
const PATIENCE: Duration = Duration::from_secs(240);

/// The directory for what tests install.
fn temporary() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// The program in the background, with its output in a file.
fn start(place: &Place, log: &str, words: &[&str]) -> Process {
    let log = || File::options().create(true).append(true).open(place.path(log)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
    command.args(words).env("OTRERA_ATLAS", place.path("atlas.otrera"));
    Process(command.stdout(log()).stderr(log()).spawn().unwrap())
}

fn log(place: &Place, name: &str) -> String {
    fs::read_to_string(place.path(name)).unwrap_or_default()
}

/// One campaign on 4x5 in which worker, manager and server are killed at moments that `seed` chooses. Returns the share of
/// the nodes that was spent on known results.
fn campaign_with_kills(program: &Path, seed: u64) -> f64 {
    let (place, port, mut random) = (Place::new(), free_port(), Random(seed));
    let (directory, url) = (place.path("c"), format!("nats://127.0.0.1:{port}"));
    let new = ["campaign", "new", &directory, "start:4x5", "--budget", "500", "--tries", "1", "--lemma", "200"];
    assert_eq!(place.run(&[&new[..], &["--lease", "2"]].concat()).0, 0);
    let mut server = start_nats_server(program, place.root(), port, &["-js"]);
    let manage = || start(&place, "manager.log", &["campaign", "manage", &directory, "--nats", &url]);
    let mut manager = manage();
    let work = |name: usize| {
        let name = format!("worker{name}");
        start(
            &place,
            &format!("{name}.log"),
            &["campaign", "work", "--nats", &url, "--name", &name, "--memory", "200M"],
        )
    };
    std::thread::sleep(Duration::from_secs(1));
    let mut workers = [work(0), work(1), work(2)];
    let begin = Instant::now();
    let mut kills = [0; 3];
    let code = loop {
        std::thread::sleep(Duration::from_millis(200 + random.below(1200) as u64));
        match manager.is_over() {
            // It was starting when the server was killed, and has said so. On a busy machine that takes a while.
            Some(2)
                if log(&place, "manager.log")
                    .lines()
                    .last()
                    .is_some_and(|line| line.starts_with("otrera: cannot ")) =>
            {
                manager = manage();
            }
            Some(code) => break code,
            None => {}
        }
        assert!(begin.elapsed() < PATIENCE, "seed {seed}: {}", log(&place, "manager.log"));
        let victim = if begin.elapsed() < Duration::from_secs(25) { random.below(4) } else { 3 };
        match victim {
            0 => workers[random.below(3)].kill(),
            1 => {
                manager.kill();
                manager = manage();
            }
            2 => {
                server.kill();
                std::thread::sleep(Duration::from_millis(random.below(800) as u64));
                server = start_nats_server(program, place.root(), port, &["-js"]);
            }
            _ => {}
        }
        if victim < 3 {
            kills[victim] += 1;
        }
        for (index, worker) in workers.iter_mut().enumerate() {
            if worker.is_over().is_some() {
                *worker = work(index);
            }
        }
    };
    assert_eq!(code, 0, "seed {seed}: {}", log(&place, "manager.log"));
    drop(workers);
    verify_on_the_farm(&place, &directory, &url, seed);
    drop(server);
    let status = place.json(&["campaign", "status", &directory]);
    // Source: the table of solved boards, docs/results.md: 4x5 is won by the second player.
    assert_eq!((&status["winner"], &status["complete"]), (&"black".into(), &true.into()), "seed {seed}");
    let certificate = place.path("certificate");
    let written = place.run(&["campaign", "certificate", &directory, "--output", &certificate]);
    assert_eq!(written.0, 0, "seed {seed}: {}", written.2);
    let (code, stdout, _) = place.run(&["verify", &certificate]);
    assert!(code == 0 && stdout.contains("Black wins"), "seed {seed}: {stdout}");
    let share = status["repeated_nodes"].as_f64().unwrap() / status["nodes"].as_f64().unwrap();
    let seconds = begin.elapsed().as_secs();
    eprintln!("seed {seed}: kills {kills:?} of worker, manager, server; {seconds} s; {share:.3} repeated");
    share
}

/// Verifies a finished campaign with two workers, of which one is killed.
fn verify_on_the_farm(place: &Place, directory: &str, url: &str, seed: u64) {
    let mut verify = start(place, "verify.log", &["verify", directory, "--nats", url]);
    let begin = Instant::now();
    let mut workers = Vec::new();
    let code = loop {
        if let Some(code) = verify.is_over() {
            break code;
        }
        assert!(begin.elapsed() < PATIENCE, "seed {seed}: {}", log(place, "verify.log"));
        std::thread::sleep(Duration::from_millis(300));
        // Until the verifier has opened the campaign again, workers leave.
        workers.retain_mut(|worker: &mut Process| worker.is_over().is_none());
        if workers.len() < 2 {
            let words = ["campaign", "work", "--nats", url, "--memory", "200M", "--threads", "1"];
            workers.push(start(place, "checker.log", &words));
        } else if begin.elapsed() < Duration::from_secs(5) {
            workers[0].kill();
        }
    };
    let words = log(place, "verify.log");
    assert!(code == 0 && words.contains("valid: Black wins"), "seed {seed}: {words} {}", log(place, "checker.log"));
}

#[test]
fn a_campaign_survives_kills_of_worker_manager_and_server() {
    if let Some(program) = nats_server_or_notice(temporary()) {
        campaign_with_kills(&program, 1);
    }
}

#[test]
#[ignore = "twenty campaigns take some minutes"]
fn twenty_campaigns_survive_kills() {
    let program = nats_server(temporary()).unwrap();
    // For example 7, or 1-20.
    let seeds = std::env::var("OTRERA_SEEDS").unwrap_or_else(|_| "1-20".into());
    let (first, last) = seeds.split_once('-').unwrap_or((&seeds, &seeds));
    let seeds = first.parse().unwrap()..=last.parse().unwrap();
    let shares: Vec<f64> = seeds.map(|seed| campaign_with_kills(&program, seed)).collect();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    writeln!(std::io::stderr(), "share of repeated work: {mean:.3} on average").unwrap();
}

#[test]
fn a_campaign_on_one_machine_is_stopped_goes_on_and_ends_with_a_certificate() {
    let place = Place::new();
    let directory = place.path("c");
    let new = ["campaign", "new", &directory, "start:4x5", "--budget", "300", "--tries", "1", "--lemma", "100"];
    assert_eq!(place.run(&new).0, 0);
    let (code, _, stderr) = place.run(&["campaign", "run", &directory, "--time", "0.4", "--quiet"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("stopped: open") && stderr.contains("the same command goes on from there"), "{stderr}");
    let early = place.run(&["campaign", "certificate", &directory, "--output", &place.path("early")]);
    assert_eq!((early.0, early.2.trim()), (2, "otrera: the campaign is not finished: who wins is not proven yet"));
    let mut run = start(&place, "run.log", &["campaign", "run", &directory]);
    std::thread::sleep(Duration::from_millis(700));
    run.kill();
    let (code, stdout, stderr) = place.run(&["campaign", "run", &directory, "--threads", "2"]);
    assert!(code == 0 && stdout.contains("black wins, proven"), "{stdout} {stderr}");
    let certificate = place.path("certificate");
    assert_eq!(place.run(&["campaign", "certificate", &directory, "--output", &certificate]).0, 0);
    assert_eq!(place.run(&["verify", &certificate]).0, 0);
    let tree = place.path("tree.svg");
    assert_eq!(place.run(&["campaign", "status", &directory, "--svg", &tree]).0, 0);
    roxmltree::Document::parse(&fs::read_to_string(tree).unwrap()).unwrap();
    let markdown = place.run(&["campaign", "status", &directory, "--markdown"]);
    assert_eq!(markdown.0, 0, "{}", markdown.2);
    let status = place.json(&["campaign", "status", &directory]);
    let moves = status["moves"].as_array().unwrap();
    let rows: Vec<&str> =
        markdown.1.split("### After").next().unwrap().lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), moves.len() + 2, "{}", markdown.1);
    for status in moves {
        let play = status["play"].as_str().unwrap();
        let row = rows.iter().find(|row| row.starts_with(&format!("| {play} | Black wins |"))).unwrap();
        let part = status["part"].as_str().map_or("*replies*", |part| &part[..16]);
        assert!(row.contains(part), "{row}: {status}");
    }
    let again = place.run(&["campaign", "run", &directory]);
    assert_eq!(again.0, 0, "a finished campaign is shown: {}", again.2);
}

#[test]
fn what_rests_on_assumed_moves_is_never_called_proven() {
    let place = Place::new();
    let (first, note) = (place.path("first"), place.path("note.md"));
    let settings = ["--budget", "300", "--tries", "1", "--lemma", "100"];
    let new = |directory: &str, others: &[&str]| {
        place.run(&[&["campaign", "new", directory, "start:4x5"], &settings[..], others].concat())
    };
    assert_eq!(new(&first, &[]).0, 0);
    assert_eq!(place.run(&["campaign", "run", &first, "--quiet"]).0, 0);
    let table = place.run(&["campaign", "status", &first, "--markdown"]).1;
    // The machine is lost, and the note has the first half of the moves.
    let rows: Vec<&str> = table.split("\n### After").next().unwrap().lines().collect();
    let rows = rows[..rows.len() / 2].join("\n");
    fs::write(&note, rows + "\n").unwrap();
    let (second, from_note) = (place.path("second"), format!("@{note}"));
    let (code, stdout, stderr) = new(&second, &["--assume", &from_note]);
    assert_eq!(code, 0, "{stderr}");
    let status = place.json(&["campaign", "status", &second]);
    let assumed = status["assumed"].as_u64().unwrap();
    assert!(assumed > 10 && stdout.trim_end().ends_with(&format!("; {assumed} moves assumed to lose")), "{stdout}");
    // Nothing else has a result, and each assumed move has the hash that the note gives.
    let moves = status["moves"].as_array().unwrap();
    assert!(moves.len() as u64 > assumed + 5);
    for status in moves.iter().filter(|status| status["result"] != "open") {
        assert_eq!((&status["result"], &status["nodes"]), (&"assumed_loss".into(), &0.into()), "{status}");
        let row = format!("| {} | Black wins |", status["play"].as_str().unwrap());
        let row = table.lines().find(|line| line.starts_with(&row)).unwrap();
        let part = status["part"].as_str();
        assert!(part.map_or(row.contains("*replies*"), |part| row.contains(&format!("`{part}`"))), "{row} {status}");
    }
    let run = place.run(&["campaign", "run", &second, "--quiet"]);
    let not_proven = "not proven: black wins if all assumed moves lose";
    assert_eq!(run.0, 1, "{}", run.2);
    assert_eq!(run.2, format!("otrera: {not_proven}: there is nothing left to search\n"));
    let words = format!("{assumed} moves are assumed to lose, by an earlier campaign; that is not proven here");
    assert!(run.1.contains(not_proven) && run.1.contains(&format!("\nassumed: {words}\n")), "{}", run.1);
    let status = place.json(&["campaign", "status", &second]);
    let found = ["winner", "winner_if_assumed", "complete", "assumed"].map(|field| &status[field]);
    assert_eq!(found, [&serde_json::Value::Null, &"black".into(), &false.into(), &assumed.into()]);
    let certificate = place.path("certificate");
    let refused = place.run(&["campaign", "certificate", &second, "--output", &certificate]);
    let sentence = "without assumptions nobody is proven to win: there is no certificate";
    assert_eq!((refused.0, refused.2), (2, format!("otrera: {assumed} moves are assumed, and {sentence}\n")));
    assert!(!fs::exists(&certificate).unwrap());
    let (code, stdout, stderr) = place.run(&["verify", &second]);
    assert!(code == 2 && stdout.is_empty() && stderr.contains("it is not claimed that"), "{stdout} {stderr}");
    let tree = place.path("tree.svg");
    assert_eq!(place.run(&["campaign", "status", &second, "--svg", &tree]).0, 0);
    let tree = fs::read_to_string(tree).unwrap();
    assert!(tree.contains("class=\"assumed\"") && tree.contains("Black wins, assumed and not proven"));
    // Its own note says what was assumed, and a third campaign can begin with it.
    let table = place.run(&["campaign", "status", &second, "--markdown"]).1;
    assert_eq!(table.matches("| Black wins, assumed |").count() as u64, assumed, "{table}");
    assert!(table.contains(&format!("- {not_proven}\n- {words}\n")), "{table}");
    fs::write(&note, table).unwrap();
    assert_eq!(new(&place.path("third"), &["--assume", &from_note]).0, 0);
    let run = place.run(&["campaign", "run", &place.path("third"), "--quiet"]);
    assert!(
        run.0 == 1 && run.1.contains("jobs: 0 open, 0 proven") && run.2.contains(not_proven),
        "{} {}",
        run.1,
        run.2
    );
    for (argument, sentence) in [
        ("a1-a2xa3", "otrera: --assume: illegal move a1-a2xa3: no amazon on a1\n".to_string()),
        ("@nowhere.md", "otrera: cannot read nowhere.md: No such file or directory (os error 2)\n".to_string()),
    ] {
        let (code, _, stderr) = new(&place.path("fourth"), &["--assume", argument]);
        assert_eq!((code, stderr), (2, sentence));
    }
    assert!(!fs::exists(place.path("fourth")).unwrap());
}

#[test]
fn bad_input_gets_a_sentence_and_loses_nothing() {
    let place = Place::new();
    let directory = place.path("c");
    assert_eq!(place.run(&["campaign", "new", &directory, "start:4x4"]).0, 0);
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let sentence = |words: &[&str]| {
        let (code, stdout, stderr) = place.run(words);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{words:?}: {stderr}");
        stderr
    };
    let cannot_reach = format!("otrera: cannot reach a NATS server at {url}");
    assert!(sentence(&["campaign", "manage", &directory, "--nats", &url]).starts_with(&cannot_reach));
    assert!(sentence(&["campaign", "work", "--nats", &url]).starts_with(&cannot_reach));
    assert!(sentence(&["campaign", "run", &place.path("nowhere")]).contains("is not a campaign"));
    assert!(sentence(&["campaign", "new", &directory, "start:4x4"]).contains("is not empty"));
    let file = place.root().join("c/campaign.toml");
    let plan = fs::read_to_string(&file).unwrap();
    for (from, to, words) in [
        ("version = 1", "version = 7", "this is a campaign of version 7, and this program has versions 1 and 2"),
        ("lease = 30", "lease = 30\n[[assumed]]\nmove = \"b1-b2xb1\"", "a campaign of version 1 assumes nothing"),
        ("atlas = \"", "atlas = \"0", "the campaign uses atlas"),
    ] {
        fs::write(&file, plan.replace(from, to)).unwrap();
        let found = sentence(&["campaign", "run", &directory]);
        assert!(found.contains(words), "{found}");
    }
    fs::write(&file, plan).unwrap();
    let Some(program) = nats_server_or_notice(temporary()) else { return };
    let server = start_nats_server(&program, place.root(), port, &[]);
    assert!(sentence(&["campaign", "manage", &directory, "--nats", &url]).contains("has no JetStream"));
    drop(server);
    let server = start_nats_server(&program, place.root(), port, &["-js", "--user", "a", "--pass", "b"]);
    let wrong = format!("nats://a:c@127.0.0.1:{port}");
    assert!(sentence(&["campaign", "work", "--nats", &wrong]).contains("does not accept these credentials"));
    let right = format!("nats://a:b@127.0.0.1:{port}");
    assert!(sentence(&["campaign", "work", "--nats", &right]).contains("there is no campaign 'otrera' on this server"));
    let plain = place.path("plain");
    fs::write(&plain, "").unwrap();
    let words = ["verify", &plain, "--nats", &right];
    assert!(sentence(&words).ends_with("is not a directory: --nats is for the parts of a campaign\n"));
    // A manager that finds no worker waits. Meanwhile a second one is refused, and so are workers of another program.
    let manager = start(&place, "waiting.log", &["campaign", "manage", &directory, "--nats", &right]);
    let begin = Instant::now();
    while place.run(&["campaign", "status", "--nats", &right]).0 != 0 {
        assert!(begin.elapsed() < PATIENCE, "{}", log(&place, "waiting.log"));
        std::thread::sleep(Duration::from_millis(200));
    }
    let second = sentence(&["campaign", "manage", &directory, "--nats", &right]);
    assert!(second.contains("another manager works on"), "{second}");
    let second = sentence(&["campaign", "run", &directory]);
    assert!(second.contains("another manager works on"), "{second}");
    // A copy of the directory has a lock of its own.
    let copy = place.path("copy");
    fs::create_dir_all(place.root().join("copy/parts")).unwrap();
    for name in ["campaign.toml", "ledger"] {
        fs::copy(place.root().join("c").join(name), place.root().join("copy").join(name)).unwrap();
    }
    let third = sentence(&["campaign", "manage", &copy, "--nats", &right]);
    assert!(
        third.contains("another manager works on this campaign, at ") && third.contains("wait 30 seconds"),
        "{third}"
    );
    let unnamed = sentence(&["campaign", "work", "--nats", &right, "--name", ""]);
    assert!(unnamed.contains("the name of a worker has 1 to 100 characters"), "{unnamed}");
    let early = sentence(&["verify", &directory, "--nats", &right]);
    assert!(early.contains("is not finished: verify it afterwards"), "{early}");
    let atlas = place.path("small.otrera");
    assert_eq!(place.run(&["atlas", "build", "--size", "4", "--file", &atlas]).0, 0);
    let other = sentence(&["campaign", "work", "--nats", &right, "--atlas", &atlas]);
    assert!(other.contains("the campaign uses atlas"), "{other}");
    drop(manager);
    drop(server);
    assert_eq!(place.run(&["campaign", "run", &directory]).0, 0);
}

#[test]
fn a_ledger_that_lost_its_end_costs_results_and_no_worker() {
    let Some(program) = nats_server_or_notice(temporary()) else { return };
    let (place, port) = (Place::new(), free_port());
    let (directory, url) = (place.path("c"), format!("nats://127.0.0.1:{port}"));
    let new = ["campaign", "new", &directory, "start:4x5", "--budget", "1000", "--tries", "1", "--lemma", "50"];
    assert_eq!(place.run(&[&new[..], &["--lease", "2"]].concat()).0, 0);
    let _server = start_nats_server(&program, place.root(), port, &["-js"]);
    let manage = || start(&place, "manager.log", &["campaign", "manage", &directory, "--nats", &url]);
    let mut manager = manage();
    let begin = Instant::now();
    while place.run(&["campaign", "status", "--nats", &url]).0 != 0 {
        assert!(begin.elapsed() < PATIENCE, "{}", log(&place, "manager.log"));
        std::thread::sleep(Duration::from_millis(200));
    }
    let words = ["campaign", "work", "--nats", &url, "--name", "honest", "--memory", "200M", "--threads", "1"];
    let mut worker = start(&place, "worker.log", &words);
    // Lemmas are published, and the worker has learnt them.
    let proven = |ledger: &[u8]| ledger.windows(15).filter(|bytes| bytes == b"\"kind\":\"proven\"").count();
    let ledger = place.root().join("c/ledger");
    while proven(&fs::read(&ledger).unwrap()) < 4 {
        assert!(begin.elapsed() < PATIENCE, "{}", log(&place, "worker.log"));
        assert_eq!(manager.is_over(), None, "too fast for this test: {}", log(&place, "manager.log"));
        std::thread::sleep(Duration::from_millis(20));
    }
    manager.kill();
    let bytes = fs::read(&ledger).unwrap();
    let first = bytes.windows(15).position(|bytes| bytes == b"\"kind\":\"proven\"").unwrap();
    fs::write(&ledger, &bytes[..first]).unwrap();
    let mut manager = manage();
    let code = loop {
        if let Some(code) = manager.is_over() {
            break code;
        }
        assert!(begin.elapsed() < PATIENCE, "{} {}", log(&place, "manager.log"), log(&place, "worker.log"));
        std::thread::sleep(Duration::from_millis(200));
    };
    let words = log(&place, "manager.log");
    assert!(code == 0 && words.contains("the ledger was damaged"), "{code}: {words}");
    assert!(!words.contains("banned"), "{words}");
    while worker.is_over().is_none() {
        assert!(begin.elapsed() < PATIENCE, "{}", log(&place, "worker.log"));
        std::thread::sleep(Duration::from_millis(200));
    }
    let words = log(&place, "worker.log");
    assert!(words.contains("it begins with an empty table"), "{words}");
    assert_eq!(place.run(&["verify", &directory]).0, 0);
}

/// A limit on the size of files stands for a full disk: writes fail in the same way.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_a_run_with_a_sentence_and_loses_nothing() {
    let place = Place::new();
    let directory = place.path("c");
    let new = ["campaign", "new", &directory, "start:4x4", "--budget", "4", "--tries", "1", "--lemma", "4"];
    assert_eq!(place.run(&new).0, 0);
    let mut sizes = Vec::new();
    for kilobytes in [1, 2, 4, 16, 64] {
        let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_otrera"), "campaign", "run", &directory]);
        let output = command.env("OTRERA_ATLAS", place.path("atlas.otrera")).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let ledger = fs::metadata(place.root().join("c/ledger")).unwrap().len();
        assert!(sizes.last().is_none_or(|&before| before <= ledger), "{sizes:?} {ledger}");
        sizes.push(ledger);
        match output.status.code() {
            Some(0) => break,
            code => {
                assert!(matches!(code, Some(1 | 2)), "{code:?}: {stderr}");
                let last = stderr.lines().last().unwrap();
                assert!(last.starts_with("otrera: cannot write "), "{kilobytes} kB: {stderr}");
            }
        }
    }
    assert!(sizes.len() > 1, "the limit was never reached: {sizes:?}");
    let (code, stdout, stderr) = place.run(&["campaign", "run", &directory]);
    assert!(code == 0 && stdout.contains("black wins, proven"), "{stdout} {stderr}");
    assert!(!stderr.contains("damaged"), "{stderr}");
    assert_eq!(place.run(&["verify", &directory]).0, 0);
}
