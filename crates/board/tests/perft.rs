//! Perft against testdata/perft.txt.

use std::sync::atomic::AtomicBool;

use otrera_board::{Position, Setup, perft};

/// Rows of testdata/perft.txt: a position and its numbers of leaves at depths 1, 2, ...
fn rows() -> impl Iterator<Item = (&'static str, Position, Vec<u64>)> {
    include_str!("../../../testdata/perft.txt").lines().filter(|line| !line.starts_with("# ")).map(|line| {
        let (text, counts) = line.split_once(';').expect("a row has a position, a semicolon and counts");
        let position = text.parse::<Setup>().unwrap().position().unwrap();
        (text, position, counts.split_whitespace().map(|n| n.parse().unwrap()).collect())
    })
}

#[test]
fn perft_counts_are_those_of_the_table() {
    for (text, position, counts) in rows() {
        for (depth, leaves) in (1..).zip(counts) {
            // 8x8 and 10x10 at depth 3 are billions of leaves: `otrera bench --full` counts them.
            if depth == 3 && position.size().area() > 36 {
                continue;
            }
            assert_eq!(perft(&position, depth, &AtomicBool::new(false)), Some(leaves), "{text} at depth {depth}");
            if let Some(narrow) = position.resized::<u64>() {
                assert_eq!(perft(&narrow, depth, &AtomicBool::new(false)), Some(leaves), "{text} in 64 bits");
            }
        }
    }
}
