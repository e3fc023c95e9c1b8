//! The Game of the Amazons: board, rules, text forms, areas and diagrams.
//!
//! Text becomes a [`Setup`] (what was written), a `Setup` that is legal becomes a [`Position`], and everything else
//! in Otrera is asked about positions:
//!
//! ```
//! use otrera_board::{Move, Position, Setup};
//!
//! let setup: Setup = "start:5x6".parse()?;
//! let mut position: Position = setup.position()?;
//! assert_eq!(position.count_moves(), 410);
//!
//! let strong: Move = "b1-b4xd4".parse()?; // Song & Müller 2014, Fig. 1
//! position.play(strong)?;
//! assert_eq!(position.count_moves(), 157);
//! assert_eq!(position.to_string(), ".b.b./b...b/.w.#./...../w...w/...w. b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Boards are rectangles of at most 128 squares. [`Position`] holds its squares in a `u128`; `Position<u64>` is the
//! same type for boards of up to 64 squares, where searches spend their lives, at half the price.

mod area;
pub mod areas;
mod bits;
pub mod diagram;
pub mod game;
mod grid;
mod hash;
mod moves;
mod perft;
mod position;
mod room;
mod setup;
mod side;
mod square;
mod symmetry;
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
