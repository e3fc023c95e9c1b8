//! Sums of territories and simple zugzwangs (Müller & Tegos 2002, section 5.3), in closed form.
//!
//! A simple zugzwang a|b with b >= a + 2 is a whole number v, and costs whoever moves in it: a move of Left makes it
//! worth a + 1, one of Right b - 1, moves made being counted. If a >= 0 then v = a + 1 and it costs Left nothing; if
//! b <= 0 then v = b - 1 and it costs Right nothing; else v = 0, and both would rather not.
//!
//! The sum V of all these numbers tells who wins. Say Left does. Right first uses up her own, then has to open all of
//! those that are 0, and at last those of Left that Left has not used up. Which of hers can Left keep? Those that she can
//! win without: together no more than `spare`, which is V if Right is to move and V - 1 if Left is. A kept one gains
//! b - a - 2. To choose them is the knapsack problem, and as the numbers are those of moves on a board, it is done by
//! dynamic programming in no time. docs/scoring.md proves it move by move.

/// A simple zugzwang a|b.
pub(crate) type Switch = (i16, i16);

/// Whether moving in a|b gains nothing for either side.
pub(crate) fn is_cold((a, b): Switch) -> bool {
    b >= a + 2
}

/// What Left, who is to move, makes of `ahead` moves in territories and of simple zugzwangs: her moves made and left,
/// less Right's.
pub(crate) fn left_to_move(ahead: i32, zugzwangs: &[Switch]) -> i32 {
    debug_assert!(zugzwangs.iter().all(|&zugzwang| is_cold(zugzwang)), "a hot game is no zugzwang");
    let value = ahead + zugzwangs.iter().map(|&zugzwang| number(zugzwang)).sum::<i32>();
    if value > 0 {
        won(value, value - 1, zugzwangs)
    } else {
        // Right wins: the same from her side, with Left to move.
        let mirrored: Vec<Switch> = zugzwangs.iter().map(|&(a, b)| (-b, -a)).collect();
        -won(-value, -value, &mirrored)
    }
}

/// The number that a simple zugzwang is.
fn number((a, b): Switch) -> i32 {
    match (a, b) {
        (0.., _) => i32::from(a) + 1,
        (_, ..=0) => i32::from(b) - 1,
        _ => 0,
    }
}

/// What Left makes of a sum that is this number, which she wins with so many moves to spare.
fn won(value: i32, spare: i32, zugzwangs: &[Switch]) -> i32 {
    let opened: i32 = zugzwangs.iter().filter(|&&(a, b)| a < 0 && b > 0).map(|&(_, b)| i32::from(b) - 1).sum();
    value + opened + kept(spare as usize, zugzwangs)
}

/// The most that Left's zugzwangs can gain if those that are kept sum up to no more than `spare`.
fn kept(spare: usize, zugzwangs: &[Switch]) -> i32 {
    let own = || zugzwangs.iter().filter(|&&(a, _)| a >= 0);
    let all: usize = own().map(|&zugzwang| number(zugzwang) as usize).sum();
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

    use super::*;

    /// The same by trying every move.
    fn tried(ahead: i32, zugzwangs: &[Switch], known: &mut HashMap<(i32, Vec<Switch>), i32>) -> i32 {
        let key = (ahead, zugzwangs.to_vec());
        if let Some(&score) = known.get(&key) {
            return score;
        }
        let mut next = |ahead: i32, left: &[Switch]| {
            let mut left: Vec<Switch> = left.iter().map(|&(a, b)| (-b, -a)).collect();
            left.sort_unstable();
            1 - tried(-ahead, &left, known)
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
    fn the_knapsack_is_what_trying_every_move_finds() {
        let mut state = 1_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % limit) as i16
        };
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
            let expected = tried(ahead, &zugzwangs, &mut known);
            assert_eq!(left_to_move(ahead, &zugzwangs), expected, "{ahead} {zugzwangs:?}");
        }
    }

    #[test]
    fn the_paper_s_zugzwang_is_kept_if_it_can_be() {
        // 3|6 is 4 (Fig. 15). Left to move has V - 1 to spare: one territory more, and she need not open it.
        for (ahead, expected) in [(-4, 0), (-3, 1), (0, 4), (1, 6), (2, 7)] {
            assert_eq!(left_to_move(ahead, &[(3, 6)]), expected, "{ahead}");
        }
    }
}
