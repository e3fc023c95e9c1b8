//! Moves of a situation in the order in which the file has replies to them: docs/formats/certificate.md, "Order of moves".

use otrera_board::{Action, Position, Side, Square};
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
    let mut actions = position.actions();
    actions.sort_by_cached_key(|&action| in_reading_order(position, action));
    actions
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
