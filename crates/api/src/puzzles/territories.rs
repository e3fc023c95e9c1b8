//! Puzzles from territories that cannot be filled: those of the table of defects, and larger random ones.

use std::sync::atomic::AtomicBool;

use otrera_board::areas::Kind;
use otrera_board::{Area, Bits as _, Cell, Move, Position, Setup, Side};
use otrera_cgt::Interrupted;
use otrera_engine::Random;
use otrera_regions::moves_alone;
use otrera_regions::region::{Region, Walk};

use super::endings::{MOST_RIGHT, MOST_VISITED};
use super::grade::Judged;
use super::plain::Plain;
use super::{Answers, Puzzle, PuzzleKind};

/// Sizes of the regions of the table. Smaller ones have next to no wrong moves.
const SIZES: [usize; 2] = [7, 8];
/// Largest side of a random region, and the number of its empty squares.
const SIDE: usize = 5;
const EMPTY: std::ops::RangeInclusive<u32> = 8..=13;
/// A square of a random region is burnt with this chance, in percent.
const BURNT: std::ops::RangeInclusive<usize> = 30..=45;
/// Least legal moves, and the inverse of the largest share of right ones.
const LEAST_MOVES: usize = 5;
const RIGHT_SHARE: usize = 3;

/// Regions with white amazons, one after the other.
pub(super) struct Territories {
    regions: Vec<Region>,
    random: Random,
}

impl Territories {
    pub(super) fn new(seed: u64, walk: Walk<'_>) -> Result<Territories, Interrupted> {
        let mut regions = Vec::new();
        for size in SIZES {
            regions.extend(walk.list(size)?);
        }
        Ok(Territories { regions, random: Random::new(seed) })
    }

    /// The next territory, if it is a puzzle.
    pub(super) fn next(&mut self, stop: &AtomicBool) -> Result<Option<Puzzle>, Interrupted> {
        let position = if self.random.below(2) == 0 { Some(self.small()) } else { self.large() };
        position.map_or(Ok(None), |position| puzzle(&position, stop))
    }

    /// A region of the table with an amazon.
    fn small(&mut self) -> Position<u64> {
        let region = self.random.one(&self.regions).expect("there are regions of these sizes");
        region.position(&[], &[self.random.below(region.len()) as u8])
    }

    /// The largest part of a random board, with one or two amazons.
    fn large(&mut self) -> Option<Position<u64>> {
        let chance = BURNT.start() + self.random.below(BURNT.end() - BURNT.start() + 1);
        let burn = |random: &mut Random| if random.below(100) < chance { Cell::Burnt } else { Cell::Empty };
        let cells: Vec<Cell> = (0..SIDE * SIDE).map(|_| burn(&mut self.random)).collect();
        let board: Position<u64> =
            Setup::from_cells(SIDE, SIDE, cells, Some(Side::White)).position().ok()?.resized()?;
        let squares =
            Area::whole(&board).parts().map(|part| part.squares).max_by_key(|squares| squares.count_ones())?;
        let amazons = 1 + self.random.below(2) as u32;
        if !EMPTY.contains(&(squares.count_ones().saturating_sub(amazons))) {
            return None;
        }
        let mut white = 0_u64;
        while white.count_ones() < amazons {
            white |= u64::bit(self.random.one(&squares.points().collect::<Vec<_>>())?);
        }
        let area = Area::from_sets(board.size(), [0, white], squares & !white);
        Some(area.cropped(squares).position(Side::White))
    }
}

/// The puzzle of a territory, if it has a defect and few of its moves are right.
fn puzzle(position: &Position<u64>, stop: &AtomicBool) -> Result<Option<Puzzle>, Interrupted> {
    let all = position.actions();
    if all.len() < LEAST_MOVES {
        return Ok(None);
    }
    let most = moves(position, stop)?;
    if most == i64::from(position.empty().count_ones()) {
        return Ok(None);
    }
    let mut right: Vec<Move> = Vec::new();
    for &action in &all {
        let mut child = *position;
        child.play_unchecked(action);
        if moves(&child, stop)? + 1 == most {
            right.push(position.name(action));
        }
    }
    if right.len() > MOST_RIGHT || right.len() * RIGHT_SHARE > all.len() {
        return Ok(None);
    }
    right.sort_unstable();
    let answers = Answers::Moves(right);
    let mut puzzle = Puzzle { kind: PuzzleKind::Fill, grade: 1, position: *position, answers };
    let Some(judged) = Judged::new(&puzzle, &mut Plain::new(MOST_VISITED, stop)) else { return Ok(None) };
    assert_eq!(judged.answers, puzzle.answers, "the filling and the plain search disagree on {position}");
    puzzle.grade = judged.grade;
    Ok(Some(puzzle))
}

/// White's moves in its territories.
fn moves(position: &Position<u64>, stop: &AtomicBool) -> Result<i64, Interrupted> {
    let board = Area::whole(position);
    let check = |_| if stop.load(std::sync::atomic::Ordering::Relaxed) { Err(Interrupted::Stopped) } else { Ok(()) };
    let mut sum = 0;
    for part in board.parts().filter(|part| part.kind == Kind::Territory(Side::White)) {
        sum += moves_alone(&board.cropped(part.squares), Side::White, &check)?;
    }
    Ok(sum)
}
