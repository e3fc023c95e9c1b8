//! A checkpoint with any entries and right checksums is read, and saved again it has the same entries; one with any bytes
//! after its first line is read or refused.
#![no_main]

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use otrera_atlas::Atlas;
use otrera_board::{Position, Setup};
use otrera_cgt::Store;
use otrera_solver::{CheckpointHeader, Knowledge, Options, Solver};

/// Groups of entries in a file, and groups between two checksums: docs/formats/checkpoint.md.
const GROUPS: usize = 1 << 16;
const GROUPS_IN_BLOCK: usize = 256;
/// Memory of the solver, in bytes: room for a table of 4 MiB.
const OPTIONS: Options = Options { memory: 6 << 20, ..Options::FULL };

static NEVER: AtomicBool = AtomicBool::new(false);
static BOOK: LazyLock<Knowledge<'static>> = LazyLock::new(|| {
    let atlas = Atlas::new(include_bytes!("../seeds/atlas_file/size-2").to_vec()).unwrap();
    Knowledge::new(Box::leak(Box::new(atlas)), Box::leak(Box::new(Store::new()))).unwrap().unwrap()
});
static HEAD: LazyLock<CheckpointHeader> = LazyLock::new(|| {
    let position: Position<u64> = "b..w w".parse::<Setup>().unwrap().position().unwrap().resized().unwrap();
    CheckpointHeader::new(&BOOK, &OPTIONS, &position)
});

fuzz_target!(|input: (Vec<(u16, u64, u64)>, &[u8])| {
    let (mut entries, rest) = input;
    let mut bytes = summed(format!("{}\n", *HEAD).into_bytes());
    if entries.is_empty() {
        read([&bytes, rest].concat());
        return;
    }
    entries.sort_unstable();
    let mut next = &entries[..];
    for block in 0..GROUPS / GROUPS_IN_BLOCK {
        let mut groups = Vec::new();
        for group in block * GROUPS_IN_BLOCK..(block + 1) * GROUPS_IN_BLOCK {
            let count = next.iter().take_while(|entry| usize::from(entry.0) == group).count();
            groups.extend((count as u32).to_le_bytes());
            for &(_, tag, word) in &next[..count] {
                groups.extend([tag, word].map(u64::to_le_bytes).as_flattened());
            }
            next = &next[count..];
        }
        bytes.extend(summed(groups));
    }
    bytes.extend(summed((entries.len() as u64).to_le_bytes().to_vec()));
    let saved = read(bytes).expect("the file is complete");
    assert_eq!(read(saved.clone()).as_ref(), Some(&saved), "what is saved is not what is read");
});

/// Reads a checkpoint, and returns one that is saved from what was read.
fn read(bytes: Vec<u8>) -> Option<Vec<u8>> {
    let mut solver = Solver::new(&BOOK, OPTIONS, &NEVER);
    let head = solver.resume(&mut &bytes[..], bytes.len() as u64, &HEAD).ok()?;
    let mut saved = Vec::new();
    solver.watch().save(&head, &mut saved).expect("memory can be written to");
    Some(saved)
}

fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}
