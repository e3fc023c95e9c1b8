//! Short partizan games, exactly. This library has never heard of a board.
//!
//! A [`Store`] keeps games in canonical form. A [`Value`] is a game in a store, and two values are equal exactly if the
//! games are, so equality is one comparison of integers. Numbers, nimbers, ups and their sums need no room in the store
//! at all; a game, its negative and all their sums with numbers share one entry. Sums and comparisons are remembered in
//! memos of bounded size. A store is shared between threads by reference.
//!
//! ```
//! use otrera_cgt::{Outcome, Store};
//!
//! let store = Store::new();
//! let hot = store.parse("{2|0}")?;
//! let sum = store.add(hot, store.parse("*")?)?;
//! assert_eq!(store.display(sum).to_string(), "{2*|*}");
//! assert_eq!(store.outcome(sum), Outcome::Left);
//! assert_eq!(store.mean(sum)?.to_string(), "1");
//!
//! let graph = store.thermograph(sum)?;
//! assert_eq!(graph.left().to_string(), "-1:2 0:2 1:1");
//! assert_eq!(graph.bounds().to_string(), "[0, 2]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Text is read and written as in the books: see [`notation`]. Thermographs go down to temperature -1: see
//! [`Thermograph`]. Operations that can take long return [`Interrupted`] when the store's [`Limits`] are reached.

mod arena;
mod atomic;
mod bounds;
mod canon;
mod closed;
mod digest;
mod dominated;
mod dyadic;
mod kind;
mod limits;
mod measure;
mod memo;
pub mod notation;
mod options;
mod order;
mod parts;
mod reversible;
mod shift;
mod simplest;
mod store;
mod sum;
mod thermograph;
mod value;
mod wall;
pub mod wire;

pub use bounds::{Bound, Bounds, BoundsError, Closeness, Player};
pub use dyadic::{Dyadic, DyadicError};
pub use limits::{Interrupted, Limits, MAX_DEPTH};
pub use options::Options;
pub use order::{Comparison, Outcome};
pub use parts::{CorePart, Parts};
pub use store::Store;
pub use thermograph::Thermograph;
pub use value::Value;
pub use wall::{Corner, Wall};
