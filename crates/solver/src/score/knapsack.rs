//! Sums of territories and simple zugzwangs (Müller & Tegos 2002, section 5.3), in closed form.
//!
//! A simple zugzwang a|b with b >= a + 2 is an integer v. With the moves made, a move of Left makes it worth a + 1, and a
//! move of Right b - 1. If a >= 0 then v = a + 1, and a move costs Left nothing. If b <= 0 then v = b - 1, and a move
//! costs Right nothing. Else v = 0, and neither side wants to move.
//!
//! The sum V of these integers and the territories decides the winner. Say Left wins. Right first uses up her own
//! zugzwangs, then has to open all of value 0, and at last those of Left that are still there. Left can keep zugzwangs
//! that she does not need for the win: their values add up to at most `spare`, which is V - 1 with Left to move and V
//! with Right to move. Each one kept gains b - a - 2. To choose them is a knapsack problem with small integers, solved
//! by dynamic programming. docs/internals/scoring.md proves the formula move by move.

/// A simple zugzwang a|b.
pub(crate) type Switch = (i16, i16);

/// True if a move in a|b gains nothing for either side.
pub(crate) fn is_cold((a, b): Switch) -> bool {
    b >= a + 2
}

/// The score of `ahead` moves in territories and simple zugzwangs, Left to move: moves made and left, Left's less Right's.
pub(crate) fn left_to_move(ahead: i32, zugzwangs: &[Switch]) -> i32 {
    debug_assert!(zugzwangs.iter().all(|&zugzwang| is_cold(zugzwang)), "a hot game is no zugzwang");
    let value = ahead + zugzwangs.iter().map(|&zugzwang| self::value(zugzwang)).sum::<i32>();
    if value > 0 {
        won(value, value - 1, zugzwangs)
    } else {
        // Right wins: the same with sides swapped, Left to move.
        let mirrored: Vec<Switch> = zugzwangs.iter().map(|&(a, b)| (-b, -a)).collect();
        -won(-value, -value, &mirrored)
    }
}

/// The integer that equals a simple zugzwang.
fn value((a, b): Switch) -> i32 {
    match (a, b) {
        (0.., _) => i32::from(a) + 1,
        (_, ..=0) => i32::from(b) - 1,
        _ => 0,
    }
}

/// The score of a sum of this value that Left wins with `spare` moves to spare.
fn won(value: i32, spare: i32, zugzwangs: &[Switch]) -> i32 {
    let opened: i32 = zugzwangs.iter().filter(|&&(a, b)| a < 0 && b > 0).map(|&(_, b)| i32::from(b) - 1).sum();
    value + opened + kept(spare as usize, zugzwangs)
}

/// The most that Left gains by keeping zugzwangs whose values add up to at most `spare`.
fn kept(spare: usize, zugzwangs: &[Switch]) -> i32 {
    let own = || zugzwangs.iter().filter(|&&(a, _)| a >= 0);
    let all: usize = own().map(|&zugzwang| value(zugzwang) as usize).sum();
    let mut best = vec![0; spare.min(all) + 1];
    for &(a, b) in own() {
        let (weight, gain) = (a as usize + 1, i32::from(b) - i32::from(a) - 2);
        for room in (weight..best.len()).rev() {
            best[room] = best[room].max(best[room - weight] + gain);
        }
    }
    best[best.len() - 1]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use otrera_testing::Random;

    use super::*;

    /// The score by plain minimax.
    fn minimax(ahead: i32, zugzwangs: &[Switch], known: &mut HashMap<(i32, Vec<Switch>), i32>) -> i32 {
        let key = (ahead, zugzwangs.to_vec());
        if let Some(&score) = known.get(&key) {
            return score;
        }
        let mut next = |ahead: i32, left: &[Switch]| {
            let mut left: Vec<Switch> = left.iter().map(|&(a, b)| (-b, -a)).collect();
            left.sort_unstable();
            1 - minimax(-ahead, &left, known)
        };
        let mut best = None;
        for at in 0..zugzwangs.len() {
            let mut left = zugzwangs.to_vec();
            let (a, _) = left.remove(at);
            best = best.max(Some(next(ahead + i32::from(a), &left)));
        }
        if ahead > 0 {
            best = best.max(Some(next(ahead - 1, zugzwangs)));
        }
        let score = best.unwrap_or(ahead);
        known.insert(key, score);
        score
    }

    #[test]
    fn knapsack_agrees_with_minimax() {
        let mut random = Random(1);
        let mut below = |limit| random.below(limit) as i16;
        let mut known = HashMap::new();
        for _ in 0..4000 {
            let mut zugzwangs: Vec<Switch> = (0..below(6))
                .map(|_| {
                    let a = below(9) - 5;
                    (a, a + 2 + below(5))
                })
                .collect();
            zugzwangs.sort_unstable();
            let ahead = i32::from(below(17)) - 8;
            let expected = minimax(ahead, &zugzwangs, &mut known);
            assert_eq!(left_to_move(ahead, &zugzwangs), expected, "{ahead} {zugzwangs:?}");
        }
    }

    #[test]
    fn the_zugzwang_of_the_paper_is_kept_if_possible() {
        // 3|6 is 4 (Fig. 15). Left to move has V - 1 to spare: with one territory more she need not open it.
        for (ahead, expected) in [(-4, 0), (-3, 1), (0, 4), (1, 6), (2, 7)] {
            assert_eq!(left_to_move(ahead, &[(3, 6)]), expected, "{ahead}");
        }
    }
}
