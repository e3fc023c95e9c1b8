//! Puzzles from endings: the greedy engine plays against itself, from standard setups and on random boards with few
//! amazons, and positions near the end are kept in which few moves win.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use otrera_board::areas::Kind;
use otrera_board::{Action, Area, Bits as _, Cell, Point, Position, Setup, Side};
use otrera_cgt::Interrupted;
use otrera_engine::{EngineOptions, Limits, Random, engines};
use otrera_solver::score::{ScoreOptions, Scorer};

use super::grade::Judged;
use super::plain::Plain;
use super::{Answers, Puzzle, PuzzleKind};

/// Boards of the games, in turn.
const SIZES: [(usize, usize); 6] = [(5, 5), (6, 4), (5, 4), (6, 5), (5, 6), (4, 4)];
/// Burnt squares of a random board, in percent.
const BURNT: std::ops::RangeInclusive<usize> = 30..=55;
/// One move in `BLUNDER` is random: good games have few surprising endings.
const BLUNDER: usize = 8;
/// Empty squares of the positions that are examined. The plain search visits at most some 100,000 positions then.
const EMPTY: std::ops::RangeInclusive<u32> = 5..=12;
/// Most empty squares of contested areas, and nodes of the margin search for all moves of a position: beyond, positions
/// take seconds.
const MOST_OPEN: u32 = 10;
const MOST_NODES: u64 = 5_000;
/// Least legal moves of a puzzle.
const LEAST_MOVES: usize = 8;
/// Most right moves, and the inverse of their largest share.
pub(super) const MOST_RIGHT: usize = 4;
const RIGHT_SHARE: usize = 4;
/// Positions that the plain search visits at most.
pub(super) const MOST_VISITED: usize = 100_000;
/// Memory of a margin search in bytes: the positions are small.
pub(super) const MEMORY: usize = 1 << 20;

/// The puzzles of one game, at most one of each kind in `kinds`. The side to move becomes White.
pub(super) fn puzzles(
    number: u64,
    seed: u64,
    kinds: &[PuzzleKind],
    stop: &AtomicBool,
) -> Result<Vec<Puzzle>, Interrupted> {
    let mut found: Vec<Puzzle> = Vec::new();
    let options = ScoreOptions { memory: MEMORY, ..ScoreOptions::default() };
    let mut scorer = Scorer::new(options, stop);
    for position in game(number, seed, stop) {
        let is_wanted = |kind: &PuzzleKind| kinds.contains(kind) && found.iter().all(|puzzle| puzzle.kind != *kind);
        let missing: Vec<PuzzleKind> = kinds.iter().copied().filter(is_wanted).collect();
        if missing.is_empty() {
            break;
        }
        found.extend(puzzle(&position, &missing, &mut scorer, stop)?);
    }
    Ok(found)
}

/// The positions of a game with few empty squares, as White sees them.
fn game(number: u64, seed: u64, stop: &AtomicBool) -> Vec<Position<u64>> {
    let mut random = Random::new(Random::new(seed).bits() ^ number);
    let (width, height) = SIZES[(number / 2 % SIZES.len() as u64) as usize];
    let is_skirmish = number.is_multiple_of(2);
    let setup = match is_skirmish {
        true => skirmish(width, height, &mut random),
        false => Setup::start(width, height).expect("each of the boards has a standard setup"),
    };
    let mut position = setup.position().expect("a setup with a side to move is a position");
    let options = EngineOptions { seed: random.bits(), memory: 0, book: false, ..EngineOptions::default() };
    let mut engine = engines::named("greedy").expect("greedy is an engine").build(&options);
    let opening = if is_skirmish { 0 } else { 1 + random.below(4) };
    let mut seen = Vec::new();
    for count in 0.. {
        if EMPTY.contains(&position.empty().count_ones()) {
            let white = if position.to_move() == Side::White { position } else { position.colours_swapped() };
            seen.push(white.resized().expect("the boards have at most 64 squares"));
        }
        let is_random = count < opening || random.below(BLUNDER) == 0;
        let action = match is_random {
            true => random.one(&position.actions()),
            false => engine
                .choose(&position, &Limits::none(stop), &mut |_| {})
                .map(|choice| position.check(choice.play).expect("an engine plays legal moves")),
        };
        let Some(action) = action else { break };
        position.play_unchecked(action);
    }
    seen
}

