//! Bytes with a first line and a checksum that fit: they are refused, for what the first line says is wrong. The first
//! four bytes are the numbers of games, cores, lists and claims.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_cgt::Limits;
use otrera_proof::{CheckOptions, check};

/// Memory for games, in bytes: enough for any that a few hundred bytes describe in earnest.
const MEMORY: usize = 100 << 20;

fuzz_target!(|input: (u8, u8, u8, u8, &[u8])| {
    let (games, cores, lists, claims, rest) = input;
    // White, to move, wins by d1-b1xc1.
    let head = format!(
        "otrera certificate 2: black wins b..w w, areas of 2 squares known, \
         {games} games, {cores} cores, {lists} lists, {claims} claims\n"
    );
    let mut bytes = [head.as_bytes(), rest].concat();
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    let work = CheckOptions { threads: 1, limits: Limits::bytes(MEMORY), progress: &|_| () };
    assert!(check(&bytes, &work).is_err());
});
