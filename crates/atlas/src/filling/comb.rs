//! Lieberum's combs: regions of which one amazon can fill almost nothing (Lieberum 2005, Theorem 2).

/// The region of k teeth on 9k x 9k squares, and the number of the square at the tip of the first tooth.
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

const TIP: [(i32, i32); 5] = [(5, 4), (4, 5), (5, 6), (4, 7), (5, 8)];

const STRAIGHT: [(i32, i32); 10] =
    [(4, 0), (5, 1), (5, 2), (4, 3), (5, 4), (6, 4), (4, 5), (5, 6), (4, 7), (5, 8)];

const LEFT_CORNER: [(i32, i32); 8] = [(4, 0), (5, 1), (4, 2), (4, 3), (5, 4), (6, 3), (7, 4), (8, 4)];

const RIGHT_CORNER: [(i32, i32); 8] = [(0, 3), (1, 4), (2, 3), (3, 4), (4, 3), (4, 2), (5, 1), (4, 0)];

const TRIVALENT: [(i32, i32); 14] = [
    (0, 3),
    (1, 4),
    (1, 5),
    (2, 6),
    (3, 5),
    (4, 5),
    (5, 4),
    (6, 5),
    (7, 4),
    (8, 4),
    (5, 3),
    (4, 2),
    (5, 1),
    (4, 0),
];
