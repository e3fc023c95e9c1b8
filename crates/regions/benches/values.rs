//! Speed of area values: from nothing, and when everything is known. Each bench asserts its answer.

use divan::{Bencher, black_box};
use otrera_board::Area;
use otrera_board::{Position, Setup, Side, Symmetry};
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

/// Two fights and a territory, all known: what is left is splitting, turning, looking up and adding.
#[divan::bench]
fn warm_value(bencher: Bencher<'_, '_>) {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let position = position("b..#..b/..w#w../####.../b..#..b");
    let value = values.position(&position).unwrap();
    bencher.bench_local(|| assert_eq!(values.position(black_box(&position)), Ok(value)));
}

#[divan::bench(args = ["b...../.....w", "b.../..w./.#../w..b"])]
fn canonical_patch(bencher: Bencher<'_, '_>, board: &str) {
    let patch = Area::whole(&position(board));
    let turned = Area::whole(&position(board).transformed(Symmetry::ALL[3]));
    let (canonical, _) = turned.canonical();
    bencher.bench(|| assert_eq!(black_box(&patch).canonical().0, canonical));
}
