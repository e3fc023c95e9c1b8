//! Dependencies between crates are those of ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates that each may use, from the block under "Architecture": `name/   what it holds   uses a, b`.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let block = text.split("```").nth(1).expect("ARCHITECTURE.md opens with the table of crates");
    let rows = block.lines().skip_while(|line| *line != "crates/").skip(1).take_while(|line| line.starts_with("  "));
    let mut table = BTreeMap::new();
    let mut name = String::new();
    for row in rows {
        if let Some((first, _)) = row.trim_start().split_once("/ ") {
            name = first.to_string();
        }
        if let Some((_, uses)) = row.rsplit_once("   uses ") {
            let uses = uses.split(", ").filter(|used| *used != "nothing").map(str::to_string).collect();
            assert!(table.insert(name.clone(), uses).is_none(), "{name} has two rows");
        }
    }
    table
}

/// The crates that each does use: all kinds of dependencies on packages `otrera-*`.
fn manifests() -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let directory = entry.unwrap().path();
        let name = directory.file_name().unwrap().to_str().unwrap().to_string();
        let manifest: toml::Table = fs::read_to_string(directory.join("Cargo.toml")).unwrap().parse().unwrap();
        let package = manifest["package"]["name"].as_str().unwrap();
        let expected = if name == "otrera" { name.clone() } else { format!("otrera-{name}") };
        assert_eq!(package, expected, "crates/{name} holds package {package}");
        let uses = ["dependencies", "dev-dependencies", "build-dependencies"]
            .into_iter()
            .filter_map(|kind| manifest.get(kind)?.as_table())
            .flat_map(|table| table.keys())
            .filter_map(|key| key.strip_prefix("otrera-").map(str::to_string))
            .collect();
        found.insert(name, uses);
    }
    found
}

#[test]
fn crates_use_what_the_table_allows() {
    let (table, manifests) = (table(), manifests());
    let names = |map: &BTreeMap<String, BTreeSet<String>>| map.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&table), names(&manifests), "the table and crates/ name different crates");
    for (name, uses) in manifests {
        assert_eq!(uses, table[&name], "{name} uses other crates than its row says");
    }
}

/// Crates, and packages that they must not reach, directly or through others of ours.
const ABSENT: [(&str, &[&str]); 4] = [
    ("api", &["clap", "axum", "hyper", "ctrlc", "indicatif"]),
    ("papers", &["otrera-solver", "otrera-engine"]),
    ("proof", &["otrera-regions", "otrera-atlas", "otrera-solver"]),
    ("board", &["otrera-cgt"]),
];

#[test]
fn crates_do_without_what_they_must_not_use() {
    let dependencies = |name: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = text.parse().unwrap();
        manifest
            .get("dependencies")
            .and_then(|table| table.as_table())
            .into_iter()
            .flat_map(|t| t.keys().cloned())
            .collect()
    };
    for (name, absent) in ABSENT {
        let mut reached = dependencies(name);
        let mut open: Vec<String> = reached.iter().cloned().collect();
        while let Some(package) = open.pop() {
            let Some(own) = package.strip_prefix("otrera-") else { continue };
            open.extend(dependencies(own).into_iter().filter(|package| reached.insert(package.clone())));
        }
        for package in absent {
            assert!(!reached.contains(*package), "{name} reaches {package}");
        }
    }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    for name in manifests().keys() {
        let text = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = text.parse().unwrap();
        assert_eq!(manifest["lints"]["workspace"].as_bool(), Some(true), "{name}");
    }
}
