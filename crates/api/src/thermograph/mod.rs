//! Thermographs as the books draw them: temperature goes up, and values better for Left, who is Black, are on the left.
//! So the left wall is on the left, and the walls lean together until they meet and continue as the mast. Below 0 the
//! drawing goes down to -1, where infinitesimals and fractions differ.
//!
//! There are two renderers: [`svg()`] draws to scale, and [`terminal()`] sketches in characters. Both write the exact
//! value at every corner, so nothing has to be measured. Walls are vertical or lean inwards, so there is always room
//! for a label outside its wall, level with the corner or above it.

mod svg;
mod terminal;
#[cfg(test)]
mod tests;

pub use svg::svg;
pub use terminal::terminal;
