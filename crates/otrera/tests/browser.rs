//! The page in a real browser: runs web/tests with the program of this build. Where node or chromium is missing, the test is
//! skipped with a notice that the gate repeats.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Exit code of web/tests/prepare if something is missing that it may not install.
const MISSING: i32 = 3;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The file of the notice for the gate.
fn notice() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-skipped")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn the_page_works_in_a_browser() {
    let _ = fs::remove_file(notice());
    let prepared = Command::new("bash").arg(root().join("web/tests/prepare")).output();
    let missing = match prepared {
        Err(error) => Some(format!("bash cannot be started: {error}")),
        Ok(output) if output.status.code() == Some(MISSING) => text(&output).lines().last().map(str::to_string),
        Ok(output) => {
            assert!(output.status.success(), "{}", text(&output));
            None
        }
    };
    if let Some(missing) = missing {
        let words = format!("SKIPPED: the page was not tested in a browser. {missing}");
        // Not captured by the test runner, which would hide it as the test passes.
        writeln!(std::io::stderr(), "\n{words}").unwrap();
        fs::write(notice(), words + "\n").unwrap();
        return;
    }
    let run =
        Command::new("node").arg(root().join("web/tests/run.mjs")).arg(env!("CARGO_BIN_EXE_otrera")).output().unwrap();
    assert!(run.status.success(), "{}", text(&run));
}
