//! Laws of values on small positions, against plain play without any theory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use otrera_board::{Area, Cell, Position, Setup, Side, Symmetry, areas};
use otrera_cgt::{Interrupted, Limits, Outcome, Store, Value};
use otrera_regions::{AreaValues, Unfinished};
use proptest::prelude::*;

mod common;
use common::regions;

const BLACK: Cell = Cell::Amazon(Side::Black);
const WHITE: Cell = Cell::Amazon(Side::White);

static STORE: LazyLock<Store> = LazyLock::new(Store::new);

/// The value by the library, from an empty cache.
fn value(position: &Position) -> Value {
    AreaValues::new(&STORE).position(position).unwrap()
}

fn text(value: Value) -> String {
    STORE.display(value).to_string()
}

fn position(width: usize, height: usize, cells: Vec<Cell>) -> Position {
    Setup::from_cells(width, height, cells, Some(Side::Black)).position().unwrap()
}

fn parsed(board: &str) -> Position {
    board.parse::<Setup>().unwrap().position_to_move(Side::Black).unwrap()
}

fn children(position: &Position, side: Side) -> Vec<Position> {
    let mut children = Vec::new();
    position.with_to_move(side).for_each_child(|_, child| children.push(*child));
    children
}

/// The value by definition: the whole board is one game, whose options are the values after each move. No areas, no
/// territories, no symmetry; only a cache of positions, without which six empty squares would be too many.
fn defined(position: &Position, known: &mut HashMap<Position, Value>) -> Value {
    let position = position.with_to_move(Side::Black);
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let [left, right] = Side::BOTH.map(|side| {
        let children = children(&position, side);
        children.iter().map(|child| defined(child, known)).collect::<Vec<_>>()
    });
    let value = STORE.game(&left, &right).unwrap();
    known.insert(position, value);
    value
}

/// Returns whether the side to move wins, by exhaustive search.
fn wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let wins = children(position, position.to_move()).iter().any(|child| !self::wins(child, known));
    known.insert(*position, wins);
    wins
}

/// The maximum number of moves of a side alone on the board, by exhaustive search.
fn longest_line(position: &Position, side: Side) -> i64 {
    children(position, side).iter().map(|child| 1 + longest_line(child, side)).max().unwrap_or(0)
}

/// One or two amazons a side and up to a third of the board burnt.
fn fights(shapes: &'static [(usize, usize)]) -> impl Strategy<Value = Position> {
    (prop::sample::select(shapes), 1..=2_usize, 1..=2_usize, 0..=4_usize)
        .prop_flat_map(|((width, height), black, white, holes)| {
            let mut cells = vec![BLACK; black];
            cells.resize(black + white, WHITE);
            cells.resize(black + white + holes.min(width * height / 3), Cell::Burnt);
            cells.resize(width * height, Cell::Empty);
            (Just((width, height)), Just(cells).prop_shuffle())
        })
        .prop_map(|((width, height), cells)| position(width, height, cells))
}

/// Board sizes for plain play.
const SMALL: &[(usize, usize)] = &[(3, 3), (5, 2), (2, 4), (2, 3), (7, 1)];

/// Maximum number of empty squares in ruins, which may have many amazons.
const RUINS_ROOM: u32 = 6;

/// Mostly burnt boards with several areas of all kinds.
fn ruins() -> impl Strategy<Value = Position> {
    let cell = prop_oneof![9 => Just(Cell::Burnt), 6 => Just(Cell::Empty), 2 => Just(BLACK), 2 => Just(WHITE)];
    (3..=7_usize, 2..=5_usize)
        .prop_flat_map(move |(width, height)| {
            let cells = prop::collection::vec(cell.clone(), width * height);
            cells.prop_map(move |cells| position(width, height, cells))
        })
        .prop_filter("too much room to play out", move |position| position.empty().count_ones() <= RUINS_ROOM)
}

/// Areas of a dozen squares that need more than 64 bits: a diagonal across a large board, with up to two squares
/// beside.
fn diagonals() -> impl Strategy<Value = Position> {
    (9..=10_usize, prop::collection::btree_set(0..9_usize, 0..=2)).prop_flat_map(|(length, beside)| {
        let mut squares: Vec<usize> = (0..length).map(|i| i * length + i).collect();
        squares.extend(beside.iter().map(|i| i * length + i + 1).filter(|square| square % length != 0));
        let mut cells = vec![Cell::Empty; squares.len()];
        (cells[0], cells[1]) = (BLACK, WHITE);
        Just(cells).prop_shuffle().prop_map(move |cells| {
            let mut board = vec![Cell::Burnt; length * length];
            for (&square, &cell) in squares.iter().zip(&cells) {
                board[square] = cell;
            }
            position(length, length, board)
        })
    })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn values_agree_with_the_definition(position in prop_oneof![fights(SMALL), ruins()]) {
        let defined = defined(&position, &mut HashMap::new());
        prop_assert_eq!(value(&position), defined, "{}, not {}", text(value(&position)), text(defined));
    }

    #[test]
    fn outcomes_agree_with_play(position in prop_oneof![fights(SMALL), ruins()]) {
        let mut known = HashMap::new();
        let [black, white] = Side::BOTH.map(|side| wins(&position.with_to_move(side), &mut known));
        let played = match (black, white) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        };
        prop_assert_eq!(STORE.outcome(value(&position)), played, "{}", text(value(&position)));
    }

    #[test]
    fn a_position_is_the_sum_of_its_areas(position in ruins()) {
        let parts = areas::basic(&position).into_iter().map(|area| value(&area.cropped(&position).0));
        prop_assert_eq!(STORE.sum(parts).unwrap(), value(&position));
    }

    #[test]
    fn values_are_the_same_in_64_and_128_bits(position in prop_oneof![fights(SMALL), ruins()]) {
        let narrow = AreaValues::new(&STORE).position(&position.resized::<u64>().unwrap()).unwrap();
        prop_assert_eq!(narrow, value(&position));
    }

    #[test]
    fn moves_have_the_value_after_them(position in prop_oneof![fights(SMALL), ruins()]) {
        let mut values = AreaValues::new(&STORE);
        let here = values.position(&position).unwrap();
        let mut options = Vec::new();
        for side in Side::BOTH {
            let listed = values.moves(&position, side).unwrap();
            let names: Vec<_> = listed.iter().map(|&(name, _)| name).collect();
            prop_assert_eq!(names, position.with_to_move(side).moves());
            for &(name, after) in &listed {
                let mut child = position.with_to_move(side);
                child.play(name).unwrap();
                prop_assert_eq!(values.position(&child).unwrap(), after, "{}", name);
            }
            // Right's options of a game are the negatives of Left's options of its negative.
            let sign = |value: Value| if side == Side::Black { value } else { -value };
            let reached: Vec<Value> = listed.iter().map(|&(_, after)| sign(after)).collect();
            let unreached = STORE.left_options(sign(here)).find(|option| !reached.contains(option));
            if let Some(option) = unreached {
                let explained = reached.iter().any(|&after| is_reversible(after, sign(here)));
                prop_assert!(explained, "no move of {} reaches {}", side, text(sign(option)));
            }
            options.push(listed.iter().map(|&(_, after)| after).collect::<Vec<_>>());
        }
        prop_assert_eq!(STORE.game(&options[0], &options[1]).unwrap(), here);
    }
}

