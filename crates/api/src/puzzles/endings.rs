//! Puzzles from endings: the greedy engine plays against itself, and positions near the end in which few moves win are
//! examined.

use std::sync::atomic::AtomicBool;

use otrera_board::areas::Kind;
use otrera_board::{Action, Area, Bits as _, Point, Position, Setup, Side};
use otrera_cgt::Interrupted;
use otrera_engine::{EngineOptions, Limits, Random, engines};
use otrera_solver::score::{ScoreOptions, Scorer};

use super::grade::Judged;
use super::plain::Plain;
use super::{Answers, Puzzle, PuzzleKind};

/// Boards of the games, in turn.
const SIZES: [(usize, usize); 6] = [(5, 5), (6, 6), (5, 4), (6, 5), (5, 6), (4, 4)];
/// One move in `BLUNDER` is random: good games have few surprising endings.
const BLUNDER: usize = 8;
/// Empty squares of the positions that are examined. The plain search visits at most some 100,000 positions then.
const EMPTY: std::ops::RangeInclusive<u32> = 5..=12;
/// Least legal moves of a puzzle.
const LEAST_MOVES: usize = 8;
/// Most right moves, and the inverse of their largest share.
pub(super) const MOST_RIGHT: usize = 4;
const RIGHT_SHARE: usize = 4;
/// Positions that the plain search visits at most.
pub(super) const MOST_VISITED: usize = 200_000;
/// Memory of a margin search in bytes: the positions are small.
pub(super) const MEMORY: usize = 16 << 20;

/// The puzzles of one game, at most one of each kind in `kinds`. The side to move becomes White.
pub(super) fn puzzles(
    number: u64,
    seed: u64,
    kinds: &[PuzzleKind],
    stop: &AtomicBool,
) -> Result<Vec<Puzzle>, Interrupted> {
    let mut found: Vec<Puzzle> = Vec::new();
    for position in game(number, seed, stop) {
        let is_wanted = |kind: &PuzzleKind| kinds.contains(kind) && found.iter().all(|puzzle| puzzle.kind != *kind);
        let missing: Vec<PuzzleKind> = kinds.iter().copied().filter(is_wanted).collect();
        if missing.is_empty() {
            break;
        }
        found.extend(puzzle(&position, &missing, stop)?);
    }
    Ok(found)
}

/// The positions of a game with few empty squares, as White sees them.
fn game(number: u64, seed: u64, stop: &AtomicBool) -> Vec<Position<u64>> {
    let mut random = Random::new(Random::new(seed).bits() ^ number);
    let (width, height) = SIZES[(number % SIZES.len() as u64) as usize];
    let start = Setup::start(width, height).expect("each of the boards has a standard setup");
    let mut position = start.position().expect("a standard setup is a position");
    let options = EngineOptions { seed: random.bits(), memory: 0, book: false, ..EngineOptions::default() };
    let mut engine = engines::named("greedy").expect("greedy is an engine").build(&options);
    let opening = 1 + random.below(4);
    let mut seen = Vec::new();
    for count in 0.. {
        let is_random = count < opening || random.below(BLUNDER) == 0;
        let action = match is_random {
            true => random.one(&position.actions()),
            false => engine
                .choose(&position, &Limits::none(stop), &mut |_| {})
                .map(|choice| position.check(choice.play).expect("an engine plays legal moves")),
        };
        let Some(action) = action else { break };
        position.play_unchecked(action);
        if EMPTY.contains(&position.empty().count_ones()) {
            let white = if position.to_move() == Side::White { position } else { position.colours_swapped() };
            seen.push(white.resized().expect("the boards have at most 64 squares"));
        }
    }
    seen
}

