//! `otrera serve`, asked over HTTP as a page does: answers are the command line's, and whoever does not behave bothers nobody else.

mod answers;
mod client;
#[path = "../common/mod.rs"]
mod common;
mod documents;
mod games;
#[cfg(target_os = "linux")]
mod load;
mod refusals;
mod streams;
