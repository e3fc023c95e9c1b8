use std::fmt;

use thiserror::Error;

use crate::grid::Point;
use crate::setup::Cell;
use crate::side::Side;
use crate::square::{Size, Square};

/// A move by the names of its squares. Prints as `b1-b4xd4` and parses from every notation in use
/// ([`text::Notation`](crate::text::Notation)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Origin of the amazon.
    pub from: Square,
    /// Destination of the amazon.
    pub to: Square,
    /// Target of its arrow.
    pub arrow: Square,
}

/// A move as indices on one grid, as searches use it. [`Position::name`](crate::Position::name) gives its [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Origin of the amazon.
    pub from: Point,
    /// Destination of the amazon.
    pub to: Point,
    /// Target of its arrow.
    pub arrow: Point,
}

/// The part of a move that is illegal, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum IllegalMove {
    #[error("{square} is not on a {size} board")]
    OffBoard { square: Square, size: Size },
    #[error("no amazon on {square}")]
    NoAmazon { square: Square },
    #[error("the amazon on {square} is not {to_move}'s, and {to_move} is to move")]
    NotYours { square: Square, to_move: Side },
    #[error("{from} to {to} is not a queen's move")]
    NotALine { from: Square, to: Square },
    #[error("path blocked at {square} by {}", obstacle(*by))]
    PathBlocked { square: Square, by: Cell },
    #[error("arrow from {from} to {to} is not a queen's move")]
    ArrowNotALine { from: Square, to: Square },
    #[error("arrow blocked at {square} by {}", obstacle(*by))]
    ArrowBlocked { square: Square, by: Cell },
}

fn obstacle(cell: Cell) -> &'static str {
    match cell {
        Cell::Amazon(Side::Black) => "a black amazon",
        Cell::Amazon(Side::White) => "a white amazon",
        Cell::Burnt => "an arrow",
        Cell::Empty => "nothing",
    }
}

impl Square {
    /// The squares after `self` up to and including `to`; `None` if this is not a queen's move.
    pub(crate) fn line_to(self, to: Square) -> Option<Vec<Square>> {
        let (right, up) = (to.col as i8 - self.col as i8, to.row as i8 - self.row as i8);
        let steps = right.abs().max(up.abs());
        if steps == 0 || (right != 0 && up != 0 && right.abs() != up.abs()) {
            return None;
        }
        let at = |k: i8| Square {
            col: (self.col as i8 + k * right.signum()) as u8,
            row: (self.row as i8 + k * up.signum()) as u8,
        };
        Some((1..=steps).map(at).collect())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}x{}", self.from, self.to, self.arrow)
    }
}
