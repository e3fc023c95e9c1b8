//! The program, started in a directory of its own.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
#[cfg(target_os = "linux")]
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// A directory with an atlas.
pub(crate) struct Place(TempDir);

impl Place {
    /// With a small atlas.
    pub(crate) fn new() -> Place {
        let place = Place::bare();
        assert_eq!(place.run(&["atlas", "build", "--size", "5"]).0, 0);
        place
    }

    /// A directory and no atlas.
    pub(crate) fn bare() -> Place {
        Place(TempDir::new().unwrap())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_otrera"));
        command.args(words).env("OTRERA_ATLAS", self.0.path().join("atlas.otrera"));
        command
    }

    /// Starts the program and goes on.
    pub(crate) fn start(&self, words: &[&str]) -> Child {
        self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Exit code, stdout and stderr.
    pub(crate) fn run(&self, words: &[&str]) -> (i32, String, String) {
        let output = self.command(words).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    /// The answer as JSON; there must be one.
    pub(crate) fn json(&self, words: &[&str]) -> Value {
        let (code, stdout, stderr) = self.run(&[words, &["--json"]].concat());
        assert_eq!(code, 0, "{words:?}: {stderr}");
        serde_json::from_str(&stdout).unwrap()
    }

    /// The directory.
    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().into()
    }
}

/// The most memory that a program had at once, in bytes, until it ended. A look every five milliseconds misses a few
/// megabytes at the end.
#[cfg(target_os = "linux")]
pub(crate) fn peak(child: &mut Child) -> usize {
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok());
        most = most.max(kilobytes.unwrap_or(0) << 10);
        std::thread::sleep(Duration::from_millis(5));
    }
    most
}