/// A board with random burnt squares and one or two amazons a side, White to move.
fn skirmish(width: usize, height: usize, random: &mut Random) -> Setup {
    let mut cells = vec![Cell::Empty; width * height];
    let amazons = 1 + random.below(2);
    let burnt = cells.len() * (BURNT.start() + random.below(BURNT.end() - BURNT.start() + 1)) / 100;
    let sides = Side::BOTH.into_iter().flat_map(|side| std::iter::repeat_n(Cell::Amazon(side), amazons));
    for cell in sides.chain(std::iter::repeat_n(Cell::Burnt, burnt)) {
        let free: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] == Cell::Empty).collect();
        cells[random.one(&free).expect("a third of the board stays empty")] = cell;
    }
    Setup::from_cells(width, height, cells, Some(Side::White))
}

/// The puzzle of a position, if it is one of these kinds.
fn puzzle(
    position: &Position<u64>,
    kinds: &[PuzzleKind],
    scorer: &mut Scorer<'_, u64>,
    stop: &AtomicBool,
) -> Result<Option<Puzzle>, Interrupted> {
    let all = position.actions().len();
    let contested = active(position);
    if all < LEAST_MOVES || contested == 0 || open(position) > MOST_OPEN {
        return Ok(None);
    }
    // These are found at once; the search is not.
    let is_possible = |kind: &PuzzleKind| match kind {
        PuzzleKind::Half => contested == 1,
        PuzzleKind::Save => threatened(position).is_some(),
        _ => true,
    };
    let kinds: Vec<PuzzleKind> = kinds.iter().copied().filter(is_possible).collect();
    if kinds.is_empty() {
        return Ok(None);
    }
    scorer.allow(MOST_NODES);
    let right = match winning(position, scorer) {
        // The limit of nodes, not of the caller.
        Err(Interrupted::Stopped) if !stop.load(Relaxed) => return Ok(None),
        right => right?,
    };
    let Some(right) = right else { return Ok(None) };
    if right.is_empty() || right.len() * RIGHT_SHARE > all {
        return Ok(None);
    }
    let Some(kind) = kind(position, &right, &kinds) else { return Ok(None) };
    let mut moves: Vec<_> = right.iter().map(|&action| position.name(action)).collect();
    moves.sort_unstable();
    let mut puzzle = Puzzle { kind, grade: 1, position: *position, answers: Answers::Moves(moves) };
    let Some(judged) = Judged::new(&puzzle, &mut Plain::new(MOST_VISITED, stop)) else { return Ok(None) };
    assert_eq!(judged.answers, puzzle.answers, "the margin search and the plain search disagree on {position}");
    puzzle.grade = judged.grade;
    Ok(Some(puzzle))
}

/// The winning moves by the margin search; `None` as soon as they are too many.
fn winning(position: &Position<u64>, scorer: &mut Scorer<'_, u64>) -> Result<Option<Vec<Action>>, Interrupted> {
    let us = position.to_move();
    if scorer.score(position, None)?.winner != us {
        return Ok(Some(Vec::new()));
    }
    let mut right = Vec::new();
    for action in position.actions() {
        if scorer.score(&after(position, action), None)?.winner == us {
            right.push(action);
            if right.len() > MOST_RIGHT {
                return Ok(None);
            }
        }
    }
    Ok(Some(right))
}

/// Empty squares of contested areas.
fn open(position: &Position<u64>) -> u32 {
    let board = Area::whole(position);
    let parts = board.parts().filter(|part| part.kind == Kind::Active);
    parts.map(|part| (part.squares & position.empty()).count_ones()).sum()
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

/// After every right move, Black cannot block the threatened amazon at once.
fn is_rescue(position: &Position<u64>, right: &[Action]) -> bool {
    let Some(amazon) = threatened(position) else { return false };
    right.iter().all(|action| {
        let at = if action.from == amazon { action.to } else { amazon };
        let next = after(position, *action);
        can_step(&next, at) && !can_be_blocked(&next, at)
    })
}

/// The white amazon that Black could block at once, if to move; `None` unless there is exactly one.
fn threatened(position: &Position<u64>) -> Option<Point> {
    let mut threatened = position.amazons(Side::White).points().filter(|&at| can_be_blocked(position, at));
    threatened.next().filter(|_| threatened.next().is_none())
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
