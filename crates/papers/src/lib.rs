//! The published experiments on Amazons, repeated.
//!
//! - [`count_regions`] and [`Defects`]: regions, their graphs, and territories with defects (Müller & Tegos 2002)
//! - [`Zugzwangs`]: regions in which moving first is worse (Müller & Tegos 2002)
//! - [`strips`]: all positions on strips of two rows (Snatzke 2002)
//! - [`song_mueller`]: the solver of Song & Müller (2014), a second solver for comparison
//!
//! Nothing here depends on `otrera-solver`, so that a bug in one solver cannot hide in the other.

mod defects;
mod placements;
mod region_counts;
pub mod song_mueller;
pub mod strips;
mod zugzwang;

use otrera_board::{Action, Position};

pub use defects::{DefectRow, Defects};
pub use region_counts::{RegionCount, RegionGraph, count_regions, region_graphs};
pub use zugzwang::{BestPlay, Scores, Zugzwang, Zugzwangs};

/// The moves of a position with the positions they lead to.
fn children(position: &Position<u64>) -> Vec<(Action, Position<u64>)> {
    let mut children = Vec::new();
    position.for_each_child(|action, child| children.push((action, *child)));
    children
}
