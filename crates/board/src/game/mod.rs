//! Game records: a tree of moves with comments and variations, read from SGF, GGF or PGN and written as SGF.
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
//! Every move in the tree is legal: it is checked when it is read or added. docs/formats/sgf.md describes the properties
//! that are read and written, and the meaning of a file without a setup.
//!
//! The parser is our own. The best-maintained SGF crate, sgf-parse 4.2.8, drops its trees by recursion (a chain of a
//! million nodes overflows the stack), reports errors without their place, refuses `GM[Amazons]`, and loses the escapes
//! of unknown properties (`ZZ[a\\b]` becomes `ZZ[a\b]`). The grammar is small: `syntax` is all of it, and reads GGF
//! too. Nothing here recurses over the tree.

mod edit;
mod error;
mod ggf;
mod pgn;
mod property;
mod sgf;
mod syntax;
mod tree;
mod write;

use std::str::FromStr;

pub use edit::EditError;
pub use error::{Cause, GameError};
pub use ggf::GgfError;
pub use pgn::PgnError;
pub use property::{NameError, Property, Value};
pub use sgf::SgfError;
pub use syntax::{MAX_NODES, RecordLimits, SyntaxError};
pub use tree::{Game, IllegalStep, Node, NodeId, Step, TooShort};

use crate::side::Side;

impl Game {
    /// Parses all games of a text, each SGF or GGF, or all PGN. There is at least one.
    pub fn parse_collection(text: &str) -> Result<Vec<Game>, GameError> {
        Game::parse_collection_with(text, None, RecordLimits::default())
    }

    /// Returns whether a text begins like a game record: SGF and GGF with a parenthesis, PGN with a tag.
    pub fn is_record(text: &str) -> bool {
        let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        start.starts_with('(') || pgn::is_pgn(start)
    }

    /// Parses all games of a text within limits. `to_move` moves first if the text sets up a board without naming a
    /// side.
    pub fn parse_collection_with(
        text: &str,
        to_move: Option<Side>,
        limits: RecordLimits,
    ) -> Result<Vec<Game>, GameError> {
        if pgn::is_pgn(text) {
            return pgn::read(text, limits).map_err(|(at, error)| GameError::new(text, at, error));
        }
        let trees = syntax::parse(text, limits).map_err(|(at, error)| GameError::new(text, at, error))?;
        trees.iter().map(|tree| read(text, tree, to_move)).collect()
    }
}

/// Parses the first game of a text: SGF, GGF or PGN. An error in a later game is an error too.
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
