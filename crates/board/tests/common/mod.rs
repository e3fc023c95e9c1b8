//! Helpers of the law tests: random positions, and a naive implementation of the rules.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeSet;

use otrera_board::{Cell, Move, Position, Setup, Side, Square};
use proptest::prelude::*;

/// Positions of any size, with any number of amazons and arrows and either side to move. Most squares are empty, so that
/// there are moves.
pub(crate) fn positions(max_squares: usize) -> impl Strategy<Value = Position> {
    let cell = prop_oneof![
        6 => Just(Cell::Empty),
        3 => Just(Cell::Burnt),
        1 => Just(Cell::Amazon(Side::Black)),
        1 => Just(Cell::Amazon(Side::White)),
    ];
    (1..=26usize, 1..=26usize)
        .prop_map(move |(width, height)| (width.min(max_squares), height.min(max_squares / width.min(max_squares))))
        .prop_flat_map(move |(width, height)| {
            (prop::collection::vec(cell.clone(), width * height), any::<bool>()).prop_map(move |(cells, white)| {
                let side = if white { Side::White } else { Side::Black };
                Setup::from_cells(width, height, cells, Some(side)).position().unwrap()
            })
        })
}

/// A legal line of play, chosen by `choices`.
pub(crate) fn play(position: &Position, choices: &[prop::sample::Index]) -> Vec<otrera_board::Action> {
    let mut position = *position;
    let mut line = Vec::new();
    for choice in choices {
        let actions = position.actions();
        if actions.is_empty() {
            break;
        }
        line.push(*choice.get(&actions));
        position.play_unchecked(line[line.len() - 1]);
    }
    line
}

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The neighbours of a square on the board, with their directions.
fn neighbours(position: &Position, square: Square) -> impl Iterator<Item = (Square, (i8, i8))> {
    let size = position.size();
    DIRECTIONS.into_iter().filter_map(move |(right, up)| {
        let next = Square { col: square.col.checked_add_signed(right)?, row: square.row.checked_add_signed(up)? };
        size.contains(next).then_some((next, (right, up)))
    })
}

/// The reach of a queen, one step at a time. `vacated` counts as empty.
fn queen(position: &Position, from: Square, vacated: Square) -> Vec<Square> {
    let mut reached = Vec::new();
    for direction in DIRECTIONS {
        let mut here = from;
        while let Some((next, _)) = neighbours(position, here).find(|&(_, d)| d == direction) {
            if next != vacated && position.cell(next) != Cell::Empty {
                break;
            }
            reached.push(next);
            here = next;
        }
    }
    reached
}

/// The legal moves.
pub(crate) fn naive_moves(position: &Position) -> BTreeSet<Move> {
    let mut moves = BTreeSet::new();
    for from in position.size().reading_order().filter(|&s| position.cell(s) == Cell::Amazon(position.to_move())) {
        for to in queen(position, from, from) {
            if to == from {
                continue;
            }
            for arrow in queen(position, to, from) {
                moves.insert(Move { from, to, arrow });
            }
        }
    }
    moves
}

/// The squares reached from the seeds over `passable` squares.
pub(crate) fn naive_flood(
    position: &Position,
    seeds: &[Square],
    passable: impl Fn(Square) -> bool,
) -> BTreeSet<Square> {
    let mut reached: BTreeSet<Square> = seeds.iter().copied().collect();
    let mut queue: Vec<Square> = seeds.to_vec();
    while let Some(square) = queue.pop() {
        for (next, _) in neighbours(position, square) {
            if passable(next) && reached.insert(next) {
                queue.push(next);
            }
        }
    }
    reached
}
