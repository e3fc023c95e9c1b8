//! Distances by breadth-first search, and Lieberum's formulas as printed.

use std::collections::VecDeque;

use otrera_board::{Cell, Position, Side, Square};

use crate::eval::{Features, Moves, Term};

/// Steps of a king, in columns and rows.
const STEPS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Empty squares that one move reaches, with the number of steps.
pub(super) fn moves(position: &Position, from: Square, piece: Moves) -> Vec<(Square, u32)> {
    let mut found = Vec::new();
    for (right, up) in STEPS {
        let mut here = from;
        for steps in 1.. {
            let (Some(col), Some(row)) = (here.col.checked_add_signed(right), here.row.checked_add_signed(up)) else {
                break;
            };
            here = Square { col, row };
            if !position.size().contains(here) || position.cell(here) != Cell::Empty {
                break;
            }
            found.push((here, steps));
            if piece == Moves::King {
                break;
            }
        }
    }
    found
}

pub(super) fn index(position: &Position, square: Square) -> usize {
    usize::from(square.row) * usize::from(position.size().width()) + usize::from(square.col)
}

/// Moves that a piece on one of the squares needs to each square, by square number; `None` if unreachable.
pub(super) fn distances(position: &Position, from: &[Square], piece: Moves) -> Vec<Option<u32>> {
    let mut known = vec![None; position.size().area() as usize];
    let mut queue: VecDeque<(Square, u32)> = from.iter().map(|&square| (square, 0)).collect();
    while let Some((here, distance)) = queue.pop_front() {
        for (next, _) in moves(position, here, piece) {
            let cell = &mut known[index(position, next)];
            if cell.is_none() {
                *cell = Some(distance + 1);
                queue.push_back((next, distance + 1));
            }
        }
    }
    known
}

pub(super) fn squares_of(position: &Position, side: Side) -> Vec<Square> {
    position.squares(position.amazons(side)).collect()
}

/// N(a).
pub(super) fn neighbours(position: &Position, square: Square) -> i32 {
    moves(position, square, Moves::King).len() as i32
}

/// α of an amazon, and the number of squares in its sum.
pub(super) fn alpha(position: &Position, amazon: Square, side: Side) -> (f32, u32) {
    let theirs = distances(position, &squares_of(position, !side), Moves::Queen);
    let contested: Vec<_> = moves(position, amazon, Moves::Queen)
        .into_iter()
        .filter(|&(to, _)| theirs[index(position, to)].is_some())
        .collect();
    // Squares further than eight steps away are left out.
    let near = contested.iter().filter(|(_, steps)| *steps <= 8);
    let alpha = near.map(|&(to, steps)| neighbours(position, to) as f32 * 0.5_f32.powi(steps as i32 - 1)).sum();
    (alpha, contested.len() as u32)
}

/// All terms of the evaluator.
pub(super) fn features(position: &Position) -> Features {
    let us = position.to_move();
    let empty: Vec<usize> = position.squares(position.empty()).map(|square| index(position, square)).collect();
    let [[q1, k1], [q2, k2]] = [us, !us].map(|side| {
        let amazons = squares_of(position, side);
        [Moves::Queen, Moves::King].map(|piece| distances(position, &amazons, piece))
    });
    // Longer than any distance.
    const NEVER: i32 = 1000;
    let number = |distance: Option<u32>| distance.map_or(NEVER, |distance| distance as i32);
    let mut terms = [0.0; Term::COUNT];
    let mut open = 0.0;
    for &a in &empty {
        let [queen1, queen2, king1, king2] = [q1[a], q2[a], k1[a], k2[a]].map(number);
        for (term, ties, first, second) in [
            (Term::QueenTerritory, Term::QueenTies, queen1, queen2),
            (Term::KingTerritory, Term::KingTies, king1, king2),
        ] {
            match first.cmp(&second) {
                std::cmp::Ordering::Less => terms[term as usize] += 1.0,
                std::cmp::Ordering::Greater => terms[term as usize] -= 1.0,
                std::cmp::Ordering::Equal if first < NEVER => terms[ties as usize] += 1.0,
                std::cmp::Ordering::Equal => {}
            }
        }
        let share = |distance: i32| if distance < NEVER { 2.0 * 0.5_f32.powi(distance) } else { 0.0 };
        terms[Term::QueenAccess as usize] += share(queen1) - share(queen2);
        terms[Term::KingAccess as usize] += ((king2 - king1) as f32 / 6.0).clamp(-1.0, 1.0);
        let apart = (queen1 - queen2).abs();
        if queen1 < NEVER && queen2 < NEVER && apart <= 8 {
            open += 0.5_f32.powi(apart);
        }
    }
    for (side, sign) in [(us, 1.0), (!us, -1.0)] {
        let each: Vec<(f32, u32)> =
            squares_of(position, side).into_iter().map(|amazon| alpha(position, amazon, side)).collect();
        let sum = |f: fn(f32) -> f32| each.iter().map(|&(alpha, _)| f(alpha)).sum::<f32>();
        terms[Term::Enclosure as usize] -= sign * sum(|alpha| 1.0 / (1.0 + alpha / 4.0));
        terms[Term::Confinement as usize] -= sign * sum(|alpha| 1.0 / (1.0 + alpha / 32.0));
        terms[Term::Combat as usize] += sign * each.iter().map(|&(_, moves)| moves as f32).sum::<f32>();
        terms[Term::Weakest as usize] += sign * each.iter().map(|&(_, moves)| moves).min().unwrap_or(0) as f32;
    }
    terms[Term::Turn as usize] = 1.0;
    Features { terms, open }
}
