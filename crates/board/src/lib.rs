#![doc = include_str!("../README.md")]

// Bitboards: one bit per square, and the tables for one board size.
mod bits;
mod grid;
mod hash;
mod square;
mod symmetry;

// Positions and moves.
mod moves;
mod perft;
mod position;
mod setup;
mod side;

// Parts of a board that do not interact, and squares that only one side can reach.
mod area;
pub mod areas;
mod room;

// Boards, moves and games as text and pictures.
pub mod diagram;
pub mod game;
pub mod text;

pub use area::Area;
pub use bits::{Bits, Points};
pub use grid::{Grid, Point, Slide, Twin};
pub use hash::{GOLDEN, mix};
pub use moves::{Action, IllegalMove, Move};
pub use perft::{divide, perft};
pub use position::Position;
pub use room::Room;
pub use setup::{Cell, Setup, SetupError, StartError};
pub use side::Side;
pub use square::{Size, SizeError, Square, SquareError};
pub use symmetry::Symmetry;
