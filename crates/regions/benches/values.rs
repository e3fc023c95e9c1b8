//! Speed of area values with an empty and with a full cache. Each benchmark asserts its answer.

use divan::{Bencher, black_box};
use otrera_board::{Area, Position, Setup, Side, Symmetry};
use otrera_cgt::Store;
use otrera_regions::AreaValues;

fn main() {
    divan::main();
}

fn position(board: &str) -> Position<u64> {
    board.parse::<Setup>().unwrap().position_to_move(Side::Black).unwrap().resized().unwrap()
}

/// Rectangles with one amazon in each of two opposite corners, with the left stop that cgt-tools gives them
/// (`crosscheck theirs BOARD`).
const RECTANGLES: [(&str, &str, &str); 3] =
    [("2x6", "b...../.....w", "7"), ("2x7", "b....../......w", "9"), ("3x4", "b.../..../...w", "2")];

#[divan::bench(args = RECTANGLES.map(|(name, ..)| name), sample_count = 10)]
fn cold_value(bencher: Bencher<'_, '_>, name: &str) {
    let (_, board, stop) = RECTANGLES.into_iter().find(|row| row.0 == name).unwrap();
    let position = position(board);
    bencher.with_inputs(Store::new).bench_refs(|store| {
        let value = AreaValues::new(store).position(black_box(&position)).unwrap();
        assert_eq!(store.left_stop(value).to_string(), stop);
    });
}

/// Two active areas and a territory, all cached: splitting, canonical images, look-ups and addition remain.
#[divan::bench]
fn warm_value(bencher: Bencher<'_, '_>) {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let position = position("b..#..b/..w#w../####.../b..#..b");
    let value = values.position(&position).unwrap();
    bencher.bench_local(|| assert_eq!(values.position(black_box(&position)), Ok(value)));
}

#[divan::bench(args = ["b...../.....w", "b.../..w./.#../w..b"])]
fn canonical_area(bencher: Bencher<'_, '_>, board: &str) {
    let area = Area::whole(&position(board));
    let turned = Area::whole(&position(board).transformed(Symmetry::ALL[3]));
    let (canonical, _) = turned.canonical();
    bencher.bench(|| assert_eq!(black_box(&area).canonical().0, canonical));
}
