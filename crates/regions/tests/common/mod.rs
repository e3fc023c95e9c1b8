//! Small regions by a method of their own, independent of the library's enumeration.

use std::collections::BTreeSet;

/// Column and row of a square.
pub(crate) type Cell = (i32, i32);

/// Steps of a king.
pub(crate) const DIRECTIONS: [Cell; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The least of the eight images, moved to the corner.
fn canonical(cells: &[Cell]) -> Vec<Cell> {
    let cornered = |symmetry: u8| {
        let mapped = |&(x, y): &Cell| {
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
            (if symmetry & 2 == 0 { x } else { -x }, if symmetry & 4 == 0 { y } else { -y })
        };
        let cells: Vec<Cell> = cells.iter().map(mapped).collect();
        let left = cells.iter().map(|cell| cell.0).min().unwrap();
        let low = cells.iter().map(|cell| cell.1).min().unwrap();
        let mut cells: Vec<Cell> = cells.iter().map(|cell| (cell.0 - left, cell.1 - low)).collect();
        cells.sort_unstable();
        cells
    };
    (0..8).map(cornered).min().unwrap()
}

/// All regions of `size` squares connected by sides or corners, one for all images of each.
pub(crate) fn regions(size: usize) -> BTreeSet<Vec<Cell>> {
    let mut found = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let grow = |cells: &Vec<Cell>| {
            let around = cells.iter().flat_map(|cell| DIRECTIONS.map(|step| (cell.0 + step.0, cell.1 + step.1)));
            let new = around.filter(|cell| !cells.contains(cell)).collect::<BTreeSet<_>>();
            new.into_iter().map(|cell| canonical(&[&cells[..], &[cell]].concat())).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(grow).collect();
    }
    found
}
