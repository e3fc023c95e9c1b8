//! Reader of GGF, the format of the Generic Game Server: <https://www.skatgame.net/mburo/ggsa/ggf>.
//!
//! One node holds all properties, moves included. The first row of `BO` is row 1. Squares keep their names, so that this
//! row is the lowest here, and `B[D1-D7-G7]` is `d1-d7xg7`.

use thiserror::Error;

use super::property::{Property, Value};
use super::syntax::{At, RawProperty, Tree};
use super::tree::{Game, IllegalStep, NodeId};
use crate::moves::Move;
use crate::position::Position;
use crate::setup::{Cell, Setup, SetupError};
use crate::side::Side;
use crate::text::{MoveError, excerpt};

/// Error in a GGF game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum GgfError {
    #[error("this is a game of {0} (GM[{0}]), not of Amazons")]
    OtherGame(String),
    #[error("a GGF game has no variations")]
    Variation,
    #[error("{0} is written twice")]
    Twice(String),
    #[error("the board begins with '{0}': write its number of rows first, like BO[10 ...")]
    NoSize(String),
    #[error("'{}' is not a square of the board: use *, O and -", .letter.escape_debug())]
    UnknownLetter { letter: char },
    #[error("the board has {found} squares before the side to move, expected {expected}")]
    Squares { found: usize, expected: usize },
    #[error("the board does not name the side to move: write * or O after its squares")]
    NoSideToMove,
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("komi games ({0}) are not supported: in them both players move at once")]
    Komi(String),
    #[error("move {number}: {why}")]
    NotAMove { number: usize, why: MoveError },
    #[error("move {number} is {side}'s, but it is {}'s turn", !*.side)]
    OutOfTurn { number: usize, side: Side },
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

/// True for GGF: the game is named in words and has a board. SGF has a number for the game, or no `BO`.
pub(super) fn is_ggf(tree: &Tree<'_>) -> bool {
    let root = &tree.nodes[0];
    let in_words = |property: &RawProperty<'_>| property.values[0].bytes().any(|b| b.is_ascii_alphabetic());
    root.property("BO").is_some() && root.property("GM").is_some_and(in_words)
}

pub(super) fn read(tree: &Tree<'_>) -> Result<Game, At<GgfError>> {
    for (number, node) in tree.nodes.iter().enumerate().skip(1) {
        if node.parent != Some(number - 1) {
            return Err((node.at, GgfError::Variation));
        }
    }
    let mut game = Game::new(read_start(tree)?);
    let mut last = Game::ROOT;
    let mut number = 0;
    for property in tree.nodes.iter().flat_map(|node| &node.properties) {
        let read = match &*property.name {
            "GM" | "BO" => continue,
            "B" | "W" => {
                number += 1;
                read_move(&mut game, last, property, number)
            }
            "KB" | "KW" => Err(GgfError::Komi(property.name.to_string())),
            _ => {
                game.nodes[last.0 as usize].properties.push(translate(property));
                continue;
            }
        };
        last = read.map_err(|error| (property.at, error))?;
    }
    Ok(game)
}

fn read_start(tree: &Tree<'_>) -> Result<Position, At<GgfError>> {
    let properties = || tree.nodes.iter().flat_map(|node| &node.properties);
    let single = |name: &str| {
        let mut found = properties().filter(|property| property.name == name);
        let property = found.next().expect("a game is GGF if it has both GM and BO");
        match found.next().map(|second| second.at).or((property.values.len() > 1).then_some(property.at)) {
            Some(at) => Err((at, GgfError::Twice(name.to_owned()))),
            None => Ok(property),
        }
    };
    let game = single("GM")?;
    let name = game.values[0].trim();
    if !name.eq_ignore_ascii_case("amazons") {
        return Err((game.at, GgfError::OtherGame(excerpt(name))));
    }
    let board = single("BO")?;
    read_board(board.values[0]).map_err(|error| (board.at, error))
}

