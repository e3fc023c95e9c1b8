//! The database against plain play, and its file against damage.

use std::io::Cursor;
use std::sync::OnceLock;

use otrera_atlas::{Atlas, Builder, Checker, Header, OpenError, TableKind};
use otrera_board::{Bits, Setup, Side, areas};
use otrera_cgt::Store;
use otrera_regions::AreaValues;
use otrera_regions::region::{Region, Walk};
use proptest::prelude::*;

const FORMS: u64 = 1000;

fn written(builder: &Builder<'_>, forms: u64, threads: usize) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    builder.write(&mut file, forms, Walk::quiet(threads)).unwrap();
    file.into_inner()
}

fn built(size: usize, threads: usize) -> Vec<u8> {
    let store = Store::new();
    let mut builder = Builder::new(&store);
    for _ in 0..size {
        builder.next_size(Walk::quiet(threads)).unwrap();
    }
    written(&builder, FORMS, threads)
}

/// An atlas of size 6, built once.
fn six() -> &'static Atlas {
    static ATLAS: OnceLock<Atlas> = OnceLock::new();
    ATLAS.get_or_init(|| Atlas::new(built(6, 2)).unwrap())
}

fn regions(size: usize) -> Vec<Region> {
    Walk::quiet(2).list(size).unwrap()
}

/// All states of all regions up to a size. `otrera atlas check --all` does the same for size 7.
#[test]
fn all_states_agree_with_plain_play() {
    let store = Store::new();
    let checker = Checker::new(six(), &store).unwrap();
    for (kind, largest) in [(TableKind::Territory, 6), (TableKind::Open, 5), (TableKind::Guarded, 5)] {
        for region in (1..=largest).flat_map(regions) {
            checker.check(region, kind, 0..checker.states(region, kind)).unwrap();
        }
    }
    // Every twentieth region of the largest size in every seventh state; neither divides a period of the digits.
    for region in regions(6).into_iter().step_by(20) {
        checker.check(region, TableKind::Open, (0..checker.states(region, TableKind::Open)).step_by(7)).unwrap();
    }
}

/// A blocker has fewer moves than an amazon, so more blockers of a side never increase its value.
#[test]
fn blockers_of_one_side_bound_the_open_area() {
    let store = Store::new();
    let values = six().values(&store).unwrap();
    for region in (2..=5).flat_map(regions) {
        let spot = six().spot_of(region).unwrap();
        let full = (1_u16 << region.len()) - 1;
        for black in 1..full {
            for white in (1..full).filter(|white| white & black == 0) {
                let open = values[six().open(&spot, black, white)].unwrap();
                let guarded = six().guarded(&spot, [0, white], [black, 0]).unwrap();
                assert!(store.le(values[guarded].unwrap(), open).unwrap(), "{region:?} {black:b} {white:b}");
                let half = black & black.wrapping_neg();
                let some = six().guarded(&spot, [black & !half, white], [half, 0]).unwrap();
                assert!(store.le(values[guarded].unwrap(), values[some].unwrap()).unwrap());
                let other = six().guarded(&spot, [black, 0], [0, white]).unwrap();
                assert!(store.le(open, values[other].unwrap()).unwrap());
            }
        }
    }
}

#[test]
fn all_images_of_a_region_are_known() {
    let store = Store::new();
    let checker = Checker::new(six(), &store).unwrap();
    for region in regions(4) {
        for image in region.images() {
            checker.check(image, TableKind::Open, 0..checker.states(image, TableKind::Open)).unwrap();
        }
    }
}

#[test]
fn bytes_do_not_depend_on_threads_or_interruptions() {
    let bytes = built(5, 1);
    assert_eq!(built(5, 3), bytes, "threads");
    // Resumed after size 4 in another store that already has other games.
    let store = Store::new();
    store.parse("{9||8|-8}").unwrap();
    let half = Atlas::new(built(4, 2)).unwrap();
    let mut builder = Builder::resume(&store, &half).unwrap().expect("all forms are stored");
    assert_eq!(builder.size(), 4);
    builder.next_size(Walk::quiet(2)).unwrap();
    assert_eq!(written(&builder, FORMS, 2), bytes, "resumed");
}

#[test]
fn large_forms_are_left_out_on_request() {
    let store = Store::new();
    let mut builder = Builder::new(&store);
    for _ in 0..5 {
        builder.next_size(Walk::quiet(2)).unwrap();
    }
    let atlas = Atlas::new(written(&builder, 3, 2)).unwrap();
    let values = atlas.values(&store).unwrap();
    assert!(values.iter().any(|(_, value)| value.is_none()), "some have more than 3 followers");
    assert!(values.iter().filter_map(|(_, value)| value).all(|value| store.followers(value) <= 3));
    // Thermographs and outcomes are still stored.
    let checker = Checker::new(&atlas, &store).unwrap();
    for region in regions(5).into_iter().step_by(5) {
        checker.check(region, TableKind::Open, 0..checker.states(region, TableKind::Open)).unwrap();
    }
    assert!(Builder::resume(&store, &atlas).unwrap().is_none(), "an incomplete atlas cannot be resumed");
}

