//! Thermographs as the books draw them: temperature goes up, and what is better for Left, who is Black, lies to the
//! left. So larger values are further left, the left wall is on the left, and the walls lean together until they meet
//! and go on as the mast. Below 0 the drawing goes down to -1, where infinitesimals and fractions differ.
//!
//! Two painters draw the same graph: [`svg()`] to scale, as a picture, and [`terminal()`] as a sketch in characters. Both
//! write the exact value at every corner, so nothing has to be measured. Walls only ever stand or lean inwards, and
//! that is what keeps the text apart from the lines: outside of its own wall, level with a corner or above it, there
//! is always room.

mod svg;
mod terminal;
#[cfg(test)]
mod tests;

pub use svg::svg;
pub use terminal::terminal;
