//! Speed of filling on fixed hard regions. Each benchmark asserts its answer.

use divan::{Bencher, black_box};
use otrera_regions::filling::{FillLimits, Territory, comb, fill};

fn main() {
    divan::main();
}

/// Rows from the top; `.` a square, `b` a square with an amazon.
fn drawn(board: &str) -> Territory {
    let (mut cells, mut amazons) = (Vec::new(), Vec::new());
    for (row, text) in board.split('/').enumerate() {
        for (col, letter) in text.chars().enumerate().filter(|&(_, letter)| letter != '#') {
            if letter == 'b' {
                amazons.push(cells.len() as u16);
            }
            cells.push((col as i32, row as i32));
        }
    }
    Territory::of_cells(&cells, &amazons, &[])
}

/// Regions with their moves. The first three were the hardest of 300 random ones of about 24 and 32 squares for a
/// search with gates and without dead ends, which gave the same answers. The last is in tests/filling.rs.
const REGIONS: [(&str, &str, usize); 4] = [
    ("two rooms", "#.#.#.##/#.#....#/.#b#..##/####.###/##....##/###.#.##/####..../#####.##", 22),
    ("no defect", ".##...##/..#..###/#....###/##..####/#...####/##.#.#../#.##.b../....#.#.", 31),
    ("one defect", "#.....#./#b..##../..##..#./##.#####/##..####/#.#.#.../#.#.#.#./.#.#.#.#", 30),
    ("two forks", ".#.#.#./#.###.#/#.###.#/##.#.##/#.###.#/......./...b.../.......", 29),
];

#[divan::bench(args = REGIONS.map(|(name, ..)| name), sample_count = 10)]
fn hard_region(bencher: Bencher<'_, '_>, name: &str) {
    let (_, board, moves) = REGIONS.into_iter().find(|row| row.0 == name).unwrap();
    let territory = drawn(board);
    bencher.bench(|| assert_eq!(fill(black_box(&territory), &FillLimits::NONE).moves(), Some(moves)));
}

/// Lieberum's comb of k teeth, of which 30k - 34 squares can be filled.
#[divan::bench(args = [3, 6, 10], sample_count = 10)]
fn combs(bencher: Bencher<'_, '_>, teeth: usize) {
    let (cells, start) = comb(teeth);
    let territory = Territory::of_cells(&cells, &[start], &[]);
    bencher.bench(|| assert_eq!(fill(black_box(&territory), &FillLimits::NONE).moves(), Some(30 * teeth - 35)));
}
