//! Checkpoints with wrong entries and right checksums, and certificates that are checked.

use std::fs;

use otrera_testing::{Random, forge_checkpoint};
use serde_json::Value;

use super::Place;

/// Black wins by a3-c1xc2: the example of crates/solver/src/search.rs.
const WON: &str = "b.../..../...w b";

/// The exit code and the report.
fn run(place: &Place, words: &[&str]) -> (i32, Value, String) {
    let (code, stdout, stderr) = place.run(&[words, &["--json"]].concat());
    (code, serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{words:?}: {stdout}{stderr}")), stderr)
}

#[test]
fn a_forged_checkpoint_gives_no_certificate() {
    let place = Place::new();
    let [file, certificate] = ["forged.checkpoint", "certificate"].map(|name| place.path(name));
    let mut random = Random(21);
    let (mut refused, mut proven) = (0, 0);
    for (board, winner) in [("start:4x4", "black"), (WON, "black")] {
        let words = ["solve", board, "--checkpoint", &file];
        let _ = fs::remove_file(&file);
        place.json(&[&words[..], &["--all-moves"]].concat());
        let honest = fs::read(&file).unwrap();
        for number in 0..20 {
            fs::write(&file, random.forge_checkpoint(&honest, [1, 3, 30, 1000][number % 4])).unwrap();
            let (code, report, stderr) = run(&place, &[&words[..], &["--certificate", &certificate]].concat());
            if code == 0 {
                proven += 1;
                assert_eq!((&report["winner"], &report["certificate"]["checked"]), (&winner.into(), &true.into()));
                assert_eq!(place.json(&["verify", &certificate])["winner"], winner);
                fs::remove_file(&certificate).unwrap();
            } else {
                refused += 1;
                // The remark about the resumed search comes first.
                let last = stderr.lines().last().unwrap_or_default();
                assert!(code == 1 && last.contains("the checkpoint contradicts itself at "), "{code}: {stderr}");
                assert!(last.ends_with(&format!("trusted: remove {file} and begin anew")), "{last}");
                assert_eq!(
                    (&report["winner"], &report["move"], report.get("certificate")),
                    (&"unknown".into(), &Value::Null, None)
                );
                assert!(!fs::exists(&certificate).unwrap());
            }
        }
        fs::write(&file, honest).unwrap();
        let (code, report, _) = run(&place, &[&words[..], &["--certificate", &certificate]].concat());
        assert_eq!((code, &report["winner"], &report["certificate"]["checked"]), (0, &winner.into(), &true.into()));
        fs::remove_file(&certificate).unwrap();
    }
    assert!(refused > 10 && proven > 3, "{refused} refused, {proven} proven");
}

/// docs/formats/checkpoint.md, "Trust".
#[test]
fn a_forged_checkpoint_is_believed_without_a_certificate() {
    let place = Place::new();
    let [file, certificate] = ["forged.checkpoint", "certificate"].map(|name| place.path(name));
    let words = ["solve", WON, "--checkpoint", &file];
    assert_eq!(place.json(&words)["winner"], "black");
    // Lost up to a lead of 126.
    let forged = forge_checkpoint(&fs::read(&file).unwrap(), |word| *word = *word & !0xffff_0000 | 0x7f7e_0000);
    fs::write(&file, &forged).unwrap();
    assert_eq!(place.json(&words)["winner"], "white");
    fs::write(&file, &forged).unwrap();
    let (code, stdout, stderr) = place.run(&[&words[..], &["--certificate", &certificate]].concat());
    assert!(code == 1 && stdout.is_empty() && stderr.contains("contradicts itself at"), "{code}: {stdout}{stderr}");
}

#[test]
fn a_certificate_is_checked_unless_told_not_to() {
    let place = Place::new();
    let file = place.path("certificate");
    for (more, checked) in [(&[][..], true), (&["--unchecked"], false)] {
        let words = [&["solve", "start:4x4", "--certificate", &file], more].concat();
        let report = place.json(&words);
        assert_eq!(report["certificate"]["checked"], checked);
        assert_eq!(report["certificate"]["claims"], place.json(&["verify", &file])["positions"]);
        assert_eq!(report["certificate"]["bytes"], fs::metadata(&file).unwrap().len());
        let word = if checked { " bytes, checked\n" } else { " bytes, not checked\n" };
        let (code, stdout, _) = place.run(&words);
        assert!(code == 0 && stdout.ends_with(word), "{stdout}");
    }
    let (code, _, stderr) = place.run(&["solve", "start:4x4", "--unchecked"]);
    assert!(code == 2 && stderr.contains("--certificate"), "{stderr}");
}
