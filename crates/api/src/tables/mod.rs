//! The tables of the papers, made anew. One module per table.

mod defects;
mod lsg;
mod sizes;
pub mod solved;
pub mod solving;
pub mod strips;
mod zugzwang;

pub use self::defects::{DefectsRow, DefectsTable};
pub use self::lsg::{LsgRow, LsgTable};
pub use self::sizes::SizesReport;
pub use self::zugzwang::{ZugzwangRow, ZugzwangTable};
