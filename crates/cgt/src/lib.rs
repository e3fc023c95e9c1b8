#![doc = include_str!("../README.md")]

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
