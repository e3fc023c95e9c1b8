//! Small regions of an Amazons board, computed rather than stored: enumeration ([`region`]), line segment graphs
//! ([`graph`]), fillings of territories ([`filling`]), and exact values of areas ([`AreaValues`]).
//!
//! A board is the sum of its areas ([`otrera_board::areas`]), an area is a game, and its value is that game in
//! canonical form ([`otrera_cgt`]). Black is Left and positive, White is Right and negative; this crate sets that
//! convention.
//!
//! ```
//! use otrera_board::Setup;
//! use otrera_cgt::Store;
//! use otrera_regions::AreaValues;
//!
//! let store = Store::new();
//! let mut values = AreaValues::new(&store);
//! let position = "b..w w".parse::<Setup>()?.position()?;
//! let value = values.position(&position)?;
//! assert_eq!(store.display(value).to_string(), "+-1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod filling;
pub mod graph;
mod graph_map;
mod parallel;
pub mod region;
mod territory;
mod values;

pub use graph_map::{GraphMap, Labeller};
pub use parallel::in_parallel;
pub use territory::moves_alone;
pub use values::{AreaValues, KnownAreas, Unfinished, Word};
