//! Questions about the Game of the Amazons, one type per command of the program, with their answers and drawings.
//!
//! The terminal, the server and other programs are shells around this crate: they build a question, give it a
//! [`Host`](host::Host) and render the report. Nothing here reads standard input, writes to standard output or knows HTTP.

pub mod evaluation;
pub mod host;
pub mod line_graph;
pub mod png;
pub mod report;
pub mod thermograph;
