//! Speed of look-ups: areas of 10x10 boards, and whole endgames.
//!
//! The boards are random, from a fixed seed; an atlas of size 7 has all their areas. An iteration looks up all of them,
//! and its items per second are look-ups.

use std::sync::LazyLock;

use otrera_atlas::Atlas;
use otrera_board::{Position, Setup, Side, areas};
use otrera_cgt::Store;
use otrera_regions::AreaValues;

fn main() {
    assert_answers();
    divan::main();
}

static ATLAS: LazyLock<Atlas> = LazyLock::new(|| Atlas::build_in_memory(7));

/// 10x10 boards with four amazons of each side and areas of at most seven squares.
static ENDGAMES: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut state = 1_u64;
    let mut below = |limit: u64| {
        // Knuth's linear congruential generator, its high bits.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut found = Vec::new();
    while found.len() < 1000 {
        let mut cells: Vec<char> = (0..100).map(|_| if below(100) < 24 { '.' } else { '#' }).collect();
        for amazon in "bbbbwwww".chars() {
            cells[below(100) as usize] = amazon;
        }
        let rows: Vec<String> = cells.chunks(10).map(|row| row.iter().collect()).collect();
        let position = format!("{} w", rows.join("/")).parse::<Setup>().expect("a board").position().expect("legal");
        if ATLAS.endgame(&position).is_some() {
            found.push(position);
        }
    }
    found
});

/// Compares the look-ups with computed values.
fn assert_answers() {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let forms = ATLAS.values(&store).expect("the file was just written");
    for position in ENDGAMES.iter() {
        let endgame = ATLAS.endgame(position).expect("all areas are in the atlas");
        let whole = store.integer(endgame.whole.into()).expect("a small number");
        let sum = endgame.values.iter().fold(whole, |sum, &id| {
            store.add(sum, forms[id].expect("all forms are stored")).expect("there are no limits")
        });
        assert_eq!(values.position(position), Ok(sum), "{position}");
    }
}

/// Territories as squares and amazons; open areas as squares, black and white amazons.
type Areas = (Vec<(u128, u128)>, Vec<(u128, u128, u128)>);

static AREAS: LazyLock<Areas> = LazyLock::new(|| {
    let (mut territories, mut open) = (Vec::new(), Vec::new());
    for position in ENDGAMES.iter() {
        for area in areas::basic(position) {
            let [black, white] = Side::BOTH.map(|side| area.squares & position.amazons(side));
            match area.kind {
                areas::Kind::Active => open.push((area.squares, black, white)),
                areas::Kind::Territory(_) => territories.push((area.squares, black | white)),
                areas::Kind::Dead => {}
            }
        }
    }
    (territories, open)
});

#[divan::bench]
fn territories(bencher: divan::Bencher<'_, '_>) {
    let grid = ENDGAMES[0].grid();
    let look_up = |&(squares, amazons): &(u128, u128)| {
        let spot = ATLAS.spot(grid, squares).expect("all areas are in the atlas");
        u32::from(ATLAS.territory(&spot, spot.points(squares, amazons), 0))
    };
    let count = AREAS.0.len();
    bencher.counter(divan::counter::ItemsCount::new(count)).bench(|| AREAS.0.iter().map(look_up).sum::<u32>());
}

#[divan::bench]
fn open_areas(bencher: divan::Bencher<'_, '_>) {
    let grid = ENDGAMES[0].grid();
    let look_up = |&(squares, black, white): &(u128, u128, u128)| {
        let spot = ATLAS.spot(grid, squares).expect("all areas are in the atlas");
        u64::from(ATLAS.open(&spot, spot.points(squares, black), spot.points(squares, white)).0)
    };
    let count = AREAS.1.len();
    bencher.counter(divan::counter::ItemsCount::new(count)).bench(|| AREAS.1.iter().map(look_up).sum::<u64>());
}

/// Splitting a board and looking up all its areas.
#[divan::bench]
fn endgames(bencher: divan::Bencher<'_, '_>) {
    let count = ENDGAMES.len();
    bencher.counter(divan::counter::ItemsCount::new(count)).bench(|| {
        let ahead = |position: &Position| ATLAS.endgame(position).map_or(0, |endgame| i64::from(endgame.whole));
        ENDGAMES.iter().map(ahead).sum::<i64>()
    });
}
