//! `otrera serve` over HTTP, as a page uses it: answers are the command line's, and a client that misbehaves affects no other.

mod answers;
mod attacks;
mod campaign;
mod client;
#[path = "../common/mod.rs"]
mod common;
mod documents;
mod games;
#[cfg(target_os = "linux")]
mod load;
mod openapi;
mod refusals;
mod streams;
