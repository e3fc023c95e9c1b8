//! Lieberum's combs: regions of which one amazon can fill almost nothing (Lieberum 2005, Theorem 2).
//!
//! A comb of k teeth lies on 9k x 9k squares and is made of pieces on 9x9 squares: at the lower end of each tooth a tip
//! of 5 squares, then k - 2 straight pieces of 10, and along the top the spine, with a corner of 8 squares at each end
//! and trivalent pieces of 14 between. These are the counts of the paper; together they are
//! r = 5k + 10k(k - 2) + 14(k - 2) + 16 = 10k² - k - 12 squares (the paper prints + 12, a slip: the sum before it
//! gives - 12). One amazon can fill f = 30k - 34 of them, including her own: 56 of 75 for three teeth.
//!
//! The pieces are ours, because the paper's figure is not in its text. No line in them has more than two squares, and
//! the region is a tree; so every square except the ends, the junctions and those with a stub is a gate, and no piece
//! can be passed twice. The best path goes up the first tooth, along the spine, and down the last.
//!
//! The pieces must differ from the text of the paper in one respect. There, the path fills all 10 squares of straight
//! pieces and 10 of trivalent ones. But an amazon that passes a tooth can always step onto its first square, shoot the
//! second, step back and shoot the first. The spine crosses nine columns, so at least 9 + 2 squares of a trivalent
//! piece are filled. With s squares for a straight piece and t for a trivalent one, f is right for all k only if 2s + t
//! = 30; with t > 10 and s of 9 or 10 that leaves s = 9 and t = 12. So our straight piece has a *stub*, a square beside
//! the middle one that cannot be filled without losing another, and our trivalent piece is crossed on 10 squares.

/// The comb of `teeth` teeth, and the number of the square at the tip of the first. As in the paper, a comb with one
/// tooth is a single square.
pub fn comb(teeth: usize) -> (Vec<(i32, i32)>, u16) {
    if teeth <= 1 {
        return (vec![(0, 0); teeth.min(1)], 0);
    }
    let mut cells = Vec::new();
    for tooth in 0..teeth {
        for piece in 0..teeth {
            let shape: &[(i32, i32)] = match (piece + 1 == teeth, tooth) {
                (false, _) if piece == 0 => &TIP,
                (false, _) => &STRAIGHT,
                (true, 0) => &LEFT_CORNER,
                (true, _) if tooth + 1 == teeth => &RIGHT_CORNER,
                (true, _) => &TRIVALENT,
            };
            let (left, bottom) = (SIDE * tooth as i32, SIDE * piece as i32);
            cells.extend(shape.iter().map(|&(col, row)| (left + col, bottom + row)));
        }
    }
    (cells, 0)
}

/// Rows and columns of a piece.
const SIDE: i32 = 9;
/// Up the tooth.
const TIP: [(i32, i32); 5] = [(5, 4), (4, 5), (5, 6), (4, 7), (5, 8)];

/// Up the tooth; (6, 4) is the stub.
const STRAIGHT: [(i32, i32); 10] = [(4, 0), (5, 1), (5, 2), (4, 3), (5, 4), (6, 4), (4, 5), (5, 6), (4, 7), (5, 8)];

/// From the tooth to the right.
const LEFT_CORNER: [(i32, i32); 8] = [(4, 0), (5, 1), (4, 2), (4, 3), (5, 4), (6, 3), (7, 4), (8, 4)];

/// From the left to the tooth.
const RIGHT_CORNER: [(i32, i32); 8] = [(0, 3), (1, 4), (2, 3), (3, 4), (4, 3), (4, 2), (5, 1), (4, 0)];

/// From left to right, then down the tooth from the junction (5, 4).
const TRIVALENT: [(i32, i32); 14] =
    [(0, 3), (1, 4), (1, 5), (2, 6), (3, 5), (4, 5), (5, 4), (6, 5), (7, 4), (8, 4), (5, 3), (4, 2), (5, 1), (4, 0)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::LineGraph;

    /// The counts of the paper, and the properties that keep every piece from being passed twice.
    #[test]
    fn a_comb_is_a_tree_without_long_lines() {
        for teeth in 2..=6 {
            let (cells, start) = comb(teeth);
            assert_eq!(cells.len() + teeth + 12, 10 * teeth * teeth);
            let graph = LineGraph::of_cells(&cells);
            assert!(graph.lines().all(|line| line.len() == 2));
            assert_eq!(graph.lines().len() + 1, cells.len(), "a tree has one edge less than points");
            let rays = graph.rays();
            let with = |ways: usize| rays.iter().filter(|rays| rays.len() == ways).count();
            let (stubs, junctions) = (teeth * (teeth - 2), teeth - 2);
            assert_eq!((with(1), with(3)), (teeth + stubs, stubs + junctions));
            assert_eq!(with(1) + with(2) + with(3), cells.len());
            assert_eq!(rays[usize::from(start)].len(), 1, "the tip is an end");
        }
    }
}
