//! Any bytes with right checksums opened as an atlas: no panic, and look-ups in an atlas that opens stay inside its tables.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use otrera_atlas::{Atlas, ValueId};
use otrera_board::areas::components;
use otrera_board::{Position, Setup, Side};
use otrera_cgt::{Limits, Store};

/// Bytes of the first line.
const LINE: usize = 96;
/// Bytes of an entry in the table of sections: start, length, checksum.
const ENTRY: usize = 20;
const SECTIONS: usize = 8;
const HEAD: usize = LINE + SECTIONS * ENTRY;
/// Memory for games, in bytes.
const MEMORY: usize = 16 << 20;
/// Graphs and values that are asked for.
const ASKED: usize = 50;

/// Every position of a 2x2 board.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    (0..256)
        .map(|number: usize| {
            let cell = |place: usize| b".#bw"[number >> (2 * place) & 3] as char;
            let text = format!("{}{}/{}{} w", cell(0), cell(1), cell(2), cell(3));
            text.parse::<Setup>().unwrap().position().unwrap()
        })
        .collect()
});

fuzz_target!(|bytes: &[u8]| {
    let _ = Atlas::new(bytes.to_vec());
    let Ok(atlas) = Atlas::new(with_checksums(bytes.to_vec())) else { return };
    let header = atlas.header();
    for size in 1..=header.size {
        for graph in 0..atlas.graphs(size).min(ASKED) {
            atlas.name(size, graph as u32).to_string();
        }
    }
    for id in (0..header.values).take(ASKED).map(ValueId) {
        assert_eq!(atlas.facts(id).whole, atlas.whole(id));
    }
    let _ = (atlas.regions(), atlas.thermographs());
    for position in POSITIONS.iter() {
        look_up(&atlas, position);
    }
    let _ = atlas.values(&Store::with_limits(Limits::bytes(MEMORY)));
});

fn look_up(atlas: &Atlas, position: &Position) {
    if let Some(endgame) = atlas.endgame(position) {
        endgame.values.into_iter().for_each(|id| drop(atlas.facts(id)));
    }
    for squares in components(position.grid(), position.unburnt()) {
        let Some(spot) = atlas.spot(position.grid(), squares) else { continue };
        let [black, white] = Side::BOTH.map(|side| spot.points(squares, position.amazons(side)));
        atlas.territory(&spot, black, white);
        if let Some(id) = atlas.guarded(&spot, [black, 0], [0, white]) {
            atlas.facts(id);
        }
    }
}

/// The bytes with the checksums that their sections and their head have.
fn with_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() < HEAD + 4 {
        return bytes;
    }
    for at in (LINE..HEAD).step_by(ENTRY) {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
        let (start, length) = (word(at), word(at + 8));
        if let Some(section) = start.checked_add(length).and_then(|end| bytes.get(start..end)) {
            let sum = crc32fast::hash(section);
            bytes[at + 16..at + ENTRY].copy_from_slice(&sum.to_le_bytes());
        }
    }
    let sum = crc32fast::hash(&bytes[..HEAD]);
    bytes[HEAD..HEAD + 4].copy_from_slice(&sum.to_le_bytes());
    bytes
}
