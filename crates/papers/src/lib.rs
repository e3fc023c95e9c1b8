//! The experiments of the papers, repeated.
//!
//! - [`census()`] and [`Defects`]: regions, graphs and territories with defects (Müller & Tegos 2002)
//! - [`strips`]: all positions on strips of two rows (Snatzke 2002)
//! - [`Zugzwangs`]: regions where moving first is worse (Müller & Tegos 2002)
//! - [`song_mueller`]: the solver of Song & Müller (2014), a second solver for comparison
//!
//! Nothing here depends on `otrera-solver`, so that a bug in one solver cannot hide in the other.

mod census;
mod defects;
mod placements;
pub mod song_mueller;
pub mod strips;
mod zugzwang;

pub use census::{Census, census};
pub use defects::{DefectRow, Defects};
pub use zugzwang::{Best, Pair, Zugzwang, Zugzwangs};
