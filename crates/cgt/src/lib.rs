//! Short partizan games, exactly.
//!
//! A [`Store`] keeps games in canonical form; a [`Value`] is a game in it, and equal games are equal values.

mod arena;
mod atomic;
mod bounds;
mod canon;
mod closed;
mod dyadic;
mod kind;
mod limits;
mod measure;
mod memo;
pub mod notation;
mod options;
mod order;
mod shift;
mod simplest;
mod store;
mod sum;
mod thermograph;
mod value;
mod wall;

pub use bounds::{Bound, Bounds, BoundsError, Closeness, Player};
pub use dyadic::{Dyadic, DyadicError};
pub use limits::{Interrupted, Limits, MAX_DEPTH};
pub use options::Options;
pub use order::{Comparison, Outcome};
pub use store::Store;
pub use thermograph::Thermograph;
pub use value::Value;
pub use wall::{Corner, Wall};
