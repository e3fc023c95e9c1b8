//! The first node: the game, and its starting position.

use super::setup::{apply_setup, read_point, read_side};
use super::{SgfError, single, sort};
use crate::bits::Bits as _;
use crate::game::syntax::{At, RawNode, Tree};
use crate::position::Position;
use crate::setup::{Cell, Setup};
use crate::side::Side;
use crate::square::Size;
use crate::text::{excerpt, side_length};

/// The games of FF[4] by their numbers, from 1.
const GAMES: &str = "Go, Othello, Chess, Gomoku, Nine Men's Morris, Backgammon, Chinese chess, Shogi, Lines of Action, \
                     Ataxx, Hex, Jungle, Neutron, Philosopher's Football, Quadrature, Trax, Tantrix";

/// The number of Amazons among the games of FF[4].
const AMAZONS: usize = 18;

pub(super) fn read_start(tree: &Tree<'_>, root: &RawNode<'_>, to_move: Option<Side>) -> Result<Position, At<SgfError>> {
    let sorted = sort(root);
    match single(&sorted.head, "GM")? {
        Some((at, written)) => check_game(written).map_err(|error| (at, error))?,
        None => return Err((root.at, SgfError::NoGame)),
    }
    if let Some((at, written)) = single(&sorted.head, "FF")?
        && !matches!(written, "1" | "2" | "3" | "4")
    {
        return Err((at, SgfError::Version(excerpt(written))));
    }
    if let Some((_, property)) = sorted.moves.first() {
        return Err((property.at, SgfError::MoveAtStart));
    }
    let (size_at, size) = match single(&sorted.head, "SZ")? {
        Some((at, written)) => (at, read_size(written).map_err(|error| (at, error))?),
        None => (root.at, Size::new(10, 10).expect("10x10 is a size")),
    };
    if sorted.setup.iter().any(|property| property.name != "PL") {
        let side = first_turn(tree).or(to_move).ok_or((root.at, SgfError::NoSideToMove))?;
        let grid = u128::grid(size).expect("every board fits into 128 bits");
        return apply_setup(Position::from_sets(grid, 0, 0, grid.full(), side), &sorted.setup);
    }
    if (size.width(), size.height()) != (10, 10) {
        return Err((size_at, SgfError::NoDefault(size)));
    }
    apply_setup(default_start(tree), &sorted.setup)
}

fn check_game(written: &str) -> Result<(), SgfError> {
    if written == AMAZONS.to_string() || written.eq_ignore_ascii_case("amazons") {
        return Ok(());
    }
    let by_number = written.parse::<usize>().ok().and_then(|number| GAMES.split(", ").nth(number.checked_sub(1)?));
    let name = by_number.map_or_else(|| excerpt(written), str::to_owned);
    Err(SgfError::OtherGame { name, written: excerpt(written) })
}

fn read_size(written: &str) -> Result<Size, SgfError> {
    let number = |text: &str| side_length(text.trim()).ok_or_else(|| SgfError::NotASize(excerpt(written)));
    let (width, height) = written.split_once(':').unwrap_or((written, written));
    Ok(Size::new(number(width)?, number(height)?)?)
}

/// The first side to move in the main line, by PL or by a move.
fn first_turn(tree: &Tree<'_>) -> Option<Side> {
    tree.main_line().flat_map(|node| &node.properties).find_map(|property| match &*property.name {
        "PL" => read_side(property.values[0].trim()).ok(),
        "B" => Some(Side::Black),
        "W" => Some(Side::White),
        _ => None,
    })
}

/// The start of a file without a setup. In the published default (<https://www.red-bean.com/sgf/amazons.html>) Black is
/// below and moves first; by the usual rules White does. Both have amazons on the same eight squares, so the side of
/// the first move decides. Without a move it is the published default.
fn default_start(tree: &Tree<'_>) -> Position {
    let usual: Position = Setup::start(10, 10).expect("10x10 has a setup").position().expect("White begins in it");
    let first_move = tree.main_line().find_map(|node| sort(node).moves.first().copied());
    let is_usual = first_move.is_some_and(|(side, property)| {
        let from = property.values[0].trim().get(..2).and_then(|point| read_point(point, usual.size()).ok());
        from.is_some_and(|from| usual.cell(from) == Cell::Amazon(side))
    });
    let board = if is_usual { usual } else { usual.colours_swapped() };
    board.with_to_move(first_turn(tree).unwrap_or(Side::Black))
}
