//! Regions without defect: those built from overlapping 2x2 blocks (Lieberum 2005, Theorem 1).
//!
//! A region that grows from one 2x2 block by adding 2x2 blocks that overlap with it has a closed tour: a cycle of
//! king's steps through each square once. An amazon on any of its squares fills all the others by walking along it and
//! shooting back. Other amazons in the region stand still, so for each amazon the region is the empty squares and her
//! own.
//!
//! ```text
//!   1 2 #        the 2x2 block 1 2 3 4 has the tour 1-2-3-4; the block 3 5 6 7 overlaps it in 3,
//!   4 3 5        and the tour becomes 1-2-5-6-7-3-4
//!   # 7 6
//! ```
//!
//! The tour is built block by block, as the theorem is proved. A new block has one to three old squares. The old tour
//! is opened at these and at their neighbours on the tour, which leaves a few paths; a small search closes these and
//! the new squares into a cycle. It always succeeds, even when the tour crosses itself, for the following reason. Put
//! the old squares of the block at (0,0), (1,0), (0,1) as far as they are old, so that (1,1) or a mirror image of it is
//! new. New squares are adjacent to each other and to the whole block, so they can be inserted between two squares x
//! and y that follow each other on the tour, one of the block and the other adjacent to a new square.
//!
//! - One old square x: of its neighbours only the one diagonally opposite is not adjacent to a new square, and x has
//!   two neighbours on the tour. Two old squares on a diagonal: the same.
//! - Two old squares x = (0,0), e = (1,0) side by side. If no insertion is possible, the tour leaves both downwards: x
//!   to two of (-1,-1), (0,-1), (1,-1), and e to two of (0,-1), (1,-1), (2,-1). If x's two are adjacent, join them, and
//!   go from e through the new squares and x to whichever of e's two is adjacent to x. If e's two are adjacent, the
//!   same with x and e exchanged. Else x-(1,-1) and e-(0,-1) cross, and can be replaced by x-e and (0,-1)-(1,-1), or
//!   by x-(0,-1) and e-(1,-1), one of which leaves a single cycle; that is one of the former cases.
//! - Three old squares x, e and w = (0,1). If no insertion is possible, e goes down twice and w to the left twice. If
//!   both edges of x go down, or both to the left, it is the former case, with e or with w. Else x goes down once, to
//!   (0,-1) or (1,-1), and left once, to (-1,0) or (-1,1). If e's two are adjacent, join them, and go from x through
//!   the new square and e down; the same for w. Else e goes to (0,-1) and (2,-1), and w to (-1,0) and (-1,2). If x goes
//!   to (1,-1) or (-1,1), uncross as before. Else x goes to (0,-1) and (-1,0): replace (-1,0), x, (0,-1), e by (-1,0),
//!   (0,-1), x, new, e.
//!
//! Only edges between the block's squares and their neighbours on the tour change, so the small search finds it.

use rustc_hash::{FxHashMap, FxHashSet};

type Cell = (i32, i32);

/// Returns a cycle of king's steps through all cells, as indices into the list; `None` if the cells are not built from
/// overlapping 2x2 blocks.
pub fn closed_tour(cells: &[(i32, i32)]) -> Option<Vec<usize>> {
    let index: FxHashMap<Cell, usize> = cells.iter().enumerate().map(|(i, &cell)| (cell, i)).collect();
    let block = |&(col, row): &Cell| [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)];
    let is_block = |corner: &Cell| block(corner).iter().all(|cell| index.contains_key(cell));
    let first = cells.iter().find(|corner| is_block(corner))?;
    let mut tour: Vec<Cell> = block(first).to_vec();
    let mut toured: FxHashSet<Cell> = tour.iter().copied().collect();
    // A block that overlaps with another has its corner at most one step from the other's corner.
    let mut queue = vec![*first];
    let mut queued: FxHashSet<Cell> = queue.iter().copied().collect();
    let mut at = 0;
    while at < queue.len() {
        let corner = queue[at];
        at += 1;
        let new: Vec<Cell> = block(&corner).into_iter().filter(|cell| !toured.contains(cell)).collect();
        if !new.is_empty() {
            let old: Vec<Cell> = block(&corner).into_iter().filter(|cell| toured.contains(cell)).collect();
            tour = extended(&tour, &old, &new);
            toured.extend(new);
        }
        for next in (-1..=1).flat_map(|up| (-1..=1).map(move |right| (corner.0 + right, corner.1 + up))) {
            if is_block(&next) && queued.insert(next) {
                queue.push(next);
            }
        }
    }
    (tour.len() == cells.len()).then(|| tour.iter().map(|cell| index[cell]).collect())
}

fn adjacent(a: Cell, b: Cell) -> bool {
    (a.0 - b.0).abs().max((a.1 - b.1).abs()) == 1
}

/// The tour extended by the new squares of a block that also has squares on the tour, `old`.
fn extended(tour: &[Cell], old: &[Cell], new: &[Cell]) -> Vec<Cell> {
    let length = tour.len();
    // Open the tour between any two squares of the window that follow each other.
    let in_window: Vec<bool> = (0..length)
        .map(|i| [i, (i + 1) % length, (i + length - 1) % length].iter().any(|&near| old.contains(&tour[near])))
        .collect();
    let opens = |i: usize| in_window[i] && in_window[(i + 1) % length];
    let start = (0..length).find(|&i| opens(i)).expect("an old square and its neighbour on the tour are in the window");
    let mut paths: Vec<Vec<Cell>> = vec![Vec::new()];
    for step in 1..=length {
        let i = (start + step) % length;
        paths.last_mut().expect("paths is never empty").push(tour[i]);
        if opens(i) && step < length {
            paths.push(Vec::new());
        }
    }
    paths.extend(new.iter().map(|&cell| vec![cell]));
    let mut order = vec![(0, false)];
    let mut used = vec![false; paths.len()];
    used[0] = true;
    assert!(close(&paths, &mut order, &mut used), "a block that overlaps with a toured region can be added");
    let oriented = |&(path, reversed): &(usize, bool)| {
        let cells = paths[path].clone();
        if reversed { cells.into_iter().rev().collect() } else { cells }
    };
    order.iter().flat_map(oriented).collect()
}

/// Closes the paths into a cycle, each forwards or backwards. `order` holds the paths placed so far.
fn close(paths: &[Vec<Cell>], order: &mut Vec<(usize, bool)>, used: &mut [bool]) -> bool {
    let end = |&(path, reversed): &(usize, bool), last: bool| {
        let path: &Vec<Cell> = &paths[path];
        if last == reversed { path[0] } else { path[path.len() - 1] }
    };
    let tail = end(order.last().expect("order begins with the first path"), true);
    if order.len() == paths.len() {
        return adjacent(tail, end(&order[0], false));
    }
    for path in 0..paths.len() {
        for reversed in [false, true] {
            let next = (path, reversed);
            if !used[path] && adjacent(tail, end(&next, false)) {
                used[path] = true;
                order.push(next);
                if close(paths, order, used) {
                    return true;
                }
                order.pop();
                used[path] = false;
            }
        }
    }
    false
}