/// The puzzle of a position, if it is one of these kinds.
fn puzzle(position: &Position<u64>, kinds: &[PuzzleKind], stop: &AtomicBool) -> Result<Option<Puzzle>, Interrupted> {
    let all = position.actions().len();
    if all < LEAST_MOVES || active(position) == 0 {
        return Ok(None);
    }
    let Some(right) = winning(position, stop)? else { return Ok(None) };
    if right.is_empty() || right.len() > MOST_RIGHT || right.len() * RIGHT_SHARE > all {
        return Ok(None);
    }
    let Some(kind) = kind(position, &right, kinds) else { return Ok(None) };
    let mut moves: Vec<_> = right.iter().map(|&action| position.name(action)).collect();
    moves.sort_unstable();
    let mut puzzle = Puzzle { kind, grade: 1, position: *position, answers: Answers::Moves(moves) };
    let Some(judged) = Judged::new(&puzzle, &mut Plain::new(MOST_VISITED, stop)) else { return Ok(None) };
    assert_eq!(judged.answers, puzzle.answers, "the margin search and the plain search disagree on {position}");
    puzzle.grade = judged.grade;
    Ok(Some(puzzle))
}

/// The winning moves by the margin search; `None` as soon as they are too many.
fn winning(position: &Position<u64>, stop: &AtomicBool) -> Result<Option<Vec<Action>>, Interrupted> {
    let options = ScoreOptions { memory: MEMORY, ..ScoreOptions::default() };
    let mut scorer = Scorer::new(options, stop);
    let us = position.to_move();
    if scorer.score(position, None)?.winner != us {
        return Ok(Some(Vec::new()));
    }
    let mut right = Vec::new();
    for action in position.actions() {
        let mut child = *position;
        child.play_unchecked(action);
        if scorer.score(&child, None)?.winner == us {
            right.push(action);
            if right.len() > MOST_RIGHT {
                return Ok(None);
            }
        }
    }
    Ok(Some(right))
}

/// The first of these kinds that the position belongs to; the rarest come first.
fn kind(position: &Position<u64>, right: &[Action], kinds: &[PuzzleKind]) -> Option<PuzzleKind> {
    let is_one = |kind: &PuzzleKind| kinds.contains(kind) && fits(*kind, position, right);
    [PuzzleKind::Half, PuzzleKind::Save, PuzzleKind::Win].into_iter().find(is_one)
}

/// Returns whether a position with these right moves meets the conditions of a kind of ending.
pub(super) fn fits(kind: PuzzleKind, position: &Position<u64>, right: &[Action]) -> bool {
    match kind {
        PuzzleKind::Win => right.len() == 1,
        PuzzleKind::Half => is_half(position, right),
        PuzzleKind::Save => is_rescue(position, right),
        PuzzleKind::Fill | PuzzleKind::Zugzwang => false,
    }
}

/// Number of contested areas.
fn active(position: &Position<u64>) -> usize {
    Area::whole(position).parts().filter(|part| part.kind == Kind::Active).count()
}

/// There is one contested area, every right move divides it, and two wrong ones do so too.
fn is_half(position: &Position<u64>, right: &[Action]) -> bool {
    let divides = |action: &&Action| active(&after(position, **action)) == 0;
    let all = position.actions();
    active(position) == 1
        && right.iter().all(|action| divides(&action))
        && all.iter().filter(divides).count() >= right.len() + 2
}

/// Black, if to move, could block exactly one white amazon at once. After every right move, Black cannot block her.
fn is_rescue(position: &Position<u64>, right: &[Action]) -> bool {
    let threatened: Vec<Point> =
        position.amazons(Side::White).points().filter(|&at| can_be_blocked(position, at)).collect();
    let [amazon] = *threatened else { return false };
    right.iter().all(|action| {
        let at = if action.from == amazon { action.to } else { amazon };
        let next = after(position, *action);
        can_step(&next, at) && !can_be_blocked(&next, at)
    })
}

/// The amazon has a move now, and one black move takes all of them.
fn can_be_blocked(position: &Position<u64>, at: Point) -> bool {
    let black = position.with_to_move(Side::Black);
    can_step(position, at) && black.actions().into_iter().any(|action| !can_step(&after(&black, action), at))
}

fn can_step(position: &Position<u64>, at: Point) -> bool {
    position.grid().spread(1 << at.0) & position.empty() != 0
}

fn after(position: &Position<u64>, action: Action) -> Position<u64> {
    let mut next = *position;
    next.play_unchecked(action);
    next
}
