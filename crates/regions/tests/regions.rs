//! The enumeration of regions, against growing them square by square and against the paper.

use otrera_board::{Bits, Size, Square};
use otrera_regions::region::{Region, Walk};

mod common;
use common::{Cell, regions};

#[test]
fn every_region_is_visited_once() {
    let grid = u64::grid(Size::new(8, 8).unwrap()).unwrap();
    let point = |&(col, row): &Cell| grid.point(Square { col: col as u8, row: row as u8 });
    let region = |cells: Vec<Cell>| {
        let squares = cells.iter().fold(0, |squares, cell| squares | u64::bit(point(cell)));
        Region::of_squares(grid, squares).unwrap().canonical()
    };
    for size in 1..=7 {
        let mut expected: Vec<Region> = regions(size).into_iter().map(region).collect();
        expected.sort_unstable();
        assert_eq!(Walk::quiet(2).list(size).unwrap(), expected, "size {size}");
    }
}

/// Müller & Tegos 2002, Table 1, "Board". From size 8 on the box matters.
#[test]
fn counts_are_those_of_the_paper() {
    for (size, boards) in (1..).zip([1, 2, 5, 22, 94, 524, 3031, 18769]) {
        assert_eq!(Walk::quiet(2).list(size).unwrap().len(), boards, "size {size}");
    }
}
