//! Replays every `console` block of README.md and docs/, and redraws the pictures that the program makes.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn console_examples_print_what_they_show() {
    // The examples name files as a reader in the root of the repository would.
    std::env::set_current_dir(root()).unwrap();
    // An atlas of their own, made before the first of them asks.
    let directory = tempfile::tempdir().unwrap();
    let atlas = directory.path().join("atlas.otrera");
    let program = assert_cmd::cargo::cargo_bin!("otrera");
    let built =
        std::process::Command::new(program).args(["atlas", "build", "--size", "6", "--file"]).arg(&atlas).output();
    assert!(built.unwrap().status.success());
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("OTRERA_ATLAS", atlas.to_str().unwrap())
        .default_bin_path(program)
        .case("README.md")
        .case("docs/**/*.md")
        .run();
}

/// The position in README.md, docs/tour.md and docs/guide/commands.md.
const ENDGAME: &str = "2#3##2/1b##1##1w1/####b#3#/w2##3##/2#b##1##1/##3##3/2####b##1/1###1####1/##w#2#1##/#3##1w2 w";

/// The position in docs/guide/values.md.
const AREA: &str = "#.W./..../B...";

/// The position in docs/internals/graphs.md.
const REGION: &str = "b.#../##.../.w..#";

#[test]
fn the_pictures_in_the_documents_are_the_programs() {
    let directory = tempfile::tempdir().unwrap();
    for (document, position, args, picture) in [
        ("README.md", ENDGAME, &["show", ENDGAME, "--areas=basic", "--svg"][..], "docs/pictures/areas.svg"),
        ("docs/guide/values.md", AREA, &["value", AREA, "--thermograph"], "docs/pictures/thermograph.svg"),
        ("docs/internals/graphs.md", REGION, &["lsg", REGION, "--svg"], "docs/pictures/graph.svg"),
    ] {
        let made = directory.path().join("picture.svg");
        let program =
            std::process::Command::new(assert_cmd::cargo::cargo_bin!("otrera")).args(args).arg(&made).output();
        assert!(program.unwrap().status.success());
        let same = std::fs::read(&made).unwrap() == std::fs::read(root().join(picture)).unwrap();
        assert!(same, "make {picture} anew with {args:?}");
        assert!(std::fs::read_to_string(root().join(document)).unwrap().contains(position), "{document}");
    }
}