/// Reads `10 ---*--*--- ... *`: the number of rows and columns, the squares with blanks anywhere, the side to move.
fn read_board(written: &str) -> Result<Position, GgfError> {
    let written = written.trim_start();
    let digits = written.bytes().take_while(u8::is_ascii_digit).count();
    let (number, squares) = written.split_at(digits);
    let rows: usize = number.parse::<u8>().map_err(|_| GgfError::NoSize(excerpt(written)))?.into();
    let expected = rows * rows;
    let letters = squares.chars().filter(|letter| !letter.is_whitespace());
    let cell = |letter| match letter {
        '*' => Ok(Cell::Amazon(Side::Black)),
        'O' | 'o' => Ok(Cell::Amazon(Side::White)),
        '-' => Ok(Cell::Empty),
        letter => Err(GgfError::UnknownLetter { letter }),
    };
    let mut board = letters.map(cell).collect::<Result<Vec<Cell>, _>>()?;
    let Some(Cell::Amazon(to_move)) = board.pop() else { return Err(GgfError::NoSideToMove) };
    if board.len() != expected {
        return Err(GgfError::Squares { found: board.len(), expected });
    }
    // A setup begins with the highest row, a GGF board with row 1.
    let from_the_top = board.chunks(rows.max(1)).rev().flatten().copied().collect();
    Ok(Setup::from_cells(rows, rows, from_the_top, Some(to_move)).position()?)
}

/// Reads `D1-D7-G7/11.50/5.04`: the move, an optional evaluation and an optional time in seconds.
fn read_move(game: &mut Game, last: NodeId, property: &RawProperty<'_>, number: usize) -> Result<NodeId, GgfError> {
    let side = if property.name == "B" { Side::Black } else { Side::White };
    if property.values.len() > 1 {
        return Err(GgfError::Twice(property.name.to_string()));
    }
    let mut parts = property.values[0].splitn(3, '/');
    let written = parts.next().unwrap_or_default();
    let played: Move = written.parse().map_err(|why| GgfError::NotAMove { number, why })?;
    if game.node(last).position().to_move() != side {
        return Err(GgfError::OutOfTurn { number, side });
    }
    let node = game.play(last, played).map_err(|why| IllegalStep { number, played, why })?;
    for (name, part) in ["EVAL", "TIME"].into_iter().zip(parts) {
        if !part.is_empty() {
            // Escape again: the slash may have cut an escape in two.
            let values = vec![Value::from_text(&Value::from_raw(part).text())];
            game.nodes[node.0 as usize].properties.push(Property { name: name.into(), values });
        }
    }
    Ok(node)
}

/// The property under its name in SGF. Names that mean something else in SGF get a prefix.
fn translate(property: &RawProperty<'_>) -> Property {
    let name = match &*property.name {
        "RB" => "BR",
        "RW" => "WR",
        "TB" => "GGFTB",
        "TW" => "GGFTW",
        // Setup and head of SGF.
        own @ ("AB" | "AW" | "AA" | "AE" | "PL" | "FF" | "SZ") => &format!("GGF{own}"),
        same => same,
    };
    let values = match (name, &property.values[..]) {
        ("RE", [result]) => vec![Value::from_text(&translate_result(result))],
        (_, values) => values.iter().map(|raw| Value::from_raw(raw)).collect(),
    };
    Property { name: name.to_owned(), values }
}

/// The result in the form of SGF: `-3.00` for Black is `W+3.00`, `+64.00:r` is `B+R`. Other text stays unchanged.
fn translate_result(written: &str) -> String {
    let (points, flag) = written.split_once(':').unwrap_or((written, ""));
    let points = points.trim();
    let Some(margin) = points.parse::<f64>().ok().filter(|margin| margin.is_finite()) else {
        return Value::from_raw(written).text();
    };
    let winner = match margin {
        _ if margin > 0.0 => 'B',
        _ if margin < 0.0 => 'W',
        _ => return "0".into(),
    };
    match flag.trim() {
        "r" => format!("{winner}+R"),
        "t" => format!("{winner}+T"),
        _ => format!("{winner}+{}", points.trim_start_matches(['+', '-'])),
    }
}
