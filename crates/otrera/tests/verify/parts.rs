//! Parts, and directories of parts.

use std::fs;
use std::path::Path;

use super::*;

/// A part with the claim of the first example, and with the areas, core and n of the second as a required claim.
fn part(required: bool) -> Vec<u8> {
    let store = Store::new();
    let mut writer = Writer::part(&store, Side::White, 3);
    writer.add(&stand_off(&store, Side::White, 0)).unwrap();
    if required {
        let rest = store.parse("-2+*").unwrap();
        writer.require(&Situation::of_boards(&[position("w.b.. b")], rest, Side::Black)).unwrap();
    }
    let mut bytes = Vec::new();
    writer.write(&mut bytes).unwrap();
    bytes
}

/// A directory about the first example with these parts.
fn campaign(directory: &Path, parts: &[(&str, &[u8])]) {
    fs::create_dir_all(directory.join("parts")).unwrap();
    fs::write(directory.join("campaign.toml"), "version = 1\nposition = \".b.w. w\"\n").unwrap();
    for (name, bytes) in parts {
        fs::write(directory.join("parts").join(name), bytes).unwrap();
    }
}

#[test]
fn a_part_is_checked_alone() {
    let example = in_repository("testdata/line.part");
    assert_eq!(fs::read(&example).unwrap(), part(true), "the writer writes what the document shows");
    let (code, stdout, stderr) = verify(&example, &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let sentence = "valid part: White wins the situations of 1 claim if 1 required claim holds; checked in ";
    assert!(stdout.starts_with(sentence), "{stdout}");
    let (_, stdout, _) = verify(&example, &["--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&report["valid"], &report["required"], &report["winner"]), (&true.into(), &1.into(), &"white".into()));
    assert_eq!(report["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn a_directory_of_parts_is_checked_and_linked() {
    let directory = tempfile::tempdir().unwrap();
    campaign(directory.path(), &[("a.part", &part(false)), ("b.part", &part(false)), ("notes.txt", b"ignored")]);
    let (code, stdout, stderr) = verify(directory.path(), &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let sentence = "valid: White wins .b.w. with White to move; 2 claims in 2 parts checked and linked in ";
    assert!(stdout.starts_with(sentence), "{stdout}");
    let (_, stdout, _) = verify(directory.path(), &["--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&report["valid"], &report["parts"], &report["winner"]), (&true.into(), &2.into(), &"white".into()));
}

#[test]
fn a_directory_with_a_gap_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).display().to_string();
    let refused = |sentence: String| {
        let (code, stdout, stderr) = verify(directory.path(), &[]);
        assert_eq!((code, stdout.as_str(), stderr), (2, "", format!("otrera: {sentence}\n")));
    };
    let (code, _, stderr) = verify(directory.path(), &[]);
    assert!(code == 2 && stderr.contains("campaign.toml: the file cannot be read"), "{stderr}");
    campaign(directory.path(), &[]);
    refused(format!("{}: the file cannot be read: it has no parts", directory.path().display()));
    campaign(directory.path(), &[("a.part", &part(false)), ("b.part", &part(true))]);
    let required = "././b/./w + -2+*, Black to move";
    // The required claim is not evident with areas of three squares known, and no part makes it.
    let (code, _, stderr) = verify(directory.path(), &[]);
    let sentence = "no part claims what part 2 requires: White wins ";
    assert!(
        code == 2 && stderr.starts_with(&format!("otrera: {}: {sentence}", at("parts/b.part"))),
        "{stderr} {required}"
    );
    campaign(directory.path(), &[("b.part", b"otrera part 3: old\n0000")]);
    let sentence = "this is a certificate of version '3', and this program reads version 4: make it anew with otrera solve \
                    --certificate";
    refused(format!("{}: {sentence}", at("parts/b.part")));
}
