//! The tables of the papers, reproduced. One module per table.

mod plot;
mod sizes;
pub mod solved;
pub mod solving;
pub mod strips;
mod zugzwang;

pub use self::sizes::{DefectsRow, DefectsTable, LsgRow, LsgTable, SizesReport};
pub use self::zugzwang::{ZugzwangRow, ZugzwangTable};

/// A picture, with its name.
pub type NamedPicture = (String, String);
