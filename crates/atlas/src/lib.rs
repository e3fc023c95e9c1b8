//! Small regions of an Amazons board and what they are worth.
//!
//! Black is Left and positive, White is Right and negative: here is where it is said. A board is the sum of its areas
//! ([`otrera_board::areas`]), an area is a game, and its value is that game in canonical form ([`otrera_cgt`]).
//!
//! ```
//! use otrera_atlas::AreaValues;
//! use otrera_board::Setup;
//! use otrera_cgt::Store;
//!
//! let store = Store::new();
//! let mut values = AreaValues::new(&store);
//! let position = "b..w w".parse::<Setup>()?.position()?;
//! let value = values.position(&position)?;
//! assert_eq!(store.display(value).to_string(), "+-1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod census;
mod database;
mod defects;
pub mod filling;
pub mod graph;
mod parallel;
mod patch;
mod placements;
pub mod region;
pub mod strips;
mod territory;
mod values;
mod zugzwang;

pub use census::{Census, census};
pub use database::{
    Atlas, Builder, CheckError, Checker, Endgame, Facts, Header, Kind, MAX_SIZE, Mismatch, OpenError, Spot, ValueId,
    Values, ValuesError, WriteError,
};
pub use defects::{DefectRow, Defects};
pub use patch::Patch;
pub use territory::moves_alone;
pub use values::{AreaValues, KnownAreas, Unfinished};
pub use zugzwang::{Best, Pair, Zugzwang, Zugzwangs};
