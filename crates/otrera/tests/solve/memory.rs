//! `--memory` is kept, as the system counts it.

use super::common::{Place, peak};

/// With a certificate and a checkpoint, with a table that is full, and with one that grows: 5x5 takes some 600,000 nodes.
#[test]
fn memory_stays_within_its_limit() {
    let place = Place::new();
    let (certificate, file) = (place.path("certificate"), place.path("checkpoint"));
    let proof = ["--certificate", &certificate, "--checkpoint", &file, "--checkpoint-every", "0.2"];
    let search = ["solve", "start:5x5", "--threads", "2", "--nodes", "300000"];
    for (megabytes, words) in [(40, &[&["solve", "start:4x5"], &proof[..]].concat()[..]), (64, &search), (256, &search)]
    {
        let memory = format!("{megabytes}M");
        let mut child = place.start(&[words, &["--memory", &memory, "--time", "100"]].concat());
        let peak = peak(&mut child) >> 20;
        let code = child.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 1)), "{words:?}: {code:?}");
        assert!(peak > 8 && peak * 10 <= megabytes * 11, "{words:?}: {peak} MB");
    }
}