/// Returns whether Left's move from `here` to `after` is reversible. Without reversible moves, every canonical option
/// is reached by a move.
fn is_reversible(after: Value, here: Value) -> bool {
    STORE.right_options(after).any(|answer| STORE.le(answer, here).unwrap())
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn images_have_the_same_value_and_swapped_colours_the_negative(position in prop_oneof![fights(SMALL), ruins()]) {
        let here = value(&position);
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            prop_assert_eq!(value(&image), here, "{}", image);
            prop_assert_eq!(value(&image.colours_swapped()), -here, "{}", image);
        }
    }

    #[test]
    fn areas_too_large_for_64_bits_agree_with_the_definition(position in diagonals()) {
        prop_assert!(Area::whole(&position).cropped(position.unburnt()).resized::<u64>().is_none());
        let defined = defined(&position, &mut HashMap::new());
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            prop_assert_eq!(value(&image), defined, "{}", image);
            prop_assert_eq!(value(&image.colours_swapped()), -defined, "{}", image);
        }
    }
}

/// Regions of up to six squares with every set of amazons of one side.
#[test]
fn territories_are_the_longest_lines_of_play() {
    let mut values = AreaValues::new(&STORE);
    for size in 1..=6 {
        for region in regions(size) {
            for amazons in 1..1_u32 << region.len() {
                let side = if amazons % 2 == 0 { Side::White } else { Side::Black };
                let mut cells = vec![Cell::Burnt; 36];
                for (i, &(x, y)) in region.iter().enumerate() {
                    let is_amazon = amazons >> i & 1 == 1;
                    cells[(6 * y + x) as usize] = if is_amazon { Cell::Amazon(side) } else { Cell::Empty };
                }
                let position = position(6, 6, cells);
                let moves = longest_line(&position, side);
                let expected = if side == Side::Black { moves } else { -moves };
                assert_eq!(values.position(&position).unwrap().to_integer(), Some(expected), "{position}");
            }
        }
    }
}

fn stopped_store() -> (Store, Arc<AtomicBool>) {
    let stop = Arc::new(AtomicBool::new(true));
    (Store::with_limits(Limits { stop: Arc::clone(&stop), ..Limits::default() }), stop)
}

fn assert_unfinished(result: Result<Value, Unfinished>, why: Interrupted) {
    let unfinished = result.expect_err("the work exceeds the limits");
    assert_eq!(unfinished.why, why);
    let sentence = unfinished.to_string();
    assert!(sentence.starts_with(&why.to_string()) && sentence.contains("areas were valued"), "{sentence}");
}

#[test]
fn a_cancelled_computation_can_be_continued() {
    for board in ["b...../.....w", "start:4x4", "start:10x10", "b.../..../..../....", "b../.../..w"] {
        let (store, stop) = stopped_store();
        let mut values = AreaValues::new(&store);
        assert_unfinished(values.position(&parsed(board)), Interrupted::Stopped);
        assert_unfinished(values.moves(&parsed(board), Side::Black).map(|_| store.zero()), Interrupted::Stopped);
        stop.store(false, Ordering::Relaxed);
        assert_eq!(values.position(&parsed("b..w")), Ok(store.parse("±1").unwrap()));
    }
}

/// The recursion goes down to the last empty square at once, and must fit into the stack of an ordinary thread.
#[test]
fn a_full_board_can_be_cancelled() {
    let (store, stop) = stopped_store();
    stop.store(false, Ordering::Relaxed);
    std::thread::scope(|scope| {
        let work = scope.spawn(|| AreaValues::new(&store).position(&parsed("start:10x10")));
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
        assert_unfinished(work.join().unwrap(), Interrupted::Stopped);
    });
}

#[test]
fn memory_is_limited() {
    for bytes in [0, 1_000, 30_000, 300_000] {
        for board in ["start:10x10", "b.../..../..../...w", "b....../......w"] {
            let store = Store::with_limits(Limits::bytes(bytes));
            let mut values = AreaValues::new(&store);
            assert_unfinished(values.position(&parsed(board)), Interrupted::OutOfMemory);
        }
    }
}
