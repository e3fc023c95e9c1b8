//! Moves of a situation in the order in which the file has replies to them: docs/formats/certificate.md, "Order of moves".

use std::cmp::Reverse;

use otrera_board::{Action, Bits as _, Point, Position, Side, Square, Twin};
use otrera_cgt::wire::EncodedValue;
use otrera_cgt::{Interrupted, Store, Value};

use crate::area::CanonicalArea;

/// The squares of a move, counted in reading order.
pub(crate) fn in_reading_order(position: &Position, action: Action) -> [u8; 3] {
    let size = position.size();
    [action.from, action.to, action.arrow].map(|point| {
        let Square { col, row } = position.grid().square(point);
        (size.height() - 1 - row) * size.width() + col
    })
}

/// All moves in an area, in the order of the file.
pub(crate) fn ordered_actions(position: &Position) -> Vec<Action> {
    let mut actions = Vec::new();
    find_landing(position, |from, to, arrows| {
        actions.extend(ordered(position, arrows).into_iter().map(|arrow| Action { from, to, arrow }));
        None::<()>
    });
    actions
}

/// The move with this number in the order of the file, if there are more moves than that.
pub(crate) fn nth_action(position: &Position, mut number: u64) -> Option<Action> {
    find_landing(position, |from, to, arrows| {
        let count = u64::from(arrows.count());
        if number < count {
            return Some(Action { from, to, arrow: ordered(position, arrows)[number as usize] });
        }
        number -= count;
        None
    })
}

/// The number in the order of the file of the move with these squares, counted in reading order, if it is one of the moves.
pub(crate) fn number_of(position: &Position, squares: [u8; 3]) -> Option<u64> {
    let (width, height) = (position.size().width(), position.size().height());
    let point = |number: u8| Point((height - 1 - number / width) * width + number % width);
    let [wanted_from, wanted_to, wanted_arrow] = squares.map(point);
    let mut before = 0;
    find_landing(position, |from, to, arrows| {
        if (from, to) == (wanted_from, wanted_to) {
            let arrow = ordered(position, arrows).into_iter().position(|arrow| arrow == wanted_arrow)?;
            return Some(before + arrow as u64);
        }
        before += u64::from(arrows.count());
        None
    })
}

/// Calls `visit` with each pair of squares that an amazon leaves and enters and the squares that its arrow may burn then, in the
/// order of the file, until there is a result.
fn find_landing<T>(position: &Position, mut visit: impl FnMut(Point, Point, u128) -> Option<T>) -> Option<T> {
    let (grid, empty) = (position.grid(), Twin::new(position.empty()));
    for from in ordered(position, position.amazons(position.to_move())) {
        for to in ordered(position, grid.slide(from, empty).set()) {
            let found = visit(from, to, grid.slide(to, empty.with(from)).set());
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Squares in reading order: rows from the top, each from the left.
fn ordered(position: &Position, squares: u128) -> Vec<Point> {
    let mut points: Vec<Point> = squares.points().collect();
    let width = position.size().width();
    // Points are counted row by row from the bottom.
    points.sort_unstable_by_key(|point| (Reverse(point.0 / width), point.0));
    points
}

/// The areas of a list with their indices. Of several equal areas, which are neighbours, the first.
pub(crate) fn distinct(areas: &[CanonicalArea]) -> impl Iterator<Item = (usize, &CanonicalArea)> {
    areas.iter().enumerate().filter(|&(index, area)| index == 0 || areas[index - 1] != *area)
}

/// The canonical options of a game.
pub(crate) fn options(store: &Store, game: Value, side: Side) -> Vec<Value> {
    match side {
        Side::Black => store.left_options(game).collect(),
        Side::White => store.right_options(game).collect(),
    }
}

/// The canonical options of core + n in the order of the file, where `encode` gives the encoding of an option of the core.
pub(crate) fn ordered_options(
    store: &Store,
    (core, n): (Value, i64),
    side: Side,
    encode: impl Fn(Value) -> EncodedValue,
) -> Result<Vec<Value>, Interrupted> {
    let whole = store.integer(n)?;
    // An integer has at most one option.
    if core == store.zero() {
        return Ok(options(store, whole, side));
    }
    let mut found = options(store, core, side);
    found.sort_by_cached_key(|&option| encode(option));
    found.into_iter().map(|option| store.add(option, whole)).collect()
}
