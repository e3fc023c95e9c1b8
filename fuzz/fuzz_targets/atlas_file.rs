//! Atlas files with right checksums and edits: no panic, and look-ups in an atlas that opens stay inside its tables.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use otrera_atlas::{Atlas, OpenError, ValueId};
use otrera_board::areas::components;
use otrera_board::{Position, Setup, Side};
use otrera_cgt::{Limits, Store};
use otrera_fuzz::{Format, MEMORY, Mutator, Outcome, Tally};

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

static TALLY: Tally = Tally::new();

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    Mutator { format: Format::Atlas, bases: &[], plain: fuzzer_mutate }.mutate(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    let atlas = match Atlas::new(bytes.to_vec()) {
        Ok(atlas) => atlas,
        Err(error) => {
            let is_refused = matches!(error, OpenError::Inconsistent);
            TALLY.count(if is_refused { Outcome::Refused } else { Outcome::Damaged });
            return;
        }
    };
    TALLY.count(Outcome::Accepted);
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
