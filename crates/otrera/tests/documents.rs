//! What the documents show is what the program prints: every `console` block of README.md and docs/ is run.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn console_examples_print_what_they_show() {
    // The examples name files as a reader in the root of the repository would.
    std::env::set_current_dir(root()).unwrap();
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .default_bin_path(assert_cmd::cargo::cargo_bin!("otrera"))
        .case("README.md")
        .case("docs/*.md")
        .run();
}

/// The position in the README.
const ENDGAME: &str = "2#3##2/1b##1##1w1/####b#3#/w2##3##/2#b##1##1/##3##3/2####b##1/1###1####1/##w#2#1##/#3##1w2 w";

#[test]
fn the_picture_in_the_readme_is_the_programs() {
    let picture = std::fs::read_to_string(root().join("docs/pictures/areas.svg")).unwrap();
    let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("otrera"))
        .args(["show", ENDGAME, "--areas", "--svg", "-"])
        .output()
        .unwrap();
    assert!(picture == String::from_utf8(output.stdout).unwrap(), "make it anew: otrera show ... --areas --svg FILE");
    assert!(std::fs::read_to_string(root().join("README.md")).unwrap().contains(ENDGAME));
}
