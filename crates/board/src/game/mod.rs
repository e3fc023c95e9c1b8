//! Game records: a tree of moves with comments and variations, read from SGF or GGF and written as SGF.
//!
//! ```
//! use otrera_board::game::Game;
//!
//! let mut game: Game = "(;FF[4]GM[18]SZ[10];B[djddgd]C[Strong.];W[addgad];B[gjehea])".parse()?;
//! assert_eq!(game.moves().next().unwrap().to_string(), "d1-d7xg7");
//! assert_eq!(game.position_after(50).unwrap_err().to_string(), "the game has 3 moves, there is no position after 50");
//!
//! let second = game.main_line().nth(2).unwrap();
//! let variation = game.play(second, "d7-d9xb7".parse()?)?;
//! game.set_comment(variation, "Or this.");
//! assert_eq!(game.to_string().parse::<Game>()?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every move in the tree is legal: it was checked when it was read or added. What is read and written, and what a
//! file without a setup means, is in `docs/sgf.md`.
//!
//! The reader is our own. Of the SGF crates the best kept, sgf-parse 4.2.8, drops its trees by recursion (a chain of
//! a million nodes overflows the stack), says of an error what but not where, refuses `GM[Amazons]`, and writes
//! unknown properties back with their escapes lost (`ZZ[a\\b]` becomes `ZZ[a\b]`). The grammar is small: `syntax` is
//! all of it, and reads GGF too. Nothing here recurses over the tree.

mod edit;
mod error;
mod ggf;
mod property;
mod sgf;
mod syntax;
mod tree;
mod write;

use std::str::FromStr;

pub use edit::EditError;
pub use error::{GameError, Place, Why};
pub use ggf::GgfError;
pub use property::{NameError, Property, Value};
pub use sgf::SgfError;
pub use syntax::{MAX_NODES, SyntaxError};
pub use tree::{Game, IllegalStep, Node, NodeId, Step, TooShort};

use crate::side::Side;

impl Game {
    /// All games of a text, which is SGF or GGF (each game for itself). There is at least one.
    pub fn parse_collection(text: &str) -> Result<Vec<Game>, GameError> {
        Game::parse_collection_with(text, None)
    }

    /// All games of a text; `to_move` begins where a board is set up and the text does not say who does.
    pub fn parse_collection_with(text: &str, to_move: Option<Side>) -> Result<Vec<Game>, GameError> {
        let trees = syntax::parse(text).map_err(|(at, error)| GameError::new(text, at, error))?;
        trees.iter().map(|tree| read(text, tree, to_move)).collect()
    }
}

/// The first game of a text, which is SGF or GGF. The games after it are read too, so that a mistake in them is told.
impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Game, GameError> {
        Game::parse_collection(text).map(|games| games.into_iter().next().expect("a collection has a game"))
    }
}

fn read(text: &str, tree: &syntax::Tree<'_>, to_move: Option<Side>) -> Result<Game, GameError> {
    if ggf::is_ggf(tree) {
        ggf::read(tree).map_err(|(at, error)| GameError::new(text, at, error))
    } else {
        sgf::read(tree, to_move).map_err(|(at, error)| GameError::new(text, at, error))
    }
}
