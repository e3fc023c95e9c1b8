//! Reader of SGF: the meaning of properties, after `syntax` has parsed the grammar. docs/formats/sgf.md gives the choices.

mod setup;
mod start;

use thiserror::Error;

use super::property::{HEAD, MOVES, Property, SETUP, Value};
use super::syntax::{At, RawNode, RawProperty, Tree};
use super::tree::{Game, IllegalStep, NodeId, Step};
use crate::moves::Move;
use crate::position::Position;
use crate::side::Side;
use crate::square::{Size, SizeError, Square};
use crate::text::excerpt;
use setup::{apply_setup, read_point};
use start::read_start;

/// Error in an SGF tree that is not a game of Amazons.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum SgfError {
    #[error("this is a game of {name} (GM[{written}]), not of Amazons (GM[18])")]
    OtherGame { name: String, written: String },
    #[error("the file does not say which game it is, and SGF then means Go: write GM[18] for Amazons")]
    NoGame,
    #[error("FF[{0}] is not supported: files may have FF[1] to FF[4]")]
    Version(String),
    #[error("{name} is written twice in one node")]
    Twice { name: String },
    #[error("{name} belongs in the first node")]
    NotHere { name: String },
    #[error("'{0}' is not a size: write SZ[10], or SZ[8:10] for 8 columns and 10 rows")]
    NotASize(String),
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error("a {0} board has no default setup: set up the amazons with AB and AW")]
    NoDefault(Size),
    #[error("'{0}' is not a point: write the letter of the column and the letter of the row from the top, like dj")]
    NotAPoint(String),
    #[error("point '{point}' is not on a {size} board")]
    OffBoard { point: String, size: Size },
    #[error("{square} is set up twice in one node")]
    SetTwice { square: Square },
    #[error("'{0}' is not a side: write PL[B] or PL[W]")]
    NotASide(String),
    #[error("no side to move: write PL[B] or PL[W]")]
    NoSideToMove,
    #[error("a move in the first node: write it in a node of its own, after a ;")]
    MoveAtStart,
    #[error("a move and a setup in one node: write each in a node of its own")]
    MoveAndSetup,
    #[error("two moves in one node: write each in a node of its own")]
    TwoMoves,
    #[error("move {number} is empty: there is no passing in Amazons (a resignation is written as RE[B+R] or RE[W+R])")]
    Pass { number: usize },
    #[error("move {number} is {side}'s, but it is {}'s turn", !*.side)]
    OutOfTurn { number: usize, side: Side },
    #[error("move {number}: '{written}' is not a move: write three points, like djddgd")]
    NotAMove { number: usize, written: String },
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

#[derive(Default)]
struct Sorted<'r, 'a> {
    moves: Vec<(Side, &'r RawProperty<'a>)>,
    setup: Vec<&'r RawProperty<'a>>,
    /// FF, GM and SZ.
    head: Vec<&'r RawProperty<'a>>,
}

/// Reads a game. `to_move` moves first if the file sets up a board without naming a side.
pub(super) fn read(tree: &Tree<'_>, to_move: Option<Side>) -> Result<Game, At<SgfError>> {
    let root = &tree.nodes[0];
    let start = read_start(tree, root, to_move)?;
    let mut game = Game::new(start);
    game.nodes[0].properties = all_but(root, &[&SETUP[..], &HEAD].concat());
    // Number of moves up to each node, for errors.
    let mut made = vec![0; tree.nodes.len()];
    for (number, node) in tree.nodes.iter().enumerate().skip(1) {
        let parent = node.parent.expect("only the first node has no parent");
        made[number] = made[parent];
        let parent = NodeId(parent as u32);
        let sorted = sort(node);
        if let Some(head) = sorted.head.first() {
            return Err((head.at, SgfError::NotHere { name: head.name.to_string() }));
        }
        let before = *game.node(parent).position();
        let (position, step) = match (&sorted.moves[..], &sorted.setup[..]) {
            ([], []) => (before, None),
            ([], setup) => (apply_setup(before, setup)?, None),
            (&[(side, property)], []) => {
                made[number] += 1;
                let read = read_step(before, side, &property.values, made[number]);
                let (position, step) = read.map_err(|error| (property.at, error))?;
                (position, Some(step))
            }
            ([(_, property)], _) => return Err((property.at, SgfError::MoveAndSetup)),
            ([_, (_, second), ..], _) => return Err((second.at, SgfError::TwoMoves)),
        };
        let id = game.push(parent, position, step);
        game.nodes[id.0 as usize].properties = all_but(node, &MOVES);
    }
    Ok(game)
}

/// The properties of a node without those that become part of the game.
fn all_but(node: &RawNode<'_>, names: &[&str]) -> Vec<Property> {
    let own = |property: &RawProperty<'_>| Property {
        name: property.name.to_string(),
        values: property.values.iter().map(|raw| Value::from_raw(raw)).collect(),
    };
    node.properties.iter().filter(|property| !names.contains(&&*property.name)).map(own).collect()
}

fn sort<'r, 'a>(node: &'r RawNode<'a>) -> Sorted<'r, 'a> {
    let mut sorted = Sorted::default();
    for property in &node.properties {
        match &*property.name {
            "B" => sorted.moves.push((Side::Black, property)),
            "W" => sorted.moves.push((Side::White, property)),
            name if SETUP.contains(&name) => sorted.setup.push(property),
            name if HEAD.contains(&name) => sorted.head.push(property),
            _ => {}
        }
    }
    sorted
}

/// The value of a property that may occur once, with its offset.
fn single<'a>(properties: &[&RawProperty<'a>], name: &str) -> Result<Option<(usize, &'a str)>, At<SgfError>> {
    let mut found = properties.iter().filter(|property| property.name == name);
    let Some(property) = found.next() else { return Ok(None) };
    if property.values.len() > 1 || found.next().is_some() {
        return Err((property.at, SgfError::Twice { name: name.to_owned() }));
    }
    Ok(Some((property.at, property.values[0].trim())))
}

fn read_step(mut position: Position, side: Side, values: &[&str], number: usize) -> Result<(Position, Step), SgfError> {
    let &[written] = values else { return Err(SgfError::TwoMoves) };
    let written = written.trim();
    if written.is_empty() {
        return Err(SgfError::Pass { number });
    }
    if side != position.to_move() {
        return Err(SgfError::OutOfTurn { number, side });
    }
    let played = read_move(written, position.size(), number)?;
    position.play(played).map_err(|why| IllegalStep { number, played, why })?;
    Ok((position, Step { side, played }))
}

fn read_move(written: &str, size: Size, number: usize) -> Result<Move, SgfError> {
    if written.len() != 6 || !written.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Err(SgfError::NotAMove { number, written: excerpt(written) });
    }
    let point = |at: usize| read_point(&written[at..at + 2], size);
    Ok(Move { from: point(0)?, to: point(2)?, arrow: point(4)? })
}
