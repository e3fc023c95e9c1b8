//! Any bytes with a right checksum read as a file of strips: no panic, and written files read back and are written the same
//! again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_cgt::{Limits, Store};
use otrera_papers::strips::{Header, Strips};

/// Columns of the longest strip that is read: the number of boards grows fourfold with each.
const MAX_LENGTH: u32 = 4;
/// Memory for games, in bytes.
const MEMORY: usize = 16 << 20;

fuzz_target!(|bytes: &[u8]| {
    if Header::read(bytes).is_ok_and(|(header, _)| header.length > MAX_LENGTH) || bytes.len() < 4 {
        return;
    }
    let store = Store::with_limits(Limits::bytes(MEMORY));
    let _ = Strips::read(&store, bytes);
    let content = &bytes[..bytes.len() - 4];
    let summed = [content, &crc32fast::hash(content).to_le_bytes()].concat();
    let Ok(strips) = Strips::read(&store, &summed) else { return };
    let written = |strips: &Strips<'_>| {
        let mut out = Vec::new();
        strips.write(&mut out).expect("memory can be written to");
        out
    };
    let first = written(&strips);
    let other = Store::new();
    assert_eq!(written(&Strips::read(&other, &first).expect("a file that is written can be read")), first);
});