#[test]
fn a_damaged_file_is_refused() {
    let bytes = built(4, 2);
    let is_refused = |bytes: Vec<u8>| Atlas::new(bytes).err();
    for at in (0..bytes.len()).filter(|at| *at < 400 || at % 37 == 0) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(is_refused(damaged).is_some(), "a change at byte {at} went unnoticed");
    }
    for length in [0, 1, 13, 95, 96, 200, 300, bytes.len() / 2, bytes.len() - 1] {
        assert!(is_refused(bytes[..length].to_vec()).is_some(), "cut to {length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(is_refused(longer), Some(OpenError::Damaged)));
    assert!(matches!(is_refused(b"GIF89a".to_vec()), Some(OpenError::Foreign)));
    let mut newer = bytes;
    newer[13] = b'2';
    assert!(matches!(is_refused(newer), Some(OpenError::Version(2))));
}

/// A file with right checksums and wrong content is refused or gives answers in range.
#[test]
fn a_forged_file_is_refused_or_in_range() {
    let bytes = built(3, 1);
    let head = 96;
    let mut refused = 0;
    for section in 0..8 {
        let entry = head + 20 * section;
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
        let (start, length) = (word(entry), word(entry + 8));
        for at in start..start + length {
            let mut made_up = bytes.clone();
            made_up[at] = made_up[at].wrapping_add(0x61);
            let sum = crc32fast::hash(&made_up[start..start + length]);
            made_up[entry + 16..entry + 20].copy_from_slice(&sum.to_le_bytes());
            let sum = crc32fast::hash(&made_up[..head + 160]);
            made_up[head + 160..head + 164].copy_from_slice(&sum.to_le_bytes());
            // Wrong but possible moves and values cannot be recognized; they must be in range.
            match Atlas::new(made_up) {
                Err(OpenError::Inconsistent) => refused += 1,
                Err(other) => panic!("section {section}, byte {at}: {other}"),
                Ok(atlas) => {
                    let store = Store::new();
                    if atlas.values(&store).is_ok() {
                        let checker = Checker::new(&atlas, &store).unwrap();
                        for region in regions(3) {
                            // The answers may be wrong, but nothing panics.
                            let _ = checker.check(region, TableKind::Open, 0..checker.states(region, TableKind::Open));
                            let _ = checker.check(
                                region,
                                TableKind::Territory,
                                0..checker.states(region, TableKind::Territory),
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn large_or_disconnected_regions_are_not_found() {
    let position = "b...../w..... w".parse::<Setup>().unwrap().position().unwrap();
    assert_eq!(six().spot(position.grid(), position.unburnt()), None);
    assert_eq!(six().endgame(&position), None);
    // Two pieces.
    let two = "b.#.w w".parse::<Setup>().unwrap().position().unwrap();
    assert_eq!(six().spot(two.grid(), two.unburnt()), None);
    assert!(six().endgame(&two).is_some());
    let Header { size, guarded, .. } = six().header();
    assert_eq!((size, guarded), (6, 5));
}

#[test]
fn blocker_moves_has_an_entry_for_each_set() {
    // Board, blockers, and the moves if no blocker, the first, the second, or both are left out.
    for (board, blockers, moves) in [
        // Song & Müller 2014, Fig. 7 (right), from its description: the blocker shoots back and separates herself.
        ("b..", "a1", &[2, 0][..]),
        (".b.", "b1", &[1, 0]),
        // Song & Müller, Fig. 9, from its description: the other amazon fills the square alone.
        (".#/bb", "b1", &[1, 1]),
        // Both doors: one blocker is enough for the corridor.
        ("b..b", "a1 d1", &[2, 2, 2, 0]),
        ("b.#.b", "a1 e1", &[2, 1, 1, 0]),
    ] {
        let position = format!("{board} w").parse::<Setup>().unwrap().position().unwrap();
        let set = position
            .squares(position.amazons(Side::Black))
            .filter(|square| blockers.contains(&square.to_string()))
            .fold(0, |set, square| set | u128::bit(position.grid().point(square)));
        let amazons = position.amazons(Side::Black) & !set;
        let found: Vec<u8> = areas::components(position.grid(), position.unburnt())
            .map(|squares| six().blocker_moves(position.grid(), squares, amazons & squares, set & squares).unwrap())
            .reduce(|a, b| {
                // The blockers of the first part have the lower bits.
                b.iter().flat_map(|&more| a.iter().map(move |&moves| moves + more)).collect()
            })
            .unwrap();
        assert_eq!(found, moves, "{board}");
    }
}

proptest! {
    /// Whole boards: the sum of the looked-up areas is the computed value.
    #[test]
    fn endgames_are_the_sums_of_their_areas(
        cells in prop::collection::vec(prop::sample::select(vec!['.', '.', '#', '#', '#', '#', 'b', 'w']), 80),
    ) {
        let rows: Vec<String> = cells.chunks(10).map(|row| row.iter().collect()).collect();
        let position = format!("{} w", rows.join("/")).parse::<Setup>().unwrap().position().unwrap();
        let store = Store::new();
        if let Some(endgame) = six().endgame(&position) {
            let values = six().values(&store).unwrap();
            let mut sum = store.integer(endgame.whole.into()).unwrap();
            for id in endgame.values {
                sum = store.add(sum, values[id].unwrap()).unwrap();
            }
            prop_assert_eq!(sum, AreaValues::new(&store).position(&position).unwrap());
        }
    }
}
